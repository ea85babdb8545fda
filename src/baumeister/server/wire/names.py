"""The names of seats in a language: bots by their character, numbered where a name repeats."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct, ValidationError, convert

from baumeister.bots.words import character
from baumeister.server.tables.events import Seat
from baumeister.server.tables.naming import distinct


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
