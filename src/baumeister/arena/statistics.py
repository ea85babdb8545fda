"""Means, shares and how sure they are.

All seatings of a deal share its cards, so they are no independent games: whatever is measured is
first averaged over a deal, and deals are what is counted. That is the cluster-robust way, and as
every bot has every seat on every deal, it also takes the luck of the deal out.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, inf, log10, pi, sqrt, tan
from statistics import NormalDist, fmean, stdev
from typing import Final, NamedTuple

LEVEL: Final = 0.95


class Estimate(NamedTuple):
    """A value, and the interval it is in with 95 % confidence."""

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        return (self.high - self.low) / 2


def mean(values: Sequence[float]) -> Estimate:
    """The mean over deals, with Student's interval."""
    value = fmean(values)
    error = standard_error(values)
    reach = t_quantile(len(values) - 1) * error if len(values) > 1 else inf
    return Estimate(value, value - reach, value + reach)


def share(values: Sequence[float]) -> Estimate:
    """A mean of shares, from 0 to 1, with Wilson's interval for as many independent games as
    would scatter like these deals do: it stays within bounds, and is right near them."""
    value = fmean(values)
    if len(values) < 2:
        return Estimate(value, 0.0, 1.0)
    error = standard_error(values)
    if error:
        square = (t_quantile(len(values) - 1) * error) ** 2 / (value * (1 - value))
    else:  # all deals alike: as many games as there are deals, at least
        square = NormalDist().inv_cdf((1 + LEVEL) / 2) ** 2 / len(values)
    centre = (value + square / 2) / (1 + square)
    reach = sqrt(square * value * (1 - value) + square**2 / 4) / (1 + square)
    return Estimate(value, max(0.0, centre - reach), min(1.0, centre + reach))


def standard_error(values: Sequence[float]) -> float:
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else inf


def t_quantile(freedom: int, level: float = LEVEL) -> float:
    """Student's two-sided quantile, by its expansion about the normal one.

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
    """How much stronger who wins this share against copies of one rival is, in Elo.

    Chances are in proportion to strength, as for two players: whoever is 400 stronger has ten
    times the chance of each rival.

    >>> round(elo_of(0.25, 4)), round(elo_of(10 / 13, 4)), round(elo_of(0.75, 2))
    (0, 400, 191)
    """
    if not 0 < won < 1:
        return inf if won else -inf
    return 400 * log10(won * (players - 1) / (1 - won))


def share_of(elo: float, players: int) -> float:
    """The share of wins that much strength is worth; the other way round.

    >>> share_of(0, 4), round(share_of(400, 4), 3)
    (0.25, 0.769)
    """
    strength = 10 ** (elo / 400)
    return float(strength / (strength + players - 1))


def elo(won: Estimate, players: int) -> Estimate:
    """A share as Elo, interval and all."""
    return Estimate(*(elo_of(each, players) for each in won))
