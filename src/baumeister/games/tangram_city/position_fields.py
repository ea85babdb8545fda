"""Each field of a position text: writing and reading its value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from baumeister.core.errors import Message
from baumeister.core.messages import Value
from baumeister.core.position_text.parts import Part
from baumeister.games.tangram_city.geometry import CORNERS, FIELDS, SIZE, half_mask, whole
from baumeister.games.tangram_city.options import Options
from baumeister.games.tangram_city.state import FOUNTAIN, Board, Score

NONE: Final = "-"
HIDDEN: Final = "?"
_COLOURS: Final = ("b", "g", "f")
"""Buildings, green and fountains: the masks of a board, in this order."""
_PIECE: Final = re.compile(r"([1-7])|([bgf])((?:ne|nw|se|sw)(?:\+([bgf])(ne|nw|se|sw))?)?")
_ACROSS: Final = {"ne": "sw", "sw": "ne", "nw": "se", "se": "nw"}
_WHOLE: Final = tuple(whole(1 << field) for field in range(FIELDS))
_HALVES: Final = tuple(
    {half_mask((field % SIZE, field // SIZE, corner)): corner for corner in CORNERS}
    for field in range(FIELDS)
)
"""By field: the corner of each half, by its mask."""


def said(key: str, **values: Value) -> Message:
    """A message about positions of this game."""
    return Message("baumeister.games.tangram_city", f"position-{key}", values)


def player_text(player: int) -> str:
    return str(player) if player >= 0 else NONE


def read_player(part: Part, options: Options) -> int:
    return -1 if part.text == NONE else part.number(0, options.players - 1)


def tiles_text(tiles: Sequence[str | None]) -> str:
    """The tiles, or what is asked for; None is a hidden card."""
    return ",".join(tile or HIDDEN for tile in tiles) or NONE


def read_tiles(
    part: Part, options: Options, *, hidden: bool = False, pieces: Sequence[str] = ()
) -> tuple[str | None, ...]:
    """The tiles; None for a hidden card, where there may be one."""
    if part.text == NONE:
        return ()
    known = [*(tile.id for tile in options.tiles), *pieces]
    return tuple(
        None if hidden and word.text == HIDDEN else word.one_of(known) for word in part.split(",")
    )


# --- boards ----------------------------------------------------------------------------


def board_text(board: Board) -> str:
    """`NUMBER SIDE : rows` without the spaces, each row from West, runs of empty fields counted.

    A field is `b` buildings, `g` green or `f` fountains, a half of one with the corner of its right
    angle, two halves joined by `+`: `3a:7/2bbne+gsw3/…`.
    """
    rows = []
    for y in range(SIZE):
        words: list[str] = []
        empty = 0
        for x in range(SIZE):
            word = _field_text(board, y * SIZE + x)
            if not word:
                empty += 1
                continue
            words += [str(empty)] if empty else []
            empty = 0
            words.append(word)
        rows.append("".join([*words, str(empty)] if empty else words))
    head = f"{board.number}{board.side}:" if board.number else ""
    return head + "/".join(rows)


def _field_text(board: Board, field: int) -> str:
    found = []
    for letter, mask in zip(_COLOURS, _masks(board), strict=True):
        here = mask & _WHOLE[field]
        if here == _WHOLE[field]:
            return letter
        if here:
            found.append(f"{letter}{_HALVES[field][here]}")
    return "+".join(found)


def _masks(board: Board) -> tuple[int, int, int]:
    return board.building, board.green, board.fountains


def read_board(part: Part, options: Options) -> Board:
    """The board; halves that overlap are refused."""
    number, side, rows = 0, "", part
    if options.printed_field and ":" in part.text:
        head, rows = part.split(":")[:2]
        if not re.fullmatch("[1-5][ab]?", head.text):
            reason = "must be the number of a board, 1 to 5, and its side, a or b"
            raise head.error(reason, said("board"), "T1.1")
        number, side = int(head.text[0]), head.text[1:]
    masks = dict.fromkeys(_COLOURS, 0)
    for y, row in enumerate(rows.pieces("/", SIZE)):
        _read_row(row, y, masks)
    return Board(number, side, masks["b"], masks["g"], masks["f"])


def _read_row(part: Part, y: int, masks: dict[str, int]) -> None:
    x = at = 0
    while at < len(part.text):
        found = _PIECE.match(part.text, at)
        if not found:
            reason = "must be b, g, f, a half such as bne, or empty fields 1 to 7"
            raise part.at(at).error(reason, said("field"))
        run, colour, halves, other, corner = found.groups()
        if not run and x < SIZE:
            corners = {halves[:2]} if halves else {"nw", "se"}
            for each in corners:
                masks[colour] |= half_mask((x, y, each))
            if other:
                if corner != _ACROSS[halves[:2]]:
                    reason = "halves of a field meet along a diagonal"
                    raise part.at(at).error(reason, said("diagonal"), "T3.4")
                masks[other] |= half_mask((x, y, corner))
        x += int(run) if run else 1
        at = found.end()
    if x != SIZE:
        message = said("row", size=SIZE, given=x)
        raise part.error(f"a row has {SIZE} fields, not {x}", message, "T1.1")


# --- points ----------------------------------------------------------------------------


def scored_text(rounds: Sequence[Sequence[Score]]) -> str:
    """By round and player: rectangle + buildings + green."""
    return (
        "/".join(",".join("+".join(map(str, each)) for each in scores) for scores in rounds) or NONE
    )


def read_scored(part: Part, options: Options) -> tuple[tuple[Score, ...], ...]:
    if part.text == NONE:
        return ()
    return tuple(
        tuple(_read_score(each) for each in scores.pieces(",", options.players))
        for scores in part.split("/")
    )


def _read_score(part: Part) -> Score:
    return Score(*(each.number(0, FIELDS) for each in part.pieces("+", len(Score._fields))))


# --- decisions -------------------------------------------------------------------------


def todo_text(todo: Sequence[str]) -> str:
    """The pieces that a player still has to decide on."""
    return ",".join(todo) or NONE


def hidden_todo_text(count: int) -> str:
    """The number of pieces that another player still has to decide on."""
    return HIDDEN * count or NONE


def read_hidden_todo(part: Part, most: int) -> int:
    if part.text != NONE and not re.fullmatch(r"\?+", part.text):
        reason = f"must be ? for each decision to come, or {NONE} for none"
        raise part.error(reason, said("hidden-todo"))
    count = 0 if part.text == NONE else len(part.text)
    if count > most:
        reason = f"there are {most} decisions at this moment, not {count}"
        raise part.error(reason, said("decisions", most=most, given=count), "T2.2")
    return count


PIECES: Final = (FOUNTAIN, "side")
