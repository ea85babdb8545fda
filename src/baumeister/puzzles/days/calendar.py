"""The puzzle of the day: the same for everybody, whoever asks and wherever.

A position puzzle is taken from the shipped ones by the date. A whole game is dealt by a generator
that is seeded with the date.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from random import Random
from typing import Any, Final, TypeVar

from baumeister.core.game import AnyGame
from baumeister.core.match import Match
from baumeister.puzzles.parts import DayKind
from baumeister.puzzles.puzzle import PuzzleError

T = TypeVar("T")
AnyMatch = Match[Any, Any, Any, Any]

FIRST: Final = date(2026, 11, 1)
"""The first day that the archive lists."""
STARS: Final = 3


def parse_day(text: str) -> date:
    """The date with this text, YYYY-MM-DD; PuzzleError if there is none."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.isoformat() != text:
        raise PuzzleError(f"a day is written as 2026-11-17, not {text[:20]!r}")
    return found


def days_from(first: str, count: int) -> list[str]:
    """This many days, one after the other.

    >>> days_from("2026-11-30", 2)
    ['2026-11-30', '2026-12-01']
    """
    start = parse_day(first)
    return [(start + timedelta(days=number)).isoformat() for number in range(count)]


def of_the_day(listed: Sequence[T], day: date) -> T:
    """The item of the day: each has its turn before one comes again."""
    if not listed:
        raise PuzzleError("there are no puzzles of this kind")
    return listed[day.toordinal() % len(listed)]


def deals(game: AnyGame, day: str) -> Random:
    """The generator of a day's chance."""
    return Random(f"{game.id}/puzzle/{day}")


def play_day(game: AnyGame, kind: DayKind, day: str, moves: Sequence[str]) -> AnyMatch:
    """The game of the day after these moves; SubmitError if one of them is illegal."""
    match: AnyMatch = Match(game, game.options(kind.options()))
    chance = deals(game, day)
    match.roll(chance)
    for move in moves:
        match.submit(0, move)
        match.roll(chance)
    return match


def orders(game: AnyGame, kind: DayKind, day: str) -> AnyMatch:
    """The game of the day played anyhow to its end, for what chance does in it."""
    match: AnyMatch = Match(game, game.options(kind.options()))
    chance = deals(game, day)
    match.roll(chance)
    while match.actors:
        match.submit(0, match.legal(0)[-1])
        match.roll(chance)
    return match


def stars(score: int, par: Sequence[int]) -> int:
    """1 to 3 stars: one for finishing, one more for each par that was reached.

    >>> stars(90, (80, 100)), stars(100, (80, 100))
    (2, 3)
    """
    return 1 + sum(score >= each for each in par[: STARS - 1])


def stars_for_tries(tries: int) -> int:
    """3 stars for the first try, one less for each more, but at least one.

    >>> [stars_for_tries(tries) for tries in (1, 2, 3, 4)]
    [3, 2, 1, 1]
    """
    return max(1, STARS + 1 - tries)
