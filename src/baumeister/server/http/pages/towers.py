"""A picture of a result, without a graphics library: a tower per player, as high as its points."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from typing import Final

WIDTH: Final = 1200
HEIGHT: Final = 630
GROUND: Final = 540
FLOORS: Final = 400
"""Pixels of the highest tower."""
Colour = tuple[int, int, int]
PAPER: Final = (0xF3, 0xED, 0xE1)
GRID: Final = (0xE4, 0xDB, 0xC8)
INK: Final = (0x1D, 0x27, 0x33)
COLOURS: Final = (
    (0xEA, 0x8A, 0x1F),
    (0x2B, 0x77, 0xBA),
    (0xF0, 0xCD, 0x3A),
    (0x8F, 0x5B, 0xB5),
    (0x3C, 0x95, 0x60),
    (0xC9, 0x3A, 0x35),
)


def towers(points: Sequence[int], ranks: Sequence[int]) -> bytes:
    """A PNG of 1200 × 630 pixels; the towers stand in the order of the seats, the winner's has a
    flag."""
    rows = [bytearray(bytes(PAPER) * WIDTH) for _ in range(HEIGHT)]
    for at in range(0, WIDTH, 40):
        _fill(rows, (at, 0, 1, HEIGHT), GRID)
    for at in range(0, HEIGHT, 40):
        _fill(rows, (0, at, WIDTH, 1), GRID)
    most = max([1, *points])
    step = (WIDTH - 200) // max(1, len(points))
    width = min(150, step - 40)
    for seat, each in enumerate(points):
        left = 100 + seat * step + (step - width) // 2
        height = max(8, FLOORS * max(0, each) // most)
        _tower(rows, left, width, height, COLOURS[seat % len(COLOURS)])
        if seat < len(ranks) and ranks[seat] == 1:
            _flag(rows, left + width // 2, GROUND - height)
    _fill(rows, (60, GROUND, WIDTH - 120, 6), INK)
    _mark(rows, WIDTH - 120, HEIGHT - 20)
    return _png(rows)


def _tower(rows: list[bytearray], left: int, width: int, height: int, colour: Colour) -> None:
    """A tower with its floors."""
    _fill(rows, (left - 3, GROUND - height - 3, width + 6, height + 3), INK)
    _fill(rows, (left, GROUND - height, width, height), colour)
    for floor in range(GROUND - 40, GROUND - height, -40):
        _fill(rows, (left, floor, width, 2), INK)


def _flag(rows: list[bytearray], x: int, top: int) -> None:
    _fill(rows, (x, top - 62, 4, 62), INK)
    _fill(rows, (x + 4, top - 60, 44, 28), COLOURS[5])


def _mark(rows: list[bytearray], x: int, ground: int) -> None:
    """The three buildings of our mark."""
    for offset, height, colour in ((0, 26, 0), (18, 44, 5), (36, 30, 1)):
        _fill(rows, (x + offset, ground - height, 14, height), COLOURS[colour])
    _fill(rows, (x - 6, ground, 62, 3), INK)


def _fill(rows: list[bytearray], area: tuple[int, int, int, int], colour: Colour) -> None:
    """Fill a rectangle: left, top, width, height."""
    left, top, width, height = area
    left, right = max(0, left), min(WIDTH, left + width)
    line = bytes(colour) * max(0, right - left)
    for y in range(max(0, top), min(HEIGHT, top + height)):
        rows[y][3 * left : 3 * left + len(line)] = line


def _png(rows: Sequence[bytes | bytearray]) -> bytes:
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows), 6)
    chunks = [(b"IHDR", header), (b"IDAT", data), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*each) for each in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
