"""The levels of Tangram City.

Levels 1 to 3 place by habit: what looks best, seen more or less clearly. Levels 4 and 5 plan the
rest of their city (docs/planner.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import log
from time import perf_counter
from typing import Any, Final, NamedTuple

from baumeister.bots.bot import Budget, Decision
from baumeister.bots.position import position_of, seed_from
from baumeister.bots.weights import load
from baumeister.core.chance import Rng, pick
from baumeister.core.game import AnyGame
from baumeister.fast import compiled
from baumeister.fast.tangram_city import board_features, numbers, planning
from baumeister.games.tangram_city.state import ROUNDS, Phase


class Character(NamedTuple):
    """How a level thinks."""

    haze: float = 0.0
    """How unclearly it sees what looks best."""
    nodes: int = 0
    """Plans it tries for one decision; 0: it places by habit."""
    seconds: float | None = None
    """Time it takes at most, if nothing else is said."""
    horizon: int = 13
    """Cards left from which on it plans all of them."""
    rehearses: bool = True
    """Whether it tries things out before that."""


CHARACTERS: Final = {
    1: Character(haze=5.0),
    2: Character(haze=3.6),
    3: Character(),
    4: Character(nodes=300, horizon=9, rehearses=False),
    5: Character(nodes=60_000, seconds=1.0),
}


@cache
def weights() -> tuple[float, ...]:
    """The habit of all levels: round by round, look by look."""
    by_look = load("tangram-city-habit").weights
    return tuple(by_look[name][at] for at in range(ROUNDS) for name in board_features.NAMES)


class LevelBot:
    def __init__(
        self,
        game: AnyGame,
        level: int,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> None:
        self._game = game
        character = CHARACTERS[level]
        if character.nodes and (nodes is not None or seconds is not None):
            character = character._replace(nodes=nodes or 0, seconds=seconds)
        self._plans = CHARACTERS[level].nodes > 0 and compiled()
        self._character = character

    def decide(self, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Decision:
        if len(legal) == 1 or view.phase == Phase.SIDE:  # the sides mirror each other (T7.3)
            return Decision(pick(rng, legal))
        left = len(view.to_come) + sum(card is not None for card in view.cards[view.slot :])
        if self._plans and (self._character.rehearses or left <= self._character.horizon):
            return self._planned(view, budget, rng)
        return Decision(self._by_habit(view, legal, rng))

    def _planned(self, view: Any, budget: Budget, rng: Rng) -> Decision:
        began = perf_counter()
        mine = self._character
        seconds = budget.seconds or (None if budget.nodes else mine.seconds)
        nodes = budget.nodes or int(mine.nodes * max(1.0, seconds or 1.0))
        state = self._game.determinize(view, rng)
        position = position_of(self._game, state, view.seat, rng)
        spent = perf_counter() - began
        found = planning.plan(
            position,
            policy=weights(),
            nodes=nodes,
            seconds=max(0.001, seconds - spent) if seconds else 0.0,
            seed=seed_from(rng),
            horizon=mine.horizon,
        )
        action = numbers.action_of(state, view.seat, [found.best])
        return Decision(action, found.simulations, found.simulations < nodes)

    def _by_habit(self, view: Any, legal: Sequence[Any], rng: Rng) -> Any:
        """What looks best, through a haze: the thicker it is, the more often something else."""
        state = self._game.determinize(view, rng)
        if compiled():
            rows = planning.board_features(position_of(self._game, state, view.seat, rng))
        else:
            rows = [
                board_features.features_of(board_features.board_after(state, view.seat, action))
                for action in legal
            ]
        haze = self._character.haze
        best = max(
            range(len(legal)),
            key=lambda at: (
                board_features.score(weights(), view.round, rows[at])
                - (haze * log(-log(max(rng.random(), 1e-300))) if haze else 0.0)
            ),
        )
        return legal[best]
