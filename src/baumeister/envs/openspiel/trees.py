"""The whole tree of a small two-player game, for OpenSpiel's solvers.

OpenSpiel's solvers run on the games of this package too, but each step of theirs then calls
Python. The same tree in Gambit's format is solved about a hundred times faster:

    tree = GameTree(pyspiel.load_game("python_baumeister_manhattan(players=2,...)"))
    game = tree.load()
    solver = pyspiel.CFRPlusSolver(game)
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, Final, NamedTuple

import pyspiel

from baumeister.bots import Budget, make_bot
from baumeister.bots.specs import BotSpec
from baumeister.core.chance import CHANCE
from baumeister.envs.rewards import utilities
from baumeister.fast import OVER
from baumeister.fast.errors import ArgumentError

MOST_NODES: Final = 2_000_000


class InformationState(NamedTuple):
    """What a player knows when they decide."""

    name: str
    """Its name in the loaded game."""
    player: int
    numbers: tuple[int, ...]
    """The legal action numbers; the loaded game counts them from 0."""
    position: Any
    """One of the positions that the player cannot tell apart."""


class GameTree:
    """Every node of a game of `baumeister.envs.openspiel` between two players, from the deal or
    from a position text on: the last round of a game whose whole tree is too large."""

    def __init__(self, game: Any, most_nodes: int = MOST_NODES, start: str | None = None) -> None:
        if game.num_players() != 2:
            raise ArgumentError(f"a game tree is for two players, not {game.num_players()}")
        self.game = game
        self.nodes = 0
        self.information_states: tuple[dict[str, InformationState], ...] = ({}, {})
        """By player and by what the player knows, in the order in which they were found."""
        self._most = most_nodes
        self._lines = ['EFG 2 R "small game" { "0" "1" }']
        self._outcomes: dict[tuple[float, ...], int] = {}
        root = (game.new_initial_state() if start is None else game.new_initial_state(start)).data
        self._walk(root.position, root.history)

    @property
    def efg(self) -> str:
        """The tree in Gambit's format."""
        return "\n".join(self._lines) + "\n"

    def load(self) -> Any:
        """The tree as a game of OpenSpiel in C++."""
        return pyspiel.load_efg_game(self.efg)

    def _walk(self, position: Any, history: Any) -> None:
        self.nodes += 1
        if self.nodes > self._most:
            raise ArgumentError(f"the game has more than {self._most} nodes: choose a smaller one")
        actor = position.actor
        if actor == OVER:
            returns = tuple(utilities(position.ranks()))
            outcome = self._outcomes.setdefault(returns, len(self._outcomes) + 1)
            self._lines.append(f't "" {outcome} "" {{ {returns[0]:g} {returns[1]:g} }}')
            return
        numbers = tuple(position.legal())
        if actor == CHANCE:
            weights = position.weights()
            every = sum(weights)
            pairs = zip(numbers, weights, strict=True)
            texts = " ".join(f'"{number}" {weight}/{every}' for number, weight in pairs)
            self._lines.append(f'c "" 1 "" {{ {texts} }} 0')
        else:
            index = self._index(position, history.text(actor), numbers)
            texts = " ".join(f'"{each}"' for each in range(len(numbers)))
            self._lines.append(f'p "" {actor + 1} {index} "" {{ {texts} }} 0')
        for number in numbers:
            after, known = position.copy(), history.copy()
            after.apply(number)
            known.add(actor, number, after.points())
            self._walk(after, known)

    def _index(self, position: Any, known: str, numbers: tuple[int, ...]) -> int:
        """The number of the information state, from 1."""
        player = position.actor
        found = self.information_states[player]
        if known not in found:
            name = f"{player}-{player}-{len(found) + 1}-"
            found[known] = InformationState(name, player, numbers, position.copy())
            return len(found)
        return int(found[known].name.split("-")[2])

    def bot_policy(
        self, spec: BotSpec, *, asks: int = 1, budget: Budget | None = None, seed: int = 0
    ) -> Any:
        """How a bot plays: in every information state, its answers to the same view `asks` times.

        Its exploitability in the loaded game is `pyspiel.exploitability(tree.load(), policy)`. A
        bot that mixes its actions needs many asks: with few, it seems more exploitable than it is.
        """
        positions = self.game.spec.positions
        bot = make_bot(spec, positions.GAME)
        table = {}
        for each in (state for player in self.information_states for state in player.values()):
            rng = random.Random(f"{seed} {each.name}")
            counts: Counter[int] = Counter()
            for _ in range(asks if len(each.numbers) > 1 else 0):
                counts[self._answer(bot, each, budget or Budget(), rng)] += 1
            every = sum(counts.values())
            table[each.name] = [
                (index, counts[number] / every if every else 1.0)
                for index, number in enumerate(each.numbers)
            ]
        return pyspiel.TabularPolicy(table)

    def _answer(self, bot: Any, at: InformationState, budget: Budget, rng: random.Random) -> int:
        positions = self.game.spec.positions
        game, state = positions.GAME, at.position.state()
        view, legal = game.view(state, at.player), game.legal(state, at.player)
        action = bot.decide(view, legal, budget, rng).action
        numbers: tuple[int, ...] = positions.numbers_of(state, at.player, action)
        if len(numbers) > 1:
            raise ArgumentError("bots can be asked only where an action is one number")
        return numbers[0]
