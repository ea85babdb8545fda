"""`baumeister puzzle`: the solo puzzle of the day."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime
from typing import Annotated, Any

from cyclopts import Parameter
from rich.text import Text

from baumeister.cli.console import out, print_json, progress, stop
from baumeister.cli.shared import JsonFlag
from baumeister.cli.terminal.saves import command_save, load_save
from baumeister.cli.terminal.table import play_at_terminal
from baumeister.core.match import Match
from baumeister.games.tangram_city import TANGRAM_CITY
from baumeister.games.tangram_city.actions import Deal
from baumeister.games.tangram_city.planner import Plan, plan
from baumeister.games.tangram_city.state import printed_board
from baumeister.puzzles.days.calendar import deals as deals_of
from baumeister.records import Player, record_of


def puzzle_command(
    *,
    seed: Annotated[
        str | None, Parameter(help="A date such as 2026-11-15, or any word; default: today (UTC).")
    ] = None,
    play: Annotated[bool, Parameter(help="Play the puzzle in the terminal.", negative=())] = False,
    tries: Annotated[
        int, Parameter(help="How many plans to try when searching for a good score.")
    ] = 400,
    json: JsonFlag = False,
) -> None:
    """Show the solo puzzle of the day: the same board and cards for everyone."""
    day = seed or datetime.now(UTC).strftime("%Y-%m-%d")
    deals = deals_of(TANGRAM_CITY, day)
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
    while match.actors:  # the order of the cards does not depend on what is placed
        order += [
            entry.action.tiles for entry in match.roll(deals) if isinstance(entry.action, Deal)
        ]
        for seat in match.waiting_for:
            match.submit(seat, match.legal(seat)[-1])
    rounds = [[match.state.setup.tiles[tile] for tile in tiles] for tiles in order]
    found = []
    with progress() as bar:
        task = bar.add_task("Searching for a good city", total=2 * tries)
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
    out.print(Text(f"To play it: baumeister puzzle --seed {day} --play"))


def _play_puzzle(match: Match[Any, Any, Any, Any], day: str, deals: random.Random) -> None:
    """Play the puzzle, or continue it; either way with the cards of that day."""
    if not re.fullmatch(r"[A-Za-z0-9._-]{1,40}", day):
        stop("--seed must be a date or a word of letters, digits, . _ - to play the puzzle")
    path = command_save(TANGRAM_CITY.id, "puzzle", day)
    if path.exists():
        record = load_save(path)
        if record.result:
            score = record.result["scores"][0]
            stop(f"you have already played this puzzle: {score} points ({path})", 0)
        match.roll(deals)
        for line in record.log:
            if not line.startswith("*"):
                match.submit(0, line.split(" ", 1)[1])
                match.roll(deals)
        if record_of(match).log != record.log:
            stop(f"{path}: its cards are not the cards of this puzzle")
    command = f"baumeister puzzle --seed {day} --play"
    play_at_terminal(match, [Player(0, "Guest")], deals, path, resume_command=command)


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
