"""`baumeister replay`: show a recorded game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.prompt import Prompt
from rich.text import Text

from baumeister.cli.boards import board_of
from baumeister.cli.console import out, print_json, stop
from baumeister.cli.files import open_record
from baumeister.cli.shared import JsonFlag
from baumeister.records import Record, Step


def replay_command(
    file: Annotated[Path, Parameter(name=["FILE"], help="A record.")],
    /,
    *,
    step: Annotated[bool, Parameter(help="Show one line at a time.", negative=())] = False,
    json: JsonFlag = False,
) -> None:
    """Show a recorded game: every action, the scoring of each round, the final board."""
    record, steps = open_record(file)
    if json:
        standing = record.game.standing
        print_json(
            [
                {"line": each.line, "text": line, "standing": list(standing(each.after))}
                for each, line in zip(steps, record.log, strict=True)
            ]
        )
    elif step:
        _browse(record, steps)
    else:
        for each in steps:
            _print_step(record, each)
        if steps:
            _print_board(record, steps[-1].after)


def _names(record: Record) -> list[str]:
    return [player.name for player in record.players]


def _print_step(record: Record, step: Step) -> None:
    game, names, board = record.game, _names(record), board_of(record.game)
    before, after = game.view(step.before, None), game.view(step.after, None)
    seen = str(step.action)  # a record holds everything, so its reader may see everything
    texts = board.describe(before, after, step.actor, step.action, seen=seen, names=names)
    for number, text in enumerate(texts):
        out.print(Text(f"{'' if number else step.line:4}  {text}"))
    scored = board.rounds_scored(after)
    if scored > board.rounds_scored(before):
        out.print(board.scoring(after, scored, names))


def _print_board(record: Record, state: Any) -> None:
    board, names = board_of(record.game), _names(record)
    view = record.game.view(state, None)
    out.print(board.board(view, names), soft_wrap=True)
    out.print(board.status(view, names))
    outcome = record.game.outcome(state)
    if outcome:
        winners = ", ".join(names[winner] for winner in outcome.winners)
        out.print(f"Won by {winners} ({outcome.reason}).", style="bold", markup=False)


def _browse(record: Record, steps: list[Step]) -> None:
    """Show one line at a time, forwards and backwards."""
    if not sys.stdin.isatty():
        stop("--step needs a terminal; leave it out to print the whole game")
    at = 0
    while 0 <= at < len(steps):
        out.clear()
        _print_board(record, steps[at].after)
        _print_step(record, steps[at])
        prompt = f"line {at + 1} of {len(steps)} — Enter: next, b: back, NUMBER: go to, q: quit"
        try:
            word = Prompt.ask(Text(prompt), default="", show_default=False, console=out).strip()
        except (EOFError, KeyboardInterrupt):
            return
        if word == "q":
            return
        if word.isascii() and word.isdecimal():
            at = min(max(int(word), 1), len(steps)) - 1
        elif word in ("", "b"):
            at = max(at - 1, 0) if word else at + 1
