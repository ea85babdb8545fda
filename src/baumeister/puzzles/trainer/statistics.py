"""Statistics of a person's results: streaks, and how well each theme goes."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date, timedelta

_ONE = timedelta(days=1)


def streaks(days: Collection[str], today: date) -> tuple[int, int]:
    """The days in a row up to today, or up to yesterday if today is still open; and the most ever.

    >>> streaks({"2026-11-15", "2026-11-16", "2026-11-10"}, date(2026, 11, 17))
    (2, 2)
    """
    known = {date.fromisoformat(day) for day in days}
    longest = max((_run(known, day) for day in known if day + _ONE not in known), default=0)
    last = today if today in known else today - _ONE
    return _run(known, last), longest


def _run(known: Collection[date], last: date) -> int:
    count = 0
    while last in known:
        count += 1
        last -= _ONE
    return count


def by_theme(results: Iterable[tuple[Iterable[str], bool]]) -> dict[str, list[int]]:
    """By theme, how many were solved and tried.

    >>> by_theme([(["height"], True), (["height", "area"], False)])
    {'height': [1, 2], 'area': [0, 1]}
    """
    found: dict[str, list[int]] = {}
    for themes, solved in results:
        for theme in themes:
            counts = found.setdefault(theme, [0, 0])
            counts[0] += solved
            counts[1] += 1
    return found
