"""`tiles`, `solve`, `puzzle`: what Tangram City has beside play and records."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter
from rich.columns import Columns
from rich.text import Text

from baumeister.cli.console import out, print_json, progress, stop
from baumeister.cli.options import read_tile_file
from baumeister.cli.play import PUZZLE_FILE, games_folder, play_at_terminal, saved
from baumeister.cli.records import opened
from baumeister.cli.tables.tangram_city import one_board, tile_picture
from baumeister.core.errors import OptionsError
from baumeister.core.match import Match
from baumeister.games.tangram_city import TANGRAM_CITY, State
from baumeister.games.tangram_city.actions import Deal, Fountain, Place
from baumeister.games.tangram_city.planner import Plan, area_bound, plan
from baumeister.games.tangram_city.scoring import harmony_bonus, planning_bonus, score_board
from baumeister.games.tangram_city.setup import SPOT_MASKS
from baumeister.games.tangram_city.solver import complete
from baumeister.games.tangram_city.state import (
    CARDS_A_ROUND,
    FOUNTAIN,
    ROUNDS,
    Board,
    Phase,
    printed_board,
)
from baumeister.games.tangram_city.svg import tiles_svg
from baumeister.games.tangram_city.tiles import Tile, read_tiles, tile_set, tile_set_warnings
from baumeister.records import EXTENSION, Player, record_of
from baumeister.solvers.tangram_city import MissingSolverError, best_score

LIMIT: Final = 200_000  # nodes of the search, some seconds; tiles of one's own may be hopeless
JsonFlag = Annotated[bool, Parameter(help="Print the result as JSON.", negative=())]


# --- tiles -----------------------------------------------------------------------------


def tiles_command(
    file: Annotated[Path | None, Parameter(name=["FILE"], help="Tiles of your own.")] = None,
    /,
    *,
    tile_set_name: Annotated[
        str, Parameter(name="--set", help="Without FILE: standard or exact-49.")
    ] = "standard",
    svg: Annotated[Path | None, Parameter(help="Write a picture of the tiles.")] = None,
    json: Annotated[
        bool, Parameter(help="Print the set, in the form FILE has.", negative=())
    ] = False,
) -> None:
    """Draw a set of tiles and check it."""
    try:
        tiles = read_tiles(read_tile_file(file)) if file else _named(tile_set_name)
    except OptionsError as error:
        stop(str(error), 1)
    if svg:
        svg.write_text(tiles_svg(tiles), "utf-8")
    if json:
        print_json([tile.data() for tile in tiles])
        return
    pictures = []
    for tile in tiles:
        mark = "*" if tile.symbol else ""
        pictures.append(tile_picture(tile.halves, "b", f"{tile.id}{mark} {tile.name}"))
    out.print(Columns(pictures, padding=(1, 3)))
    area = sum(tile.area for tile in tiles)
    out.print(f"{len(tiles)} tiles, {area:g} fields; * its card is marked as a look-alike.")
    if not file:
        out.print("The outlines are a reconstruction (T6); with FILE you can use the true ones.")
    for warning in tile_set_warnings(tiles):
        out.print(Text(f"Warning: {warning}", style="yellow"))


def _named(name: str) -> tuple[Tile, ...]:
    if name not in ("standard", "exact-49"):
        stop(f"no set {name!r}; there are: standard, exact-49")
    return tile_set(name)


# --- solve -----------------------------------------------------------------------------


def solve_command(
    file: Annotated[Path, Parameter(name=["FILE"], help="A record of Tangram City.")],
    /,
    *,
    line: Annotated[
        int | None, Parameter(help="After this line of the log; else after the last.")
    ] = None,
    seat: Annotated[int, Parameter(help="Whose city.")] = 0,
    best: Annotated[
        bool,
        Parameter(help="The best score, knowing the cards that came later.", negative=()),
    ] = False,
    seconds: Annotated[float, Parameter(help="How long to look for the best score.")] = 30,
    json: JsonFlag = False,
) -> None:
    """Can a city still be completed, and how? With --best: how many points were possible?"""
    record, steps = opened(file)
    if record.game_id != TANGRAM_CITY.id:
        stop(f"{file}: is a record of {record.game_id}, not of {TANGRAM_CITY.id}")
    if not 0 <= seat < len(record.players):
        stop(f"there is no seat {seat}; the seats are 0 to {len(record.players) - 1}")
    at = len(steps) if line is None else line
    if not 0 <= at <= len(steps):
        stop(f"there is no line {at}; the log has {len(steps)}")
    if seconds <= 0:
        stop("--seconds must be more than 0")
    state: State = steps[at - 1].after if at else TANGRAM_CITY.new(record.options)
    board = state.boards[seat]
    if state.options.printed_field and not board.side:
        stop(f"after line {at} the side of this board is not chosen yet; try a later --line")
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
        later = [step.action for step in steps[at:] if isinstance(step.action, Deal)]
        report |= _best(state, seat, later, seconds)
    if json:
        print_json(report)
        return
    out.print(one_board(board, f"The city of {record.players[seat].name} after line {at}"))
    if answer.possible:
        out.print(one_board(with_pieces(state, board, answer.pieces), "It can be completed:"))
        out.print(Text(", ".join(report["tiling"])))
    elif answer.possible is None:
        out.print("Whether it can be completed was not found out in time.", style="bold")
    else:
        out.print("It cannot be completed any more.", style="bold")
    if best:
        out.print(Text(_best_text(report), style="bold"))


def tiles_left(state: State, seat: int) -> list[str]:
    """Tiles the player may still place: those to be decided now, and of cards to come."""
    return [*_this_round(state, seat), *state.pile]


def _this_round(state: State, seat: int) -> list[str]:
    """Tiles of the present round that the player has still to decide on."""
    now = [piece for piece in state.todo[seat] if piece in state.setup.tiles]
    later = state.cards[state.slot + 1 :] if state.round < ROUNDS else ()
    return [*now, *later]


def _owes_fountain(state: State, seat: int) -> bool:
    """Whether this round's fountain is still to come."""
    if state.phase != Phase.PLACE:
        return state.phase == Phase.DEAL
    return FOUNTAIN in state.todo[seat] or (state.round < ROUNDS and state.slot < CARDS_A_ROUND)


