"""`check`, `replay`, `export`, `schema`: what one does with records."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.prompt import Prompt
from rich.text import Text

from baumeister.cli.boards import look
from baumeister.cli.console import out, print_json, progress, stop
from baumeister.records import (
    EXTENSION,
    Record,
    RecordError,
    Step,
    check_text,
    export_for,
    loads,
    located,
    read_text,
    replay,
)
from baumeister.records.schema import schema

JsonFlag = Annotated[bool, Parameter(help="Print the result as JSON.", negative=())]


def check_command(
    files: Annotated[list[Path], Parameter(name=["FILE"], help="Records, or folders of them.")],
    /,
    *,
    json: JsonFlag = False,
) -> int:
    """Check records: every action legal, every chance outcome possible, the result right."""
    reports: list[dict[str, Any]] = []
    with progress() as bar:
        for path in bar.track(expanded(files), description="Checking"):
            report: dict[str, Any] = {"file": str(path), "ok": True}
            try:
                record = check_text(read_text(path))
                report |= {"lines": len(record.log), "finished": record.result is not None}
            except RecordError as error:
                report |= {"ok": False, "line": error.line, "log_line": error.log_line}
                report |= {"clause": error.clause, "error": str(error)}
            reports.append(report)
    broken = [report for report in reports if not report["ok"]]
    if json:
        print_json(reports)
    else:
        for report in broken:
            message = f"{report['file']}: {report['error']}"
            out.print(message, style="red", markup=False, soft_wrap=True)
        good = len(reports) - len(broken)
        out.print(f"{good} of {len(reports)} records are right.", style="bold")
    return 1 if broken else 0


def expanded(paths: list[Path]) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        inside = sorted(path.glob(f"*{EXTENSION}")) if _is_folder(path) else [path]
        if not inside:
            stop(f"{path}: no records (*{EXTENSION}) in it", 1)
        found += inside
    return found


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # not allowed to look: reading it will say so
        return False


def opened(path: Path) -> tuple[Record, list[Step]]:
    """A record and its steps, or one clear line."""
    try:
        text = read_text(path)
        record = loads(text)
        with located(text):
            return record, list(replay(record))
    except RecordError as error:
        stop(f"{path}: {error}", 1)


def replay_command(
    file: Annotated[Path, Parameter(name=["FILE"], help="A record.")],
    /,
    *,
    step: Annotated[bool, Parameter(help="Show one line at a time.", negative=())] = False,
    json: JsonFlag = False,
) -> None:
    """Show a recorded game: what happened, the scoring of each round, the last board."""
    record, steps = opened(file)
    if json:
        standing = record.game.standing
        print_json(
            [
                {"line": each.line, "text": line, "standing": list(standing(each.after))}
                for each, line in zip(steps, record.log, strict=True)
            ]
        )
    elif step:
        _walk(record, steps)
    else:
        for each in steps:
            _tell(record, each)
        if steps:
            _show(record, steps[-1].after)


def _names(record: Record) -> list[str]:
    return [player.name for player in record.players]


def _tell(record: Record, step: Step) -> None:
    table, names = look(record.game_id), _names(record)
    before, after = record.game.view(step.before, None), record.game.view(step.after, None)
    for number, text in enumerate(table.tell(before, after, step.actor, step.action, names)):
        out.print(Text(f"{'' if number else step.line:4}  {text}"))
    if len(after.rounds) > len(before.rounds):
        out.print(table.scoring(after, len(after.rounds), names))


def _show(record: Record, state: Any) -> None:
    table, names = look(record.game_id), _names(record)
    view = record.game.view(state, None)
    out.print(table.board(view, names), soft_wrap=True)
    out.print(table.status(view, names))
    result = record.game.outcome(state)
    if result:
        winners = ", ".join(names[winner] for winner in result.winners)
        out.print(f"Won by {winners} ({result.reason}).", style="bold", markup=False)


def _walk(record: Record, steps: list[Step]) -> None:
    """One line at a time, forwards and backwards."""
    if not sys.stdin.isatty():
        stop("--step needs a terminal; without it the whole game is shown")
    at = 0
    while 0 <= at < len(steps):
        out.clear()
        _show(record, steps[at].after)
        _tell(record, steps[at])
        prompt = f"line {at + 1} of {len(steps)} — Enter: next, b: back, NUMBER: go there, q: quit"
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


def export_command(
    file: Annotated[Path | None, Parameter(name=["FILE"], help="A full record.")] = None,
    /,
    *,
    seat: Annotated[
        int | None, Parameter(help="The seat it is for; without it: for a spectator.")
    ] = None,
    to: Annotated[
        Path | None, Parameter(help="Instead: write the games of the service into this folder.")
    ] = None,
    data: Annotated[Path | None, Parameter(help="The folder of its database.")] = None,
    database: Annotated[
        str | None,
        Parameter(help="Its PostgreSQL URL, where it has one.", env_var="BAUMEISTER_DATABASE"),
    ] = None,
    table: Annotated[str | None, Parameter(help="This table only.")] = None,
    secret: Annotated[
        bool,
        Parameter(help="Games that go on with all that is hidden, and their seeds.", negative=()),
    ] = False,
) -> None:
    """Print a record as one viewer may have it: hidden cards as '?'.

    With --to: write the games that the service has played as records, those that go on as a
    spectator may see them.
    """
    if (file is None) == (to is None):
        stop("give a FILE to print, or --to FOLDER for the games of the service")
    if to is not None:
        from baumeister.cli.store import export_games  # noqa: PLC0415  (it needs this module)

        if seat is not None:
            stop("--seat is for one FILE")
        export_games(to, data, database, table, secret)
    elif file is not None:
        _export_file(file, seat)


def _export_file(file: Path, seat: int | None) -> None:
    record, _ = opened(file)
    if seat is not None and not 0 <= seat < len(record.players):
        stop(f"there is no seat {seat}; the seats are 0 to {len(record.players) - 1}")
    sys.stdout.write(export_for(record, seat).dumps())


def schema_command() -> None:
    """Print the JSON Schema of records."""
    print_json(schema())
