"""A whole game of Manhattan against bots, from the start page to the result."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Newcomer
from tests.browser.hands import WAYS, Mouse
from tests.browser.manhattan import Builder, set_up
from tests.server.running import Running

SAMPLE = ["keyboard", *(pytest.param(way, marks=pytest.mark.slow) for way in ("mouse", "touch"))]
"""Touch sets up and plays a game in test_tangram.py."""


def truth(service: Running, table: str) -> dict[str, int]:
    """Names and points of a finished game from the service, best first."""
    live = service.service.hub.cache.get(table)
    assert live is not None
    outcome = live.table.match.outcome
    assert outcome is not None
    names = [seat.name for seat in live.table.seats]
    best = sorted(range(len(names)), key=lambda seat: (outcome.ranks[seat], seat))
    return {str(names[seat]): outcome.scores[seat] for seat in best}


@pytest.mark.slow  # a whole game from the set-up page is played below
def test_play_now_to_the_end(newcomer: Newcomer, service: Running) -> None:
    """The game that *Play now* starts: four players, four rounds."""
    hands = Mouse(newcomer())
    hands.page.goto("")
    hands.press(hands.at("play-manhattan"))
    builder = Builder(hands)
    builder.play()
    assert builder.moves == 4 + 4 * 6
    assert builder.result() == truth(service, builder.table)


@pytest.mark.parametrize("way", SAMPLE)
def test_a_custom_game(newcomer: Newcomer, service: Running, way: str) -> None:
    hands = WAYS[way](newcomer(WAYS[way].device))
    set_up(hands)
    builder = Builder(hands)
    builder.play()
    assert builder.result() == truth(service, builder.table)
