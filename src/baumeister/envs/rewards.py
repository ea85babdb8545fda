"""Rewards: the win at the end, or points as they are scored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from baumeister.fast import OVER
from baumeister.fast.errors import ArgumentError

REWARDS: Final = ("win", "points")


def utilities(ranks: Sequence[int]) -> list[float]:
    """Each player's utility: 1 for a sole winner, -1/(n-1) for a loser; winners share. Zero-sum.

    >>> utilities([1, 2])
    [1.0, -1.0]
    >>> utilities([1, 3, 1])
    [0.25, -0.5, 0.25]
    """
    players, winners = len(ranks), ranks.count(1)
    return [utility(1 / winners if rank == 1 else 0.0, players) for rank in ranks]


def utility(share: Any, players: int) -> Any:
    """A share of the win (0 to 1) as a utility whose mean over equal players is 0."""
    return (players * share - 1) / (players - 1)


class Rewards:
    """What each player earned since the last call."""

    def __init__(self, players: int, kind: str | None = None) -> None:
        """The kind defaults to the win; in solo games, which nobody can lose, to points."""
        kind = kind or ("win" if players > 1 else "points")
        if kind not in REWARDS or (kind == "win" and players == 1):
            known = "points" if players == 1 else ", ".join(REWARDS)
            raise ArgumentError(f"reward must be one of {known}; not {kind!r}")
        self.kind = kind

    def reset(self, position: Any) -> None:
        """Start a new game."""
        self._points = position.points()

    def earned(self, position: Any) -> list[float]:
        """Each player's reward since the last call."""
        points = position.points()
        before, self._points = self._points, points
        if self.kind == "points":
            return [float(now - then) for now, then in zip(points, before, strict=True)]
        if position.actor == OVER:
            return utilities(position.ranks())
        return [0.0] * len(points)
