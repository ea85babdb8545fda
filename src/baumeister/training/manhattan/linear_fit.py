"""Fitting weights to lessons: gradient descent (Adam) on cross-entropy, all lessons at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from baumeister.fast.manhattan import value_features as worth
from baumeister.training.manhattan.data import Floats, Lessons

Doubles = NDArray[np.float64]


def policy_fitted(lessons: Lessons, start: list[float], steps: int = 250) -> list[float]:
    """The policy that makes what a search tried as likely as it was tried."""
    rows, counts, tried = lessons.rows, lessons.counts, lessons.tried
    first = np.concatenate([[0], np.cumsum(counts)[:-1]])
    of = np.repeat(np.arange(len(counts)), counts)

    def slope(weights: Doubles) -> Doubles:
        chances = chances_of(rows @ weights.astype(np.float32), first, of)
        missed: Doubles = ((chances - tried) @ rows / len(counts)).astype(np.float64)
        return missed

    return descend(slope, np.array(start), steps, 0.03)


def chances_of(sums: Floats, first: NDArray[np.int64], of: NDArray[np.int64]) -> Floats:
    """How likely each row is among those of its decision, by how much it is liked; where each
    decision begins, and which one a row belongs to."""
    powers = np.exp(sums - np.maximum.reduceat(sums, first)[of])
    total: Floats = np.add.reduceat(powers, first)[of]
    return (powers / total).astype(np.float32)


def worth_fitted(plain: Lessons, searched: Lessons | None, times: float = 4.0) -> list[float]:
    """The worth that makes the winners as likely as they were, by how many rounds were to come.

    Games of the policy alone are many; games of searches are what it is for, and count more.
    """
    found = np.zeros((worth.STAGES, len(worth.NAMES)))
    for stage in np.unique(plain.stages).tolist():
        parts = [(plain, 1.0)] + ([(searched, times)] if searched else [])
        rows = np.concatenate([each.ends[each.stages == stage] for each, _ in parts])
        shares = np.concatenate([each.shares[each.stages == stage] for each, _ in parts])
        counted = np.concatenate([np.full((each.stages == stage).sum(), by) for each, by in parts])
        found[stage] = _worth_of_stage(rows.astype(np.float64), shares, counted / counted.sum())
    latest = found[: int(plain.stages.max()) + 1]
    found[len(latest) :] = latest[-1]  # more rounds than were ever played
    return [float(each) for each in found.ravel()]


def _worth_of_stage(
    rows: Doubles, shares: NDArray[np.float32], counted: Doubles
) -> NDArray[np.float64]:
    scale = np.maximum(rows.std((0, 1)), 0.05)
    scaled = rows / scale

    def slope(weights: Doubles) -> Doubles:
        sums = scaled @ weights
        powers = np.exp(sums - sums.max(1, keepdims=True))
        missed = (powers / powers.sum(1, keepdims=True) - shares) * counted[:, None]
        found: Doubles = np.einsum("np,npk->k", missed, scaled) + 1e-4 * weights
        return found

    fitted: Doubles = np.array(descend(slope, np.zeros(len(scale)), 400, 0.02)) / scale
    return fitted


def descend(
    slope: Callable[[Doubles], Doubles], weights: Doubles, steps: int, rate: float
) -> list[float]:
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        way = slope(weights)
        mean = 0.9 * mean + 0.1 * way
        square = 0.99 * square + 0.01 * way * way
        size = np.sqrt(square / (1 - 0.99**step)) + 1e-8
        weights = weights - rate * (mean / (1 - 0.9**step)) / size
    return [float(each) for each in weights]
