"""Our compiled core, or plain positions where it is not available."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from baumeister import fast
from speed.worker import Offer, bytes_each, chosen, nanoseconds, pick, picks, rate, serve
from speed.workers import configurations

SIZES = (1, 16, 256, 4096)
Run = Callable[[float, int], float]


def playouts(game: ModuleType, rules: Any) -> Run:
    """Single games from start to end."""

    def run(seconds: float, seed: int) -> float:
        begin = game.Position(rules, seed)
        count = iter(range(seed << 40, 1 << 62))
        return rate(lambda: int(begin.playouts(500, next(count), lockstep=False)), seconds)

    return run


def lockstep_playouts(game: ModuleType, rules: Any, threads: int) -> Run:
    """Thousands of games per call, in lockstep where the core has vectors."""

    def run(seconds: float, seed: int) -> float:
        begin = game.Position(rules, seed)
        count = iter(range(seed << 40, 1 << 62))
        return rate(lambda: int(begin.playouts(4096, next(count), threads=threads)), seconds)

    return run


def stepping(game: ModuleType, rules: Any) -> Run:
    def run(seconds: float, seed: int) -> float:
        rng = random.Random(seed)
        draw = rng.random

        def play() -> int:
            p = game.Position(rules, rng.getrandbits(40))
            p.settle()
            legal, step = p.legal, p.step
            moves = 0
            while numbers := legal():
                step(numbers[int(draw() * len(numbers))])
                moves += 1
            return moves

        return rate(play, seconds)

    return run


def observing(game: ModuleType, rules: Any) -> Run:
    observation = np.zeros(rules.observation, np.float32)
    mask = np.zeros(rules.actions, np.uint8)

    def run(seconds: float, seed: int) -> float:
        rng = random.Random(seed)
        draw = rng.random

        def play() -> int:
            p = game.Position(rules, rng.getrandbits(40))
            p.settle()
            moves = 0
            while (actor := p.actor) >= 0:
                p.observe(actor, observation)
                p.mask(mask)
                p.step(pick(draw, mask.tobytes()))
                moves += 1
            return moves

        return rate(play, seconds)

    return run


def batches(game: ModuleType, rules: Any, size: int, threads: int, observed: bool) -> Run:
    """Batches; only the core's own calls are timed."""

    def run(seconds: float, seed: int) -> float:
        rng = np.random.default_rng(seed)
        batch = game.Batch(rules, size, seed)
        given: dict[str, Any] = {
            "masks": np.zeros((size, rules.actions), np.uint8),
            "dones": np.zeros(size, np.uint8),
        }
        if observed:
            given["observations"] = np.zeros((size, rules.observation), np.float32)
        masks, over = given["masks"], given["dones"]
        batch.reset(seed, masks=masks)
        spent, moves = 0.0, 0
        while spent < seconds:
            picked = picks(rng, masks).astype(np.int32)
            moves += size - int(over.sum())  # a step of a finished game restarts it
            began = time.perf_counter()
            batch.step(picked, threads=threads, **given)
            spent += time.perf_counter() - began
        return moves / spent

    return run


def search(game: ModuleType, rules: Any, threads: int) -> Run:
    def run(seconds: float, seed: int) -> float:
        p = game.Position(rules, seed)
        p.settle()
        count = iter(range(1 << 40))

        def some() -> int:
            p.search(nodes=2000, seed=next(count), threads=threads)
            return 2000

        return rate(some, seconds)

    return run


def middle(game: ModuleType, rules: Any) -> Any:
    p = game.Position(rules, 1)
    p.settle()
    for _ in range(10):
        p.step(p.legal()[0])
    return p


def add_main(offered: Offer, game: ModuleType, rules: Any, what: str) -> None:
    """Add the measurements that only one configuration of each game has."""
    p = middle(game, rules)
    offered.add("observing", what, observing(game, rules))
    offered.add("copy", what, lambda seconds, _: nanoseconds(p.copy, seconds))
    offered.add("memory", what, lambda _, __: bytes_each(p.copy, 20_000))
    two = "" if len(os.sched_getaffinity(0)) > 1 else "there is only one core"
    for threads, words in ((1, ""), (2, ", 2 threads")):
        if threads == 2 and two:
            offered.miss("playouts", f"{what}, 2 threads", two)
            continue
        if fast.compiled():
            if threads == 2:
                add_lockstep(offered, game, rules, what + words, threads)
            offered.add("search", what + words, search(game, rules, threads))
        if not fast.compiled():
            offered.miss("batches", what + words, why_not(game))
        else:
            for size in SIZES if threads == 1 else SIZES[-1:]:
                name = f"{what}, {size} at once{words}"
                offered.add("batches", name, batches(game, rules, size, threads, False))
            name = f"{what}, {SIZES[-1]} at once, with observations{words}"
            offered.add("batches", name, batches(game, rules, SIZES[-1], threads, True))


def add_lockstep(offered: Offer, game: ModuleType, rules: Any, what: str, threads: int = 1) -> None:
    offered.add("playouts", f"{what}, 4096 per call", lockstep_playouts(game, rules, threads))


def why_not(game: ModuleType) -> str:
    """Why a game has no compiled core here; empty if it has one."""
    if fast.compiled() and not game.Position.__module__.startswith("baumeister.fast._core"):
        return "not in the compiled core"
    return fast.why_not()


def offer() -> Offer:
    from baumeister.fast import manhattan, tangram_city

    core = fast.isa() if fast.compiled() else f"none ({fast.why_not()})"
    offered = Offer(chosen(["baumeister", "numpy"]) | {"instruction set of the core": core})
    for game, configured in (
        (manhattan, configurations.MANHATTAN),
        (tangram_city, configurations.TANGRAM_CITY),
    ):
        for what, given in configured.items():
            rules = game.rules(given)
            if lacking := why_not(game):
                offered.miss("playouts", what, lacking)
            else:
                offered.add("playouts", what, playouts(game, rules))
                if fast.compiled():
                    add_lockstep(offered, game, rules, what)
            offered.add("stepping", what, stepping(game, rules))
            if what in configurations.MAIN:
                add_main(offered, game, rules, what)
    return offered


if __name__ == "__main__":
    serve(offer())