def fountains_left(state: State, seat: int) -> int:
    """Fountains the player may still place, one a round."""
    if state.phase in (Phase.START, Phase.BOARDS, Phase.SIDE):
        return ROUNDS
    return ROUNDS - state.round + int(_owes_fountain(state, seat))


def to_come(state: State, seat: int, later: Sequence[Deal]) -> list[list[Tile]]:
    """The tiles of each round still to be played, the present one first."""
    tiles = state.setup.tiles
    rounds = [list(deal.tiles) for deal in later]
    if state.phase == Phase.PLACE and _owes_fountain(state, seat):
        rounds.insert(0, _this_round(state, seat))
    dealt = {tile for names in rounds for tile in names}
    left = [tile for tile in state.pile if tile not in dealt]
    if left and len(rounds) == fountains_left(state, seat) - 1 and len(left) < CARDS_A_ROUND:
        rounds.append(left)  # the last three are known before they are dealt
    if len(rounds) != fountains_left(state, seat):
        stop("--best needs the cards that came later: a record of a whole game")
    return [[tiles[name] for name in names] for names in rounds]


def _best(state: State, seat: int, later: list[Deal], seconds: float) -> dict[str, Any]:
    """The best that could be made of the cards as they came."""
    points, board = state.points[seat], state.boards[seat]
    if state.phase == Phase.PLACE and not _owes_fountain(state, seat):
        score = score_board(board)  # done, but others are not: the round is not yet scored
        points += score.rectangle
        if state.round == ROUNDS:
            points += planning_bonus(board) + harmony_bonus(score)
    rounds = [] if state.phase == Phase.OVER else to_come(state, seat, later)
    if not rounds:
        return {"best": points, "bound": points}
    try:
        found = best_score(board, rounds, seconds, workers=2)
        best, bound = found.score, found.bound
    except MissingSolverError:
        best, bound = 0, area_bound(board, rounds)
    if best < bound:
        planned = plan(board, rounds, random.Random(1), tries=int(20 * seconds) + 1)
        best = max(best, planned.score if planned else 0)
    return {"best": points + best, "bound": points + bound}


