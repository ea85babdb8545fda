"""Our compiled cores, or what stands in for them where they were not compiled."""

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


def playouts(kind: ModuleType, rules: Any) -> Run:
    """One game after the other, from its beginning to its end."""

    def run(seconds: float, seed: int) -> float:
        begin = kind.Position(rules, seed)
        count = iter(range(seed << 40, 1 << 62))
        return rate(lambda: int(begin.playouts(500, next(count), lockstep=False)), seconds)

    return run


def many_a_call(kind: ModuleType, rules: Any, threads: int) -> Run:
    """Thousands of games a call: in lock-step, in the lanes of vectors, where AVX-512 is there."""

    def run(seconds: float, seed: int) -> float:
        begin = kind.Position(rules, seed)
        count = iter(range(seed << 40, 1 << 62))
        return rate(lambda: int(begin.playouts(4096, next(count), threads=threads)), seconds)

    return run


def stepping(kind: ModuleType, rules: Any) -> Run:
    def run(seconds: float, seed: int) -> float:
        rng = random.Random(seed)
        draw = rng.random

        def play() -> int:
            p = kind.Position(rules, rng.getrandbits(40))
            p.settle()
            legal, step = p.legal, p.step
            moves = 0
            while numbers := legal():
                step(numbers[int(draw() * len(numbers))])
                moves += 1
            return moves

        return rate(play, seconds)

    return run


def observing(kind: ModuleType, rules: Any) -> Run:
    observation = np.zeros(rules.observation, np.float32)
    mask = np.zeros(rules.actions, np.uint8)

    def run(seconds: float, seed: int) -> float:
        rng = random.Random(seed)
        draw = rng.random

        def play() -> int:
            p = kind.Position(rules, rng.getrandbits(40))
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


def batches(kind: ModuleType, rules: Any, size: int, threads: int, observed: bool) -> Run:
    """Only the core's own calls are timed."""

    def run(seconds: float, seed: int) -> float:
        rng = np.random.default_rng(seed)
        batch = kind.Batch(rules, size, seed)
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
            moves += size - int(over.sum())  # where a game was over, the step begins the next
            began = time.perf_counter()
            batch.step(picked, threads=threads, **given)
            spent += time.perf_counter() - began
        return moves / spent

    return run


def search(kind: ModuleType, rules: Any, threads: int) -> Run:
    def run(seconds: float, seed: int) -> float:
        p = kind.Position(rules, seed)
        p.settle()
        count = iter(range(1 << 40))

        def some() -> int:
            p.search(nodes=2000, seed=next(count), threads=threads)
            return 2000

        return rate(some, seconds)

    return run


def middle(kind: ModuleType, rules: Any) -> Any:
    p = kind.Position(rules, 1)
    p.settle()
    for _ in range(10):
        p.step(p.legal()[0])
    return p


def add_main(offered: Offer, kind: ModuleType, rules: Any, what: str) -> None:
    """What is measured of one configuration of each game only."""
    p = middle(kind, rules)
    offered.add("observing", what, observing(kind, rules))
    offered.add("copy", what, lambda seconds, _: nanoseconds(p.copy, seconds))
    offered.add("memory", what, lambda _, __: bytes_each(p.copy, 20_000))
    two = "" if len(os.sched_getaffinity(0)) > 1 else "there is only one core"
    for threads, words in ((1, ""), (2, ", 2 threads")):
        if threads == 2 and two:
            offered.miss("playouts", f"{what}, 2 threads", two)
            continue
        if fast.compiled():
            offered.add(
                "playouts", f"{what}, 4096 games a call{words}", many_a_call(kind, rules, threads)
            )
            offered.add("search", what + words, search(kind, rules, threads))
        if not fast.compiled():
            offered.miss("batches", what + words, why_not(kind))
        else:
            for size in SIZES if threads == 1 else SIZES[-1:]:
                name = f"{what}, {size} at once{words}"
                offered.add("batches", name, batches(kind, rules, size, threads, False))
            name = f"{what}, {SIZES[-1]} at once, with observations{words}"
            offered.add("batches", name, batches(kind, rules, SIZES[-1], threads, True))


def why_not(kind: ModuleType) -> str:
    """Why a game has no compiled core here; empty if it has."""
    if fast.compiled() and not kind.Position.__module__.startswith("baumeister.fast._core"):
        return "not in the compiled core"
    return fast.why_not()


def offer() -> Offer:
    from baumeister.fast import manhattan, tangram_city

    core = fast.isa() if fast.compiled() else f"none ({fast.why_not()})"
    offered = Offer(chosen(["baumeister", "numpy"]) | {"instruction set of the core": core})
    for kind, configured in (
        (manhattan, configurations.MANHATTAN),
        (tangram_city, configurations.TANGRAM_CITY),
    ):
        for what, given in configured.items():
            rules = kind.rules(given)
            if lacking := why_not(kind):
                offered.miss("playouts", what, lacking)
            else:
                offered.add("playouts", what, playouts(kind, rules))
            offered.add("stepping", what, stepping(kind, rules))
            if what in configurations.MAIN:
                add_main(offered, kind, rules, what)
    return offered


if __name__ == "__main__":
    serve(offer())
