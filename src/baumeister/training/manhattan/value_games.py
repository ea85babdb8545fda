"""The games that Manhattan's value network is trained on.

One seat of every game searches with the current network, against itself, policies and searches with
playouts; some games have other options. A sample is what a seat with the network sees at some
moment; its target is half who won and half what the seat's next search found, which scatters less.
Without a network, the games are played by policies.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from baumeister.bots.manhattan.settings import policy_for
from baumeister.fast.manhattan.compiled import rules, training_data
from baumeister.fast.manhattan.input_features import INPUT_FEATURES
from baumeister.training.manhattan.data import Floats
from baumeister.training.manhattan.options import random_options

SAMPLES: Final = 64
"""Moments of a game that are recorded."""
PLAYOUTS: Final = 20
"""Simulations of opponents with playouts, which take most of their time."""
GROUPS: Final = 16
"""Groups of games; the games of a group have the same options."""
SEARCHED: Final = 0.5
"""The share of what a search found in the target; the rest is who won."""


class Samples(NamedTuple):
    """One row per sample."""

    rows: NDArray[np.uint8]  # counts of input features
    results: Floats  # each player's share of the win
    targets: Floats


class Games(NamedTuple):
    """Games to play."""

    players: int
    number: int
    nodes: int
    variety: float
    """The share of groups with random options."""
    seed: list[int]


def play(games: Games, network: Any, cores: int) -> Samples:
    """Play the games; those with fewer decisions than SAMPLES give fewer samples."""
    rows = np.zeros((games.number * SAMPLES, INPUT_FEATURES), np.uint8)
    results, values = np.zeros((2, games.number * SAMPLES, games.players), np.float32)
    players = agents(games.players, network, games.nodes)
    rng = np.random.default_rng(games.seed)
    bounds = np.linspace(0, games.number, GROUPS + 1).astype(int) * SAMPLES
    for first, last in pairwise(bounds):
        varied = rng.random() < games.variety
        options = random_options(rng, games.players) if varied else {"players": games.players}
        some, seed = slice(first, last), int(rng.integers(1 << 60))
        parts = (rows[some], results[some], values[some])
        training_data(rules(options), players, SAMPLES, seed, *parts, threads=cores)
    played = rows.any(1)
    rows, results, values = rows[played], results[played], values[played]
    mixed = SEARCHED * values + (1 - SEARCHED) * results
    return Samples(rows, results, np.where(values[:, :1] < 0, results, mixed).astype(np.float32))


def agents(players: int, network: Any, nodes: int) -> list[dict[str, Any]]:
    """The agent that is recorded, then its opponents with their shares: other styles, so that the
    network does not know itself alone."""
    policy = policy_for(players)
    default = {
        "value_network": None,
        "policy": None,
        "inverse_temperature": 3.0,
        "nodes": 0,
        "exploration": 0.5,
    }
    if network is None:
        kinds = [(1.0, 3.0), (0.25, 1.5), (0.4, 3.0), (0.35, 6.0)]
        return [
            default | {"share": share, "policy": policy, "inverse_temperature": inverse_temperature}
            for share, inverse_temperature in kinds
        ]
    searching = default | {"value_network": network, "policy": policy, "nodes": nodes}
    return [
        searching | {"share": 1.0, "inverse_temperature": 4.0},
        default | {"share": 0.18, "policy": policy, "nodes": PLAYOUTS},
        default | {"share": 0.02, "nodes": PLAYOUTS},
        default | {"share": 0.05, "policy": policy, "inverse_temperature": 8.0},
        default | {"share": 0.1, "policy": policy, "inverse_temperature": 4.0},
        searching | {"share": 0.65},
    ]
