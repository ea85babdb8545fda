"""Ratings of many bots from who finished before whom (Bradley and Terry), on the scale of Elo.

Every pair of different bots at a table is a duel: who ranks higher has won it, equal ranks are
half a win each. Strengths of greatest likelihood come from the iteration of Zermelo (the MM
algorithm of Hunter, 2004). The duels of a table and the tables of a deal are not independent, so
intervals do not come from the likelihood but from drawing deals anew (bootstrap).

This is Plackett and Luce's model seen pair by pair. A library of ratings such as openskill follows
players whose strength changes, game by game; bots do not change, and all their games count alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, log10, sqrt
from random import Random
from typing import Final

from baumeister.arena.playing import Played
from baumeister.arena.statistics import LEVEL, Estimate, t_quantile

RESAMPLES: Final = 400
DRAWN: Final = 0.5
"""Each pair that met is taken to have drawn so many games more: who has lost all its duels is
weak, not infinitely so."""
ENOUGH: Final = 1e-7
MOST: Final = 10_000

Wins = list[list[float]]
"""How often the one (row) finished before the other (column)."""


def duels(games: Sequence[Played], bots: int) -> Wins:
    """Who finished before whom, how often."""
    wins = [[0.0] * bots for _ in range(bots)]
    for game in games:
        for one, rank in zip(game.bots, game.ranks, strict=True):
            for other, rank_of_other in zip(game.bots, game.ranks, strict=True):
                if one != other and rank <= rank_of_other:
                    wins[one][other] += 1.0 if rank < rank_of_other else 0.5
    return wins


def ratings(deals: Sequence[Wins], seed: int = 0) -> list[Estimate]:
    """The rating of each bot, their mean being 0, from the duels of each deal."""
    found = strengths(_sum(deals))
    rng = Random(seed)
    tries = [strengths(_sum(rng.choices(deals, k=len(deals)))) for _ in range(RESAMPLES)]
    cut = round(RESAMPLES * (1 - LEVEL) / 2)
    wider = _wider(len(deals))
    estimates = []
    for bot, value in enumerate(found):
        values = sorted(each[bot] for each in tries)
        low, high = (value + wider * (values[at] - value) for at in (cut, -1 - cut))
        estimates.append(Estimate(value, low, high))
    return estimates


def _wider(deals: int) -> float:
    """Deals drawn anew scatter less than new ones would, the fewer there are: by as much as a
    mean's interval is too narrow if it is taken for normal."""
    return t_quantile(deals - 1) / t_quantile(1 << 30) * sqrt(deals / (deals - 1))


def strengths(wins: Wins) -> list[float]:
    """In Elo, the mean being 0."""
    bots = range(len(wins))
    met = [
        [one != other and wins[one][other] + wins[other][one] > 0 for other in bots] for one in bots
    ]
    won = [fsum(wins[one]) + DRAWN / 2 * sum(met[one]) for one in bots]
    games = [
        [(wins[one][other] + wins[other][one] + DRAWN) * met[one][other] for other in bots]
        for one in bots
    ]
    strength = [1.0 for _ in bots]
    for _ in range(MOST):
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
        if moved < ENOUGH:
            break
    return [400 * log10(each) for each in strength]


def _sum(deals: Sequence[Wins]) -> Wins:
    bots = range(len(deals[0]))
    return [[fsum(each[one][other] for each in deals) for other in bots] for one in bots]
