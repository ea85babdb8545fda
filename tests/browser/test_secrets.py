"""No secret reaches a page: nothing sent or shown contains another player's hand (M7).

The service runs in this process, so the tests know the secrets; each check is shown to find a leak.
"""

from __future__ import annotations

import re

import pytest

from baumeister.games.manhattan.game import Manhattan
from baumeister.server.live.tables import LiveTable
from tests.browser.conftest import Newcomer
from tests.browser.hands import Mouse
from tests.browser.listening import Ear, Secrets, written
from tests.browser.manhattan import Builder, sit
from tests.server import leaking
from tests.server.running import Running


def seated(newcomer: Newcomer, service: Running) -> tuple[Builder, Ear, LiveTable]:
    """A player with two bots in mid-game whose turn has just begun."""
    hands = Mouse(newcomer())
    ear = Ear(hands.page)
    while True:
        sit(hands, players=3, blocks=4)
        builder = Builder(hands)
        assert builder.awaited() == "confirm"
        live = service.service.hub.cache.get(builder.table)
        assert live is not None
        if len({tuple(sorted(hand)) for hand in live.table.match.state.hands}) == 3:
            return builder, ear, live  # equal hands, which are dealt now and then, show nothing


def test_no_page_gets_another_players_hand_and_swapped_hands_make_the_same_page(
    newcomer: Newcomer, service: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    builder, ear, live = seated(newcomer, service)
    secrets = Secrets(live, seat=0)
    for _ in range(3):
        secrets.note()
        assert sorted(builder.hand()) == list(secrets.own)
        assert secrets.found_on(builder.page) == []
        builder.next()
        assert builder.awaited() == "confirm"
    assert secrets.hands()
    assert secrets.lines()
    assert secrets.found_in(ear.told()) == []
    secrets.note()
    before = swapped_hands_make_the_same_page(builder, ear, live)
    the_checks_find_leaks(builder, ear, live, secrets, before, monkeypatch)


def everything(builder: Builder, ear: Ear, live: LiveTable) -> list[str]:
    """All that a reloaded page is sent, and all that it shows."""
    ear.forget()
    live.table.shared = None  # drop cached messages
    builder.page.reload()
    builder.awaited()
    builder.page.wait_for_load_state("networkidle")
    told = sorted(re.sub(r'"at":\d+', "", text) for text in ear.told())
    return told + written(builder.page)


def swapped_hands_make_the_same_page(builder: Builder, ear: Ear, live: LiveTable) -> list[str]:
    """If the others swapped hands, every byte sent would be the same; returns all of them."""
    match = live.table.match
    state = match.state
    own, one, other = state.hands
    assert sorted(one) != sorted(other)
    before = everything(builder, ear, live)
    match.state = state._replace(hands=(own, other, one))
    assert everything(builder, ear, live) == before
    match.state = state
    return before


def the_checks_find_leaks(
    builder: Builder,
    ear: Ear,
    live: LiveTable,
    secrets: Secrets,
    before: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The checks above fail if the story or the view says too much."""
    leaking.draws(monkeypatch)
    assert everything(builder, ear, live) != before
    assert secrets.found_in(ear.told())

    view = Manhattan.view
    monkeypatch.setattr(
        Manhattan, "view", lambda _, at, seat: view(at, seat)._replace(hand=at.hands[1])
    )
    builder.page.reload()
    builder.awaited()
    assert sorted(builder.hand()) != list(secrets.own)

    hand = " ".join(map(str, secrets.hands().pop()))
    builder.page.evaluate("hand => (document.title = hand)", hand)
    assert secrets.found_on(builder.page)
