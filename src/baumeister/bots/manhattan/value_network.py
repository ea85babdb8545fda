"""Value networks: each player's winning chances from a position's input features.

A weights file stores the first layer quantised, as the core uses it: little-endian 16-bit integers
in base64. All other layers are plain numbers.
"""

from __future__ import annotations

import json
import sys
from array import array
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, Final, NamedTuple

from baumeister.bots import weights
from baumeister.fast import compiled
from baumeister.games.manhattan.game import MANHATTAN
from baumeister.games.manhattan.options import Options

_PACKAGE: Final = "baumeister.bots.manhattan"

SMALLEST: Final = {"rounds": 2, "hand": 3, "districts": 6, "cards": 9}
"""No training game was smaller."""


class Numbers(NamedTuple):
    """Weights as the core takes them."""

    first: array[int]
    """Biases and rows of the first layer, quantised."""
    rest: array[float]


def is_large_enough(options: Options) -> bool:
    """Whether the networks know games of this size."""
    return all(getattr(options, name) >= least for name, least in SMALLEST.items())


def value_network_for(players: int, own: weights.Weights | None = None) -> Any:
    """The value network for this many players, if there is one: `own`, or the shipped."""
    if not compiled():
        return None
    if own is not None:
        return _own(**_parts(own))
    return _network(players)


def preload() -> None:
    """Load all value networks, so that this does not take time from a decision."""
    for players in _players() if compiled() else ():
        _network(players)


@lru_cache(maxsize=1)
def _players() -> frozenset[int]:
    """The numbers of players there is a network for."""
    return frozenset(n for n in (2, 3, 4) if weights.is_shipped(_PACKAGE, f"value-network-{n}"))


@lru_cache(maxsize=4)
def _network(players: int) -> Any:
    numbers = shipped(players)
    return None if numbers is None else network_of(numbers)


@lru_cache(maxsize=4)
def _own(first: str, rest: tuple[float, ...]) -> Any:
    return network_of(_numbers(first, rest))


def network_of(numbers: Numbers) -> Any:
    """The network of the core."""
    core = import_module("baumeister.fast.manhattan.compiled")  # missing without the core
    return core.ValueNetwork(*numbers)


def shipped(players: int) -> Numbers | None:
    """The weights for a number of players, if there are any."""
    if players not in _players():
        return None
    return read(weights.text_of(_PACKAGE, f"value-network-{players}"))


def read(text: str) -> Numbers:
    """Parse a file."""
    return _numbers(**json.loads(text)["weights"])


def _parts(own: weights.Weights) -> dict[str, Any]:
    return {"first": own.weights["first"], "rest": tuple(own.weights["rest"])}


def _numbers(first: str, rest: Sequence[float]) -> Numbers:
    numbers = Numbers(array("h", b64decode(first)), array("f", rest))
    if sys.byteorder == "big":
        numbers.first.byteswap()
    return numbers


def dumps(players: int, numbers: Numbers, provenance: Mapping[str, Any]) -> str:
    """The text of a weights file."""
    first = numbers.first[:]
    if sys.byteorder == "big":
        first.byteswap()
    made = {
        "game": MANHATTAN.id,
        "players": players,
        "kind": "value-network",
        "provenance": dict(provenance),
        "weights": {
            "first": b64encode(first.tobytes()).decode(),
            "rest": [round(each, 5) for each in numbers.rest],
        },
    }
    return json.dumps(made) + "\n"
