"""Spaced repetition: what was right comes back later, what was wrong soon (Leitner's boxes)."""

from __future__ import annotations

from typing import Final

DAYS: Final = (0, 1, 3, 7, 16, 35)
"""By box, the days until an item comes back."""
LAST: Final = len(DAYS) - 1
"""An item that is right here is learned and does not come back."""
DAY: Final = 24 * 3600 * 1000


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
    return now + DAYS[min(box, LAST)] * DAY
