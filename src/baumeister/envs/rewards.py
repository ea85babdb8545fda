"""What is earned: the win, or points as they come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from baumeister.fast import OVER

REWARDS: Final = ("win", "points")


def utilities(ranks: Sequence[int]) -> list[float]:
    """1 for who wins alone, -1/(n-1) for who does not win; winners share. The sum is 0.

    >>> utilities([1, 2])
    [1.0, -1.0]
    >>> utilities([1, 3, 1])
    [0.25, -0.5, 0.25]
    """
    players, winners = len(ranks), ranks.count(1)
    return [utility(1 / winners if rank == 1 else 0.0, players) for rank in ranks]


def utility(share: Any, players: int) -> Any:
    """A share of the win, from 0 to 1, so that it is fair: what many random games give is 0."""
    return (players * share - 1) / (players - 1)


class Rewards:
    """What every player has earned since it was last asked for."""

    def __init__(self, players: int, kind: str | None = None) -> None:
        """Without a kind: the win; points for who plays alone, where nobody can lose."""
        kind = kind or ("win" if players > 1 else "points")
        if kind not in REWARDS or (kind == "win" and players == 1):
            known = "points" if players == 1 else ", ".join(REWARDS)
            raise ValueError(f"reward must be one of {known}; not {kind!r}")
        self.kind = kind

    def begin(self, position: Any) -> None:
        self._points = position.points()

    def earned(self, position: Any) -> list[float]:
        points = position.points()
        before, self._points = self._points, points
        if self.kind == "points":
            return [float(now - then) for now, then in zip(points, before, strict=True)]
        if position.actor == OVER:
            return utilities(position.ranks())
        return [0.0] * len(points)
