"""Separable CMA-ES, an evolution strategy (Ros and Hansen 2008).

Candidates are drawn around a mean, with a variance for each coordinate. The better half moves the
mean; variances grow along the direction of progress and shrink elsewhere. Only the ranking of the
candidates matters, so it can optimise the results of games, which have no gradient.
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]


class Evolution(NamedTuple):
    """The state of the strategy."""

    generation: int
    mean: Doubles
    variances: Doubles
    step: float
    """The global step size (sigma)."""
    step_path: Doubles
    """The evolution path of the step size, in standard deviations."""
    path: Doubles
    """The evolution path of the variances."""

    def sample(self, count: int, rng: np.random.Generator) -> Doubles:
        """Draw the next generation, one candidate per row."""
        return self.mean + self._deviations() * rng.standard_normal((count, len(self.mean)))

    def update(self, rows: Doubles, results: Doubles) -> Evolution:
        """Return the state after these candidates had these results; higher is better."""
        size, half = len(self.mean), max(1, len(rows) // 2)
        shares = np.array([log(half + 0.5) - log(rank + 1) for rank in range(half)])
        shares /= shares.sum()
        effective = 1 / float((shares * shares).sum())
        best = rows[np.argsort(-results, kind="stable")[:half]]
        moves = (best - self.mean) / self.step
        move = _weighted_sum(shares, moves)

        step_rate = (effective + 2) / (size + effective + 5)
        damping = 1 + step_rate + 2 * max(0.0, sqrt((effective - 1) / (size + 1)) - 1)
        path_rate = 4 / (size + 4)
        rate = _learning_rate(size, effective)
        expected = sqrt(size) * (1 - 1 / (4 * size) + 1 / (21 * size * size))  # length by chance

        step_path = (1 - step_rate) * self.step_path + sqrt(
            step_rate * (2 - step_rate) * effective
        ) * move / np.sqrt(self.variances)
        length = sqrt(float((step_path * step_path).sum()))
        warm_up = sqrt(1 - (1 - step_rate) ** (2 * (self.generation + 1)))
        steady = length / warm_up < (1.4 + 2 / (size + 1)) * expected
        path = (1 - path_rate) * self.path + steady * sqrt(
            path_rate * (2 - path_rate) * effective
        ) * move
        variances = (
            (1 - rate) * self.variances
            + rate / effective * path * path
            + rate * (1 - 1 / effective) * _weighted_sum(shares, moves * moves)
        )
        return Evolution(
            generation=self.generation + 1,
            mean=self.mean + self.step * move,
            variances=variances,
            step=self.step * exp(step_rate / damping * (length / expected - 1)),
            step_path=step_path,
            path=path,
        )

    def _deviations(self) -> Doubles:
        deviations: Doubles = self.step * np.sqrt(self.variances)
        return deviations


def initial(mean: Doubles, deviations: Doubles) -> Evolution:
    """The state before the first generation."""
    zeros = np.zeros_like(mean)
    return Evolution(0, mean, deviations * deviations, 1.0, zeros, zeros)


def _weighted_sum(shares: Doubles, rows: Doubles) -> Doubles:
    # not by `@`: BLAS libraries differ in the last bit between machines
    total: Doubles = (shares[:, None] * rows).sum(0)
    return total


def _learning_rate(size: int, effective: float) -> float:
    """The learning rate of the variances; higher than for a full covariance matrix."""
    rank_one = 2 / (size + 1.4) ** 2 / effective
    rank_mu = (1 - 1 / effective) * min(1.0, (2 * effective - 1) / ((size + 2) ** 2 + effective))
    return (size + 2) / 3 * (rank_one + rank_mu)