def _best_text(report: dict[str, Any]) -> str:
    if report["best"] == report["bound"]:
        return f"Best final score from here: {report['best']}, and no more is possible."
    return (
        f"Best final score found from here: {report['best']};"
        f" more than {report['bound']} is impossible."
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


# --- puzzle ----------------------------------------------------------------------------


def puzzle_command(
    *,
    seed: Annotated[
        str | None, Parameter(help="A date such as 2026-11-15, or any word; else today (UTC).")
    ] = None,
    play: Annotated[bool, Parameter(help="Play it here.", negative=())] = False,
    tries: Annotated[int, Parameter(help="How long to look for a good score.")] = 400,
    json: JsonFlag = False,
) -> None:
    """The solo puzzle of the day: the same board and cards for everybody."""
    day = seed or datetime.now(UTC).strftime("%Y-%m-%d")
    deals = random.Random(f"tangram-city/puzzle/{day}")
    match = Match(TANGRAM_CITY, TANGRAM_CITY.options({"players": 1}))
    if play:
        _play_puzzle(match, day, deals)
        return
    if tries < 1:
        stop("--tries must be 1 or more")
    match.roll(deals)
    number = match.state.boards[0].number
    match.submit(0, "side a")
    order = []
    while match.actors:  # the cards as they will come, whatever is placed
        order += [
            entry.action.tiles for entry in match.roll(deals) if isinstance(entry.action, Deal)
        ]
        for seat in match.waiting_for:
            match.submit(seat, match.legal(seat)[-1])
    rounds = [[match.state.setup.tiles[tile] for tile in tiles] for tiles in order]
    found = []
    with progress() as bar:
        task = bar.add_task("Looking for a good city", total=2 * tries)
        for side in "ab":
            rng = random.Random(f"{day}/{side}")
            best = plan(
                printed_board(number, side), rounds, rng, tries,
                progress=lambda _, score: bar.update(task, advance=1, description=f"Best {score}"),
            )  # fmt: skip
            if best:
                found.append((best, side))
    best, side = max(found, key=lambda pair: pair[0].score)
    report = _puzzle_report(day, number, side, best, order[0])
    if json:
        print_json(report)
        return
    out.print(Text(f"Puzzle of {day}: board {number}, one player", style="bold"))
    out.print(f"First cards: {' '.join(report['first_cards'])}, then two unknown")
    out.print(
        f"Best known score: {report['best_known']} (side {side}, knowing all cards;"
        f" more than {report['bound']} is impossible)"
    )
    out.print(Text(f"Play it: baumeister puzzle --seed {day} --play"))


def _play_puzzle(match: Match[Any, Any, Any, Any], day: str, deals: random.Random) -> None:
    """Play, or go on where one stopped: the cards are those of the day in any case."""
    if not re.fullmatch(r"[A-Za-z0-9._-]{1,40}", day):
        stop("a puzzle to be played is named by a date or a word of letters, digits, . _ -")
    path = games_folder() / f"{PUZZLE_FILE}{day}{EXTENSION}"
    if path.exists():
        record = saved(path)
        if record.result:
            stop(f"you have played this one: {record.result['scores'][0]} points ({path})", 0)
        match.roll(deals)
        for line in record.log:
            if not line.startswith("*"):
                match.submit(0, line.split(" ", 1)[1])
                match.roll(deals)
        if record_of(match).log != record.log:
            stop(f"{path}: its cards are not those of this puzzle")
    again = f"baumeister puzzle --seed {day} --play"
    play_at_terminal(match, [Player(0, "Guest")], deals, path, again=again)


def _puzzle_report(
    day: str, number: int, side: str, best: Plan, first: tuple[str, ...]
) -> dict[str, Any]:
    start = TANGRAM_CITY.options({"players": 1}).start_points
    return {
        "seed": day,
        "board": number,
        "first_cards": list(first[:2]),
        "best_known": best.score + start,
        "bound": best.bound + start,
        "side": side,
    }
