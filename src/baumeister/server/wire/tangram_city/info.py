"""What the catalogue says about Tangram City beyond what it says about every game."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from baumeister.games.tangram_city.tiles import TILE_SETS, printed_fields, tile_set
from baumeister.server.wire.info import GameInfo


class PrintedField(Struct, frozen=True):
    """The printed field on a side of a board; halves as tiles have them."""

    board: int
    side: str
    colour: str
    halves: list[tuple[int, int, str]]


class TangramCityInfo(GameInfo, frozen=True):
    """GameInfo of Tangram City."""

    tiles: dict[str, list[dict[str, Any]]]
    """The tiles of each tile set, by its name."""
    printed: list[PrintedField]
    """The printed fields, by board and side."""


def info(info: GameInfo) -> TangramCityInfo:
    """Add tile sets and printed fields."""
    sets = [name for name in TILE_SETS if name != "custom"]
    return TangramCityInfo(
        **asdict(info),
        tiles={name: [tile.data() for tile in tile_set(name)] for name in sets},
        printed=[
            PrintedField(each.board, each.side, each.colour, list(each.halves))
            for each in printed_fields().values()
        ],
    )
