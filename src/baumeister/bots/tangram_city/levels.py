"""The levels of Tangram City.

Levels 1 to 3 place where the value network expects most, with more or less noise. Levels 4 and 5
plan the rest of their city (docs/how-bots-think.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import inf, log
from time import perf_counter
from typing import Any, Final, NamedTuple

from baumeister.bots.bot import Budget, Decision, seed_from
from baumeister.bots.position import position_of
from baumeister.bots.weights import Weights, load, load_path
from baumeister.core.chance import Rng, pick
from baumeister.core.game import AnyGame
from baumeister.core.outcome import Outcome
from baumeister.fast import compiled
from baumeister.fast.tangram_city import numbers, planning, value_network
from baumeister.games.tangram_city.state import Phase
from baumeister.games.tangram_city.tiles import TILE_SETS


class LevelSettings(NamedTuple):
    """How a level decides."""

    noise: float = 0.0
    """The scale of the Gumbel noise on the points that the network expects."""
    nodes: int = 0
    """Plans to try for one decision; 0: places by the network."""
    seconds: float | None = None
    """Default time limit."""
    horizon: int = planning.HORIZON
    """Plans all remaining cards once this many are left."""
    plans_early: bool = True
    """Whether it also plans before that."""


SETTINGS: Final = {
    1: LevelSettings(noise=1.3),
    2: LevelSettings(noise=0.9),
    3: LevelSettings(),
    4: LevelSettings(nodes=300, horizon=9, plans_early=False),
    5: LevelSettings(nodes=600_000, seconds=1.0),
}
LEVELS: Final = tuple(SETTINGS)
STRONGEST: Final = LEVELS[-1]


LENGTHS: Final = {"value-network": {"network": value_network.WEIGHTS}}
"""The kinds of weights, and how many numbers each list has."""


@cache
def network_for(tile_set: str) -> Any:
    """The shipped value network for a set of tiles."""
    return network_of(load("baumeister.bots.tangram_city", "value-network"), tile_set)


def network_of(weights: Weights, tile_set: str) -> Any:
    """A value network for a set of tiles; in Python where the core is missing."""
    given: Sequence[float] = weights.weights["network"]
    if tile_set != "standard":  # it was trained with
        given = value_network.without_tiles(given)
    network = value_network.core_network if compiled() else value_network.PlainNetwork
    return network(given)


def own_networks(path: str) -> dict[str, Any]:
    """The value network in a file or folder by set of tiles; UnknownBotError for anything else."""
    found = load_path(path, "tangram-city", LENGTHS).get("value-network", 1)
    assert found is not None, "the only kind"
    return {tile_set: network_of(found, tile_set) for tile_set in TILE_SETS}


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
        self._own = {} if weights is None else own_networks(weights)
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
        return Decision(self._by_network(view, legal, rng))

    def _by_plan(self, view: Any, budget: Budget, rng: Rng) -> Decision:
        began = perf_counter()
        settings = self._settings
        seconds = budget.seconds or (None if budget.nodes else settings.seconds)
        nodes = budget.nodes or int(settings.nodes * max(1.0, seconds or 1.0))
        state = self._game.determinize(view, rng)
        position = position_of(self._game, state, view.seat, rng)
        network = self._network(view.options.tile_set)
        spent = perf_counter() - began
        found = planning.plan(
            position,
            network=network,
            nodes=nodes,
            seconds=max(0.001, seconds - spent) if seconds else 0.0,
            seed=seed_from(rng),
            horizon=settings.horizon,
        )
        action = numbers.action_of(state, view.seat, [found.best])
        less = (seconds or 0.0) < (settings.seconds or inf)  # than the level's own time
        return Decision(action, found.simulations, less and found.simulations < nodes)

    def _network(self, tile_set: str) -> Any:
        return self._own[tile_set] if self._own else network_for(tile_set)

    def _by_network(self, view: Any, legal: Sequence[Any], rng: Rng) -> Any:
        """The action after which the network expects most; Gumbel noise makes this a softmax
        sample."""
        state = self._game.determinize(view, rng)
        network = self._network(view.options.tile_set)
        if compiled():
            points = network.values(position_of(self._game, state, view.seat, rng))
        else:
            points = network.values(state, view.seat, legal)
        noise = self._settings.noise
        if noise:
            points = [each - noise * log(-log(max(rng.random(), 1e-300))) for each in points]
        return legal[points.index(max(points))]


def complete(outcome: Outcome) -> tuple[bool, ...]:
    """Which players completed their city (T5.1)."""
    return tuple(bonus["planning"] > 0 for bonus in outcome.details["bonuses"])
