"""Fitting a policy network: mini-batch gradient descent (Adam) on cross-entropy.

The weights are rows of `POLICY_UNITS` numbers: the biases, a row for each feature of a decision and
each number of its context, and the output weights (`fast/cpp/manhattan/policy_network.hpp`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from baumeister.fast.manhattan import features
from baumeister.fast.manhattan.networks import POLICY_INPUTS, POLICY_UNITS
from baumeister.training.manhattan.data import Floats, TrainingData

ROWS: Final = 1 + POLICY_INPUTS + 1
SHAPE: Final = (ROWS, POLICY_UNITS)
BATCH: Final = 256
"""Decisions in a step."""
RATE: Final = 0.004
DECAY: Final = 1e-4
FEATURES: Final = len(features.NAMES)

Indexes = NDArray[np.int64]


def fit_policy_network(
    data: TrainingData, seed: int, start: Sequence[float] | None = None, epochs: int = 12
) -> list[float]:
    """Fit a network to the visit shares of the searches, from `start` or from random weights."""
    rng = np.random.default_rng(seed)
    weights = _initial(rng) if start is None else np.array(start, np.float32).reshape(SHAPE)
    decisions = len(data.counts)
    batches = max(1, decisions // BATCH)
    first = np.concatenate([[0], np.cumsum(data.counts)])
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, epochs * batches + 1):
        if step % batches == 1 or batches == 1:
            order = rng.permutation(decisions)
        at = (step - 1) % batches * BATCH
        slope = _gradient(weights, data, first, np.sort(order[at : at + BATCH]))
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope * slope
        size = np.sqrt(square / (1 - 0.999**step)) + 1e-8
        rate = RATE * (1 - (step - 1) / (epochs * batches))
        weights = weights * (1 - rate * DECAY) - rate * (mean / (1 - 0.9**step)) / size
    return [float(each) for each in weights.ravel()]


def cross_entropy(network: Sequence[float], data: TrainingData) -> float:
    """The mean cross-entropy of the network over all decisions."""
    weights = np.array(network, np.float32).reshape(SHAPE)
    first = np.concatenate([[0], np.cumsum(data.counts)])
    every = np.arange(len(data.counts))
    total = 0.0
    for batch in np.array_split(every, max(1, len(every) // 4096)):
        rows, targets, start, owner = _batch(data, first, batch)
        units = _units(weights, rows, data.contexts[batch], owner)
        probabilities = softmax(np.maximum(units, 0) @ weights[-1], start, owner)
        total -= float((targets * np.log(np.maximum(probabilities, 1e-30))).sum())
    return total / len(every)


def softmax(logits: Floats, first: Indexes, of: Indexes) -> Floats:
    """Softmax within each decision: `first` is each decision's first row, `of` each row's
    decision."""
    numerators = np.exp(logits - np.maximum.reduceat(logits, first)[of])
    total: Floats = np.add.reduceat(numerators, first)[of]
    return (numerators / total).astype(np.float32)


def _initial(rng: np.random.Generator) -> Floats:
    weights = rng.normal(0, 1 / np.sqrt(POLICY_INPUTS), SHAPE).astype(np.float32)
    weights[-1] = rng.normal(0, 1 / np.sqrt(POLICY_UNITS), POLICY_UNITS)
    return weights


def _batch(
    data: TrainingData, first: Indexes, batch: Indexes
) -> tuple[Floats, Floats, Indexes, Indexes]:
    """The rows and targets of some decisions, each decision's first row among them, and each
    row's decision."""
    counts = data.counts[batch].astype(np.int64)
    start = np.concatenate([[0], np.cumsum(counts)[:-1]])
    owner = np.repeat(np.arange(len(batch)), counts)
    where = np.arange(len(owner)) - start[owner] + first[batch][owner]
    return data.rows[where], data.targets[where], start, owner


def _units(weights: Floats, rows: Floats, contexts: Floats, owner: Indexes) -> Floats:
    shared = weights[0] + contexts @ weights[1 + FEATURES : -1]
    units: Floats = rows @ weights[1 : 1 + FEATURES] + shared[owner]
    return units


def _gradient(weights: Floats, data: TrainingData, first: Indexes, batch: Indexes) -> Floats:
    contexts = data.contexts[batch]
    rows, targets, start, owner = _batch(data, first, batch)
    units = _units(weights, rows, contexts, owner)
    active = np.maximum(units, 0)
    errors = (softmax(active @ weights[-1], start, owner) - targets) / len(batch)
    back = np.where(units > 0, errors[:, None] * weights[-1], 0).astype(np.float32)
    shared = np.add.reduceat(back, start)
    gradient: Floats = np.concatenate(
        [shared.sum(0)[None], rows.T @ back, contexts.T @ shared, (active.T @ errors)[None]]
    )
    assert gradient.shape == SHAPE
    return gradient
