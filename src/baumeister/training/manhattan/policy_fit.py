"""Fitting a net to what searches preferred: gradient descent (Adam) on cross-entropy, by parts.

A net is a row of numbers for what its units begin with, one for each feature of a decision and
each number of the context, and one for what the units are worth in the sum (`net.hpp`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from baumeister.fast.manhattan import context, features
from baumeister.training.manhattan.data import Floats, Lessons
from baumeister.training.manhattan.linear_fit import chances_of

UNITS: Final = 16
INPUTS: Final = len(features.NAMES) + len(context.NAMES)
ROWS: Final = 1 + INPUTS + 1
PART: Final = 256
"""Decisions that make a step together."""
RATE: Final = 0.004
DECAY: Final = 1e-4


def net_fitted(
    lessons: Lessons, seed: int, start: Sequence[float] | None = None, epochs: int = 12
) -> list[float]:
    """The net that makes what a search tried as likely as it was tried; it may begin with one."""
    rng = np.random.default_rng(seed)
    net = _drawn(rng) if start is None else np.array(start, np.float32).reshape(ROWS, UNITS)
    decisions = len(lessons.counts)
    parts = max(1, decisions // PART)
    first = np.concatenate([[0], np.cumsum(lessons.counts)])
    mean, square = np.zeros_like(net), np.zeros_like(net)
    for step in range(1, epochs * parts + 1):
        if step % parts == 1 or parts == 1:
            order = rng.permutation(decisions)
        at = (step - 1) % parts * PART
        way = _slope(net, lessons, first, np.sort(order[at : at + PART]))
        mean = 0.9 * mean + 0.1 * way
        square = 0.999 * square + 0.001 * way * way
        size = np.sqrt(square / (1 - 0.999**step)) + 1e-8
        rate = RATE * (1 - (step - 1) / (epochs * parts))
        net = net * (1 - rate * DECAY) - rate * (mean / (1 - 0.9**step)) / size
    return [float(each) for each in net.ravel()]


def missed(net: Sequence[float], lessons: Lessons) -> float:
    """The mean cross-entropy of all decisions."""
    of = np.array(net, np.float32).reshape(ROWS, UNITS)
    first = np.concatenate([[0], np.cumsum(lessons.counts)])
    every = np.arange(len(lessons.counts))
    total = 0.0
    for part in np.array_split(every, max(1, len(every) // 4096)):
        rows, tried, start, owner = _part(lessons, first, part)
        units = _units(of, rows, lessons.contexts[part], owner)
        chances = chances_of(np.maximum(units, 0) @ of[-1], start, owner)
        total -= float((tried * np.log(np.maximum(chances, 1e-30))).sum())
    return total / len(every)


def _drawn(rng: np.random.Generator) -> Floats:
    net = rng.normal(0, 1 / np.sqrt(INPUTS), (ROWS, UNITS)).astype(np.float32)
    net[-1] = rng.normal(0, 1 / np.sqrt(UNITS), UNITS)
    return net


def _part(
    lessons: Lessons, first: NDArray[np.int64], part: NDArray[np.int64]
) -> tuple[Floats, Floats, NDArray[np.int64], NDArray[np.int64]]:
    """The rows of some decisions, how often each was tried, where each decision begins
    among them, and which one a row belongs to."""
    counts = lessons.counts[part].astype(np.int64)
    start = np.concatenate([[0], np.cumsum(counts)[:-1]])
    owner = np.repeat(np.arange(len(part)), counts)
    where = np.arange(len(owner)) - start[owner] + first[part][owner]
    return lessons.rows[where], lessons.tried[where], start, owner


def _units(net: Floats, rows: Floats, contexts: Floats, owner: NDArray[np.int64]) -> Floats:
    many = len(features.NAMES)
    shared = net[0] + contexts @ net[1 + many : -1]
    units: Floats = rows @ net[1 : 1 + many] + shared[owner]
    return units


def _slope(
    net: Floats, lessons: Lessons, first: NDArray[np.int64], part: NDArray[np.int64]
) -> Floats:
    many = len(features.NAMES)
    contexts = lessons.contexts[part]
    rows, tried, start, owner = _part(lessons, first, part)
    units = _units(net, rows, contexts, owner)
    above = np.maximum(units, 0)
    wrong = (chances_of(above @ net[-1], start, owner) - tried) / len(part)
    back = np.where(units > 0, wrong[:, None] * net[-1], 0).astype(np.float32)
    shared = np.add.reduceat(back, start)
    slope: Floats = np.concatenate(
        [shared.sum(0)[None], rows.T @ back, contexts.T @ shared, (above.T @ wrong)[None]]
    )
    assert slope.shape == (1 + many + contexts.shape[1] + 1, UNITS)
    return slope
