"""Spaced repetition: what was right comes back later, what was wrong soon (Leitner's boxes)."""

from __future__ import annotations

from typing import Final

DAY: Final = 24 * 3600 * 1000
WAITS: Final = (10 * 60 * 1000, DAY, 3 * DAY, 7 * DAY, 16 * DAY, 35 * DAY)
"""By box, the milliseconds until an item comes back."""
LAST: Final = len(WAITS) - 1
"""An item that is right here is learned and does not come back."""


def next_box(box: int, right: bool) -> int:
    """The box of an item after an answer; `LAST + 1` once it is learned.

    >>> next_box(0, True), next_box(4, False), next_box(LAST, True)
    (1, 0, 6)
    """
    return box + 1 if right else 0


def is_learned(box: int) -> bool:
    """Whether an item in this box does not come back."""
    return box > LAST


def due(box: int, now: int) -> int:
    """When an item in this box comes back, in milliseconds.

    >>> due(1, 5) - 5 == DAY
    True
    """
    return now + WAITS[min(box, LAST)]
