"""M3: scoring."""

from __future__ import annotations

import pytest

from baumeister.games.manhattan.scoring import Items, final_outcome, score_round

from .positions import buildings, options


def score(board, urban=None, **given):
    """The scored items by letter of the colour."""
    chosen = options(**given)
    items = score_round(chosen, buildings(board), range(6), urban)
    return {name[0]: each for name, each in zip(chosen.colours, items, strict=True)}


def test_m3_1_the_highest_building_scores_three():
    assert score({"A1": "b3", "F9": "o3 y4"})["y"].highest == 3


def test_m3_1_tied_highest_score_nothing_even_with_one_owner():
    assert all(items.highest == 0 for items in score({"A1": "b3", "F9": "o3"}).values())
    assert all(items.highest == 0 for items in score({"A1": "b3", "F9": "b3"}).values())


def test_m3_1_same_owner_highest_lets_one_owner_score_once():
    found = score({"A1": "b3", "F9": "b3", "E1": "o2"}, same_owner_highest=True)
    assert found["b"].highest == 3
    tied = score({"A1": "b3", "F9": "o3"}, same_owner_highest=True)
    assert all(items.highest == 0 for items in tied.values())


@pytest.mark.parametrize(
    ("board", "scorer"),
    [
        ({"A1": "o3", "F9": "y3", "E1": "b2"}, "o"),
        ({"A1": "y3", "F9": "o3"}, "o"),
        ({"A1": "y3", "F9": "y3"}, "y"),
        ({"A1": "o3", "B1": "y3", "F9": "p3"}, None),
        ({"A1": "b3", "F9": "p3"}, "b"),
    ],
)
def test_m3_1_both_colours_of_a_player_are_one_owner(board, scorer):
    """M3.1: credited once, to the first of the colours that own the highest buildings."""
    found = score(board, players=2, same_owner_highest=True)
    assert {name: items.highest for name, items in found.items() if items.highest} == (
        {scorer: 3} if scorer else {}
    )
    assert all(items.highest == 0 for items in score(board, players=2).values())


def test_m3_1_an_empty_board_scores_nothing():
    assert all(items.total == 0 for items in score({}, same_owner_highest=True).values())


def test_m3_2_a_strict_majority_scores_two():
    found = score({"A1": "b1", "A2": "b1", "A3": "o1", "B1": "o1", "B2": "y1", "C9": "p1"})
    assert found["b"].majorities == 2
    assert found["o"].majorities == 0
    assert found["y"].majorities == 0
    assert found["p"].majorities == 2


def test_m3_2_a_tie_for_most_scores_nothing():
    found = score({"A1": "b1", "A2": "b1", "A3": "o1", "A4": "o1", "A5": "y1"})
    assert all(items.majorities == 0 for items in found.values())


def test_m3_3_each_building_scores_one_for_its_owner():
    found = score({"A1": "b1", "B2": "b1 o1", "C3": "o4"})
    assert (found["b"].buildings, found["o"].buildings) == (1, 2)


def test_m3_4_colours_of_two_players_are_scored_separately():
    """M3.4: a player's colours compete with each other, and their points are added."""
    board = {"A1": "o3", "A2": "y3", "B1": "b1"}
    found = score(board, players=2)
    assert found["o"] == found["y"] == Items(0, 0, 1)
    outcome = final_outcome(options(players=2), buildings(board), [5, 3, 4, 1], [])
    assert outcome.scores == (9, 4)


def test_m3_5_most_points_win():
    outcome = final_outcome(options(), buildings({}), [10, 30, 20, 20], [])
    assert outcome.winners == (1,)
    assert outcome.ranks == (4, 1, 2, 2)
    assert outcome.reason == "points"


TIES = [
    ({"A1": "o3", "B1": "b2", "C1": "b2"}, (0,), "highest"),
    ({"A1": "o3", "B1": "b3", "C1": "b2"}, (1,), "majorities"),
    ({"A1": "o3", "B1": "b3"}, (0, 1), "shared"),
    (
        {"A1": "o3", "B1": "b3", "C1": "y9"},
        (0, 1),
        "shared",
    ),  # the highest building belongs to neither
]


@pytest.mark.parametrize(("board", "winners", "reason"), TIES)
def test_m3_5_ties_by_height_then_majorities_then_shared(board, winners, reason):
    outcome = final_outcome(options(), buildings(board), [20, 20, 5, 5], [])
    assert outcome.winners == winners
    assert outcome.reason == reason


def test_m3_5_without_tie_break_the_win_is_shared():
    board = buildings({"A1": "o3"})
    outcome = final_outcome(options(edition="hig-1994"), board, [20, 20, 5, 5], [])
    assert outcome.winners == (0, 1)
    assert outcome.reason == "shared"


def test_m3_5_two_players_better_colour_for_height_sum_for_majorities():
    board = buildings({"A1": "y4", "B1": "b3", "C1": "p3"})
    outcome = final_outcome(options(players=2), board, [10, 10, 10, 10], [])
    assert (outcome.winners, outcome.reason) == ((0,), "highest")
    board = buildings({"A1": "y4", "B1": "b4", "C1": "p3"})
    outcome = final_outcome(options(players=2), board, [10, 10, 10, 10], [])
    assert (outcome.winners, outcome.reason) == ((1,), "majorities")
