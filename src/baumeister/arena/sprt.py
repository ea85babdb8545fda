"""Stop as soon as it is clear: the sequential probability ratio test.

H0: the first bot is `elo0` stronger than the second. H1: it is `elo1` stronger. The test goes on
until one is believed; if H0 is true, H1 is believed with probability `alpha` at most, if H1 is
true, H0 with `beta` (both nearly: Wald's bounds are for tests that end exactly on them).

What is counted is what a deal brought: the first bot's share of the win, over all seatings. How
those scatter is not known beforehand, so the likelihoods are those of the best fitting
distribution with the mean that each hypothesis says (the generalised test, as fishtest does).
"""

from __future__ import annotations

from collections import Counter
from math import log
from typing import Final, NamedTuple

from baumeister.arena.plan import PlanError
from baumeister.arena.statistics import share_of

UNSEEN: Final = 1e-3
"""How often what was not seen at all is taken to have been seen: a deal that was lost or won in
all seatings. Without it a first deal would settle the test."""

MOST_ELO: Final = 2000
"""A difference beyond all that games can tell."""


class Bounds(NamedTuple):
    """What is tested, and how wrong it may go."""

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
    """A test that is given deal after deal."""

    def __init__(self, bounds: Bounds, players: int) -> None:
        bounds.check()
        self.bounds = bounds
        self.means = share_of(bounds.elo0, players), share_of(bounds.elo1, players)
        self.deals = 0
        self.llr = 0.0
        self._seen: Counter[float] = Counter()

    def add(self, brought: float) -> None:
        """A deal more, unless it is settled already."""
        if self.verdict is None:
            self.deals += 1
            self._seen[round(brought, 9)] += 1
            self.llr = log_likelihood_ratio(self._seen, *self.means)

    @property
    def verdict(self) -> str | None:
        """`H0`, `H1`, or None as long as it is open."""
        if self.llr >= self.bounds.upper:
            return "H1"
        return "H0" if self.llr <= self.bounds.lower else None


def log_likelihood_ratio(seen: Counter[float], mean0: float, mean1: float) -> float:
    """By how much the one mean explains what was seen better than the other."""
    weights: dict[float, float] = {0.0: UNSEEN, 1.0: UNSEEN}
    for value, count in seen.items():
        weights[value] = weights.get(value, 0.0) + count
    first, second = (_tilt(weights, mean) for mean in (mean0, mean1))
    return sum(
        count * log((1 + first * (value - mean0)) / (1 + second * (value - mean1)))
        for value, count in weights.items()
    )


def _tilt(weights: dict[float, float], mean: float) -> float:
    """The best fit of this mean has weights in proportion to count / (1 + tilt·(value − mean))
    (empirical likelihood, Owen); its tilt, between the two at which a weight would be infinite."""
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(60):
        middle = (low + high) / 2
        rest = sum(
            count * (value - mean) / (1 + middle * (value - mean))
            for value, count in weights.items()
        )
        low, high = (middle, high) if rest > 0 else (low, middle)
    return (low + high) / 2
