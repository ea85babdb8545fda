"""OpenSpiel: games in C++, and some in Python."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from statistics import fmean
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import games  # noqa: F401  (registers those written in Python)
from open_spiel.python.observation import make_observation

from speed.worker import Offer, bytes_each, chosen, nanoseconds, rate, serve

NATIVE = {
    "backgammon": "backgammon",
    "gin rummy": "gin_rummy",
    "chess": "chess",
    "go 9×9": "go(board_size=9)",
    "quoridor": "quoridor",
    "hex 9×9": "hex(board_size=9)",
    "amazons": "amazons",
    "havannah": "havannah",
    "hearts": "hearts",
}
PYTHON = {
    "tic-tac-toe, in Python": "python_tic_tac_toe",
    "Kuhn poker, in Python": "python_kuhn_poker",
    "block dominoes, in Python": "python_block_dominoes",
    "liar's poker, in Python": "python_liars_poker",
}
SEARCHED = ("go 9×9", "quoridor", "hex 9×9", "amazons", "havannah", "hearts")


def dealt(game: Any, rng: random.Random, moves: int = 0) -> Any:
    """A game after its first chance events and this many decisions, at a real choice."""
    state = game.new_initial_state()
    while state.is_chance_node() or moves > 0 or len(state.legal_actions()) < 2:
        moves -= step(state, rng)
    return state


def step(state: Any, rng: random.Random) -> int:
    """Take one random step; return the number of decisions, 0 or 1."""
    if state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, weights)[0])
        return 0
    actions = state.legal_actions()
    state.apply_action(actions[int(rng.random() * len(actions))])
    return 1


def to_the_end(state: Any, rng: random.Random) -> int:
    moves = 0
    while not state.is_terminal():
        moves += step(state, rng)
    return moves


def playouts(game: Any) -> Callable[[float, int], float]:
    """Rollouts of the search's evaluator, which are its simulations.

    They start after the deal: in 2.0.2 a search from a chance node aborts the process.
    """

    @cache
    def mean() -> float:
        rng = random.Random(1)
        return fmean(to_the_end(dealt(game, rng), rng) for _ in range(100))

    def run(seconds: float, seed: int) -> float:
        state = dealt(game, random.Random(seed))
        evaluator = pyspiel.RandomRolloutEvaluator(5, seed)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, seed, False)

        def some() -> int:
            bot.mcts_search(state)
            return 5

        return rate(some, seconds) * mean()

    return run


def stepping(game: Any) -> Callable[[float, int], float]:
    def run(seconds: float, seed: int) -> float:
        rng = random.Random(seed)
        return rate(lambda: to_the_end(game.new_initial_state(), rng), seconds)

    return run


def observing(game: Any) -> Callable[[float, int], float]:
    observation = make_observation(game)
    tensor = np.zeros(
        game.information_state_tensor_size() if observation is None else 0, np.float32
    )
    mask = np.zeros(game.num_distinct_actions(), np.uint8)

    def play(rng: random.Random) -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            if not state.is_chance_node():
                if observation is None:  # hearts has only the information state
                    tensor[:] = state.information_state_tensor(state.current_player())
                else:
                    observation.set_from(state, state.current_player())
                mask[:] = state.legal_actions_mask()
            moves += step(state, rng)
        return moves

    def run(seconds: float, seed: int) -> float:
        rng = random.Random(seed)
        return rate(lambda: play(rng), seconds)

    return run


def search(game: Any) -> Callable[[float, int], float]:
    def run(seconds: float, seed: int) -> float:
        state = dealt(game, random.Random(seed))
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1000, 1000, False, seed, False)

        def some() -> int:
            return int(bot.mcts_search(state).explore_count)

        return rate(some, seconds)

    return run


def offer() -> Offer:
    offered = Offer(chosen(["open-spiel", "numpy"]))
    for what, name in NATIVE.items():
        game = pyspiel.load_game(name)
        offered.add("playouts", what, playouts(game))
        offered.add("stepping", what, stepping(game))
        middle = dealt(game, random.Random(1), 20)
        offered.add(
            "copy", what, lambda seconds, _, state=middle: nanoseconds(state.clone, seconds)
        )
        offered.add("memory", what, lambda _, __, state=middle: bytes_each(state.clone, 20_000))
        if what in SEARCHED:
            offered.add("search", what, search(game))
        offered.add("observing", what, observing(game))
    for what, name in PYTHON.items():
        offered.add("stepping", what, stepping(pyspiel.load_game(name)))
    return offered


if __name__ == "__main__":
    serve(offer())
