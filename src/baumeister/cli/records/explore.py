"""`baumeister explore`: how often, how well and by whom each choice was played."""

from __future__ import annotations

import csv as csv_files
import sys
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from cyclopts import Parameter
from rich.table import Table as Shown

from baumeister.cli.console import out, print_json, stop
from baumeister.cli.shared import JsonFlag, find_game
from baumeister.explorer import COLUMNS, OPENING, Table, explore, features_of
from baumeister.records import RecordError

CSV_COLUMNS: Final = [name for name in COLUMNS if name != "by"]
_WIDTHS: Final = {"count": 5, "share": 6, "win": 4, "95 %": 8, "points": 6, "rank": 4}
"""The columns of numbers and how wide they are at least."""


def explore_command(
    path: Annotated[
        Path, Parameter(name=["PATH"], help="A record, a file of JSON lines, or a folder of both.")
    ],
    /,
    *,
    by: Annotated[
        str | None,
        Parameter(help="The feature to count: see --features; default: the game's first."),
    ] = None,
    after: Annotated[
        str | None,
        Parameter(help='What was played after this opening, decisions with commas: "C5 3, A1 2".'),
    ] = None,
    game: Annotated[
        str | None, Parameter(help="The game, if there are records of several.")
    ] = None,
    players: Annotated[int | None, Parameter(help="Only games of this many players.")] = None,
    edition: Annotated[str | None, Parameter(help="Only games of this edition.")] = None,
    option: Annotated[
        list[str] | None, Parameter(help="Only games with this option: NAME=VALUE.", negative=())
    ] = None,
    kind: Annotated[
        Literal["person", "bot"] | None, Parameter(help="Only decisions of people or of bots.")
    ] = None,
    player: Annotated[
        str | None, Parameter(help="Only decisions of this player: a name or a bot's code.")
    ] = None,
    round_: Annotated[
        int | None, Parameter(name="--round", help="Only decisions of this round.")
    ] = None,
    won: Annotated[
        bool | None,
        Parameter(help="Only decisions of those who won, or did not.", negative="--lost"),
    ] = None,
    features: Annotated[
        bool, Parameter(help="List what can be counted (with --game).", negative=())
    ] = False,
    limit: Annotated[int, Parameter(help="Rows to print, the most frequent first; 0: all.")] = 20,
    json: JsonFlag = False,
    csv: Annotated[bool, Parameter(help="Print all rows as CSV.", negative=())] = False,
) -> None:
    """Count the choices in finished games: how often, how well, by whom.

    The win rate is that of the games in which a choice was made, with its 95 % interval.
    """
    if features:
        _print_features(game)
        return
    if json and csv:
        stop("--json and --csv exclude each other")
    if limit < 0:
        stop("--limit must be 0 or more")
    try:
        found = explore(
            path,
            game=game,
            by=OPENING if by is None and after is not None else by,
            after=[step.strip() for step in after.split(",")] if after else (),
            players=players,
            edition=edition,
            options=_options(option or []),
            kind=kind,
            player=player,
            round=round_,
            won=won,
        )
    except RecordError as error:
        stop(f"{path}: {error}", 1)
    if json:
        print_json(found.data())
    elif csv:
        _print_csv(found)
    else:
        _print(found, limit)


def _options(given: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for each in given:
        name, sign, text = each.partition("=")
        if not sign:
            stop(f"--option {each}: write NAME=VALUE")
        found[name.replace("-", "_")] = _value(text)
    return found


def _value(text: str) -> Any:
    """A number, a truth value, or the text itself."""
    named = {"true": True, "yes": True, "false": False, "no": False}
    return int(text) if text.lstrip("-").isdecimal() else named.get(text, text)


def _print_features(game: str | None) -> None:
    if game is None:
        stop("--features needs --game")
    for name, about in features_of(find_game(game)).items():
        out.print(f"{name:12}{about}", markup=False)


def _print_csv(found: Table) -> None:
    writer = csv_files.writer(sys.stdout, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    writer.writerows([getattr(row, name) for name in CSV_COLUMNS] for row in found.rows)


def _print(found: Table, limit: int) -> None:
    what = f"{found.by} after {', '.join(found.after)}" if found.after else found.by
    rows = found.rows[:limit] if limit else found.rows
    values = [row.value for row in rows]
    title = f"{what}: {found.decisions} decisions in {found.games} games"
    shown = Shown(title=title, title_justify="left", box=None, pad_edge=False)
    shown.add_column(found.by, no_wrap=True, min_width=max(map(len, [found.by, *values])))
    for name, width in _WIDTHS.items():
        shown.add_column(name, justify="right", no_wrap=True, min_width=width)
    shown.add_column("by", overflow="ellipsis", no_wrap=True)
    for row in rows:
        shown.add_row(
            row.value,
            str(row.count),
            f"{row.share:.1%}",
            f"{row.win_rate:.0%}",
            f"{row.low:.0%}–{row.high:.0%}",
            f"{row.points:.1f}",
            f"{row.rank:.2f}",
            ", ".join(f"{each.name} {each.count}" for each in row.by),
        )
    out.print(shown, markup=False)
    if len(rows) < len(found.rows):
        out.print(f"{len(found.rows) - len(rows)} more rows: --limit 0 prints all.")
