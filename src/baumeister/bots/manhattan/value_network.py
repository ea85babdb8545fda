"""Judges: nets that say how likely each player is to win, shipped with the package.

A file has the numbers of the first layer as whole numbers of 16 bits, little end first, in base64:
they are what the core calculates with (`judging.hpp`). All others are plain numbers.
"""

from __future__ import annotations

import json
import sys
from array import array
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, Final

from baumeister.bots import weights
from baumeister.fast import compiled
from baumeister.fast.manhattan.networks import QUANTISATION_SCALE, VALUE_FIRST
from baumeister.games.manhattan.game import MANHATTAN
from baumeister.games.manhattan.options import Options

LEARNED: Final = (
    "rounds",
    "blocks",
    "hand",
    "choice",
    "same_owner_highest",
    "urban",
    "variants",
)
"""Options that are as the edition has them wherever judges learned."""


def judge_for(options: Options) -> Any:
    """The judge of games with these options, if there is one."""
    if not compiled() or options.players not in _players():
        return None
    usual = _usual(options.players)
    if any(getattr(options, name) != getattr(usual, name) for name in LEARNED):
        return None
    return _judge(options.players)


def prepare() -> None:
    """Reads all judges, so that nobody's time for a decision goes to it."""
    for players in _players() if compiled() else ():
        _judge(players)


@lru_cache(maxsize=1)
def _players() -> frozenset[int]:
    """Who has one: with how many players."""
    return frozenset(n for n in (2, 3, 4) if weights.is_shipped(f"manhattan-{n}-judge"))


@lru_cache(maxsize=4)
def _usual(players: int) -> Options:
    return MANHATTAN.options({"players": players})


@lru_cache(maxsize=4)
def _judge(players: int) -> Any:
    core = import_module("baumeister.fast.manhattan.compiled")  # only where it is
    return core.ValueNetwork(shipped(players))


def shipped(players: int) -> array[float] | None:
    """The numbers of the judge for so many players, if there is one."""
    if players not in _players():
        return None
    return read(weights.text_of(f"manhattan-{players}-judge"))


def read(text: str) -> array[float]:
    """The numbers of a file as the core takes them."""
    given = json.loads(text)["weights"]
    first = array("h", b64decode(given["first"]))
    if sys.byteorder == "big":
        first.byteswap()
    numbers = array("f", (each / QUANTISATION_SCALE for each in first))
    numbers.extend(given["rest"])
    return numbers


def dumps(players: int, numbers: Sequence[float], provenance: Mapping[str, Any]) -> str:
    """The text of a file."""
    first = array("h", (round(each * QUANTISATION_SCALE) for each in numbers[:VALUE_FIRST]))
    if sys.byteorder == "big":
        first.byteswap()
    made = {
        "game": MANHATTAN.id,
        "players": players,
        "kind": "judge",
        "provenance": dict(provenance),
        "weights": {
            "first": b64encode(first.tobytes()).decode(),
            "rest": [round(float(each), 5) for each in numbers[VALUE_FIRST:]],
        },
    }
    return json.dumps(made) + "\n"
