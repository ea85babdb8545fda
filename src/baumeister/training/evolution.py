"""Evolution of numbers: separable CMA-ES (Ros and Hansen 2008).

Around a mean, numbers are drawn, each with its own spread; the better half moves the mean, and
the spreads grow along the way that it goes and shrink elsewhere. It needs to know only which
numbers did better, so that it learns from games, where nothing can be differentiated.
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]


class Evolution(NamedTuple):
    """How far it has come."""

    generation: int
    mean: Doubles
    variances: Doubles
    step: float
    """What all spreads are multiplied by (sigma)."""
    way: Doubles
    """Where the mean went lately, in spreads: long if it keeps going one way."""
    shift: Doubles
    """The same in the numbers' own measure."""

    def drawn(self, many: int, rng: np.random.Generator) -> Doubles:
        """The next generation: a row each."""
        return self.mean + self._spreads() * rng.standard_normal((many, len(self.mean)))

    def learned(self, rows: Doubles, results: Doubles) -> Evolution:
        """After these rows had these results; more is better."""
        size, half = len(self.mean), max(1, len(rows) // 2)
        shares = np.array([log(half + 0.5) - log(rank + 1) for rank in range(half)])
        shares /= shares.sum()
        effective = 1 / float((shares * shares).sum())
        best = rows[np.argsort(-results, kind="stable")[:half]]
        moves = (best - self.mean) / self.step
        move = _weighed(shares, moves)

        slow = (effective + 2) / (size + effective + 5)  # how fast the way forgets
        damping = 1 + slow + 2 * max(0.0, sqrt((effective - 1) / (size + 1)) - 1)
        fade = 4 / (size + 4)
        rate = _rate(size, effective)
        usual = sqrt(size) * (1 - 1 / (4 * size) + 1 / (21 * size * size))  # length by chance

        way = (1 - slow) * self.way + sqrt(slow * (2 - slow) * effective) * move / np.sqrt(
            self.variances
        )
        length = sqrt(float((way * way).sum()))
        begun = sqrt(1 - (1 - slow) ** (2 * (self.generation + 1)))
        steady = length / begun < (1.4 + 2 / (size + 1)) * usual
        shift = (1 - fade) * self.shift + steady * sqrt(fade * (2 - fade) * effective) * move
        variances = (
            (1 - rate) * self.variances
            + rate / effective * shift * shift
            + rate * (1 - 1 / effective) * _weighed(shares, moves * moves)
        )
        return Evolution(
            generation=self.generation + 1,
            mean=self.mean + self.step * move,
            variances=variances,
            step=self.step * exp(slow / damping * (length / usual - 1)),
            way=way,
            shift=shift,
        )

    def _spreads(self) -> Doubles:
        spreads: Doubles = self.step * np.sqrt(self.variances)
        return spreads


def begun(mean: Doubles, spreads: Doubles) -> Evolution:
    none = np.zeros_like(mean)
    return Evolution(0, mean, spreads * spreads, 1.0, none, none)


def _weighed(shares: Doubles, rows: Doubles) -> Doubles:
    """Summed by NumPy itself: what libraries of a machine do may differ in the last bit."""
    total: Doubles = (shares[:, None] * rows).sum(0)
    return total


def _rate(size: int, effective: float) -> float:
    """How fast variances learn: faster than with a whole matrix, as there is less to learn."""
    one = 2 / (size + 1.4) ** 2 / effective
    many = (1 - 1 / effective) * min(1.0, (2 * effective - 1) / ((size + 2) ** 2 + effective))
    return (size + 2) / 3 * (one + many)
