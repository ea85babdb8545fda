"""Bradley–Terry ratings of many bots on the Elo scale, from their finishing order.

Every pair of different bots at a table is a duel: the higher rank wins, equal ranks are half a win
each. This is the Plackett–Luce model of rankings seen pair by pair. Values are maximum-likelihood
estimates without a prior, infinite where a bot won or lost all its duels.

Intervals are profile likelihoods. The duels of a game and the games of a deal are not independent,
so the drop of the likelihood that bounds an interval is multiplied by the ratio of the variance
that deals show (the sandwich estimator) to the one of independent duels (Pace, Salvan and Sartori
2011). With few deals this ratio is uncertain, so it has a prior, as in a scaled inverse chi-squared
distribution: the ratio of independent games, corrected by what tables of a deal show, plus deals
that suit bots with a standard deviation of `SUIT`. The prior counts as a few deals. Intervals
contain the truth in 95 % of the tournaments that `bench/coverage.py` draws, not under each kind of
dependence: a single deal cannot show that it suits a bot.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum, inf, log
from typing import Final

from baumeister.arena.playing import Played
from baumeister.arena.rating.likelihood import Likelihood, Vector, Wins, boundary, dot, solve
from baumeister.arena.rating.statistics import Estimate, t_quantile

ELO: Final = 400 / log(10)
"""Elo of a strength of 1."""
SUIT: Final = 70 / ELO
"""Prior standard deviation of how well a deal suits a bot."""
GAMES_WEIGHT: Final = 0.5
"""How many deals, or tables, the assumption that games are independent is worth."""
TABLES_WEIGHT: Final = 4
"""How many deals the assumption that the tables of a deal are independent is worth, at most."""
COMMON_WEIGHT: Final = 8
"""How many deals the assumption that deals matter equally to all bots is worth, at most."""
SINGLE_DEAL: Final = 12.0
"""Degrees of freedom of a single deal: how it scatters is a guess."""


def duels(games: Iterable[Played], bots: int) -> Wins:
    """Count how often each bot finished before each other."""
    wins = [[0.0] * bots for _ in range(bots)]
    for game in games:
        for one, rank in zip(game.bots, game.ranks, strict=True):
            for other, rank_of_other in zip(game.bots, game.ranks, strict=True):
                if one != other and rank <= rank_of_other:
                    wins[one][other] += 1.0 if rank < rank_of_other else 0.5
    return wins


def tables(games: Sequence[Played], bots: int) -> list[Wins]:
    """The duels of a deal, for each set of bots that shared a table."""
    grouped: dict[tuple[int, ...], list[Played]] = {}
    for game in games:
        grouped.setdefault(tuple(sorted(game.bots)), []).append(game)
    return [duels(each, bots) for each in grouped.values()]


def ratings(deals: Sequence[Sequence[Wins]], players: int = 2) -> list[Estimate]:
    """The rating of each bot from the duels at each table of each deal.

    The mean of the bots in `centre` is 0.
    """
    wins = total(table for deal in deals for table in deal)
    likelihood = Likelihood(wins)
    best = likelihood.maximum()
    middle = centre(wins)
    ahead = _ahead(wins)
    bots = range(len(wins))
    contrasts = [[(each == bot) - (each in middle) / len(middle) for each in bots] for bot in bots]
    spread = _Spread(likelihood, best, deals, contrasts, players)
    found = []
    for bot, contrast in enumerate(contrasts):
        if not any(contrast):
            found.append(Estimate(0.0, 0.0, 0.0))
            continue
        value = dot(contrast, best)
        above = any(other in ahead[bot] and bot not in ahead[other] for other in middle)
        below = any(bot in ahead[other] and other not in ahead[bot] for other in middle)
        if separated := above != below:
            value = inf if above else -inf
        drop = spread.drop(contrast, separated=separated)
        opposite = [-each for each in contrast]
        high = boundary(likelihood, best, contrast, drop)
        low = -boundary(likelihood, best, opposite, drop)
        found.append(Estimate(*(ELO * each for each in (value, low, high))))
    return found


def strengths(wins: Wins) -> list[float]:
    """Maximum-likelihood strengths in Elo; the mean is 0."""
    return [ELO * each for each in Likelihood(wins).maximum()]


def centre(wins: Wins) -> list[int]:
    """The bots whose mean rating is 0: the most bots that are not separated from each other.

    A bot is separated from another if no chain of lost duels leads from it to the other: then its
    rating relative to the other is infinite. Of sets of equal size, the one nearest to the middle
    counts; several if they are equally near.
    """
    bots = range(len(wins))
    ahead = _ahead(wins)
    sets = {frozenset(other for other in ahead[one] if one in ahead[other]) for one in bots}
    size = max(map(len, sets))
    largest = [each for each in sets if len(each) == size]

    def off(group: frozenset[int]) -> float:
        won = fsum(wins[one][other] for one in group for other in bots)
        lost = fsum(wins[other][one] for one in group for other in bots)
        return round(abs(won - lost) / (won + lost or 1.0), 9)

    nearest = min(map(off, largest))
    return sorted(bot for each in largest if off(each) == nearest for bot in each)


def _ahead(wins: Wins) -> list[set[int]]:
    """For each bot, itself and those to whom a chain of won duels leads from it."""
    bots = range(len(wins))
    ahead = [{other for other in bots if wins[one][other]} | {one} for one in bots]
    for through in bots:
        for one in bots:
            if through in ahead[one]:
                ahead[one] |= ahead[through]
    return ahead


def total(tables: Iterable[Wins]) -> Wins:
    """The sum of duels."""
    listed = list(tables)
    bots = range(len(listed[0]))
    return [[fsum(each[one][other] for each in listed) for other in bots] for one in bots]


class _Spread:
    """How much more the duels scatter than independent ones would."""

    def __init__(
        self,
        likelihood: Likelihood,
        best: Vector,
        deals: Sequence[Sequence[Wins]],
        contrasts: Sequence[Vector],
        players: int,
    ) -> None:
        self._information = likelihood.slope(best)[1]
        # the ranks of a game in which all are equally strong scatter this much more than duels
        self._game = (players + 1) / 3
        self._seatings = players
        # a table shows the strengths of all its bots at once
        self._fitted = (len(best) - 1) * 2 / players
        self._tables = [[Likelihood(table).slope(best)[0] for table in deal] for deal in deals]
        self._bots = len(best)
        self._freedom = _freedom(deals, players)
        variances = [self._of(contrast) for contrast in contrasts]
        self._common = fsum(each[1] for each in variances) / fsum(each[2] for each in variances)

    def _of(self, contrast: Vector) -> tuple[float, float, float]:
        """The variance of a contrast by tables, by deals, and if duels were independent."""
        (along,) = solve(self._information, contrast)
        tables = [[dot(along, scores) for scores in deal] for deal in self._tables]
        each = [score for deal in tables for score in deal]
        by_deal = _variance(list(map(sum, tables)), 1)
        return _variance(each, self._fitted), by_deal, dot(contrast, along)

    def drop(self, contrast: Vector, *, separated: bool) -> float:
        """The drop of twice the log-likelihood that bounds the interval of a contrast.

        Duels that all end the same way do not scatter at all: then a table of a deal counts as one
        game, however often it was played.
        """
        by_table, by_deal, expected = self._of(contrast)
        deals, tables = len(self._tables), sum(map(len, self._tables))
        ratio, weight, freedom = self._game, GAMES_WEIGHT, SINGLE_DEAL
        if tables > deals:
            free = max(0.0, tables - self._fitted)
            ratio = _mixed(ratio, weight, by_table / expected, free)
            weight = min(TABLES_WEIGHT, free)
        if self._bots > 2:  # two bots play enough deals to show it
            ratio += SUIT * SUIT * dot(contrast, contrast) / deals / expected
        if deals > 1 and self._bots > 2:
            common = (deals - 1) * (self._bots - 1)
            ratio = _mixed(ratio, weight, self._common, common)
            weight_of_all = min(COMMON_WEIGHT, weight + common)
        else:
            weight_of_all = weight
        if deals > 1:
            ratio = _mixed(ratio, weight_of_all, by_deal / expected, deals - 1)
            freedom = weight_of_all + self._freedom
        if separated:
            ratio = max(ratio, self._game * self._seatings)
        return t_quantile(freedom) ** 2 * ratio


def _freedom(deals: Sequence[Sequence[Wins]], players: int) -> float:
    """Degrees of freedom of a variance over deals (Satterthwaite).

    The score of a deal is a sum over games that are won or lost. Its tails are lighter than normal
    ones, the excess kurtosis being -2 divided by the games, so that its variance is known better.
    """
    count = len(deals)
    if count < 2:
        return 0.0
    duels = total(table for deal in deals for table in deal)
    ranked = 2 * fsum(map(fsum, duels)) / (players - 1)  # a game counts once for each bot
    games_a_deal = max(1.0, ranked / len(duels) / count)
    return 1 / (1 / (count - 1) - 1 / (games_a_deal * count))


def _variance(scores: Sequence[float], fitted: float) -> float:
    """The variance of a sum of scores, of which as many were fitted to the data."""
    free = len(scores) - fitted
    return fsum(score * score for score in scores) * len(scores) / free if free > 0 else 0.0


def _mixed(one: float, weight: float, other: float, weight_of_other: float) -> float:
    return (weight * one + weight_of_other * other) / (weight + weight_of_other)
