"""Tangram City's text board: boards and tiles with their half fields.

A field is four characters wide and two high; a diagonal shows where it is halved.
`#` is buildings, `:` green, `o` a fountain, `·` nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from baumeister.games.clauses import clauses
from baumeister.games.tangram_city.actions import (
    Action,
    Boards,
    Deal,
    Fountain,
    Place,
    Side,
    Skip,
    Start,
)
from baumeister.games.tangram_city.geometry import (
    FIELD_NAMES,
    SIZE,
    Half,
    extent,
    mask_of,
    quarter,
)
from baumeister.games.tangram_city.scoring import planning_bonus, rating, score_board
from baumeister.games.tangram_city.setup import SIDES, setup_for, shapes
from baumeister.games.tangram_city.state import FOUNTAIN, SIDE, Board, Phase, printed_board
from baumeister.games.tangram_city.tiles import Tile
from baumeister.games.tangram_city.view import View

WIDTH: Final = 4 * SIZE + 3
"""The width of one city."""
_STYLES: Final = {"#": "white on grey39", ":": "black on dark_sea_green3", "o": "white on blue3"}
_SIDE_NAMES: Final = {"b": "buildings up", "g": "green up"}


# --- drawing ---------------------------------------------------------------------------


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


# --- the players -----------------------------------------------------------------------


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


def legend(view: View) -> str:  # noqa: ARG001
    """The symbols on the screen, and what scores."""
    return "\n".join(
        [
            "#  buildings   :  green   o  fountain   ·  empty   / \\  a field in two halves",
            "b 1 c3  places the tile, buildings up, turned once clockwise, the corner of its",
            "        box at c3; g is green up; skip declines it. In the last round the number",
            "        of the tile comes first: 07 b 1 c3. A fountain: c3 ne (right angle), or -",
            "Each round: one point for each field of your largest full rectangle (T4.1).",
            "At the end 15 for a full board, up to 20 for as much green as buildings (T5).",
            "I  holds the pillar. Decisions are revealed when everyone has decided.",
        ]
    )


# --- input -----------------------------------------------------------------------------


def prompt(view: View, legal: Sequence[Action]) -> str:
    """What to type now, with an example."""
    if view.todo == (SIDE,):
        return "Which side of your board, a or b? e.g. side a"
    example = short(str(legal[(len(legal) - 1) // 2]), single=_single(view))
    if view.todo == (FOUNTAIN,):
        return f"Fountain: FIELD CORNER or -, e.g. {example}"
    tile = "" if _single(view) else "TILE "
    return f"Place: {tile}SIDE TURNS FIELD or {tile}skip, e.g. {example}"


def _single(view: View) -> bool:
    return len([piece for piece in view.todo if piece != FOUNTAIN]) == 1


def short(text: str, single: bool = False) -> str:
    """The shortest input for an action; with a `single` tile to place, without its number."""
    words = text.split(" ")
    if words[0] in ("place", "fountain"):
        return " ".join(words[2:] if words[0] == "place" and single else words[1:])
    return text


def answers(view: View, legal: Sequence[Action]) -> Collection[str]:  # noqa: ARG001
    """The letters that choose a side, although `b` is also a command."""
    return ("a", "b", "A", "B") if view.todo == (SIDE,) else ()


def list_actions(view: View, legal: Sequence[Action]) -> str:  # noqa: ARG001
    """The legal actions, with fields grouped by tile, side and turns."""
    rows: dict[str, list[str]] = {}
    others = []
    for action in legal:
        match action:
            case Place(tile, side, turns, field):
                rows.setdefault(f"{tile} {side} {turns}", []).append(FIELD_NAMES[field])
            case Fountain(int(field), corner):
                rows.setdefault(f"{corner}", []).append(FIELD_NAMES[field])
            case _:
                others.append(str(action))
    return "\n".join([*(f"{key}: {' '.join(names)}" for key, names in rows.items()), *others])


def read(view: View, typed: str, legal: Sequence[Action]) -> str:  # noqa: ARG001
    """The canonical text of the action typed, as far as it can be recognised."""
    words = typed.lower().split()
    if not words or words[0] in ("place", "fountain", "side"):
        return " ".join(words)
    tiles = [piece for piece in view.todo if piece != FOUNTAIN]
    if view.todo == (SIDE,):
        return " ".join(["side", *words])
    if view.todo == (FOUNTAIN,):
        return " ".join(["fountain", *words])
    if "skip" in words:
        named = [word for word in words if word != "skip"]
        return " ".join(["skip", *(named or (tiles if len(tiles) == 1 else ()))])
    if len(words) == 3 and len(tiles) == 1:
        words = [tiles[0], *words]
    return " ".join(["place", *_lowest_turn(view, words)])


def _lowest_turn(view: View, words: list[str]) -> list[str]:
    """The words with canonical turns: a square turned once looks like one not turned."""
    tile = setup_for(view.options).tiles.get(words[0])
    if tile and len(words) == 4 and words[1] in SIDES and words[2] in ("0", "1", "2", "3"):
        words[2] = str(int(words[2]) % len(shapes(tile, words[1])))
    return words


# --- events ----------------------------------------------------------------------------


def describe(
    before: View,  # noqa: ARG001
    after: View,
    actor: int,
    action: Action,
    *,
    seen: str,  # noqa: ARG001
    names: Sequence[str],
) -> list[str]:
    """What a player or chance did."""
    who = names[actor] if actor >= 0 else ""
    match action:
        case Place(tile, side, _, field):
            return [f"{who} places tile {tile} at {FIELD_NAMES[field]}, {_SIDE_NAMES[side]}"]
        case Skip(tile):
            return [f"{who} declines tile {tile}"]
        case Fountain(None):
            return [f"{who} places no fountain"]
        case Fountain(int(field), corner):
            return [f"{who} places a fountain at {FIELD_NAMES[field]} {corner}"]
        case Side(side):
            return [f"{who} chooses side {side}"]
        case Start(player):
            return [f"{names[player]} holds the pillar"]
        case Boards(numbers):
            return [f"The boards are {' '.join(map(str, numbers))}"]
        case Deal():
            return [f"The cards of round {after.round} are dealt"]
    return []


def rounds_scored(view: View) -> int:
    """The number of rounds scored so far."""
    return len(view.rounds)


def scoring(view: View, number: int, names: Sequence[str]) -> RenderableType:
    """The points of one round; after the last one also the bonuses."""
    table = Table(title=f"Scoring of round {number}", title_justify="left", box=None)
    over = view.phase == Phase.OVER and number == len(view.rounds)
    columns = ["player", "rectangle", "buildings", "green"]
    columns += ["planning", "harmony", "total"] if over else []
    for title in columns:
        table.add_column(title, justify="left" if title == "player" else "right")
    for player, name in enumerate(names):
        score = view.rounds[number - 1][player]
        row = [str(value) for value in score]
        if over:
            planning = planning_bonus(view.boards[player])
            points = view.points[player]
            before = view.options.start_points + sum(r[player].rectangle for r in view.rounds)
            row += [str(planning), str(points - before - planning), str(points)]
        table.add_row(Text(name), *row)
    if over and len(names) == 1:
        words = clauses("baumeister.games.tangram_city").words("T5.4", "ratings")
        text = f"Rated: {words[rating(view.points[0])]} (T5.4)"
        return Group(table, Text(text, style="bold"))
    return table
