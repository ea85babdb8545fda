"""The cities that Tangram City's value network is trained on.

Solo games are played by the placement policy, in most of them with noise, until planning begins.
The target of a city is what short plans still get from it, in the mean of several orders of cards.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from baumeister.bots.tangram_city.levels import placement_weights
from baumeister.fast import tangram_city
from baumeister.fast.tangram_city import numbers, planning
from baumeister.fast.tangram_city.board_features import NAMES
from baumeister.fast.tangram_city.value_network import FEATURES_AT, HORIZON, TILES_AT
from baumeister.games.tangram_city.geometry import FIELDS, SIZE
from baumeister.games.tangram_city.state import CARDS_A_ROUND, ROUNDS
from baumeister.games.tangram_city.tiles import TILES

ORDERS: Final = 5
"""Orders of the cards in which a city is planned."""
DEPTH: Final = 300
"""Changes of a plan."""
NOISY: Final = 0.8
"""The share of games with noise."""
MOST_NOISE: Final = 2.5
"""The largest scale of the Gumbel noise on the scores; level 2 plays with 3.6."""
PLANES: Final = 4

Floats = NDArray[np.float32]
Bits = NDArray[np.uint8]


class Cities(NamedTuple):
    """One row per city."""

    bits: Bits
    """Its covered quarters and the tiles to come."""
    features: Floats
    points: Floats
    """The target."""


class Task(NamedTuple):
    seed: int
    first: int
    games: int


def play(task: Task) -> Cities:
    """Play the games of a task."""
    rules = tangram_city.rules({"players": 1})
    policy = np.array(placement_weights()).reshape(ROUNDS, -1)
    found = Cities(
        np.zeros((task.games, FEATURES_AT), np.uint8),
        np.zeros((task.games, len(NAMES)), np.float32),
        np.zeros(task.games, np.float32),
    )
    for at in range(task.games):
        rng = np.random.default_rng([task.seed, task.first + at])
        position: Any = tangram_city.Position(rules, int(rng.integers(1 << 63)))
        _play_on(position, policy, rng)
        fields = position.fields()
        points = planning.roll_out(
            position,
            policy=placement_weights(),
            orders=ORDERS,
            depth=DEPTH,
            horizon=HORIZON,
            seed=int(rng.integers(1 << 63)),
        )
        found.bits[at] = _bits(fields)
        declined = position.legal().index(numbers.SKIP)
        found.features[at] = planning.board_features(position)[declined]
        found.points[at] = np.mean(points) - fields["points"][0]
    return found


def _play_on(position: Any, policy: Any, rng: np.random.Generator) -> None:
    """Play by the policy until planning begins."""
    noise = rng.uniform(0, MOST_NOISE) if rng.random() < NOISY else 0.0
    position.settle()
    while _cards_left(position) > HORIZON:
        legal = position.legal()
        at = 0
        if legal[0] < numbers.SIDE:
            rows = np.array(planning.board_features(position))
            scores = rows @ policy[position.fields()["round"] - 1]
            at = int(np.argmax(scores + noise * rng.gumbel(size=len(legal))))
        position.apply(legal[at])
        position.settle()


def _cards_left(position: Any) -> int:
    """The cards not yet decided; one more while a fountain is due."""
    fields = position.fields()
    slot: int = fields["slot"]
    left: int = TILES - (fields["round"] - 1) * CARDS_A_ROUND - slot
    return left + (slot == CARDS_A_ROUND)


def _bits(fields: dict[str, Any]) -> Bits:
    covers = fields["cover"][0]
    found = [
        (covers[0][plane] | covers[1][plane]) >> field & 1
        for plane in range(PLANES)
        for field in range(FIELDS)
    ]
    tiles = fields["pile"]
    for card in fields["cards"][fields["slot"] : fields["dealt"]]:
        tiles |= 1 << card
    return np.array(found + [tiles >> tile & 1 for tile in range(TILES)], np.uint8)


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
