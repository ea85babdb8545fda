"""The core reads no uninitialised memory."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable
from typing import Any

import pytest

from baumeister.fast import OVER, compiled
from baumeister.fast.manhattan import features as of_manhattan
from baumeister.fast.tangram_city import features as of_tangram_city

from .samples import SAMPLES

np = pytest.importorskip("numpy")
pytestmark = pytest.mark.skipif(not compiled(), reason="needs the compiled core")

MANY = 1 << 18


class Much(ctypes.Structure):
    _fields_ = (("bytes", ctypes.c_ubyte * MANY),)


def fill_stack(byte: int) -> None:
    """Fill the stack below the next call: an argument passed by value is copied there."""
    much = Much()
    ctypes.memset(ctypes.byref(much), byte, MANY)
    ask = ctypes.CDLL(None).getpid
    ask.argtypes = [Much]
    ask(much)


def features(position: Any, weights: list[float]) -> bytes:
    out = np.zeros((len(position.legal()), len(weights)), np.float32)
    position.features(out)
    return bytes(out)


def playout(position: Any, weights: list[float]) -> Any:
    position.playout(policy=weights)
    return position.points()


CALLS: dict[str, Callable[[Any, list[float]], Any]] = {
    "features": features,
    "playout": playout,
    "search": lambda position, weights: position.search(nodes=8, policy=weights, leaf="round"),
    "forecast": lambda position, weights: position.forecast(nodes=2, policy=weights),
}


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_results_do_not_depend_on_uninitialised_memory(sample: Any) -> None:
    """With zeros or with NaN bytes on the stack; also where a rival has no block on the tray."""
    names = (of_manhattan if sample.game.id == "manhattan" else of_tangram_city).NAMES
    core = pytest.importorskip(sample.plain.__name__.replace("plain", "compiled"))
    position = core.Position(core.rules(sample.given), 5)
    position.settle()
    rng = random.Random(3)
    weights = [rng.uniform(-1, 1) for _ in names]
    while position.actor != OVER:
        if rng.random() < 0.15:
            for name, call in CALLS.items():
                found = []
                for byte in (0, 255):
                    again = position.copy()
                    fill_stack(byte)
                    found.append(call(again, weights))
                assert found[0] == found[1], name
        position.step(rng.choice(position.legal()))
