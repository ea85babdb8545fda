"""What the wire adds to a view so that clients need no rules."""

from __future__ import annotations

import pytest

from baumeister import new_match
from baumeister.core.chance import CHANCE
from baumeister.games.manhattan.board import DISTRICTS
from baumeister.games.manhattan.variants import open_districts
from baumeister.server.wire.manhattan import view


@pytest.mark.parametrize("rounds", [1, 2, 4, 6])
def test_m5_3_the_round_in_which_each_district_opens(rounds: int) -> None:
    match = new_match(
        "manhattan", players=3, start=0, rounds=rounds, blocks=2, variants=["progressive"]
    )
    match.submit(CHANCE, "start 0")
    for player, cards in enumerate(("1234", "1234", "1234")):
        match.submit(CHANCE, f"deal {player} {cards}")
    match.submit(CHANCE, "districts DABFCE")
    opens = view(match.view(None)).opens
    assert opens == {"F": 2, "C": 3, "E": 4}
    for number in range(1, rounds + 1):
        there = {
            DISTRICTS[each]
            for each in open_districts(match.state.options, match.state.opening, number)
        }
        assert there == {each for each in DISTRICTS if opens.get(each, 1) <= number}


def test_all_districts_are_open_without_the_variant() -> None:
    match = new_match("manhattan", players=3, start=0)
    assert view(match.view(None)).opens == {}


def test_m6_districts_of_a_small_game_that_are_not_in_play() -> None:
    match = new_match("manhattan", players=3, start=0, districts=4)
    assert view(match.view(None)).opens == {"E": 0, "F": 0}
