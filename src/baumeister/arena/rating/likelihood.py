"""The likelihood of Bradley–Terry strengths given the duels that were won, and its maximum.

Strengths are natural logarithms: the stronger of two by 1 wins e times as often as it loses. A tiny
ridge keeps them finite where the duels leave them unbounded, and their mean at 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, log1p, sqrt
from typing import Final

Wins = list[list[float]]
"""How often the bot of the row finished before that of the column."""
Vector = list[float]

RIDGE: Final = 1e-6
FAR: Final = 14.0
"""A strength beyond anything that duels can show: 2432 Elo."""
LONGEST_STEP: Final = 3.0
TOLERANCE: Final = 1e-6
MOST_ITERATIONS: Final = 100


class Likelihood:
    """The log-likelihood of the strengths of several bots."""

    def __init__(self, wins: Wins) -> None:
        bots = range(len(wins))
        self.bots = len(wins)
        self._pairs = [
            (one, other, wins[one][other], wins[one][other] + wins[other][one])
            for one in bots
            for other in bots[:one]
            if wins[one][other] + wins[other][one]
        ]

    def value(self, at: Vector) -> float:
        return sum(
            won * (at[one] - at[other]) - met * _softplus(at[one] - at[other])
            for one, other, won, met in self._pairs
        ) - RIDGE / 2 * sum(each * each for each in at)

    def slope(self, at: Vector) -> tuple[Vector, list[Vector]]:
        """The gradient and the information matrix, the negative of the Hessian."""
        gradient = [-RIDGE * each for each in at]
        information = [[0.0] * self.bots for _ in at]
        for bot in range(self.bots):
            information[bot][bot] = RIDGE
        for one, other, won, met in self._pairs:
            chance = _logistic(at[one] - at[other])
            gradient[one] += won - met * chance
            gradient[other] -= won - met * chance
            weight = met * chance * (1 - chance)
            information[one][one] += weight
            information[other][other] += weight
            information[one][other] -= weight
            information[other][one] -= weight
        return gradient, information

    def maximum(self) -> Vector:
        """The most likely strengths."""
        return self._climb([0.0] * self.bots, None, 0.0)

    def maximum_with(self, contrast: Vector, value: float, start: Vector) -> Vector:
        """The most likely strengths of which the contrast, a linear function, has this value."""
        return self._climb(start, contrast, value)

    def _climb(self, at: Vector, contrast: Vector | None, value: float) -> Vector:
        """Newton's method, in steps that are not too long."""
        for _ in range(MOST_ITERATIONS):
            gradient, information = self.slope(at)
            if contrast is None:
                (step,) = solve(information, gradient)
            else:
                free, along = solve(information, gradient, contrast)
                short = value - dot(contrast, at) - dot(contrast, free)
                scale = short / dot(contrast, along)
                step = [one + scale * other for one, other in zip(free, along, strict=True)]
            longest = max(map(abs, step))
            shrink = min(1.0, LONGEST_STEP / longest) if longest else 1.0
            at = [one + shrink * other for one, other in zip(at, step, strict=True)]
            if longest < TOLERANCE:
                break
        return at


def boundary(likelihood: Likelihood, best: Vector, contrast: Vector, drop: float) -> float:
    """The value of the contrast, upwards from its best, at which twice the log-likelihood has
    dropped this much; infinite if it never does."""
    top, low, low_root, wanted = likelihood.value(best), dot(contrast, best), 0.0, sqrt(drop)
    (along,) = solve(likelihood.slope(best)[1], contrast)
    guess = low + min(1.0, wanted * sqrt(dot(contrast, along)))
    before, high, high_root, at = low, inf, 0.0, best
    for _ in range(MOST_ITERATIONS):
        at = likelihood.maximum_with(contrast, guess, at)
        # the root of the drop is almost linear in the contrast
        root = sqrt(max(0.0, 2 * (top - likelihood.value(at))))
        if abs(root - wanted) < 1e-4:
            break
        if root < wanted:
            if guess > FAR:
                return inf
            before, low, low_root = low, guess, root
        else:
            high, high_root = guess, root
        if high == inf:
            guess += min(2.0, (guess - before) * (0.2 + (wanted - root) / root if root else 2.0))
        else:  # keep off both ends, so that they close in
            share = (wanted - low_root) / (high_root - low_root)
            guess = low + (high - low) * min(max(share, 0.05), 0.95)
    return guess


def dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def solve(matrix: Sequence[Vector], *right: Sequence[float]) -> list[Vector]:
    """Solve a positive definite system for several right-hand sides, by elimination."""
    size = len(matrix)
    rows = [[*row, *(side[at] for side in right)] for at, row in enumerate(matrix)]
    for at in range(size):
        pivot = rows[at]
        for below in rows[at + 1 :]:
            factor = below[at] / pivot[at]
            if factor:
                for column in range(at, len(pivot)):
                    below[column] -= factor * pivot[column]
    found = []
    for side in range(size, size + len(right)):
        answer = [0.0] * size
        for at in reversed(range(size)):
            rest = sum(rows[at][column] * answer[column] for column in range(at + 1, size))
            answer[at] = (rows[at][side] - rest) / rows[at][at]
        found.append(answer)
    return found


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x)) if x > 0 else exp(x) / (1 + exp(x))


def _softplus(x: float) -> float:
    return max(x, 0.0) + log1p(exp(-abs(x)))
