"""Tiles: the sets of this package, and custom sets (T1.2, T6)."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from baumeister.core.errors import Message, OptionsError
from baumeister.core.messages import Value
from baumeister.games.tangram_city.geometry import (
    CORNERS,
    FIELDS,
    SIZE,
    Half,
    half_mask,
    is_connected,
    mirrored,
    normalized,
    turned,
)

TILES: Final = 23
FOUNTAINS: Final = 6
TILE_SETS: Final = ("standard", "exact-49", "custom")
PACKAGE: Final = "baumeister.games.tangram_city"
"""Has the texts of problems with tiles."""


class Tile(NamedTuple):
    """One tile with its building side up, in the top left corner."""

    id: str
    halves: tuple[Half, ...]
    name: str = ""
    symbol: bool = False
    """Whether its card is marked as a look-alike."""

    @property
    def area(self) -> float:
        """The area in fields."""
        return len(self.halves) / 2

    @property
    def chiral(self) -> bool:
        """Whether the two sides have different outlines."""
        shape = mirrored(self.halves)
        for _ in range(4):
            shape = turned(shape)
            if shape == self.halves:
                return False
        return True

    def data(self) -> dict[str, Any]:
        """The tile as plain data, as in a file of tiles."""
        return {
            "id": self.id,
            "name": self.name,
            "symbol": self.symbol,
            "halves": [list(half) for half in self.halves],
        }


class PrintedField(NamedTuple):
    """The field printed on one side of a board (T1.1)."""

    board: int
    side: str
    colour: str
    halves: tuple[Half, ...]


@cache
def _data() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(files(__package__).joinpath("tiles.json").read_text("utf-8"))
    return found


@cache
def tile_set(name: str) -> tuple[Tile, ...]:
    """A tile set of this package."""
    return read_tiles(_data()["tile_sets"][name])


@cache
def printed_fields() -> dict[tuple[int, str], PrintedField]:
    """The printed fields by board and side."""
    return {
        (each["board"], each["side"]): PrintedField(
            each["board"], each["side"], each["colour"], tuple(map(_half, each["halves"]))
        )
        for each in _data()["printed_fields"]
    }


def from_catalogue(given: Any) -> Any:
    """Convert tiles with `half_cells` and ids like T01 into our format."""
    if not isinstance(given, list):
        return given
    return [
        {
            "id": str(each.get("id", "")).removeprefix("T"),
            "name": each.get("name", ""),
            "symbol": each.get("lookalike_symbol", False),
            "halves": [
                [*half[:2], half[2].lower()] if _is_half(half) else half
                for half in each["half_cells"]
            ],
        }
        if isinstance(each, dict) and isinstance(each.get("half_cells"), list)
        else each
        for each in given
    ]


def _is_half(half: Any) -> bool:
    return isinstance(half, list) and len(half) == 3 and isinstance(half[2], str)


# --- custom sets -----------------------------------------------------------------------


def read_tiles(given: Any) -> tuple[Tile, ...]:
    """Read a tile set from plain data; OptionsError says which tile is invalid, and why."""
    if not isinstance(given, (list, tuple)):
        raise tiles_error("must be a list of tiles", "not-tiles")
    tiles = tuple(read_tile(each, number) for number, each in enumerate(given, start=1))
    for problem in set_problems(tiles, len(tiles)):
        raise problem
    return tuple(sorted(tiles))


def set_problems(tiles: Sequence[Tile], count: int) -> list[OptionsError]:
    """Everything that keeps valid tiles from being a set: ids used twice, and their number.

    `count` includes tiles that are not valid.
    """
    found = []
    if count != TILES:
        reason = f"there must be {TILES} tiles, one for each card, not {count}"
        found.append(tiles_error(reason, "count", "T1.5", wanted=TILES, given=count))
    for name, times in Counter(tile.id for tile in tiles).items():
        if times > 1:
            reason = f"tile {name}: the id is used {times} times"
            found.append(tiles_error(reason, "repeated", tile=name, times=times))
    return found


def read_tile(given: Any, number: int) -> Tile:
    """Read the tile with this number in a set; OptionsError says what is wrong with it."""
    if isinstance(given, Tile):
        given = given.data()
    where = f"tile number {number}"
    if not isinstance(given, dict) or not {"id", "halves"} <= set(given):
        raise tiles_error(f"{where}: must be an object with id and halves", "tile", number=number)
    for key in given:
        if key not in ("id", "name", "symbol", "halves"):
            raise tiles_error(f"{where}: unknown field {str(key)[:40]!r}", "tile", number=number)
    tile_id, name, symbol = given["id"], given.get("name", ""), given.get("symbol", False)
    if not isinstance(tile_id, str) or not re.fullmatch(r"[0-9]{2}", tile_id, re.ASCII):
        reason = f"{where}: the id must be two digits, such as '07'"
        raise tiles_error(reason, "id", number=number)
    if not isinstance(name, str) or len(name) > 40 or not name.isprintable():
        reason = f"tile {tile_id}: the name must be a text of at most 40 characters"
        raise tiles_error(reason, "tile", number=number)
    if not isinstance(symbol, bool):
        raise tiles_error(f"tile {tile_id}: symbol must be true or false", "tile", number=number)
    return Tile(tile_id, _shape(given["halves"], tile_id), name, symbol)


def _shape(given: Any, tile: str) -> tuple[Half, ...]:
    where = f"tile {tile}"
    if isinstance(given, (list, tuple)) and not given:
        raise tiles_error(
            f"{where}: halves must be a list of at least one half", "empty", tile=tile
        )
    if not isinstance(given, (list, tuple)) or len(given) > 2 * FIELDS:
        raise tiles_error(f"{where}: halves must be a list of [x, y, corner]", "halves", tile=tile)
    halves = []
    for each in given:
        fits = (
            isinstance(each, (list, tuple))
            and len(each) == 3
            and type(each[0]) is int
            and type(each[1]) is int
            and each[2] in CORNERS
        )
        if not fits:
            corners = ", ".join(CORNERS)
            reason = f"{where}: a half must be [x, y, corner], the corner one of {corners}"
            raise tiles_error(reason, "halves", tile=tile)
        halves.append((each[0], each[1], each[2]))
    outside = next((h for h in halves if not (0 <= h[0] < SIZE and 0 <= h[1] < SIZE)), None)
    if outside:
        reason = f"{where}: {list(outside)} leaves the grid of {SIZE} × {SIZE}"
        raise tiles_error(reason, "outside", "T3.1", tile=tile)
    covered = 0
    for half in halves:
        if covered & half_mask(half):
            raise tiles_error(f"{where}: overlaps itself at {list(half)}", "overlaps", tile=tile)
        covered |= half_mask(half)
    if not is_connected(halves):
        raise tiles_error(f"{where}: is in several pieces", "pieces", tile=tile)
    return normalized(halves)


def _half(given: Sequence[Any]) -> Half:
    x, y, corner = given
    return x, y, corner


def tiles_error(reason: str, key: str, clause: str = "T1.2", **values: Value) -> OptionsError:
    """An OptionsError about the tiles, with its translated message."""
    message = Message(PACKAGE, key, values)
    return OptionsError("tiles", reason, clause=clause, message=message)


def tiles_of_file(data: Any) -> Any:
    """The list of tiles in a file, which holds a tile set or a bare list of tiles."""
    return from_catalogue(data.get("tiles") if isinstance(data, dict) else data)


def tiles_schema() -> dict[str, Any]:
    """The JSON Schema of a custom tile set."""
    place = {"type": "integer", "minimum": 0, "maximum": SIZE - 1}
    half = {
        "type": "array",
        "prefixItems": [place, place, {"enum": list(CORNERS)}],
        "items": False,
        "minItems": 3,
    }
    tile = {
        "type": "object",
        "required": ["id", "halves"],
        "additionalProperties": False,
        "properties": {
            "id": {"type": "string", "pattern": "^[0-9]{2}$"},
            "name": {"type": "string", "maxLength": 40},
            "symbol": {"type": "boolean"},
            "halves": {"type": "array", "minItems": 1, "items": half},
        },
    }
    return {"type": "array", "minItems": TILES, "maxItems": TILES, "items": tile}
