"""Tables derived from the options: every placement of each piece."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from baumeister.games.tangram_city.actions import Fountain, Place
from baumeister.games.tangram_city.geometry import (
    CORNERS,
    FIELDS,
    SIZE,
    Half,
    extent,
    half_mask,
    mask_of,
    mirrored,
    moved,
    turned,
)
from baumeister.games.tangram_city.options import Options
from baumeister.games.tangram_city.tiles import Tile

SIDES: Final = "bg"  # building side up, green side up


class Placement(NamedTuple):
    """One placement of a tile on the board."""

    mask: int
    action: Place


class Spot(NamedTuple):
    """One half field for a fountain."""

    mask: int
    action: Fountain


def shapes(tile: Tile, side: str) -> list[tuple[int, tuple[Half, ...]]]:
    """The distinct outlines of a side, each with the lowest number of turns that gives it."""
    shape = tile.halves if side == "b" else mirrored(tile.halves)
    found: dict[tuple[Half, ...], int] = {}
    for turns in range(4):
        found.setdefault(shape, turns)
        shape = turned(shape)
    return [(turns, shape) for shape, turns in found.items()]


@lru_cache(maxsize=1024)
def placements(tile: Tile) -> tuple[Placement, ...]:
    """All distinct placements of a tile, by side, turns and field."""
    found = []
    for side in SIDES:
        for turns, shape in shapes(tile, side):
            width, height = extent(shape)
            for y in range(SIZE - height + 1):
                for x in range(SIZE - width + 1):
                    action = Place(tile.id, side, turns, y * SIZE + x)
                    found.append(Placement(mask_of(moved(shape, x, y)), action))
    return tuple(found)


SPOTS: Final = tuple(
    Spot(half_mask((field % SIZE, field // SIZE, corner)), Fountain(field, corner))
    for field in range(FIELDS)
    for corner in CORNERS
)
SPOT_MASKS: Final = {spot.action: spot.mask for spot in SPOTS}


class Setup:
    """The tables of one set of options; equal options share one `Setup`."""

    __slots__ = ("masks", "options", "placements", "players", "tiles")

    def __init__(self, options: Options) -> None:
        self.options = options
        self.players = options.players
        self.tiles = {tile.id: tile for tile in options.tiles}
        self.placements = {tile.id: placements(tile) for tile in options.tiles}
        self.masks = {
            placement.action: placement.mask
            for found in self.placements.values()
            for placement in found
        }

    def __repr__(self) -> str:
        return f"setup_for({self.options!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return setup_for, (self.options,)


@lru_cache(maxsize=64)
def setup_for(options: Options) -> Setup:
    """The shared tables for these options."""
    return Setup(options)
