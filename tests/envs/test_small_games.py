"""Small games that are solved: OpenSpiel's CFR+ finds the values that bench/small_games.py kept."""

from __future__ import annotations

import json

import pyspiel
import pytest
from bench.small_games import ASKS, GAMES, KEPT, SIMULATIONS, by_cfr, tree_of

from baumeister.bots import Budget
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
