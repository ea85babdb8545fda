"""Plays with one of the builds, which SLICE_MODULE names."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any
from zlib import crc32

from speed.worker import Offer, serve


def load(name: str) -> ModuleType:
    spec = spec_from_file_location(name, os.environ["SLICE_MODULE"])
    assert spec
    assert spec.loader
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def begin() -> Any:
    """Nothing dealt yet: four players, base rules."""
    if "cython" not in os.environ["SLICE_MODULE"]:
        load("baumeister.fast._core")
        from baumeister.fast.manhattan import compiled

        return compiled.Position(compiled.rules({}), 0)
    built = load("manhattan_cython")
    return built.Game(built.Table(tables()), 0)


def tables() -> dict[str, Any]:
    """What the shipped core is told of the rules, without that core."""
    sys.modules["baumeister.fast._core"] = stand_in = ModuleType("baumeister.fast._core")
    for name in ("Batch", "Position", "Rules"):
        setattr(stand_in, f"Manhattan{name}", type(name, (), {}))
    from baumeister.fast.manhattan import compiled
    from baumeister.games.manhattan.game import MANHATTAN

    return compiled._tables(MANHATTAN.options({}))


def processor_rate(play: Callable[[], int], seconds: float) -> float:
    """Per second of this process's processor time: others on the machine count less so."""
    count = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        count += play()
    return count / spent


def offer() -> Offer:
    start = begin()
    offered = Offer({})

    def games(seconds: float, seed: int) -> float:
        def play() -> int:
            moves = 0
            for number in range(200):
                p = start.copy()
                p.reseed(seed << 20 | number)
                moves += p.playout()
            return moves

        return processor_rate(play, seconds)

    def in_lock_step(seconds: float, seed: int) -> float:
        return processor_rate(lambda: int(start.playouts(4096, seed)), seconds)

    def checksum(_: float, __: int) -> float:
        """Of two thousand games: the same for every build."""
        found = []
        for seed in range(2000):
            p = start.copy()
            p.reseed(seed)
            found.append((p.playout(), *p.points()))
        return float(crc32(repr(found).encode()))

    offered.add("playouts", "games", games)
    offered.add("playouts", "checksum", checksum)
    if hasattr(start, "playouts"):
        offered.add("playouts", "lock-step", in_lock_step)
    return offered


if __name__ == "__main__":
    serve(offer())
