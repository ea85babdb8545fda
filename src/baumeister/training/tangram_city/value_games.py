"""The cities that Tangram City's value network is trained on.

Solo games are played by the network of the round before, most of them with noise, up to a decision
drawn at random or to the horizon. The target is the points that plans still get from the city; with
more cards left, the mean of rollouts by that network.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from baumeister.fast import tangram_city
from baumeister.fast.tangram_city import numbers, planning
from baumeister.fast.tangram_city.board_features import NAMES
from baumeister.fast.tangram_city.planning import HORIZON
from baumeister.fast.tangram_city.value_network import (
    FEATURES_AT,
    LEFT_AT,
    TILES_AT,
    core_network,
    inputs_of,
    without_tiles,
)
from baumeister.games.tangram_city.geometry import FIELDS, SIZE
from baumeister.games.tangram_city.outlook import tiles_left
from baumeister.games.tangram_city.state import CARDS_A_ROUND, ROUNDS
from baumeister.games.tangram_city.tiles import TILES

DECISIONS: Final = TILES + ROUNDS
"""The tiles and fountains of a game."""
PLACED: Final = TILES - HORIZON
UNTIL_HORIZON: Final = PLACED + PLACED // CARDS_A_ROUND
"""The tiles and fountains before it."""
AT_HORIZON: Final = 0.35
"""The share of cities with `HORIZON` cards to come, where rollouts end."""
ORDERS: Final = 8
"""Orders of the cards of a target."""
NODES: Final = 1000
"""Plans for a city within the horizon."""
DEPTH: Final = 50
"""Changes of the plans that end rollouts while there is no network yet."""
NOISY: Final = 0.8
"""The share of games with noise."""
MOST_NOISE: Final = 1.5
"""The largest scale of the Gumbel noise on the points."""
OTHER_TILES: Final = 0.1
"""The share of games with tiles that the network does not know."""
UNPRINTED: Final = 0.1
"""The share of games without printed fields."""
PLANES: Final = 4

Floats = NDArray[np.float32]
Bits = NDArray[np.uint8]


class Cities(NamedTuple):
    """One row per city."""

    bits: Bits
    """All inputs but the features."""
    features: Floats
    points: Floats
    """The target."""


class Task(NamedTuple):
    network: bytes
    """The weights of the network that plays."""
    guessed: bool
    """Whether these are a guess, whose points mean nothing."""
    seed: int
    first: int
    games: int


def play(task: Task) -> Cities:
    """Play the games of a task."""
    found = Cities(
        np.zeros((task.games, FEATURES_AT), np.uint8),
        np.zeros((task.games, len(NAMES)), np.float32),
        np.zeros(task.games, np.float32),
    )
    for at in range(task.games):
        rng = np.random.default_rng([task.seed, task.first + at])
        known, printed = rng.random(2) >= (OTHER_TILES, UNPRINTED)
        network = _network(task.network, known=bool(known))
        rules = tangram_city.rules({"players": 1, "printed_field": bool(printed)})
        position: Any = tangram_city.Position(rules, int(rng.integers(1 << 63)))
        _play_on(position, network, rng)
        state = position.state()
        left = tiles_left(state, 0)
        tiles = [numbers.tile_ids(state.options).index(tile) for tile in left]
        fountain = position.legal()[0] >= numbers.FOUNTAIN
        found.bits[at][inputs_of(state.boards[0], tiles, fountain=fountain)] = 1
        if not known:
            found.bits[at][TILES_AT:LEFT_AT] = 0
        found.features[at] = planning.board_features(position)[-1]  # after declining
        target = _target(position, network, task, rng, planned=len(left) <= HORIZON)
        found.points[at] = target - state.points[0]
    return found


@lru_cache(maxsize=4)
def _network(weights: bytes, *, known: bool) -> Any:
    floats = np.frombuffer(weights, np.float32).tolist()
    return core_network(floats if known else without_tiles(floats))


def _target(
    position: Any, network: Any, task: Task, rng: np.random.Generator, *, planned: bool
) -> float:
    seed = int(rng.integers(1 << 63))
    if planned:
        found = planning.plan(position, network=network, nodes=NODES, orders=ORDERS, seed=seed)
        return max(found.points)
    depth = DEPTH if task.guessed else 0
    points = planning.roll_out(position, network=network, orders=ORDERS, seed=seed, depth=depth)
    return float(np.mean(points))


def _play_on(position: Any, network: Any, rng: np.random.Generator) -> None:
    """Play up to a decision drawn at random, or until the horizon."""
    noise = rng.uniform(0, MOST_NOISE) if rng.random() < NOISY else 0.0
    until_horizon = rng.random() < AT_HORIZON
    decisions = int(rng.integers(1, DECISIONS))
    if until_horizon:
        decisions = UNTIL_HORIZON
    position.settle()
    while decisions > 0:
        legal = position.legal()
        at = 0
        if legal[0] < numbers.SIDE:
            points = np.array(network.values(position))
            at = int(np.argmax(points + noise * rng.gumbel(size=len(legal))))
            decisions -= 1
        position.apply(legal[at])
        position.settle()


def within_horizon(cities: Cities) -> NDArray[np.bool_]:
    """Whether plans gave the target of each city."""
    found: NDArray[np.bool_] = cities.bits[:, LEFT_AT : LEFT_AT + HORIZON + 1].max(1) > 0
    return found


def symmetries() -> list[NDArray[np.int64]]:
    """The eight ways to turn and mirror a city: which bit comes to each place."""
    found = []
    for way in range(8):
        order = np.arange(FEATURES_AT)
        for at in range(TILES_AT):
            plane, field = divmod(at, FIELDS)
            y, x = divmod(field, SIZE)
            if way >= PLANES:
                x, plane = SIZE - 1 - x, -plane % PLANES
            for _ in range(way % PLANES):
                x, y, plane = SIZE - 1 - y, x, (plane + 1) % PLANES
            order[plane * FIELDS + y * SIZE + x] = at
        found.append(order)
    return found
