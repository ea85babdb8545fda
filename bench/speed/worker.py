"""The worker process: measures on request.

Every library has its own environment and process. The parent sends one request at a time, as a
line of JSON, alternating between workers so that noise of the machine affects all alike. This
module uses only the standard library.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

Run = Callable[[float, int], float]
"""Takes the seconds to measure for and a seed; returns the value."""


@dataclass(frozen=True)
class Measure:
    kind: str  # a key of kinds.KINDS
    what: str  # the game, and how
    run: Run


@dataclass
class Offer:
    """What a worker can measure, and what it cannot, with reasons."""

    versions: dict[str, str]
    measures: list[Measure] = field(default_factory=list)
    missing: list[tuple[str, str, str]] = field(default_factory=list)  # kind, what, why

    def add(self, kind: str, what: str, run: Run) -> None:
        self.measures.append(Measure(kind, what, run))

    def miss(self, kind: str, what: str, why: str) -> None:
        self.missing.append((kind, what, why))


def rate(play: Callable[[], int], seconds: float) -> float:
    """The counts that `play` returns, per second, over whole calls."""
    count = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        count += play()
    return count / spent


def nanoseconds(act: Callable[[], object], seconds: float) -> float:
    """The duration of one call, including the loop around it."""
    times = range(200)

    def some() -> int:
        for _ in times:
            act()
        return 200

    return 1e9 / rate(some, seconds)


def bytes_each(make: Callable[[], object], count: int) -> float:
    """How much the process grows per object, for `count` objects."""
    import gc

    make()
    gc.collect()
    before = resident()
    kept = [make() for _ in range(count)]
    grown = resident() - before
    del kept
    return grown / count - 8  # the list's own reference


def resident() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def serve(offer: Offer) -> None:
    """Answer requests until stdin is closed."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # libraries may print to stdout

    def answer(value: object) -> None:
        print(json.dumps(value), file=answers, flush=True)

    by_name = {(each.kind, each.what): each.run for each in offer.measures}
    answer({"versions": offer.versions, "measures": list(by_name), "missing": offer.missing})
    for line in sys.stdin:
        kind, what, seconds, seed = json.loads(line)
        try:
            answer({"value": by_name[kind, what](seconds, seed)})
        except Exception as error:  # reported in the table; other measurements continue
            answer({"error": f"{type(error).__name__}: {error}"})


def pick(draw: Callable[[], float], mask: bytes) -> int:
    """The next legal number of a mask after a random index.

    Not uniform, but fast in Python and the same for every library, so that the library dominates
    the time.
    """
    found = mask.find(1, int(draw() * len(mask)))
    return found if found >= 0 else mask.find(1)


def picks(rng: Any, masks: Any) -> Any:
    """A roughly random legal number of each row of masks."""
    import numpy as np

    weights = np.frombuffer(rng.bytes(masks.size), np.uint8).reshape(masks.shape) | 1
    return np.argmax(masks * weights, axis=1)


def chosen(names: Iterable[str]) -> dict[str, str]:
    """The versions of installed distributions."""
    from importlib.metadata import version

    return {name: version(name) for name in names}
