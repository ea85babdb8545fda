"""`baumeister solve`: what is still possible in a city."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

from cyclopts import Parameter
from rich.text import Text

from baumeister.cli.console import err, out, print_json, stop
from baumeister.cli.files import open_record
from baumeister.cli.shared import JsonFlag
from baumeister.cli.tangram_city.display import one_board
from baumeister.core.position_text import parse_position
from baumeister.games.tangram_city import TANGRAM_CITY, State
from baumeister.games.tangram_city.actions import Deal, Fountain, Place
from baumeister.games.tangram_city.outlook import (
    fountains_left,
    owes_fountain,
    tiles_left,
    to_come,
)
from baumeister.games.tangram_city.planner import area_bound, plan
from baumeister.games.tangram_city.scoring import harmony_bonus, planning_bonus, score_board
from baumeister.games.tangram_city.setup import SPOT_MASKS
from baumeister.games.tangram_city.solver import complete
from baumeister.games.tangram_city.state import ROUNDS, Board, Phase
from baumeister.games.tangram_city.tiles import Tile
from baumeister.solvers.tangram_city import MissingSolverError, best_score

LIMIT: Final = 200_000
"""Nodes of the search, a few seconds: with custom tiles it may not end otherwise."""


def solve_command(
    file: Annotated[Path | None, Parameter(name=["FILE"], help="A record of Tangram City.")] = None,
    /,
    *,
    position: Annotated[
        str | None, Parameter(help="A position text of Tangram City instead.")
    ] = None,
    line: Annotated[
        int | None, Parameter(help="Look at the city after this log line; default: the last.")
    ] = None,
    seat: Annotated[int, Parameter(help="The seat whose city to look at.")] = 0,
    best: Annotated[
        bool,
        Parameter(help="Find the best score with the cards that came later.", negative=()),
    ] = False,
    seconds: Annotated[float, Parameter(help="How long to search for the best score.")] = 30,
    json: JsonFlag = False,
) -> None:
    """Show whether and how a city can be completed; with --best, how many points were possible."""
    if seconds <= 0:
        stop("--seconds must be more than 0")
    city = _of_text(position, seat) if file is None else _of_record(file, line, seat)
    if (file is None) == (position is None) or (line is not None and position is not None):
        stop("give either a FILE, with or without --line, or --position TEXT")
    state = city.state
    board = state.boards[seat]
    if state.options.printed_field and not board.side:
        stop("this player has not chosen a side yet; use a later --line")
    left = [state.setup.tiles[tile] for tile in tiles_left(state, seat)]
    fountains = fountains_left(state, seat)
    answer = complete(board.covered, left, fountains, limit=LIMIT)
    report: dict[str, Any] = {
        "completable": answer.possible,
        "tiles_left": [tile.id for tile in left],
        "fountains_left": fountains,
        "tiling": [str(piece) for piece in answer.pieces],
    }
    if best:
        report |= _best(state, seat, city.later, seconds)
    if json:
        print_json(report)
        return
    out.print(one_board(board, f"The city of {city.name}"))
    if answer.possible:
        out.print(one_board(with_pieces(state, board, answer.pieces), "It can be completed:"))
        out.print(Text(", ".join(report["tiling"])))
    elif answer.possible is None:
        out.print(
            "The search ended before it found out whether the city can be completed.", style="bold"
        )
    else:
        out.print("It can no longer be completed.", style="bold")
    if best:
        out.print(Text(_best_text(report), style="bold"))


class _City(NamedTuple):
    """The position to solve."""

    state: State
    name: str
    later: list[Deal]
    """The cards that came later, if they are known."""


def _of_text(text: str | None, seat: int) -> _City:
    if text is None:
        stop("give a FILE or --position TEXT")
    found = parse_position(text)
    if found.game is not TANGRAM_CITY:
        stop(f"it is a position of {found.game.id}, but solve needs {TANGRAM_CITY.id}")
    _check_seat(seat, found.options.players)
    return _City(found.complete(random.Random(0)), f"player {seat}", [])


def _of_record(file: Path, line: int | None, seat: int) -> _City:
    record, steps = open_record(file)
    if record.game_id != TANGRAM_CITY.id:
        stop(f"{file}: is a record of {record.game_id}, but solve needs {TANGRAM_CITY.id}")
    _check_seat(seat, len(record.players))
    at = len(steps) if line is None else line
    if not 0 <= at <= len(steps):
        stop(f"there is no line {at}; the log has {len(steps)}")
    state: State = steps[at - 1].after if at else TANGRAM_CITY.new(record.options)
    later = [step.action for step in steps[at:] if isinstance(step.action, Deal)]
    return _City(state, f"{record.players[seat].name} after line {at}", later)


def _check_seat(seat: int, players: int) -> None:
    if not 0 <= seat < players:
        stop(f"there is no seat {seat}; the seats are 0 to {players - 1}")


def _best(state: State, seat: int, later: list[Deal], seconds: float) -> dict[str, Any]:
    """The best final score with the cards as they came, and an upper bound."""
    points, board = state.points[seat], state.boards[seat]
    if state.phase == Phase.PLACE and not owes_fountain(state, seat):
        score = score_board(board)  # this player has decided, but the round is not scored yet
        points += score.rectangle
        if state.round == ROUNDS:
            points += planning_bonus(board) + harmony_bonus(score)
    rounds = [] if state.phase == Phase.OVER else to_come(state, seat, later)
    if rounds is None:
        stop("--best needs the cards that came later: use the record of a finished game")
    if not rounds:
        return {"best": points, "bound": points}
    with err.status("Searching for the best score"):
        best, bound = _search(board, rounds, seconds)
    return {"best": points + best, "bound": points + bound}


def _search(board: Board, rounds: list[list[Tile]], seconds: float) -> tuple[int, int]:
    """The best score found and an upper bound: exact with the solver, otherwise by the planner."""
    try:
        found = best_score(board, rounds, seconds, workers=2)
        best, bound = found.score, found.bound
    except MissingSolverError:
        best, bound = 0, area_bound(board, rounds)
    if best < bound:
        planned = plan(board, rounds, random.Random(1), tries=int(20 * seconds) + 1)
        best = max(best, planned.score if planned else 0)
    return best, bound


def _best_text(report: dict[str, Any]) -> str:
    if report["best"] == report["bound"]:
        return f"Best possible final score from here: {report['best']}."
    return (
        f"Best final score found from here: {report['best']};"
        f" the maximum is at most {report['bound']}."
    )


def with_pieces(state: State, board: Board, pieces: Any) -> Board:
    """The board with these pieces placed."""
    for piece in pieces:
        if isinstance(piece, Place):
            mask = state.setup.masks[piece]
            name = "building" if piece.side == "b" else "green"
            board = board._replace(**{name: getattr(board, name) | mask})
        elif isinstance(piece, Fountain) and piece.field is not None:
            board = board._replace(fountains=board.fountains | SPOT_MASKS[piece])
    return board
