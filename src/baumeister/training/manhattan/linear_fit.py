"""Fitting linear weights: full-batch gradient descent (Adam) on cross-entropy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from baumeister.fast.manhattan.value_features import NAMES, STAGES
from baumeister.training.manhattan.data import Floats, TrainingData

Doubles = NDArray[np.float64]
Gradient = Callable[[Doubles], Doubles]


def fit_linear_policy(data: TrainingData, start: list[float], steps: int = 250) -> list[float]:
    """Fit a linear policy to the visit shares of the searches."""
    rows, counts, targets = data.rows, data.counts, data.targets
    first = np.concatenate([[0], np.cumsum(counts)[:-1]])
    of = np.repeat(np.arange(len(counts)), counts)

    def gradient(weights: Doubles) -> Doubles:
        probabilities = softmax(rows @ weights.astype(np.float32), first, of)
        found: Doubles = ((probabilities - targets) @ rows / len(counts)).astype(np.float64)
        return found

    return minimise(gradient, np.array(start), steps, 0.03)


def softmax(logits: Floats, first: NDArray[np.int64], of: NDArray[np.int64]) -> Floats:
    """Softmax within each decision: `first` is each decision's first row, `of` each row's
    decision."""
    numerators = np.exp(logits - np.maximum.reduceat(logits, first)[of])
    total: Floats = np.add.reduceat(numerators, first)[of]
    return (numerators / total).astype(np.float32)


def fit_value(
    policy_games: TrainingData, search_games: TrainingData | None, weight: float = 4.0
) -> list[float]:
    """Fit the value at the end of a round to the winners, stage by stage.

    There are many policy games; search games are what the value is for, and count `weight` times.
    """
    found = np.zeros((STAGES, len(NAMES)))
    for stage in np.unique(policy_games.stages).tolist():
        parts = [(policy_games, 1.0)] + ([(search_games, weight)] if search_games else [])
        rows = np.concatenate([each.round_ends[each.stages == stage] for each, _ in parts])
        results = np.concatenate([each.results[each.stages == stage] for each, _ in parts])
        counted = np.concatenate([np.full((each.stages == stage).sum(), by) for each, by in parts])
        found[stage] = _fit_stage(rows.astype(np.float64), results, counted / counted.sum())
    seen = found[: int(policy_games.stages.max()) + 1]
    found[len(seen) :] = seen[-1]  # stages that no game of these options reaches
    return [float(each) for each in found.ravel()]


def _fit_stage(rows: Doubles, results: NDArray[np.float32], counted: Doubles) -> Doubles:
    scale = np.maximum(rows.std((0, 1)), 0.05)
    scaled = rows / scale

    def gradient(weights: Doubles) -> Doubles:
        logits = scaled @ weights
        numerators = np.exp(logits - logits.max(1, keepdims=True))
        errors = (numerators / numerators.sum(1, keepdims=True) - results) * counted[:, None]
        found: Doubles = np.einsum("np,npk->k", errors, scaled) + 1e-4 * weights
        return found

    fitted: Doubles = np.array(minimise(gradient, np.zeros(len(scale)), 400, 0.02)) / scale
    return fitted


def minimise(gradient: Gradient, weights: Doubles, steps: int, rate: float) -> list[float]:
    """Adam with this many steps."""
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        slope = gradient(weights)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope * slope
        size = np.sqrt(square / (1 - 0.99**step)) + 1e-8
        weights = weights - rate * (mean / (1 - 0.9**step)) / size
    return [float(each) for each in weights]
