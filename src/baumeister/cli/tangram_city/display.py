"""Drawing Tangram City's boards and tiles with their half fields.

A field is four characters wide and two high; a diagonal shows where it is halved.
`#` is buildings, `:` green, `o` a fountain, `·` nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from baumeister.games.tangram_city.actions import (
    Action,
)
from baumeister.games.tangram_city.geometry import (
    SIZE,
    Half,
    extent,
    mask_of,
    quarter,
)
from baumeister.games.tangram_city.scoring import score_board
from baumeister.games.tangram_city.setup import SIDES, setup_for, shapes
from baumeister.games.tangram_city.state import FOUNTAIN, SIDE, Board, printed_board
from baumeister.games.tangram_city.tiles import Tile
from baumeister.games.tangram_city.view import View

WIDTH: Final = 4 * SIZE + 3
"""The width of one city."""
_STYLES: Final = {"#": "white on grey39", ":": "black on dark_sea_green3", "o": "white on blue3"}


def picture(board: Board, width: int = SIZE, height: int = SIZE) -> list[Text]:
    """The fields from the top left corner, two lines each."""
    lines = []
    for y in range(height):
        upper, lower = Text(), Text()
        for x in range(width):
            top, bottom = _field(board, y * SIZE + x)
            for line, characters in ((upper, top), (lower, bottom)):
                for character in characters:
                    line.append(character, style=_STYLES.get(character, "dim"))
        lines += [upper, lower]
    return lines


def _field(board: Board, field: int) -> tuple[str, str]:
    """The two lines of a field: the content of each half, and the diagonal between them."""
    north, east, south, west = (_covered_by(board, quarter(field, name)) for name in "nesw")
    if north == east == south == west:
        return (north * 4, north * 4) if north != "·" else ("·   ", "    ")
    if north == west:  # halved from the upper right to the lower left
        return _blank(north) * 3 + "/", "/" + _blank(south) * 3
    return "\\" + _blank(north) * 3, _blank(south) * 3 + "\\"


def _blank(character: str) -> str:
    return " " if character == "·" else character


def _covered_by(board: Board, bit: int) -> str:
    for character, mask in (("#", board.building), (":", board.green), ("o", board.fountains)):
        if mask & bit:
            return character
    return "·"


def tile_picture(halves: Sequence[Half], side: str, title: str) -> Text:
    """One outline of a tile, with a title."""
    mask = mask_of(halves)
    board = Board(building=mask) if side == "b" else Board(green=mask)
    lines = picture(board, *extent(halves))
    for line in lines:
        line.plain = line.plain.replace("·", " ")
    return Text("\n").join([Text(title, style="bold"), *lines])


def outlines(tile: Tile) -> list[Text]:
    """Every way the tile can lie, titled by what to type: side and turns."""
    return [
        tile_picture(shape, side, f"{side} {turns}")
        for side in SIDES
        for turns, shape in shapes(tile, side)
    ]


def one_board(board: Board, title: str) -> Text:
    """One city with its coordinates."""
    lines = [Text(title, style="bold"), Text("   " + "".join(f"{c:<4}" for c in "abcdefg"))]
    for number, line in enumerate(picture(board)):
        label = f"{number // 2 + 1} " if number % 2 == 0 else "  "
        lines.append(Text(label) + line)
    return Text("\n").join(lines)


def board(
    view: View,
    names: Sequence[str],
    legal: Sequence[Action] = (),  # noqa: ARG001  (too many to mark)
) -> RenderableType:
    """The cities of the other players; a spectator sees all. `hand` shows the viewer's own."""
    pictures = [
        one_board(city, f"{names[player]}{_printed(city)}")
        for player, city in enumerate(view.boards)
        if player != view.seat
    ]
    return Columns(pictures, padding=(1, 4))


def _printed(city: Board) -> str:
    return f", board {city.number}{city.side}" if city.number else ""


def status(view: View, names: Sequence[str]) -> RenderableType:
    """The round, the cards and the players."""
    cards = " ".join(card or "?" for card in view.cards) or "not yet dealt"
    line = f"Round {max(view.round, 1)} of 6 · cards {cards}"
    table = Table(box=None, padding=(0, 1))
    for title in ("", "player", "points", "rectangle now", "buildings", "green"):
        table.add_column(title, justify="left" if title in ("", "player") else "right")
    for player, name in enumerate(names):
        score = score_board(view.boards[player])
        values = (view.points[player], score.rectangle, score.buildings, score.green)
        pillar = "I" if player == view.pillar else ""
        table.add_row(pillar, Text(name), *map(str, values))
    return Group(Text(line, style="bold"), table)


def hand(view: View) -> RenderableType:
    """The viewer's city, and next to it what to place now, in every way it can lie."""
    assert view.seat is not None
    city = view.boards[view.seat]
    if view.todo == (SIDE,):
        sides = [printed_board(city.number, side) for side in "ab"]
        return Columns([one_board(each, f"Side {each.side}") for each in sides], padding=(0, 4))
    setup = setup_for(view.options)
    shown: list[RenderableType] = []
    for piece in view.todo:
        if piece in setup.tiles:
            tile = setup.tiles[piece]
            mark = ", a look-alike" if tile.symbol else ""
            shown.append(Text(f"Tile {tile.id}, {tile.name}{mark}", style="bold"))
            shown.append(Columns(outlines(tile), padding=(0, 2)))
    if view.todo == (FOUNTAIN,):
        shown.append(Text("A fountain: half a field, neither buildings nor green", style="bold"))
    grid = Table.grid(padding=(0, 3))
    grid.add_row(one_board(city, f"Your city{_printed(city)}"), Group(*shown))
    return grid
