"""Whole games of Tangram City, from the start page to the result."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Newcomer
from tests.browser.hands import WAYS
from tests.browser.tangram import Planner, set_up
from tests.server.running import Running

SAMPLE = [("keyboard", 1)]
REST = [
    pytest.param(way, players, marks=pytest.mark.slow)
    for way in WAYS
    for players in (1, 3)
    if (way, players) not in SAMPLE
]
PIECES = 23 + 6
"""Tiles and fountains (T7.2)."""


@pytest.mark.parametrize(("way", "players"), [*SAMPLE, *REST])
def test_a_whole_game(newcomer: Newcomer, service: Running, way: str, players: int) -> None:
    hands = WAYS[way](newcomer(WAYS[way].device))
    set_up(hands, players)
    planner = Planner(hands)
    planner.play()
    assert planner.placed + planner.declined == PIECES
    assert planner.placed >= 10
    live = service.service.hub.cache.get(planner.table)
    assert live is not None
    outcome = live.table.match.outcome
    assert outcome is not None
    assert sorted(planner.result().values()) == sorted(outcome.scores)
    assert hands.at("rating").count() == (players == 1)
    assert hands.at("ratings").count() == (players > 1)  # T5.4


def test_touch(newcomer: Newcomer) -> None:
    hands = WAYS["touch"](newcomer(WAYS["touch"].device))
    set_up(hands, 1)
    planner = Planner(hands)
    planner.play(8)
    assert planner.placed >= 4
