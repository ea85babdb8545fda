"""Facts about tiles and sets that players draw themselves (T1.2, T6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from baumeister.core.errors import Message
from baumeister.games.tangram_city.geometry import FIELDS, MARK, Half, mirrored, normalized, turned
from baumeister.games.tangram_city.tiles import FOUNTAINS, PACKAGE, Tile

Shape = tuple[Half, ...]

PRINTED: Final = 1.5
"""The area of the printed field."""
COMPARED: Final = 16
"""The most halves of a tile that is compared with others: larger ones would take too long."""

_OPPOSITE: Final = {"nw": "se", "se": "nw", "ne": "sw", "sw": "ne"}


def fields_text(area: float) -> str:
    """An area in every language: 2½.

    >>> fields_text(2.5), fields_text(0.5), fields_text(3.0)
    ('2½', '½', '3')
    """
    whole, half = divmod(int(2 * area), 2)
    return f"{whole or ''}½" if half else str(whole)


def other_area(printed_field: bool = True) -> float:
    """The area that a board gets from its fountains and its printed field."""
    return FOUNTAINS / 2 + (PRINTED if printed_field else 0.0)


class TileWarning(NamedTuple):
    """What is unusual about a set."""

    clause: str
    reason: str
    """In English."""
    message: Message

    def __str__(self) -> str:
        return f"{self.clause}: {self.reason}"


def tile_set_warnings(tiles: Sequence[Tile], printed_field: bool = True) -> list[TileWarning]:
    """Warnings about a set that is allowed but unusual."""
    area = sum(tile.area for tile in tiles) + other_area(printed_field)
    found = []
    if area < FIELDS:
        reason = (
            f"tiles, fountains and printed field cover {area:g} of {FIELDS} fields:"
            " no city can be completed"
        )
        message = Message(PACKAGE, "too-small", {"area": fields_text(area), "fields": FIELDS})
        found.append(TileWarning("T5.1", reason, message))
    first: dict[Shape, str] = {}
    for tile in tiles:
        one = first.setdefault(outline(tile.halves), tile.id)
        if one != tile.id:
            reason = f"tiles {one} and {tile.id} have the same outline"
            message = Message(PACKAGE, "same-outline", {"one": one, "other": tile.id})
            found.append(TileWarning("T1.2", reason, message))
    for tile, alike, same in zip(tiles, look_alikes(tiles), twins(tiles), strict=True):
        if tile.symbol and not alike and not same:
            reason = f"tile {tile.id} is marked as a look-alike, but no other tile looks like it"
            message = Message(PACKAGE, "no-look-alike", {"tile": tile.id})
            found.append(TileWarning("T6", reason, message))
    return found


def turns(shape: Shape) -> list[Shape]:
    """The distinct outlines of a shape that is turned, clockwise."""
    found = [normalized(shape)]
    while (after := turned(found[-1])) != found[0]:
        found.append(after)
    return found


@lru_cache(maxsize=4096)
def outline(shape: Shape) -> Shape:
    """The same value for all shapes that can be turned or mirrored into each other."""
    return min(*turns(shape), *turns(mirrored(shape)))


@lru_cache(maxsize=4096)
def openings(shape: Shape) -> frozenset[Shape]:
    """The shape without one of its single halves, whose field is marked: one outline for each half.

    Shapes that share one differ only in how that half lies in its field.
    """
    if not 1 < len(shape) <= COMPARED:
        return frozenset()
    single = [half for half in shape if (*half[:2], _OPPOSITE[half[2]]) not in shape]
    return frozenset(
        outline(tuple((*each[:2], MARK) if each == half else each for each in shape))
        for half in single
    )


def look_alikes(tiles: Sequence[Tile]) -> list[list[str]]:
    """By tile, the ids of others that differ only in how one half lies in its field."""
    found: list[list[str]] = [[] for _ in tiles]
    for one, other in combinations(range(len(tiles)), 2):
        first, second = tiles[one].halves, tiles[other].halves
        alike = len(first) == len(second) and outline(first) != outline(second)
        if alike and not openings(first).isdisjoint(openings(second)):
            found[one].append(tiles[other].id)
            found[other].append(tiles[one].id)
    return found


def twins(tiles: Sequence[Tile]) -> list[list[str]]:
    """By tile, the ids of others with the same outline."""
    found: list[list[str]] = [[] for _ in tiles]
    for one, other in combinations(range(len(tiles)), 2):
        if outline(tiles[one].halves) == outline(tiles[other].halves):
            found[one].append(tiles[other].id)
            found[other].append(tiles[one].id)
    return found
