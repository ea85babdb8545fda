"""Solves small games: their exact values, and how exploitable our bots are there.

    python bench/small_games.py [--only NAME] [--iterations 100] [--bots 1,3,5] [--write]

Every game is solved twice: by OpenSpiel's CFR+, and as a linear program in sequence form (SciPy),
which gives the exact value. `--write` keeps what was found in bench/small_games.json; tests compare
with it. Needs the extra `openspiel` and SciPy. Bots that search get a fixed number of simulations.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyspiel

import baumeister.envs.openspiel  # noqa: F401  (registers the games)
from baumeister.bots import Budget
from baumeister.envs.openspiel.trees import GameTree

KEPT: Final = Path(__file__).with_suffix(".json")
SIMULATIONS: Final = 200
ASKS: Final = 8
BOTS: Final = ("random", "greedy", "1", "2", "3", "4", "5")
_DUEL: Final = {"players": 2, "colours_each": 1, "sides": "0/0", "start": 0, "rounds": 1}
_SECRET: Final = {**_DUEL, "choice": "secret"}
GAMES: Final[dict[str, dict[str, Any]]] = {
    "one-block": {**_SECRET, "districts": 2, "cards": 2, "hand": 1, "blocks": 1},
    "two-cards": {**_DUEL, "districts": 2, "cards": 2, "hand": 2, "blocks": 1},
    "two-blocks": {**_DUEL, "districts": 1, "cards": 2, "hand": 1, "blocks": 2},
    "three-cards": {**_SECRET, "districts": 2, "cards": 3, "hand": 2, "blocks": 1},
    "two-rounds": {**_SECRET, "districts": 2, "cards": 2, "hand": 1, "blocks": 1, "rounds": 2},
}
"""Parameters of the games, by name, from the smallest on."""


def tree_of(name: str) -> GameTree:
    return GameTree(pyspiel.load_game("python_baumeister_manhattan", GAMES[name]))


def by_cfr(game: Any, iterations: int) -> tuple[float, float]:
    """The first player's value and the exploitability, after some iterations of CFR+."""
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, False)[0]
    return value, pyspiel.exploitability(game, policy)


class SequenceForm:
    """The linear program whose solution is the value of a zero-sum game."""

    def __init__(self, game: Any) -> None:
        self._sequences: tuple[dict[Any, int], ...] = ({None: 0}, {None: 0})
        self._states: tuple[dict[str, int], ...] = ({}, {})  # by name: the sequence before it
        self._moves: tuple[list[tuple[str, int]], ...] = ([], [])
        self._payoffs: dict[tuple[int, int], float] = {}
        self._walk(game.new_initial_state(), 1.0, (0, 0))

    def _walk(self, state: Any, chance: float, at: tuple[int, int]) -> None:
        if state.is_terminal():
            self._payoffs[at] = self._payoffs.get(at, 0.0) + chance * state.returns()[0]
        elif state.is_chance_node():
            for action, probability in state.chance_outcomes():
                self._walk(state.child(action), chance * probability, at)
        else:
            player, name = state.current_player(), state.information_state_string()
            sequences = self._sequences[player]
            if name not in self._states[player]:
                self._states[player][name] = at[player]
                for action in state.legal_actions():
                    sequences[name, action] = len(sequences)
                    self._moves[player].append((name, sequences[name, action]))
            for action in state.legal_actions():
                to = sequences[name, action]
                self._walk(state.child(action), chance, (to, at[1]) if player == 0 else (at[0], to))

    def _plan(self, player: int) -> Any:
        """The constraints of a realisation plan: one row for the root and one per state."""
        from scipy.sparse import coo_matrix  # slow to import, and the tests do not need it

        rows = {name: row for row, name in enumerate(self._states[player], start=1)}
        entries = [(0, 0, 1.0)]
        entries += [(rows[name], before, -1.0) for name, before in self._states[player].items()]
        entries += [(rows[name], sequence, 1.0) for name, sequence in self._moves[player]]
        row, column, value = zip(*entries, strict=True)
        return coo_matrix((value, (row, column)), (len(rows) + 1, len(self._sequences[player])))

    def value(self) -> float:
        """The first player's value: max q[0] with Fᵀq ≤ Aᵀx and Ex = e."""
        from scipy.optimize import linprog
        from scipy.sparse import coo_matrix, hstack

        own, other = self._plan(0), self._plan(1)
        pairs = np.array(list(self._payoffs), int)
        payoffs = coo_matrix(
            (list(self._payoffs.values()), (pairs[:, 1], pairs[:, 0])),
            (other.shape[1], own.shape[1]),
        )
        plans, values = own.shape[1], other.shape[0]
        cost = np.zeros(plans + values)
        cost[plans] = -1.0
        start = np.zeros(own.shape[0])
        start[0] = 1.0
        found = linprog(
            cost,
            A_ub=hstack([-payoffs, other.T]).tocsr(),
            b_ub=np.zeros(other.shape[1]),
            A_eq=hstack([own, coo_matrix((own.shape[0], values))]).tocsr(),
            b_eq=start,
            bounds=[(0, None)] * plans + [(None, None)] * values,
            method="highs",
        )
        return float(-found.fun)


def solved(name: str, iterations: int, bots: list[str], asks: int = ASKS) -> dict[str, Any]:
    """What is kept of a game."""
    tree = tree_of(name)
    game = tree.load()
    value = SequenceForm(game).value()
    rational = Fraction(value).limit_denominator(10_000)
    begun = time.perf_counter()
    approached, left = by_cfr(game, iterations)
    print(f"  CFR+ value {approached:.6f}, {time.perf_counter() - begun:.0f} s", file=sys.stderr)
    exploitable = {}
    for code in bots:
        budget = Budget(nodes=SIMULATIONS)
        policy = tree.bot_policy(code, asks=asks, budget=budget) if code != "random" else None
        policy = policy or pyspiel.UniformRandomPolicy(game)
        exploitable[code] = round(max(0.0, pyspiel.exploitability(game, policy)), 6)
    return {
        "parameters": GAMES[name],
        "nodes": tree.nodes,
        "information_states": [len(each) for each in tree.information_states],
        "value": value,
        "fraction": str(rational) if abs(value - rational) < 1e-9 else None,
        "cfr_plus": {"iterations": iterations, "exploitability": left},
        "bots": exploitable,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=list(GAMES))
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--bots", default=",".join(BOTS))
    parser.add_argument("--asks", type=int, default=ASKS)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    bots = [code for code in asked.bots.split(",") if code]
    for name in [asked.only] if asked.only else GAMES:
        found = solved(name, asked.iterations, bots, asked.asks)
        kept[name] = found
        value = found["fraction"] or f"{found['value']:.6f}"
        print(
            f"{name}: {found['nodes']} nodes, {sum(found['information_states'])} information states"
        )
        print(f"  value {value}; CFR+ is exploitable by {found['cfr_plus']['exploitability']:.1e}")
        print("  bots:", ", ".join(f"{code} {by:.3f}" for code, by in found["bots"].items()))
        if asked.write:
            ordered = {each: kept[each] for each in GAMES if each in kept}
            KEPT.write_text(json.dumps(ordered, indent=1) + "\n")


if __name__ == "__main__":
    main()
