"""Small games that are solved: OpenSpiel's CFR+ finds the values that bench/small_games.py kept."""

from __future__ import annotations

import json

import pyspiel
import pytest
from bench.small_games import ASKS, GAMES, KEPT, SIMULATIONS, by_cfr, tree_of

from baumeister.bots import Budget
from baumeister.core.position_text import parse_position
from baumeister.envs.openspiel.trees import GameTree
from baumeister.fast.errors import ArgumentError

SMALLEST = next(iter(GAMES))
KEPT_GAMES = json.loads(KEPT.read_text())


@pytest.fixture(scope="module")
def smallest():
    tree = tree_of(SMALLEST)
    return tree, tree.load(), KEPT_GAMES[SMALLEST]


def check_solution(tree, game, kept, iterations):
    assert tree.nodes == kept["nodes"]
    assert [len(each) for each in tree.information_states] == kept["information_states"]
    value, exploitable = by_cfr(game, iterations)
    assert exploitable < 0.02
    assert abs(value - kept["value"]) <= 2 * exploitable


def test_every_game_is_kept_with_its_parameters():
    assert {name: each["parameters"] for name, each in KEPT_GAMES.items()} == GAMES


def test_the_smallest_game_is_solved(smallest):
    check_solution(*smallest, iterations=50)


def test_the_tree_is_the_game(smallest):
    """OpenSpiel finds the same exploitability of the uniform policy in the game in Python."""
    tree, game, kept = smallest
    uniform = pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game))
    in_python = pyspiel.exploitability(tree.game, pyspiel.UniformRandomPolicy(tree.game))
    assert uniform == pytest.approx(in_python)
    assert uniform == pytest.approx(kept["bots"]["random"], abs=1e-6)


@pytest.mark.parametrize("code", ["greedy", "3"])
def test_the_exploitability_of_a_bot(smallest, code):
    tree, game, kept = smallest
    policy = tree.bot_policy(code, asks=ASKS, budget=Budget(nodes=SIMULATIONS))
    assert pyspiel.exploitability(game, policy) == pytest.approx(kept["bots"][code], abs=1e-6)


def test_search_is_close_to_optimal(smallest):
    tree, game, kept = smallest
    policy = tree.bot_policy("5", asks=ASKS, budget=Budget(nodes=SIMULATIONS))
    found = pyspiel.exploitability(game, policy)
    assert found == pytest.approx(kept["bots"]["5"], abs=1e-6)
    assert found < kept["bots"]["random"] / 10


LAST_ROUND = (
    "tangram-city/1 : phase=place round=6 pillar=1 slot=0 cards=23,12,20 pile=-"
    " todo=23,12,20,fountain/23,12,20,fountain"
    " scored=2+3+3,2+4+2/4+6+5,4+6+6/4+10+8,5+7+13/4+12+13,5+10+14/7+16+14,9+10+17"
    " boards=2a:bsebbbse+fnwbswgg/gseggnwbbbsw+gneb/bsw+fnegfnwfnegbse+gnwb/bbbbsw+gnegbfsw"
    "/bnebbswbbbnwg/gsebggseggswgnw/gggnwgggnwg|3a:fnwggggsebse+gnwfne/gggnebse+gnwbbfnw"
    "/gggbbnwbnw+gseg/1bsw+gneggg1g/bnebbsw+gnegggg/bsebbgnwbbf/1bnebnebnw1bb"
)


def most_points(game, state, seat):
    """The most points of a seat that decides alone."""
    if seat not in game.actors(state):
        return game.outcome(state).scores[seat]
    return max(
        most_points(game, game.apply(state, seat, action), seat)
        for action in game.legal(state, seat)
    )


def test_the_last_round_of_a_city_is_solved():
    """T2.5: nobody's decisions of the last round affect the other, so the better city wins."""
    found = parse_position(LAST_ROUND)
    best = []
    for seat in range(2):
        state = found.state
        while (1 - seat) in found.game.actors(state):
            state = found.game.apply(state, 1 - seat, found.game.legal(state, 1 - seat)[0])
        best.append(most_points(found.game, state, seat))
    assert best == [41, 41]  # a draw, which either loses with one mistake
    tree = GameTree(
        pyspiel.load_game("python_baumeister_tangram_city(players=2)"), start=LAST_ROUND
    )
    assert tree.nodes == 19396
    value, exploitable = by_cfr(tree.load(), 40)
    assert exploitable < 0.02
    assert value == pytest.approx(0, abs=2 * exploitable)


def test_games_that_are_too_large_or_not_for_two_are_refused():
    with pytest.raises(ArgumentError, match="more than 100 nodes"):
        GameTree(pyspiel.load_game("python_baumeister_manhattan", GAMES[SMALLEST]), most_nodes=100)
    with pytest.raises(ArgumentError, match="for two players, not 3"):
        GameTree(pyspiel.load_game("python_baumeister_manhattan(players=3)"))


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in GAMES if name not in (SMALLEST, "two-rounds")])
def test_the_other_games_are_solved(name):
    tree = tree_of(name)
    check_solution(tree, tree.load(), KEPT_GAMES[name], iterations=30)


@pytest.mark.slow
def test_two_rounds_are_solved():
    """The largest game: a few iterations suffice to see the value."""
    tree = tree_of("two-rounds")
    check_solution(tree, tree.load(), KEPT_GAMES["two-rounds"], iterations=20)
