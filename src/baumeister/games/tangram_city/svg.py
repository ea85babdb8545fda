"""Drawing tiles as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape

from baumeister.games.tangram_city.geometry import Half, extent, mirrored
from baumeister.games.tangram_city.tiles import Tile

_FIELD: Final = 24
_CORNERS: Final = {"nw": (0, 0), "ne": (1, 0), "se": (1, 1), "sw": (0, 1)}
_COLUMNS: Final = 4
_CELL: Final = (10 * _FIELD, 5 * _FIELD)


def tiles_svg(tiles: Sequence[Tile]) -> str:
    """An SVG picture of both sides of all tiles."""
    rows = -(-len(tiles) // _COLUMNS)
    width, height = _CELL[0] * _COLUMNS, _CELL[1] * rows
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" font-size="12"',
        f' viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f'<rect width="{width}" height="{height}" fill="#f4f1ea"/>',
    ]
    for number, tile in enumerate(tiles):
        x = number % _COLUMNS * _CELL[0] + _FIELD / 2
        y = number // _COLUMNS * _CELL[1] + _FIELD
        mark = " *" if tile.symbol else ""
        parts.append(f'<text x="{x}" y="{y - 6}">{tile.id}{mark} {escape(tile.name)}</text>')
        parts.append(_shape(tile.halves, x, y, "#4a4a52"))
        beside = x + (extent(tile.halves)[0] + 0.6) * _FIELD
        parts.append(_shape(mirrored(tile.halves), beside, y, "#5d9b58"))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _shape(halves: Sequence[Half], left: float, top: float, colour: str) -> str:
    paths = []
    for x, y, corner in halves:
        opposite = {"nw": "se", "se": "nw", "ne": "sw", "sw": "ne"}[corner]
        points = [_CORNERS[name] for name in _CORNERS if name != opposite]
        path = " ".join(
            f"{left + (x + dx) * _FIELD:g},{top + (y + dy) * _FIELD:g}" for dx, dy in points
        )
        paths.append(f'<polygon points="{path}"/>')
    return f'<g fill="{colour}" stroke="{colour}" stroke-width="0.6">{"".join(paths)}</g>'
