"""Exact geometry of fields and half fields, with bit masks.

Every field consists of four triangular quarters: North, East, South and West of its centre. A mask
is an int with one bit per quarter: four planes of 49 bits, one plane per direction. A half field is
two adjacent quarters: the half with its right angle in the corner `ne` is North and East. Two
pieces overlap if the `&` of their masks is not 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

SIZE: Final = 7
FIELDS: Final = SIZE * SIZE
CORNERS: Final = ("ne", "nw", "se", "sw")

Half = tuple[int, int, str]
"""x to the right, y downwards, and the corner with the right angle."""

Rectangle = tuple[int, int, int, int]
"""The column and row of the first field, the width and the height."""

_QUARTERS: Final = {"n": 0, "e": 1, "s": 2, "w": 3}
MARK: Final = "?"
"""In place of a corner: something in a field that moves with a shape, but is no half."""
_CLOCKWISE: Final = {"nw": "ne", "ne": "se", "se": "sw", "sw": "nw", MARK: MARK}
_MIRROR: Final = {"nw": "ne", "ne": "nw", "se": "sw", "sw": "se", MARK: MARK}

ALL_FIELDS: Final = (1 << FIELDS) - 1
FULL_BOARD: Final = (1 << 4 * FIELDS) - 1

FIELD_NAMES: Final = tuple(f"{'abcdefg'[x]}{y + 1}" for y in range(SIZE) for x in range(SIZE))
FIELD_NUMBERS: Final = {name: number for number, name in enumerate(FIELD_NAMES)}
"""Columns a–g from West, rows 1–7 from North."""


# --- masks -----------------------------------------------------------------------------


def quarter(field: int, name: str) -> int:
    """The mask of one quarter of a field."""
    return 1 << (_QUARTERS[name] * FIELDS + field)


def half_mask(half: Half) -> int:
    """The mask of a half field."""
    x, y, corner = half
    field = y * SIZE + x
    return quarter(field, corner[0]) | quarter(field, corner[1])


def mask_of(halves: Iterable[Half]) -> int:
    """The mask of several halves, which must not overlap."""
    mask = 0
    for half in halves:
        mask |= half_mask(half)
    return mask


def full_fields(mask: int) -> int:
    """The fields that are completely covered, as 49 bits."""
    return mask & mask >> FIELDS & mask >> 2 * FIELDS & mask >> 3 * FIELDS & ALL_FIELDS


def touched_fields(mask: int) -> int:
    """The fields that are at least partly covered, as 49 bits."""
    return (mask | mask >> FIELDS | mask >> 2 * FIELDS | mask >> 3 * FIELDS) & ALL_FIELDS


def whole(fields: int) -> int:
    """The mask of these complete fields."""
    return fields | fields << FIELDS | fields << 2 * FIELDS | fields << 3 * FIELDS


# --- shapes ----------------------------------------------------------------------------


def normalized(halves: Iterable[Half]) -> tuple[Half, ...]:
    """The canonical form of a shape: moved to the top left corner, and sorted.

    A full field, which could be cut along either diagonal, consists of nw and se.
    """
    found = set(halves)
    left = min(x for x, _, _ in found)
    top = min(y for _, y, _ in found)
    for x, y, corner in list(found):
        if corner == "ne" and (x, y, "sw") in found:
            found -= {(x, y, "ne"), (x, y, "sw")}
            found |= {(x, y, "nw"), (x, y, "se")}
    return tuple(sorted((x - left, y - top, corner) for x, y, corner in found))


def turned(halves: Iterable[Half]) -> tuple[Half, ...]:
    """The shape after a quarter turn clockwise."""
    return normalized((-y, x, _CLOCKWISE[corner]) for x, y, corner in halves)


def mirrored(halves: Iterable[Half]) -> tuple[Half, ...]:
    """The shape mirrored left to right."""
    return normalized((-x, y, _MIRROR[corner]) for x, y, corner in halves)


def mirrored_mask(mask: int) -> int:
    """The mask of a board mirrored left to right."""
    found = 0
    for field in range(FIELDS):
        y, x = divmod(field, SIZE)
        other = y * SIZE + SIZE - 1 - x
        for name, opposite in (("n", "n"), ("e", "w"), ("s", "s"), ("w", "e")):
            if mask & quarter(field, name):
                found |= quarter(other, opposite)
    return found


def moved(halves: Iterable[Half], dx: int, dy: int) -> tuple[Half, ...]:
    """The halves shifted by `dx` columns and `dy` rows."""
    return tuple((x + dx, y + dy, corner) for x, y, corner in halves)


def extent(halves: Iterable[Half]) -> tuple[int, int]:
    """The width and height of a normalized shape."""
    found = list(halves)
    return max(x for x, _, _ in found) + 1, max(y for _, y, _ in found) + 1


def is_connected(halves: Iterable[Half]) -> bool:
    """Whether the shape is connected along edges, not only at corners."""
    mask = mask_of(halves)
    reached = mask & -mask
    while True:
        grown = reached | neighbours(reached) & mask
        if grown == reached:
            return reached == mask
        reached = grown


def neighbours(mask: int) -> int:
    """The quarters that share an edge with a quarter of the mask."""
    found = 0
    for field in range(FIELDS):
        y, x = divmod(field, SIZE)
        for name, plane in _QUARTERS.items():
            if not mask >> (plane * FIELDS + field) & 1:
                continue
            sides = "ew" if name in "ns" else "ns"  # inside the field
            found |= quarter(field, sides[0]) | quarter(field, sides[1])
            dx, dy, other = _ACROSS[name]
            if 0 <= x + dx < SIZE and 0 <= y + dy < SIZE:
                found |= quarter((y + dy) * SIZE + x + dx, other)
    return found


_ACROSS: Final = {"n": (0, -1, "s"), "s": (0, 1, "n"), "e": (1, 0, "w"), "w": (-1, 0, "e")}


# --- the largest rectangle -------------------------------------------------------------


def _longest_run(row: int) -> int:
    longest = run = 0
    for x in range(SIZE):
        run = run + 1 if row >> x & 1 else 0
        longest = max(longest, run)
    return longest


_RUN: Final = tuple(_longest_run(row) for row in range(1 << SIZE))


def largest_rectangle(fields: int) -> int:
    """The area of the largest rectangle within these fields (T4.1)."""
    rows = [fields >> SIZE * y & 127 for y in range(SIZE)]
    best = 0
    for top in range(SIZE):
        common = 127
        for bottom in range(top, SIZE):
            common &= rows[bottom]
            if not common:
                break
            area = _RUN[common] * (bottom - top + 1)
            best = max(best, area)
    return best


def _rectangles() -> dict[int, list[tuple[int, Rectangle]]]:
    found: dict[int, list[tuple[int, Rectangle]]] = {}
    sizes = [(width, height) for width in range(1, SIZE + 1) for height in range(1, SIZE + 1)]
    for y in range(SIZE):
        for x in range(SIZE):
            for width, height in sizes:
                if x + width <= SIZE and y + height <= SIZE:
                    row = ((1 << width) - 1) << x
                    mask = sum(row << SIZE * (y + down) for down in range(height))
                    found.setdefault(width * height, []).append((mask, (x, y, width, height)))
    return found


_RECTANGLES: Final = _rectangles()
"""By area: the mask of each rectangle, by row, column and width."""


def find_rectangle(fields: int, area: int) -> Rectangle | None:
    """The first rectangle of this area within these fields, by row, column and width."""
    for mask, rectangle in _RECTANGLES.get(area, ()):
        if fields & mask == mask:
            return rectangle
    return None
