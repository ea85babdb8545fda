"""M4: urban rules."""

from __future__ import annotations

import pytest

from baumeister.core import CHANCE
from baumeister.core.errors import OptionsError
from baumeister.games.manhattan import MANHATTAN, Phase
from baumeister.games.manhattan.scoring import final_outcome
from baumeister.games.manhattan.urban import CARD_NAMES, Board, urban_points
from baumeister.testing import random_states

from .positions import building_phase, buildings, options, play, why


def points(card, board, open_districts=range(6), megacity_all=False):
    """The points by letter of the colour, without zeros."""
    found = urban_points(card, Board(buildings(board), open_districts, megacity_all))
    return {letter: n for letter, n in zip("obyp", found, strict=True) if n}


def full(district, text):
    return {f"{district}{site}": text for site in range(1, 10)}


def test_m4_1_ten_cards_one_per_round():
    assert len(CARD_NAMES) == 10
    seen, rounds = [], 0
    for state, _actor, action in random_states(MANHATTAN, options(urban=True), 3):
        if state.phase == Phase.URBAN:
            assert len(state.rounds) == state.round - 1
            assert state.urban is None
            seen.append(action.name)
            rounds += 1
        if state.phase == Phase.NEWS:
            seen.append(action.name)
    assert rounds == 4
    assert len(set(seen)) == len(seen)


def test_m4_1_cards_do_not_repeat():
    state = MANHATTAN.new(options(urban=True, players=2))
    state = play(state, "* start 0", "* deal 0 1234", "* deal 1 1234", "* urban villa")
    state = state._replace(phase=Phase.URBAN)
    assert why(state, "urban villa").startswith(
        "M4.1: villa is not one of the remaining urban cards:"
    )
    assert "urban villa" not in map(str, MANHATTAN.legal(state, CHANCE))


def test_m4_1_at_most_nine_rounds():
    with pytest.raises(OptionsError, match=r"M4\.11: option 'rounds': with urban rules at most 9"):
        options(urban=True, rounds=10, blocks=2)


def test_m4_2_big_business():
    board = {"A1": "o3", "A2": "b2", "B1": "y1", "C1": "o2", "C2": "p2", "D5": "o1 b1"}
    assert points("big-business", board) == {"o": 2, "y": 2, "b": 2}


def test_m4_3_founder():
    board = {"A1": "o1 b2", "A2": "o1 b2 o2", "B3": "o1", "C1": "y2 o2 p4"}
    assert points("founder", board) == {"o": 1, "y": 1}


def test_m4_4_megacity_one_complete_district():
    assert points("megacity", full("B", "o1") | {"A1": "b1"}) == {"o": 9}


def test_m4_4_megacity_two_complete_districts():
    board = full("B", "o1") | full("C", "b1")
    assert points("megacity", board) == {}
    assert points("megacity", board, megacity_all=True) == {"o": 9, "b": 9}


def test_m4_4_megacity_none_complete():
    board = {"A1": "o1", "A2": "b1", "B1": "y1"}
    assert points("megacity", board) == {"o": 1, "b": 1}
    assert points("megacity", board | {"B2": "y1"}) == {}
    assert points("megacity", board | {"B2": "y1"}, megacity_all=True) == {}


def test_m4_5_fog_free_view():
    assert points("fog-free-view", {"A1": "o4", "A2": "o1 b4", "A3": "b5", "A4": "y4 y4"}) == {
        "b": 2,
        "y": 1,
    }


def test_m4_6_multiple_tower():
    board = {"A1": "o1 b1 y1", "A2": "o1 b1 o1", "A3": "p1 o1 b1 y1 p2", "A4": "y4"}
    assert points("multiple-tower", board) == {"y": 2, "p": 2}


def test_m4_7_villa_needs_an_empty_neighbour_in_its_district():
    assert points("villa", {"A1": "o1"}) == {"o": 2}
    assert points("villa", {"A1": "o2"}) == {}
    assert points("villa", {"A1": "o1", "A2": "b2", "A4": "b2"}) == {}  # A5 is diagonal
    assert points("villa", full("A", "o1")) == {}  # sites beyond the edge do not count as empty
    assert points("villa", {"A3": "o1", "A2": "b2", "A6": "b2"}) == {}  # B1 is another district
    assert points("villa", {"A1": "o1", "A2": "b1"}) == {"o": 2, "b": 2}


def test_m4_8_worldwide_expansion():
    board = {"A1": "o1", "A2": "o1", "B1": "o1", "F9": "o1 b1"}
    assert points("worldwide-expansion", board) == {"o": 2, "b": 1}


def test_m4_9_hobbit_home():
    assert points("hobbit-home", {"A1": "o9", "A2": "b1", "A3": "y2", "B1": "p1"}) == {"b": 2}
    assert points("hobbit-home", {"A1": "o9", "A2": "b1", "A3": "y1"}) == {}  # tied lowest
    assert points("hobbit-home", {"A1": "o9", "A2": "b1", "B1": "p9"}) == {}  # two districts
    assert points("hobbit-home", {"A1": "o9", "A2": "p9", "A3": "b1"}) == {"b": 2}  # one district
    assert points("hobbit-home", {"A1": "o9"}) == {
        "o": 2
    }  # a lone building is both highest and lowest
    assert points("hobbit-home", {}) == {}


def test_m4_10_small_town():
    two = {f"{d}{site}": "b1" for d in "BCDEF" for site in (1, 2)}
    assert points("small-town", {"A1": "o1"} | two) == {"o": 1}
    assert points("small-town", {"A1": "o1", "B1": "b1"}) == {}  # four empty districts tie
    assert points("small-town", two) == {}  # the empty district has the fewest buildings
    one = {f"{d}1": "b1" for d in "BCDEF"}
    assert points("small-town", {"A1": "o1"} | one) == {}


def test_m4_11_fake_news_is_revealed_at_the_scoring():
    state = building_phase(
        {"A1": "o1 b4"},
        hand=(5, 5, 5, 5),
        tray="1",
        turns=1,
        given={"urban": True},
        urban="fake-news",
    )
    state = state._replace(urban_pile=tuple(n for n in CARD_NAMES if n != "fake-news"))
    state = play(state, "0 build 5 B5 1", "* draw 0 9")
    assert state.phase == Phase.NEWS
    assert state.scores == (0, 0, 0, 0)
    assert why(state, "draw 0 1").startswith("M4.11: it is too early to draw a card")
    assert why(state, "urban fake-news").startswith("M4.1: fake-news is not one of")
    state = play(state, "* urban founder")
    assert state.rounds[0][0].urban == 1
    assert "founder" not in state.urban_pile
    assert state.round == 2
    assert state.urban is None


def test_m4_12_urban_points_are_per_colour_and_break_no_tie():
    """M4.12: urban points count, but tie-breaks use only buildings and majorities."""
    board = buildings({"A1": "o3", "B1": "b3"})
    outcome = final_outcome(options(urban=True), board, [20, 20, 0, 0], [])
    assert outcome.reason == "shared"
    assert points("fog-free-view", {"A1": "o5", "A2": "y5"}) == {"o": 1, "y": 1}


def test_m4_urban_points_are_a_fourth_item():
    """M4.1: the card does not change the other items."""
    for state, _, _ in random_states(MANHATTAN, options(urban=True), 8):
        for items in state.rounds:
            assert all(each.total == sum(each) for each in items)
    assert state.scores == tuple(
        sum(items[colour].total for items in state.rounds) for colour in range(4)
    )
