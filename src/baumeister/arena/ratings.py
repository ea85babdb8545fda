"""Bradley–Terry ratings of many bots on the Elo scale, from their finishing order.

Every pair of different bots at a table is a duel: the higher rank wins, equal ranks are half a win
each. Maximum-likelihood strengths come from Zermelo's iteration (the MM algorithm of Hunter, 2004).
The duels of a table and the tables of a deal are not independent, so intervals come from a
bootstrap over deals.

This is the Plackett–Luce model seen pair by pair. Rating libraries such as openskill follow players
whose strength changes from game to game; bots do not change, and all their games count equally.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, log10, sqrt
from random import Random
from typing import Final

from baumeister.arena.playing import Played
from baumeister.arena.statistics import LEVEL, Estimate, t_quantile

RESAMPLES: Final = 400
PRIOR_DRAWS: Final = 0.5
"""Draws added for each pair that met: a bot that lost every duel gets a finite rating."""
TOLERANCE: Final = 1e-7
MOST_ITERATIONS: Final = 10_000

Wins = list[list[float]]
"""How often the bot of the row finished before that of the column."""


def duels(games: Sequence[Played], bots: int) -> Wins:
    """Count how often each bot finished before each other."""
    wins = [[0.0] * bots for _ in range(bots)]
    for game in games:
        for one, rank in zip(game.bots, game.ranks, strict=True):
            for other, rank_of_other in zip(game.bots, game.ranks, strict=True):
                if one != other and rank <= rank_of_other:
                    wins[one][other] += 1.0 if rank < rank_of_other else 0.5
    return wins


def ratings(deals: Sequence[Wins], seed: int = 0) -> list[Estimate]:
    """The rating of each bot from the duels of each deal; the mean is 0."""
    found = strengths(_sum(deals))
    rng = Random(seed)
    tries = [strengths(_sum(rng.choices(deals, k=len(deals)))) for _ in range(RESAMPLES)]
    cut = round(RESAMPLES * (1 - LEVEL) / 2)
    factor = _correction(len(deals))
    estimates = []
    for bot, value in enumerate(found):
        values = sorted(each[bot] for each in tries)
        low, high = (value + factor * (values[at] - value) for at in (cut, -1 - cut))
        estimates.append(Estimate(value, low, high))
    return estimates


def _correction(deals: int) -> float:
    """Widens bootstrap intervals, which are too narrow for few deals: by the ratio of Student's to
    the normal interval of a mean."""
    return t_quantile(deals - 1) / t_quantile(1 << 30) * sqrt(deals / (deals - 1))


def strengths(wins: Wins) -> list[float]:
    """Maximum-likelihood strengths in Elo; the mean is 0."""
    bots = range(len(wins))
    met = [
        [one != other and wins[one][other] + wins[other][one] > 0 for other in bots] for one in bots
    ]
    won = [fsum(wins[one]) + PRIOR_DRAWS / 2 * sum(met[one]) for one in bots]
    games = [
        [(wins[one][other] + wins[other][one] + PRIOR_DRAWS) * met[one][other] for other in bots]
        for one in bots
    ]
    strength = [1.0 for _ in bots]
    for _ in range(MOST_ITERATIONS):
        better = [
            won[one] / fsum(games[one][other] / (strength[one] + strength[other]) for other in bots)
            if won[one]
            else strength[one]
            for one in bots
        ]
        level = 10 ** (fsum(map(log10, better)) / len(better))
        better = [each / level for each in better]
        moved = max(abs(new / old - 1) for new, old in zip(better, strength, strict=True))
        strength = better
        if moved < TOLERANCE:
            break
    return [400 * log10(each) for each in strength]


def _sum(deals: Sequence[Wins]) -> Wins:
    bots = range(len(deals[0]))
    return [[fsum(each[one][other] for each in deals) for other in bots] for one in bots]
