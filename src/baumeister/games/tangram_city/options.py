"""Options: one frozen value, checked field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from baumeister.core.errors import OptionsError
from baumeister.core.options import known_fields, one_of
from baumeister.games.tangram_city.tiles import TILE_SETS, Tile, read_tiles, tile_set

PLAYERS: Final = (1, 2, 3, 4, 5)


CLAUSES: Final = {
    "players": "T1.1",
    "tile_set": "T1.2",
    "tiles": "T1.2",
    "printed_field": "T1.1",
    "same_board": "T1.1",
    "start_points": "T1.4",
    "start": "T1.5",
}
"""The clause that each option is about."""


@dataclass(frozen=True, slots=True)
class Options:
    """Everything a game of Tangram City may be played with."""

    players: int = 2
    tile_set: str = "standard"
    tiles: tuple[Tile, ...] = ()
    """The tiles of the set; `resolve` fills them in."""
    printed_field: bool = True
    same_board: bool = False
    start_points: int = 1
    start: int | None = None
    """Who has the pillar in round 1, if the set-up names somebody (T1.5)."""

    def __post_init__(self) -> None:
        _one_of("players", self.players, PLAYERS)
        _one_of("tile_set", self.tile_set, TILE_SETS)
        _one_of("printed_field", self.printed_field, (True, False))
        _one_of("same_board", self.same_board, (True, False))
        _one_of("start_points", self.start_points, (0, 1))
        if self.start is not None:
            _one_of("start", self.start, range(self.players))

    def data(self) -> dict[str, Any]:
        """As records hold it; the tiles only of a set of one's own."""
        plain: dict[str, Any] = {
            "players": self.players,
            "tile_set": self.tile_set,
            "printed_field": self.printed_field,
            "same_board": self.same_board,
            "start_points": self.start_points,
        }
        if self.tile_set == "custom":
            plain["tiles"] = [tile.data() for tile in self.tiles]
        if self.start is not None:
            plain["start"] = self.start
        return plain


FIELDS: Final = tuple(field.name for field in fields(Options))


def resolve(given: Mapping[str, Any]) -> Options:
    """Options from plain data."""
    known_fields(list(given), FIELDS, "T1.1")
    name = given.get("tile_set", "standard")
    _one_of("tile_set", name, TILE_SETS)
    if name == "custom":
        if "tiles" not in given:
            raise OptionsError("tiles", "tile_set custom needs the tiles", clause="T1.2")
        tiles = read_tiles(given["tiles"])
    elif "tiles" in given:
        raise OptionsError("tiles", f"tile_set {name} has tiles of its own", clause="T1.2")
    else:
        tiles = tile_set(name)
    return Options(**{**given, "tiles": tiles})


def _one_of(field: str, value: Any, allowed: Sequence[Any]) -> None:
    one_of(field, value, allowed, CLAUSES[field])
