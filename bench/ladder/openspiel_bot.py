"""OpenSpiel's tree searches as a program for the arena (docs/bots.md): needs the extra `envs`.

baumeister arena manhattan --players 2 --seconds 0.5 \
    --bots "5,external:python -m bench.ladder.openspiel_bot mcts"

mcts     pyspiel.MCTSBot (C++) with its own random rollouts, on one sample of what is hidden, which
         it takes for the truth
core     OpenSpiel's MCTSBot in Python, with rollouts played inside our core
ismcts   its ISMCTSBot in Python, with the same rollouts: it resamples for every simulation (the C++
         one aborts the process: it cannot resample a game written in Python)
"""

from __future__ import annotations

import random
import sys
from time import perf_counter
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import baumeister.envs.openspiel  # noqa: F401  (registers the games)
from baumeister.bots.position import position_of
from baumeister.core.chance import CHANCE
from baumeister.core.registry import find
from baumeister.envs.openspiel.history import HIDDEN, SEEN, Step
from baumeister.envs.openspiel.parameters import to_parameters
from baumeister.envs.openspiel.spec import SPECS
from baumeister.envs.openspiel.state import StateData
from baumeister.envs.rewards import utilities
from baumeister.fast.positions import positions_of

from .questions import answer_all, view_of

NAME = "python_baumeister_manhattan"
EXPLORATION = 1.4
MEMORY = 1000  # MB
SECONDS = 0.5  # if the arena sets no budget
MARGIN = 0.97  # the share of the time to search: answering takes some too


class Playouts(mcts.Evaluator):
    """Evaluates a state by one random game inside the core."""

    def evaluate(self, state: Any) -> list[float]:
        position = state.data.position.copy()
        position.playout()
        return utilities(position.ranks())

    def prior(self, state: Any) -> list[tuple[int, float]]:
        if state.is_chance_node():
            return list(state.chance_outcomes())
        legal = state.legal_actions()
        return [(number, 1 / len(legal)) for number in legal]


class Search:
    """One of OpenSpiel's bots."""

    def __init__(self, algorithm: str, game: Any) -> None:
        self.algorithm = algorithm
        self.game = game
        self.rate = 1000.0  # simulations per second of the bots without a time limit

    def choose(self, state: Any, seconds: float, seed: int) -> tuple[int, int]:
        """The chosen number, and the simulations it took."""
        if len(state.legal_actions()) == 1:
            return int(state.legal_actions()[0]), 0
        if self.algorithm != "mcts":
            return self._in_python(state, seconds, seed)
        bot = pyspiel.MCTSBot(
            self.game, pyspiel.RandomRolloutEvaluator(1, seed), EXPLORATION, 1 << 30, MEMORY,
            False, seed, False, max_wall_clock_time=seconds,
        )  # fmt: skip
        root = bot.mcts_search(state)
        best = root.best_child()
        if best is None:  # not one simulation: the machine is busy
            return random.Random(seed).choice(state.legal_actions()), 0
        return int(best.action), int(root.explore_count)

    def _in_python(self, state: Any, seconds: float, seed: int) -> tuple[int, int]:
        """These have no time limit: give them the simulations they managed last time."""
        most = max(10, int(self.rate * seconds))
        chance = np.random.RandomState(seed)
        began = perf_counter()
        if self.algorithm == "ismcts":
            guesser = ismcts.ISMCTSBot(
                self.game, Playouts(), EXPLORATION, most,
                random_state=chance, allow_inconsistent_action_sets=True,
            )  # fmt: skip
            number = guesser.step(state)
        else:
            bot = mcts.MCTSBot(
                self.game, EXPLORATION, most, Playouts(), solve=False, random_state=chance
            )
            number = bot.mcts_search(state).best_child().action
        self.rate = most / (perf_counter() - began)
        return int(number), most


class Player:
    """Answers the arena's questions."""

    def __init__(self, algorithm: str) -> None:
        self.algorithm = algorithm
        self.search: Search | None = None

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        began = perf_counter()
        game = find(question["game"])
        rng = random.Random(question["seed"])
        view = view_of(question)
        if self.search is None:
            made = pyspiel.load_game(NAME, to_parameters(find("manhattan"), question["options"]))
            self.search = Search(self.algorithm, made)
        guess = game.determinize(view, rng)
        position = position_of(game, guess, view.seat, rng)
        module = positions_of(game)
        numbers: list[int] = []
        simulations = 0
        seconds = MARGIN * (question["seconds"] or SECONDS)
        for left in range(module.wanted(guess), 0, -1):
            if numbers:
                position.apply(numbers[-1])
            time = max(0.001, (seconds - (perf_counter() - began)) / left)
            number, more = self.search.choose(self._state(position), time, rng.getrandbits(31))
            numbers.append(number)
            simulations += more
        action = module.action_of(guess, view.seat, numbers)
        return {"action": str(action), "simulations": simulations}

    def _state(self, position: Any) -> Any:
        """An OpenSpiel state at this position, with all history hidden, deals included."""
        assert self.search is not None
        state = self.search.game.new_initial_state()
        spec, options = SPECS[NAME], position.rules.options
        history = spec.history(position.rules)
        dealt = 1 + options.players * options.hand
        history.steps = [Step(CHANCE, HIDDEN - SEEN)] * (dealt + 1)
        state.data = StateData(spec, position.copy(), history)
        return state


if __name__ == "__main__":
    answer_all(Player(sys.argv[1] if len(sys.argv) > 1 else "mcts").answer)
