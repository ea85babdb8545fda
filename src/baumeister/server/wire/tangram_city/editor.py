"""The tile editor of Tangram City (`server.wire.editors.EditorModule`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from baumeister.core.errors import Message, OptionsError
from baumeister.games.problems import problem_in
from baumeister.games.tangram_city.actions import Place
from baumeister.games.tangram_city.geometry import FIELDS, SIZE, Half, mask_of, mirrored, moved
from baumeister.games.tangram_city.options import CUSTOM
from baumeister.games.tangram_city.setup import placements, shapes
from baumeister.games.tangram_city.solver import complete as solve
from baumeister.games.tangram_city.tile_facts import (
    look_alikes,
    other_area,
    tile_set_warnings,
    turns,
    twins,
)
from baumeister.games.tangram_city.tiles import (
    FOUNTAINS,
    TILES,
    Tile,
    printed_fields,
    read_tile,
    set_problems,
    tiles_error,
    tiles_of_file,
)
from baumeister.server.tables.errors import BadInputError
from baumeister.server.wire.tangram_city.info import PrintedField

MOST: Final = 60
"""Tiles of a set that is being drawn."""
NODES: Final = 150_000
"""Nodes of the search for a tiling: a few seconds."""


class TileReport(Struct, frozen=True):
    """One tile of the set, in the order given."""

    tile: dict[str, Any] | None
    """The tile as files hold it, moved to the top left; null if it cannot be read."""
    problem: str | None
    area: float = 0
    building: list[list[Half]] = []
    """The distinct turns of the building side, as drawn first."""
    green: list[list[Half]] = []
    """The same of the green side, the mirror image."""
    chiral: bool = False
    """Whether the two sides have different outlines."""
    placements: int = 0
    """In how many ways it can lie on an empty board."""
    twins: list[str] = []
    """Tiles of the set with the same outline."""
    look_alikes: list[str] = []
    """Tiles of the set that differ only in how one half lies in its field."""


class TileSetReport(Struct, frozen=True):
    """A set of tiles, as far as it is drawn."""

    tiles: list[TileReport]
    wanted: int
    """How many tiles a set has."""
    area: float
    other_area: float
    """What fountains and the printed field cover in addition."""
    fields: int
    problems: list[str]
    """What keeps the set from being played, in the reader's language; empty if nothing does."""
    warnings: list[str]
    options: dict[str, Any] | None
    """The options of a game with this set; null while there are problems."""
    goals: list[str]
    """The boards that a city can be completed on, such as `1a`; `` is a board without a printed
    field."""


class Laid(Struct, frozen=True):
    """A piece in its place."""

    piece: str
    """The id of a tile, or `fountain`."""
    side: str
    """b, g, or f for a fountain."""
    halves: list[Half]


class Tiling(Struct, frozen=True):
    """A completed city, if one was found."""

    goal: str
    possible: bool | None
    """Null if the search ended before it found out."""
    pieces: list[Laid]
    printed: PrintedField | None


Report = TileSetReport
Completion = Tiling


def check(design: Any, language: str) -> TileSetReport:
    """Report what can be read, and what is wrong with the rest."""
    given = tiles_of_file(design)
    _check_list(given)
    found: list[Tile | OptionsError] = []
    for number, each in enumerate(given, start=1):
        try:
            found.append(read_tile(each, number))
        except OptionsError as error:
            found.append(error)
    tiles = [each for each in found if isinstance(each, Tile)]
    wrong = [each for each in found if isinstance(each, OptionsError)]
    problems = [*wrong, *set_problems(tiles, len(found))]
    area = sum(tile.area for tile in tiles)
    notes = tile_set_warnings(tiles) if not problems else []
    return TileSetReport(
        tiles=_reports(found, tiles, language),
        wanted=TILES,
        area=area,
        other_area=other_area(),
        fields=FIELDS,
        problems=[_said(language, each.message, each.reason) for each in problems],
        warnings=[_said(language, each.message, each.reason) for each in notes],
        options=None
        if problems
        else {"tile_set": CUSTOM, "tiles": [tile.data() for tile in sorted(tiles)]},
        goals=[f"{board}{side}" for board, side in printed_fields()] + [""],
    )


def _check_list(given: Any) -> None:
    if not isinstance(given, list):
        raise tiles_error("must be a list of tiles", "not-tiles")
    if len(given) > MOST:
        raise tiles_error(f"there may be {MOST} tiles at most", "too-many", most=MOST)


def _reports(
    found: Sequence[Tile | OptionsError], tiles: Sequence[Tile], language: str
) -> list[TileReport]:
    others = iter(zip(twins(tiles), look_alikes(tiles), strict=True))
    reports = []
    for each in found:
        if isinstance(each, OptionsError):
            problem = _said(language, each.message, each.reason)
            reports.append(TileReport(None, problem))
            continue
        same, alike = next(others)
        reports.append(
            TileReport(
                tile=each.data(),
                problem=None,
                area=each.area,
                building=[list(shape) for shape in turns(each.halves)],
                green=[list(shape) for shape in turns(mirrored(each.halves))],
                chiral=each.chiral,
                placements=len({placement.mask for placement in placements(each)}),
                twins=same,
                look_alikes=alike,
            )
        )
    return reports


def _said(language: str, message: Message | None, reason: str) -> str:
    return (message and problem_in(language, message)) or reason


def complete(design: Any, goal: str) -> Tiling:
    """Search for a tiling of a board with these tiles and the fountains."""
    given = tiles_of_file(design)
    _check_list(given)
    tiles = [read_tile(each, number) for number, each in enumerate(given, start=1)]
    if len({tile.id for tile in tiles}) < len(tiles):
        raise set_problems(tiles, TILES)[0]
    field = next(
        (each for (board, side), each in printed_fields().items() if f"{board}{side}" == goal), None
    )
    if goal and field is None:
        raise BadInputError(f"there is no board {goal!r}")
    covered = mask_of(field.halves) if field else 0
    answer = solve(covered, tiles, FOUNTAINS, limit=NODES)
    by_id = {tile.id: tile for tile in tiles}
    return Tiling(
        goal,
        answer.possible,
        [_laid(piece, by_id) for piece in answer.pieces],
        PrintedField(field.board, field.side, field.colour, list(field.halves)) if field else None,
    )


def _laid(piece: Any, tiles: dict[str, Tile]) -> Laid:
    y, x = divmod(piece.field, SIZE)
    if not isinstance(piece, Place):
        return Laid("fountain", "f", [(x, y, piece.corner)])
    shape = dict(shapes(tiles[piece.tile], piece.side))[piece.turns]
    return Laid(piece.tile, piece.side, list(moved(shape, x, y)))
