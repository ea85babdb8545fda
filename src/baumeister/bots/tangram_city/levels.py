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


@cache
def placement_weights() -> tuple[float, ...]:
    """The shipped weights of the placement heuristic."""
    return _by_round(load(_PACKAGE, "placement").weights)


@cache
def value_network_of(weights: tuple[float, ...] | None = None) -> Any:
    """The core's value network with these weights, or with the shipped ones."""
    core = import_module("baumeister.fast.tangram_city.compiled")  # missing without the core
    return core.ValueNetwork(weights or load(_PACKAGE, "value-network").weights["network"])


def own_weights(path: str) -> tuple[tuple[float, ...] | None, tuple[float, ...] | None]:
    """The weights in a file or folder, of the placement heuristic and of the value network;
    UnknownBotError for anything else."""
    given = load_path(path, "tangram-city", LENGTHS)
    placement, network = (given.get(kind, 1) for kind in LENGTHS)
    if placement and (
        missing := [name for name in board_features.NAMES if name not in placement.weights]
    ):
        raise UnknownBotError(f"{path}: the weights of {', '.join(missing)} are missing")
    return (
        _by_round(placement.weights) if placement else None,
        tuple(network.weights["network"]) if network else None,
    )


def is_known(options: Options) -> bool:
    """Whether the value network was trained with these options."""
    return options.tile_set == "standard" and options.printed_field


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
        policy, network = (None, None) if weights is None else own_weights(weights)
        self._policy = policy or placement_weights()
        settings = SETTINGS[level]
        if settings.nodes and (nodes is not None or seconds is not None):
            settings = settings._replace(nodes=nodes or 0, seconds=seconds)
        self._plans = SETTINGS[level].nodes > 0 and compiled()
        self._settings = settings
        values = self._plans and settings.plans_early
        self._network = value_network_of(network) if values else None

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
            policy=self._policy,
            network=self._network if is_known(view.options) else None,
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
                board_features.score(self._policy, view.round, rows[at])
                - (noise * log(-log(max(rng.random(), 1e-300))) if noise else 0.0)
            ),
        )
        return legal[best]


def complete(outcome: Outcome) -> tuple[bool, ...]:
    """Which players completed their city (T5.1)."""
    return tuple(bonus["planning"] > 0 for bonus in outcome.details["bonuses"])
