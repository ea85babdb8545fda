"""`baumeister show`: a position given as text, or a moment of a record."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from baumeister.cli.boards import board_of
from baumeister.cli.console import out, print_json, stop
from baumeister.cli.files import open_record
from baumeister.cli.shared import JsonFlag
from baumeister.core.data import data_of
from baumeister.core.game import AnyGame
from baumeister.core.position_text import ParsedPosition, parse_position, position_text, view_text


def show_command(
    what: Annotated[str, Parameter(name=["POSITION"], help="A position text, or a record file.")],
    /,
    *,
    line: Annotated[
        int | None, Parameter(help="Of a record, the log line to stop after; default: the last.")
    ] = None,
    seat: Annotated[
        int | None, Parameter(help="Show only what this seat may know; -1 for a spectator.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Show a position in the terminal, and its text."""
    found = parse_position(what) if " : " in what else _of_record(Path(what), line)
    if line is not None and " : " in what:
        stop("--line works only with a record")
    if found.view is not None or seat is not None:
        own = found.view.seat if found.view is not None and seat is None else seat
        view = found.view_for(None if own is None or own < 0 else own)
        text = view_text(found.game, view)
    else:
        view, text = found.game.view(found.state, None), position_text(found.game, found.state)
    if json:
        print_json({"text": text, "view": data_of(view)})
        return
    print_view(found.game, view)
    out.print(text, markup=False, highlight=False, soft_wrap=True)


def print_view(game: AnyGame, view: Any) -> None:
    """Print what a view shows: the board, the players and the seat's own cards."""
    board = board_of(game)
    names = [f"player {seat}" for seat in range(game.players(view.options))]
    out.print(board.board(view, names), soft_wrap=True)
    out.print(board.status(view, names))
    if view.seat is not None:
        out.print(board.hand(view))


def _of_record(path: Path, line: int | None) -> ParsedPosition:
    record, steps = open_record(path)
    at = len(steps) if line is None else line
    if not 0 <= at <= len(steps):
        stop(f"there is no line {at}; the log has {len(steps)}")
    state = steps[at - 1].after if at else record.game.new(record.options)
    return ParsedPosition(record.game, record.options, state, None)
