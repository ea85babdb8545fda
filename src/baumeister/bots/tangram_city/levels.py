"""The levels of Tangram City.

Levels 1 to 3 place by a heuristic over features of the board, with more or less noise. Levels 4
and 5 plan the rest of their city (docs/how-bots-think.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from math import inf, log
from time import perf_counter
from typing import Any, Final, NamedTuple

from baumeister.bots.bot import Budget, Decision, seed_from
from baumeister.bots.position import position_of
from baumeister.bots.specs import UnknownBotError
from baumeister.bots.weights import load, load_path
from baumeister.core.chance import Rng, pick
from baumeister.core.game import AnyGame
from baumeister.core.outcome import Outcome
from baumeister.fast import compiled
from baumeister.fast.tangram_city import board_features, numbers, planning, value_network
from baumeister.games.tangram_city.options import Options
from baumeister.games.tangram_city.state import ROUNDS, Phase
from baumeister.games.tangram_city.tiles import tile_set


class LevelSettings(NamedTuple):
    """How a level decides."""

    noise: float = 0.0
    """The scale of the Gumbel noise on the heuristic."""
    nodes: int = 0
    """Plans to try for one decision; 0: places by the heuristic."""
    seconds: float | None = None
    """Default time limit."""
    horizon: int = value_network.HORIZON
    """Plans all remaining cards once this many are left."""
    plans_early: bool = True
    """Whether it also plans before that."""


SETTINGS: Final = {
    1: LevelSettings(noise=5.0),
    2: LevelSettings(noise=3.6),
    3: LevelSettings(),
    4: LevelSettings(nodes=300, horizon=9, plans_early=False),
    5: LevelSettings(nodes=600_000, seconds=1.0),
}
LEVELS: Final = tuple(SETTINGS)
STRONGEST: Final = LEVELS[-1]


LENGTHS: Final = {
    "placement": dict.fromkeys(board_features.NAMES, ROUNDS),
    "value-network": {"network": value_network.WEIGHTS},
}
"""The kinds of weights, and how many numbers each list has."""
_PACKAGE: Final = "baumeister.bots.tangram_city"


class Parts(NamedTuple):
    """What a level is made of."""

    policy: tuple[float, ...]
    """The placement heuristic, feature by feature within each round."""
    network: Any
    """The core's value network; None without the core."""


@cache
def placement_weights() -> tuple[float, ...]:
    """The shipped weights of the placement heuristic."""
    return _by_round(load(_PACKAGE, "placement").weights)


@cache
def shipped() -> Parts:
    """The parts from the shipped weights."""
    return Parts(placement_weights(), _network(load(_PACKAGE, "value-network").weights))


def own_parts(path: str) -> Parts:
    """The parts from a file or folder, and shipped ones; UnknownBotError if it has others."""
    given = load_path(path, "tangram-city", LENGTHS)
    parts = shipped()
    if found := given.get("placement", 1):
        if missing := [name for name in board_features.NAMES if name not in found.weights]:
            raise UnknownBotError(f"{path}: the weights of {', '.join(missing)} are missing")
        parts = parts._replace(policy=_by_round(found.weights))
    if found := given.get("value-network", 1):
        parts = parts._replace(network=_network(found.weights))
    return parts


def _network(weights: Mapping[str, Sequence[float]]) -> Any:
    if not compiled():
        return None
    core = import_module("baumeister.fast.tangram_city.compiled")  # missing without the core
    return core.ValueNetwork(weights["network"])


def knows(options: Options) -> bool:
    """Whether the value network was trained with these tiles."""
    return options.tiles == tile_set("standard")


def _by_round(by_feature: Mapping[str, Sequence[float]]) -> tuple[float, ...]:
    return tuple(by_feature[name][at] for at in range(ROUNDS) for name in board_features.NAMES)


class LevelBot:
    """Plays a level; `nodes` or `seconds` replace the budget of a level that plans, the files at
    `weights` the shipped weights of the same kind."""

    def __init__(
        self,
        game: AnyGame,
        level: int,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        weights: str | None = None,
    ) -> None:
        self._game = game
        self._parts = shipped() if weights is None else own_parts(weights)
        settings = SETTINGS[level]
        if settings.nodes and (nodes is not None or seconds is not None):
            settings = settings._replace(nodes=nodes or 0, seconds=seconds)
        self._plans = SETTINGS[level].nodes > 0 and compiled()
        self._settings = settings

    def decide(self, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Decision:
        if len(legal) == 1 or view.phase == Phase.SIDE:  # the sides mirror each other (T7.3)
            return Decision(pick(rng, legal))
        left = len(view.to_come) + sum(card is not None for card in view.cards[view.slot :])
        if self._plans and (self._settings.plans_early or left <= self._settings.horizon):
            return self._by_plan(view, budget, rng)
        return Decision(self._by_heuristic(view, legal, rng))

    def _by_plan(self, view: Any, budget: Budget, rng: Rng) -> Decision:
        began = perf_counter()
        settings = self._settings
        seconds = budget.seconds or (None if budget.nodes else settings.seconds)
        nodes = budget.nodes or int(settings.nodes * max(1.0, seconds or 1.0))
        state = self._game.determinize(view, rng)
        position = position_of(self._game, state, view.seat, rng)
        spent = perf_counter() - began
        found = planning.plan(
            position,
            policy=self._parts.policy,
            network=self._parts.network if knows(view.options) else None,
            nodes=nodes,
            seconds=max(0.001, seconds - spent) if seconds else 0.0,
            seed=seed_from(rng),
            horizon=settings.horizon,
        )
        action = numbers.action_of(state, view.seat, [found.best])
        less = (seconds or 0.0) < (settings.seconds or inf)  # than the level's own time
        return Decision(action, found.simulations, less and found.simulations < nodes)

    def _by_heuristic(self, view: Any, legal: Sequence[Any], rng: Rng) -> Any:
        """The action with the highest score; Gumbel noise makes this a softmax sample."""
        state = self._game.determinize(view, rng)
        if compiled():
            rows = planning.board_features(position_of(self._game, state, view.seat, rng))
        else:
            rows = [
                board_features.features_of(board_features.board_after(state, view.seat, action))
                for action in legal
            ]
        noise = self._settings.noise
        best = max(
            range(len(legal)),
            key=lambda at: (
                board_features.score(self._parts.policy, view.round, rows[at])
                - (noise * log(-log(max(rng.random(), 1e-300))) if noise else 0.0)
            ),
        )
        return legal[best]


def complete(outcome: Outcome) -> tuple[bool, ...]:
    """Which players completed their city (T5.1)."""
    return tuple(bonus["planning"] > 0 for bonus in outcome.details["bonuses"])
