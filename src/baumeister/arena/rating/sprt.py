"""The sequential probability ratio test, which stops a match as soon as the result is clear.

H0: the first bot is `elo0` stronger than the second. H1: it is `elo1` stronger. The test continues
until one is accepted; the error probabilities are about `alpha` (H1 accepted although H0 is true)
and `beta` (the reverse), by Wald's bounds.

An observation is the first bot's share of the wins over all seatings of a deal. Its distribution is
unknown, so each hypothesis uses the maximum-likelihood distribution with its mean (the generalised
test, as in fishtest).
"""

from __future__ import annotations

from collections import Counter
from math import log
from typing import Final, NamedTuple

from baumeister.arena.plan import PlanError
from baumeister.arena.rating.statistics import share_of

PSEUDO_COUNT: Final = 1e-3
"""Added for a deal lost, and one won, in all seatings: without it the first deal could decide."""

MOST_ELO: Final = 2000
"""A difference beyond anything games can measure."""


class Bounds(NamedTuple):
    """The hypotheses and the error probabilities."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def check(self) -> None:
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            raise PlanError(
                f"elo0 must be less than elo1, both from -{MOST_ELO} to {MOST_ELO}: "
                f"{self.elo0:g}, {self.elo1:g}"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise PlanError("alpha and beta must be between 0 and 0.5")

    @property
    def lower(self) -> float:
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return log((1 - self.beta) / self.alpha)


class Test:
    """A running test."""

    def __init__(self, bounds: Bounds, players: int) -> None:
        bounds.check()
        self.bounds = bounds
        self.means = share_of(bounds.elo0, players), share_of(bounds.elo1, players)
        self.deals = 0
        self.llr = 0.0
        self._seen: Counter[float] = Counter()

    def add(self, share: float) -> None:
        """Add a deal's share of the wins; ignored once there is a verdict."""
        if self.verdict is None:
            self.deals += 1
            self._seen[round(share, 9)] += 1
            self.llr = log_likelihood_ratio(self._seen, *self.means)

    @property
    def verdict(self) -> str | None:
        """`H0` or `H1` once accepted, else None."""
        if self.llr >= self.bounds.upper:
            return "H1"
        return "H0" if self.llr <= self.bounds.lower else None


def log_likelihood_ratio(seen: Counter[float], mean0: float, mean1: float) -> float:
    """The log-likelihood ratio of the second mean to the first."""
    weights: dict[float, float] = {0.0: PSEUDO_COUNT, 1.0: PSEUDO_COUNT}
    for value, count in seen.items():
        weights[value] = weights.get(value, 0.0) + count
    first, second = (_tilt(weights, mean) for mean in (mean0, mean1))
    return sum(
        count * log((1 + first * (value - mean0)) / (1 + second * (value - mean1)))
        for value, count in weights.items()
    )


def _tilt(weights: dict[float, float], mean: float) -> float:
    """Owen's empirical likelihood: the best fit with this mean has weights proportional to
    count / (1 + tilt·(value − mean)). Returns the tilt, by bisection between its poles."""
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(60):
        middle = (low + high) / 2
        rest = sum(
            count * (value - mean) / (1 + middle * (value - mean))
            for value, count in weights.items()
        )
        low, high = (middle, high) if rest > 0 else (low, middle)
    return (low + high) / 2
