"""Verdicts on decisions and the accuracy of a game, from what was lost.

As on Lichess, giving away 5, 10 or 15 percentage points of winning chances is an inaccuracy, a
mistake or a blunder, and a game has an accuracy from 0 to 100. With n players a fair share is 1/n,
not 1/2, so losses weigh n/2 times as much.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final

from baumeister.bots.analysis.evaluator import Difference
from baumeister.bots.analysis.result import VERDICTS

CHANCES: Final = (("blunder", 0.15), ("mistake", 0.10), ("inaccuracy", 0.05))
"""The smallest loss of winning chances for each verdict, with two players."""
POINTS: Final = (("blunder", 12.0), ("mistake", 7.0), ("inaccuracy", 3.0))
"""The same in points, in a solo game."""
SURE: Final = 2.0
"""In standard errors: a smaller loss is never called a mistake."""
CHANCE_PER_POINT: Final = 0.0125
"""The winning chances a point counts as in the accuracy of a solo game."""


def as_for_two(chance: float, players: int) -> float:
    """A loss of chances scaled to a game of two players.

    >>> as_for_two(0.05, 4)
    0.1
    """
    return chance * players / 2


def verdict(lost: Difference, players: int, *, by_points: bool = False) -> str:
    """The verdict on a decision that is not the best.

    By chances; in a solo game by points; by the worse of both if players score independently, so
    that mistakes show even in a game that is all but decided.
    """
    scale = as_for_two(1.0, players)
    by_chance = _verdict(scale * lost.chance, scale * lost.chance_error, CHANCES)
    in_points = _verdict(lost.points, lost.points_error, POINTS)
    if players == 1:
        return in_points
    return max(by_chance, in_points, key=VERDICTS.index) if by_points else by_chance


def _verdict(loss: float, error: float, steps: Sequence[tuple[str, float]]) -> str:
    if loss > SURE * error:
        for name, least in steps:
            if loss >= least:
                return name
    return "good"


def inaccuracies(lost: Difference, players: int, *, by_points: bool = False) -> float:
    """A loss as a multiple of the smallest inaccuracy, whatever its error; weighed as in `verdict`.

    >>> inaccuracies(Difference(0.05, 0.0, 1.5, 0.0, ()), players=2)
    1.0
    >>> inaccuracies(Difference(0.05, 0.0, 1.5, 0.0, ()), players=1)
    0.5
    """
    by_chance = as_for_two(lost.chance, players) / CHANCES[-1][1]
    in_points = lost.points / POINTS[-1][1]
    if players == 1:
        return in_points
    return max(by_chance, in_points) if by_points else by_chance


def stake(chance: float) -> float:
    """The weight of a decision in the accuracy: the standard deviation of the result.

    Nobody can give away chances in a game that is all but decided.

    >>> stake(0.5), stake(0.0)
    (0.5, 0.0)
    """
    return sqrt(max(0.0, chance * (1 - chance)))


def accuracy(losses: Sequence[tuple[float, float]], stakes: Sequence[float] = ()) -> float:
    """The mean of Lichess's accuracy of each decision, 0 to 100, from losses with standard errors.

    It is weighted by `stakes`, if there are any.

    The curve is convex: noise with zero mean would raise it by the factor e^((4.354 error)² / 2),
    which is divided out. Gains are limited to what noise explains.

    >>> accuracy([(0.0, 0.0), (0.0, 0.0)]), round(accuracy([(0.15, 0.0)]))
    (100.0, 51)
    >>> round(accuracy([(0.15, 0.0), (0.0, 0.0)], stakes=[0.5, 0.0]))
    51
    """
    if not losses:
        return 100.0
    steep = 4.354
    each = [
        103.1669 * exp(-steep * max(loss, -SURE * error) - (steep * error) ** 2 / 2) - 3.1669
        for loss, error in losses
    ]
    weights = stakes if any(stakes) else [1.0] * len(each)
    weighted = [weight * one for weight, one in zip(weights, each, strict=True)]
    mean = sum(weighted) / sum(weights)
    return max(0.0, min(100.0, mean))
