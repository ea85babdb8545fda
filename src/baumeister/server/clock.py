"""The clock of a service: it shows the time of day, but advances only with elapsed time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

TOLERANCE: Final = 1000
"""Milliseconds by which the machine's clock may differ before it counts as set."""


def wall_clock() -> int:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def _elapsed() -> int:
    return time.monotonic_ns() // 1_000_000


class SteadyClock:
    """Milliseconds since the epoch, without jumps between two calls of `adjust`.

    If the machine's clock is set, or the machine sleeps, this clock differs from it until `adjust`;
    what is measured meanwhile must be shifted by what `adjust` returns.
    """

    def __init__(
        self, wall: Callable[[], int] = wall_clock, elapsed: Callable[[], int] = _elapsed
    ) -> None:
        self._wall = wall
        self._elapsed = elapsed
        self._offset = wall() - elapsed()

    def __call__(self) -> int:
        return self._elapsed() + self._offset

    def adjust(self) -> int:
        """Show the machine's time again; returns by how many milliseconds this clock jumped."""
        jump = self._wall() - self()
        if abs(jump) <= TOLERANCE:
            return 0
        self._offset += jump
        return jump
