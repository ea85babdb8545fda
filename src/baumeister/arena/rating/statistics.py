"""Means and shares with confidence intervals.

The seatings of a deal share its cards, so their games are not independent: every measure is first
averaged over a deal, and deals are the observations (cluster-robust). As every bot has every seat
on every deal, this also cancels the luck of the deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, inf, log10, pi, sqrt, tan
from statistics import NormalDist, fmean, stdev
from typing import Final, NamedTuple

LEVEL: Final = 0.95


class Estimate(NamedTuple):
    """A value with its 95 % confidence interval."""

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        return (self.high - self.low) / 2


def mean(values: Sequence[float]) -> Estimate:
    """The mean over deals with Student's interval."""
    value = fmean(values)
    error = standard_error(values)
    reach = t_quantile(len(values) - 1) * error if len(values) > 1 else inf
    return Estimate(value, value - reach, value + reach)


def share(values: Sequence[float]) -> Estimate:
    """A mean of shares, 0 to 1, with Wilson's interval for the number of independent games that has
    the same variance: it stays within 0 and 1 and is accurate near them."""
    value = fmean(values)
    if len(values) < 2:
        return Estimate(value, 0.0, 1.0)
    error = standard_error(values)
    if error:
        square = (t_quantile(len(values) - 1) * error) ** 2 / (value * (1 - value))
    else:  # all deals equal: at least as many games as deals
        square = NormalDist().inv_cdf((1 + LEVEL) / 2) ** 2 / len(values)
    centre = (value + square / 2) / (1 + square)
    reach = sqrt(square * value * (1 - value) + square**2 / 4) / (1 + square)
    return Estimate(value, max(0.0, centre - reach), min(1.0, centre + reach))


def standard_error(values: Sequence[float]) -> float:
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else inf


def t_quantile(freedom: float, level: float = LEVEL) -> float:
    """Student's two-sided quantile, by the Cornish–Fisher expansion.

    >>> round(t_quantile(10), 3), round(t_quantile(399), 3)
    (2.228, 1.966)
    """
    tail = (1 + level) / 2
    if freedom == 1:
        return tan(pi * (tail - 0.5))
    if freedom == 2:
        return (2 * tail - 1) * sqrt(1 / (2 * tail * (1 - tail)))
    z = NormalDist().inv_cdf(tail)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return fsum(term / freedom**power for power, term in enumerate(terms))


def elo_of(won: float, players: int) -> float:
    """The Elo difference of a bot that wins this share against copies of one opponent.

    Chances are proportional to strength, as with two players: 400 Elo more mean ten times the
    chance of each opponent.

    >>> round(elo_of(0.25, 4)), round(elo_of(10 / 13, 4)), round(elo_of(0.75, 2))
    (0, 400, 191)
    """
    if not 0 < won < 1:
        return inf if won else -inf
    return 400 * log10(won * (players - 1) / (1 - won))


def share_of(elo: float, players: int) -> float:
    """The inverse of `elo_of`: the share of wins for an Elo difference.

    >>> share_of(0, 4), round(share_of(400, 4), 3)
    (0.25, 0.769)
    """
    strength = 10 ** (elo / 400)
    return float(strength / (strength + players - 1))


def elo(won: Estimate, players: int) -> Estimate:
    """A share with its interval, as Elo."""
    return Estimate(*(elo_of(each, players) for each in won))
