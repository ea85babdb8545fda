"""Explanations of a scoring agree with the scoring."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from baumeister.games.tangram_city import TANGRAM_CITY
from baumeister.games.tangram_city.geometry import (
    ALL_FIELDS,
    find_rectangle,
    full_fields,
    largest_rectangle,
)
from baumeister.games.tangram_city.scoring import explain_board, score_board
from baumeister.games.tangram_city.state import Board, Phase
from baumeister.testing import random_states

from .positions import any_options, fields

seeds = st.integers(0, 10**9)


def field_bits(column: int, row: int, width: int, height: int) -> int:
    return sum(
        1 << 7 * y + x for y in range(row, row + height) for x in range(column, column + width)
    )


@given(any_options(), seeds)
def test_explanation_adds_up_to_the_points(chosen, seed):
    """T4.1, T4.2, T5.1, T5.2: in all positions of random games, with the bonuses of the end."""
    states = [state for state, _, _ in random_states(TANGRAM_CITY, chosen, seed)]
    for state in states[::5]:
        for board in state.boards:
            found = explain_board(board)
            assert found.score == score_board(board)
            assert found.building_fields.bit_count() == found.score.buildings
            assert found.green_fields.bit_count() == found.score.green
            assert not found.building_fields & found.green_fields
    end = states[-1]
    assert end.phase == Phase.OVER
    for player, board in enumerate(end.boards):
        found = explain_board(board)
        earned = chosen.start_points + sum(scores[player].rectangle for scores in end.rounds)
        assert end.points[player] == earned + found.planning + found.harmony


@given(st.integers(0, ALL_FIELDS) | st.integers(0, ALL_FIELDS).map(lambda bits: bits | bits >> 1))
def test_t4_1_the_explained_rectangle_is_a_largest_one(covered):
    area = largest_rectangle(covered)
    found = find_rectangle(covered, area)
    if found is None:
        assert area == covered == 0
    else:
        bits = field_bits(*found)
        assert bits & covered == bits
        assert bits.bit_count() == found[2] * found[3] == area


def test_t4_1_of_equal_rectangles_the_upper_one_is_explained():
    city = Board(building=fields("a5:c6"), green=fields("e2:f4"))
    assert explain_board(city).rectangle == (4, 1, 2, 3)
    assert explain_board(Board()).rectangle is None
    assert full_fields(city.covered).bit_count() == 12


def test_t4_2_the_counted_fields_are_listed():
    city = Board(building=fields("a1:b1"), green=fields("g7"))
    found = explain_board(city)
    assert (found.building_fields, found.green_fields) == (0b11, 1 << 48)
    assert (found.planning, found.harmony) == (0, 10)
