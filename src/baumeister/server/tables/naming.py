"""The names at a table, which do not repeat; bots have the names of their characters."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import count
from typing import Any

from msgspec import Struct, ValidationError, convert

from baumeister.bots.words import character
from baumeister.records.reading import LONGEST_NAME
from baumeister.server.tables.events import Seat


def distinct(name: str, taken: Collection[str]) -> str:
    """The name, numbered if it is taken; an empty one stays empty.

    >>> distinct("Ada", ["Ada", "Ada 2"])
    'Ada 3'
    """
    if not name or name not in taken:
        return name
    numbered = (f"{name[: LONGEST_NAME - 4]} {number}" for number in count(2))
    return next(each for each in numbered if each not in taken)


def seat_names(seats: Iterable[Seat], language: str) -> list[str]:
    """The names at a table. A person who left keeps the seat's name, though a bot plays."""
    return _named(((seat.name, None if seat.gone else seat.bot) for seat in seats), language)


class _Player(Struct):
    name: str
    kind: str = "human"


def record_names(record: dict[str, Any], language: str) -> list[str]:
    """The names in a record; none if it is malformed."""
    try:
        players = convert(record.get("players"), list[_Player])
    except ValidationError:
        return []
    codes = (each.kind.removeprefix("bot:") if each.kind != "human" else None for each in players)
    return _named(zip((each.name for each in players), codes, strict=True), language)


def _named(seats: Iterable[tuple[str, str | None]], language: str) -> list[str]:
    names: list[str] = []
    for name, code in seats:
        known = character(code, language).name if code else name
        names.append(distinct(name if known == code else known, names))
    return names
