"""Explanations of a scoring agree with the scoring."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from baumeister.games.manhattan import MANHATTAN
from baumeister.games.manhattan.board import SITE_NUMBERS
from baumeister.games.manhattan.rules import score_now
from baumeister.games.manhattan.scoring import Scoring, explain_round
from baumeister.games.manhattan.state import State
from baumeister.games.manhattan.urban import CARD_NAMES, Board, urban_points
from baumeister.games.manhattan.variants import open_districts
from baumeister.testing import random_states

from .positions import any_options, buildings, options

seeds = st.integers(0, 10**9)
TWO_POINTS = ("big-business", "multiple-tower", "villa", "hobbit-home")
NO_SITES = ("worldwide-expansion", "fake-news")


def explained(state: State, urban: str | None) -> Scoring:
    return explain_round(
        state.options,
        state.buildings,
        open_districts(state.options, state.opening, state.round),
        urban,
    )


@given(any_options(), seeds)
def test_explanation_adds_up_to_the_points(chosen, seed):
    """M3.1, M3.2, M3.3: in all positions of random games."""
    for state, _, _ in random_states(MANHATTAN, chosen, seed)[::7]:
        found = explained(state, state.urban)
        assert found.items == score_now(state)
        heights = [building.height for building in state.buildings]
        assert found.height == max(heights)
        assert all(heights[site] == found.height for site in found.highest)
        assert len(found.highest) == (heights.count(found.height) if found.height else 0)
        won = [district.colour for district in found.districts]
        for colour, items in enumerate(found.items):
            assert items.highest == 3 * (found.highest_colour == colour)
            assert items.majorities == 2 * won.count(colour)
            assert items.buildings == sum(each.counts[colour] for each in found.districts)
            assert items.urban == found.urban_points[colour]


@given(any_options(), seeds)
def test_m4_1_sites_of_an_urban_card_add_up_to_its_points(chosen, seed):
    """M4.2–M4.10: for every card; cards that score districts name no sites."""
    for state, _, _ in random_states(MANHATTAN, chosen, seed)[::25]:
        opened = open_districts(chosen, state.opening, state.round)
        board = Board(state.buildings, opened, chosen.megacity_all)
        for card in CARD_NAMES:
            found = explained(state, card)
            assert found.urban == card
            points = urban_points(card, board)[: len(chosen.colours)]
            assert found.urban_points == points
            sites = [len(each) for each in found.urban_sites]
            if card in NO_SITES:
                assert not any(sites)
            else:
                assert [(1 + (card in TWO_POINTS)) * count for count in sites] == points


def test_m3_1_tied_highest_buildings_are_listed_and_do_not_score():
    board = buildings({"A1": "o4", "B2": "b4", "B3": "b1"})
    found = explain_round(options(players=4), board, range(6), None)
    assert found.highest == [SITE_NUMBERS["A1"], SITE_NUMBERS["B2"]]
    assert (found.height, found.highest_colour) == (4, None)
    assert found.districts[0] == ([1, 0, 0, 0], 0)
    assert found.districts[1] == ([0, 2, 0, 0], 1)
    assert found.districts[2] == ([0, 0, 0, 0], None)
    assert (found.urban, found.urban_sites) == (None, [[], [], [], []])


def test_m4_3_founder_scores_without_owning_the_building():
    board = buildings({"A1": "o1 b2", "C5": "o1"})
    found = explain_round(options(players=4, urban=True), board, range(6), "founder")
    assert found.urban_sites == [[SITE_NUMBERS["A1"]], [], [], []]
    assert found.urban_points == [1, 0, 0, 0]


def test_empty_board_has_no_highest_building():
    """M3.1."""
    found = explain_round(options(players=3), buildings({}), range(6), None)
    assert (found.height, found.highest, found.highest_colour) == (0, [], None)
    assert [each.counts for each in found.districts] == [[0, 0, 0]] * 6
