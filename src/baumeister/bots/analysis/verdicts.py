"""From what was lost to what is said of it.

Lichess calls it an inaccuracy, a mistake and a blunder when 5, 10 and 15 of 100 winning chances
are given away, and sums a game up as an accuracy from 0 to 100. Among more than two players
chances are smaller: with n of them a fair share is 1/n, not 1/2, so losses weigh n/2 times as much.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from baumeister.bots.analysis.evaluator import Difference
from baumeister.bots.analysis.result import VERDICTS

CHANCES: Final = (("blunder", 0.15), ("mistake", 0.10), ("inaccuracy", 0.05))
"""From this loss of winning chances on, with two players."""
POINTS: Final = (("blunder", 12.0), ("mistake", 7.0), ("inaccuracy", 3.0))
"""The same where somebody plays alone."""
SURE: Final = 2.0
"""By how many standard errors a loss must stand out to be called anything."""
WORTH_A_POINT: Final = 0.0125
"""Of the chances, as far as accuracy goes, where somebody plays alone."""


def weighed(chance: float, players: int) -> float:
    """A loss of chances as it would be between two.

    >>> weighed(0.05, 4)
    0.1
    """
    return chance * players / 2


def verdict(lost: Difference, players: int, *, by_points: bool = False) -> str:
    """What is said of a decision that is not the best one: by chances; alone by points; by the
    worse of both where points are the player's own affair, so that a game that is as good as lost
    or won still teaches."""
    by_chance = _said(weighed(lost.chance, players), weighed(lost.chance_error, players), CHANCES)
    in_points = _said(lost.points, lost.points_error, POINTS)
    if players == 1:
        return in_points
    return max(by_chance, in_points, key=VERDICTS.index) if by_points else by_chance


def _said(loss: float, error: float, steps: Sequence[tuple[str, float]]) -> str:
    if loss > SURE * error:
        for name, least in steps:
            if loss >= least:
                return name
    return "good"


def accuracy(losses: Sequence[tuple[float, float]]) -> float:
    """0 to 100 for all decisions together, from losses with their standard errors: the mean of
    what Lichess gives each.

    The curve is bent: noise that is nothing on average would lift it by e^((4.354 error)² / 2),
    which is taken off. What was better than the best found beyond doubt lost nothing.

    >>> accuracy([(0.0, 0.0), (0.0, 0.0)]), round(accuracy([(0.15, 0.0)]))
    (100.0, 51)
    """
    if not losses:
        return 100.0
    steep = 4.354
    each = [
        103.1669 * exp(-steep * max(loss, -SURE * error) - (steep * error) ** 2 / 2) - 3.1669
        for loss, error in losses
    ]
    return max(0.0, min(100.0, sum(each) / len(each)))
