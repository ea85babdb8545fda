"""M8: reference numbers."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baumeister.games.manhattan import MANHATTAN, Phase
from baumeister.games.manhattan.actions import Choose
from baumeister.games.manhattan.scoring import score_round
from baumeister.testing import random_match, random_states

from .positions import any_options, building_phase, buildings, legal_texts, options


def totals(board, colours, **given):
    chosen = options(**given)
    items = score_round(chosen, buildings(board, colours), range(6), None)
    return {name: each.total for name, each in zip(chosen.colours, items, strict=True)}


def sites(spec):
    """`A: yyyb` puts buildings on A1, A2, …; a digit after a letter is the height."""
    board = {}
    for district, row in spec.items():
        for site, word in enumerate(row.split(), start=1):
            board[f"{district}{site}"] = word if word[1:] else word + "1"
    return board


def test_m8_1_the_example_of_2017():
    board = sites({"A": "y y y b", "B": "p p p b", "C": "p p p y b", "D": "b b p",
                   "E": "o4 p", "F": "p b y"})  # fmt: skip
    assert len(board) == 21
    assert totals(board, "obyp") == {"orange": 4, "blue": 8, "yellow": 7, "purple": 13}


def test_m8_1_the_example_of_1994():
    """M8.1: Sydney A, Manhattan B, Frankfurt C, Hong Kong D, São Paulo E, Cairo F; k is black."""
    board = sites({"A": "k k r g", "B": "b g r", "C": "k k b4 g", "D": "b", "E": "r",
                   "F": "g k r"})  # fmt: skip
    assert len(board) == 16
    assert totals(board, "bkrg", edition="hig-1994") == {
        "blue": 8, "black": 9, "red": 6, "green": 4,
    }  # fmt: skip


@given(any_options(), st.integers(0, 10**9))
def test_m8_2_the_owner_has_most_floors_in_every_building(chosen, seed):
    """M8.2: with every variant; the baby monster, too, only restores earlier buildings."""
    for state, _, _ in random_states(MANHATTAN, chosen, seed):
        for building in state.buildings:
            if building.height:
                assert building.floors[building.owner] == max(building.floors)


@pytest.mark.parametrize(
    ("tower", "colour", "sizes"),
    [
        ("o1 b3", "o", [2, 3, 4]),
        ("b4 o9", "b", []),
        ("y3 b4 o8", "b", [4]),
        ("y3 b4 o8", "y", []),
    ],
)
def test_m8_3_take_overs(tower, colour, sizes):
    """M8.3: against blue 3, white 1 needs 2; 4 never beats 9; of 4 and 3, only 4 may go on 8."""
    turn = "obyp".index(colour)
    state = building_phase({"C5": tower}, turn=turn, hand=(5, 5, 5, 5), tray="4321")
    found = [int(text[-1]) for text in legal_texts(state) if " C5 " in text]
    assert found == sizes


@pytest.mark.parametrize(
    ("given_options", "turns", "reshuffles"),
    [
        ({"players": 4}, 96, 3),
        ({"players": 3}, 72, 2),
        ({"players": 2}, 96, 2),
        ({"players": 2, "edition": "act-in-games-2018"}, 64, 1),
    ],
)
def test_m8_4_turns_and_reshuffles(given_options, turns, reshuffles):
    steps = random_states(MANHATTAN, options(**given_options), 6)
    assert sum(state.phase == Phase.BUILD for state, _, _ in steps) == turns
    assert sum(state.phase == Phase.RESHUFFLE for state, _, _ in steps) == reshuffles


def blocks_at_random(state, player, rng):
    """A random choice in which every block of the supply is equally likely."""
    chosen = []
    for colour in state.setup.colours[player]:
        supply = [f for f in (4, 3, 2, 1) for _ in range(state.supplies[colour][f - 1])]
        picked = sorted(rng.sample(supply, state.options.blocks), reverse=True)
        chosen.append((state.setup.colour_name(colour), tuple(picked)))
    return Choose(tuple(chosen))


@pytest.mark.slow  # tests/fast plays twice as many games in every run, on an engine that is equal
@pytest.mark.parametrize(("players", "mean"), [(4, 47), (3, 80), (2, 136)])
def test_m8_5_random_means(players, mean):
    """M8.5: random blocks, then random legal builds. The standard error of 250 games is about 0.4,
    so a tolerance of 1 is meaningful."""
    rng = random.Random(players)
    games, total = 250, 0.0
    for _ in range(games):
        state = MANHATTAN.new(options(players=players))
        while actors := MANHATTAN.actors(state):
            actor = actors[0]
            if actor < 0:
                action = MANHATTAN.sample(state, rng)
            elif state.phase == Phase.CHOOSE:
                action = blocks_at_random(state, actor, rng)
            else:
                legal = MANHATTAN.legal(state, actor)
                action = legal[int(rng.random() * len(legal))]
            state = MANHATTAN.apply(state, actor, action)
        total += sum(MANHATTAN.standing(state)) / players
    assert abs(total / games - mean) <= 1


def test_m8_5_uniform_choices_score_slightly_higher():
    """M8.5: if each *set* of blocks is equally likely, large blocks are chosen earlier."""
    scores = [sum(random_match(MANHATTAN, options(), n).outcome.scores) / 4 for n in range(150)]
    assert 46.7 < sum(scores) / 150 < 48.5
