"""Whole games of Tangram City, from the start page to the result."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.advised import played
from tests.browser.conftest import DESKTOP, Newcomer
from tests.browser.hands import WAYS, Hands
from tests.browser.places import hook
from tests.browser.tangram import Planner, set_up, sit
from tests.server.running import Running

PIECES = 23 + 6
"""Tiles and fountains (T7.2)."""
BETWEEN = 24
"""Decisions made through the protocol."""


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("players", [1, 3])
def test_a_whole_game(newcomer: Newcomer, service: Running, way: str, players: int) -> None:
    hands = WAYS[way](newcomer(WAYS[way].device))
    set_up(hands, players)
    planner = Planner(hands)
    planner.play()
    assert planner.placed + planner.declined == PIECES
    assert planner.placed >= 10
    check_result(service, planner)
    assert hands.at("rating").count() == (players == 1)
    assert hands.at("ratings").count() == (players > 1)  # T5.4


def check_result(service: Running, planner: Planner) -> None:
    live = service.service.hub.cache.get(planner.table)
    assert live is not None
    outcome = live.table.match.outcome
    assert outcome is not None
    assert sorted(planner.result().values()) == sorted(outcome.scores)


def test_the_first_and_the_last_moves_by_keyboard(newcomer: Newcomer, service: Running) -> None:
    hands = WAYS["keyboard"](newcomer(WAYS["keyboard"].device))
    sit(hands)
    planner = Planner(hands)
    planner.play(2)
    played(hands.page, service, planner.table, BETWEEN)
    hands.page.reload()
    the_cards_of_the_last_round_choose_the_tile(hands)
    planner.play()
    assert planner.placed + planner.declined == PIECES - BETWEEN
    check_result(service, planner)
    assert hands.at("rating").count() == 1


def the_cards_of_the_last_round_choose_the_tile(hands: Hands) -> None:
    cards = hands.page.locator(f"{hook('round-cards')} [data-piece]")
    expect(cards).to_have_count(2)
    expect(hands.page.locator(f"{hook('round-cards')} .now")).to_have_count(2)  # no fountain yet
    expect(hands.at("status")).to_contain_text("Your turn: choose a tile")
    a_hint_on_a_phone_leaves_the_cards_in_view(hands)
    hands.press(cards.nth(1))
    expect(cards.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(cards.nth(0)).to_have_attribute("aria-pressed", "false")
    expect(hands.at("gain-points")).to_contain_text("With bonuses")
    hands.press(hands.at("tab-points"))
    now = hands.at("gain-points").locator("dd").inner_text().split("→")[0].strip()
    expect(hands.page.locator(".sum td").first).to_have_text(now)


def a_hint_on_a_phone_leaves_the_cards_in_view(hands: Hands) -> None:
    """It used to lie over the tiles that it told the player to choose from."""
    before = hands.page.viewport_size
    hands.page.set_viewport_size({"width": 360, "height": 640})
    hands.at("hint").click()
    hands.at("hint-why").click()
    cards = hands.page.locator(f"{hook('round-cards')} [data-piece]")
    for part in (*cards.all(), hands.at("strip")):
        part.click(trial=True)  # nothing lies over it
    hands.page.set_viewport_size(before or DESKTOP["viewport"])


def test_touch(newcomer: Newcomer) -> None:
    hands = WAYS["touch"](newcomer(WAYS["touch"].device))
    set_up(hands, 1)
    planner = Planner(hands)
    planner.play(3)
    assert planner.placed >= 2
