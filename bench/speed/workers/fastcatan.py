"""fastcatan: four-player Catan in C++ with an incremental bit set of legal actions."""

from __future__ import annotations

import ctypes
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import fastcatan
import numpy as np

from speed.environments import UnavailableError, source
from speed.worker import Offer, bytes_each, chosen, nanoseconds, picks, rate, serve

ARCHITECTURES = {"portable": "x86-64-v2", "native": "native"}
SIZES = (1, 16, 256, 4096)


def native(architecture: str) -> Callable[[float, int], float]:
    """Playouts with its source, compiled with the flags of its own build."""
    folder = source("fastcatan", sys.executable)
    built = folder / f"playouts-{architecture}.so"
    if not built.exists():
        subprocess.run(
            ["c++", "-std=c++23", "-O3", f"-march={architecture}", "-flto", "-fno-exceptions",
             "-fno-rtti", "-fno-builtin-catan", "-fPIC", "-shared", f"-I{folder / 'include'}",
             str(folder / "src/catan/rules.cpp"), str(Path(__file__).with_suffix(".cpp")),
             "-o", str(built)],
            check=True, capture_output=True,
        )  # fmt: skip
    playouts = ctypes.CDLL(str(built)).playouts
    playouts.argtypes = [ctypes.c_uint64, ctypes.c_uint64]
    playouts.restype = ctypes.c_uint64

    def run(seconds: float, seed: int) -> float:
        rng = random.Random(seed)
        return rate(lambda: int(playouts(10, rng.getrandbits(40))), seconds)

    return run


def stepping(seconds: float, seed: int) -> float:
    rng = random.Random(seed)
    env = fastcatan.Env()

    def play() -> int:
        env.reset(rng.getrandbits(40))
        moves, over = 0, False
        while not over:
            actions = env.legal_actions()
            over = env.step(actions[int(rng.random() * len(actions))])
            moves += 1
        return moves

    return rate(play, seconds)


def batches(size: int) -> Callable[[float, int], float]:
    """Batches; only the library's own calls are timed."""

    def run(seconds: float, seed: int) -> float:
        rng = np.random.default_rng(seed)
        games = fastcatan.BatchedEnv(size, seed)
        games.reset()
        masks = np.zeros((size, fastcatan.MASK_WORDS), np.uint64)
        over = np.zeros(size, np.uint8)
        spent, moves = 0.0, 0
        while spent < seconds:
            began = time.perf_counter()
            games.write_masks(masks)
            spent += time.perf_counter() - began
            bits = np.unpackbits(masks.view(np.uint8), axis=1, bitorder="little")
            actions = picks(rng, bits).astype(np.uint32)
            began = time.perf_counter()
            games.step_autoreset(actions, over)
            spent += time.perf_counter() - began
            moves += size
        return moves / spent

    return run


def middle() -> fastcatan.Env:
    env = fastcatan.Env()
    env.reset(1)
    for _ in range(60):
        env.step(env.legal_actions()[0])
    return env


def another() -> fastcatan.Env:
    env = fastcatan.Env()
    env.reset(1)
    return env


def copying(seconds: float, _: int) -> float:
    """Copies by snapshot: there is no copy function."""
    env, other = middle(), fastcatan.Env()
    return nanoseconds(lambda: other.load_snapshot(env.snapshot()), seconds)


def offer() -> Offer:
    offered = Offer(chosen(["fastcatan", "numpy"]))
    threads = os.environ.get("BENCH_THREADS")
    for size in (4096,) if threads else SIZES:
        offered.add("batches", f"Catan, {size} at once", batches(size))
    if threads:
        return offered
    for word, architecture in ARCHITECTURES.items():
        try:
            offered.add("playouts", f"Catan, {word}", native(architecture))
        except (OSError, UnavailableError, subprocess.CalledProcessError) as error:
            offered.miss("playouts", f"Catan, {word}", f"could not be compiled: {error}")
    offered.add("stepping", "Catan", stepping)
    offered.miss("observing", "Catan", "gives observations as dictionaries only")
    offered.add("copy", "Catan, by snapshot", copying)
    offered.add("memory", "Catan", lambda _, __: bytes_each(another, 20_000))
    return offered


if __name__ == "__main__":
    serve(offer())
