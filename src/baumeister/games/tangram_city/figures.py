"""Positions for the pictures of the illustrated rules, played and scored by the rules."""

from __future__ import annotations

from typing import Any, Final

from baumeister.core.chance import CHANCE
from baumeister.games.guide import Figure
from baumeister.games.tangram_city.actions import Fountain, Place
from baumeister.games.tangram_city.game import TANGRAM_CITY
from baumeister.games.tangram_city.geometry import FIELDS, SIZE, Half, moved
from baumeister.games.tangram_city.scoring import Scoring, explain_board
from baumeister.games.tangram_city.setup import shapes
from baumeister.games.tangram_city.state import Board, State
from baumeister.games.tangram_city.tiles import Tile, printed_fields, tile_set

SOLO: Final = (
    "* start 0", "* boards 3", "0 side a",
    "* deal 21 06 17 10",
    "0 place 21 g 1 b2", "0 place 06 g 0 c4", "0 place 17 g 0 c1", "0 place 10 b 3 e6",
    "0 fountain c1 nw",
    "* deal 20 23 12 14",
    "0 place 20 b 1 e1", "0 place 23 g 1 e2", "0 place 12 b 1 d2", "0 place 14 b 2 d4",
    "0 fountain e5 sw",
    "* deal 01 08 02 22",
    "0 place 01 g 2 f7", "0 place 08 g 1 a5", "0 place 02 g 0 a5", "0 place 22 b 2 b6",
    "0 fountain d7 ne",
    "* deal 13 07 11 18",
    "0 place 13 b 1 a2", "0 place 07 b 1 a4", "0 place 11 b 3 a6", "0 place 18 b 1 f1",
    "0 fountain b3 sw",
    "* deal 15 16 04 09",
    "0 place 15 g 3 a1", "0 place 16 g 2 f4", "0 place 04 b 1 g5", "0 place 09 g 3 f3",
    "0 fountain g4 se",
    "* deal 03 05 19",
    "0 skip 03", "0 place 05 g 2 g6", "0 skip 19", "0 fountain g1 nw",
)  # fmt: skip
"""A whole game of one player: the city of every example."""

TILES: Final = {tile.id: tile for tile in tile_set("standard")}


def played(lines: tuple[str, ...]) -> State:
    """The state after these lines of the game; ValueError if one is against the rules."""
    state = TANGRAM_CITY.new(TANGRAM_CITY.options({"players": 1}))
    for line in lines:
        word, text = line.split(" ", 1)
        actor = CHANCE if word == "*" else int(word)
        action = TANGRAM_CITY.parse(text)
        refusal = TANGRAM_CITY.why_not(state, actor, action)
        if refusal:
            raise ValueError(f"{line}: {refusal}")
        state = TANGRAM_CITY.apply(state, actor, action)
    return state


def upto(line: str) -> tuple[str, ...]:
    """The lines of the game, this one included."""
    return SOLO[: SOLO.index(line) + 1]


def after_round(number: int) -> tuple[str, ...]:
    """The lines up to the fountain of this round."""
    ends = [at for at, line in enumerate(SOLO) if "fountain" in line]
    return SOLO[: ends[number - 1] + 1]


def halves_of(action: Place | Fountain) -> tuple[Half, ...]:
    """The halves of fields that a placement covers."""
    if isinstance(action, Fountain):
        y, x = divmod(action.field or 0, SIZE)
        return ((x, y, action.corner or ""),)
    y, x = divmod(action.field, SIZE)
    shape = dict(shapes(TILES[action.tile], action.side))[action.turns]
    return moved(shape, x, y)


def piece(text: str) -> dict[str, Any]:
    """A placement as the drawing needs it."""
    action = TANGRAM_CITY.parse(text)
    if not isinstance(action, (Place, Fountain)):
        raise ValueError(f"{text!r} places nothing")
    side = action.side if isinstance(action, Place) else "f"
    return {"side": side, "halves": [list(half) for half in halves_of(action)]}


def printed(number: int, side: str) -> dict[str, Any]:
    field = printed_fields()[number, side]
    colour = "b" if field.colour == "building" else "g"
    return {"side": colour, "halves": [list(half) for half in field.halves]}


def city(lines: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    """The city after these lines. `more`: rectangle, counted, tried, new."""
    board = board_after(lines) if lines else None
    return {
        "printed": printed(board.number, board.side) if board else None,
        "pieces": [piece(line[2:]) for line in lines if line.startswith(("0 place", "0 fountain"))],
        **more,
    }


def board_after(lines: tuple[str, ...]) -> Board:
    return played(lines).boards[0]


def scored(lines: tuple[str, ...]) -> Scoring:
    return explain_board(board_after(lines))


def tried(lines: tuple[str, ...], text: str) -> dict[str, Any]:
    """A placement, and whether the rules allow it."""
    refusal = TANGRAM_CITY.why_not(played(lines), 0, TANGRAM_CITY.parse(text))
    return {**piece(text), "legal": refusal is None, "clause": refusal.clause if refusal else ""}


def counted(bits: int) -> list[int]:
    """The numbers of these fields."""
    return [field for field in range(FIELDS) if bits >> field & 1]


def outline(tile: Tile, side: str = "b", turns: int = 0) -> list[list[Any]]:
    return [list(half) for half in dict(shapes(tile, side))[turns]]


def figure(numbers: dict[str, int] | None = None, **data: Any) -> Figure:
    return Figure(data, numbers or {})
