"""`baumeister export`: records for one viewer, and the games of the web service."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from baumeister.cli.console import stop
from baumeister.cli.files import open_record
from baumeister.cli.operator.store import DatabaseUrl, DataFolder, export_games
from baumeister.records import export_for


def export_command(
    file: Annotated[Path | None, Parameter(name=["FILE"], help="A full record.")] = None,
    /,
    *,
    seat: Annotated[
        int | None, Parameter(help="The seat to export for; without it, a spectator.")
    ] = None,
    to: Annotated[
        Path | None,
        Parameter(help="Write the games of the web service into this folder instead."),
    ] = None,
    data: DataFolder = None,
    database: DatabaseUrl = None,
    table: Annotated[str | None, Parameter(help="With --to: only this table.")] = None,
    secret: Annotated[
        bool,
        Parameter(
            help="With --to: export games in progress with hidden information and seeds.",
            negative=(),
        ),
    ] = False,
) -> None:
    """Print a record as one viewer may see it, with hidden cards as '?'.

    With --to: write the games of the web service as records; games in progress as a spectator
    may see them.
    """
    if (file is None) == (to is None):
        stop("give a FILE to print, or --to FOLDER for the games of the web service")
    if to is not None:
        if seat is not None:
            stop("--seat works only with a FILE")
        export_games(to, data, database, table, secret)
    elif file is not None:
        _print_export(file, seat)


def _print_export(file: Path, seat: int | None) -> None:
    record, _ = open_record(file)
    if seat is not None and not 0 <= seat < len(record.players):
        stop(f"there is no seat {seat}; the seats are 0 to {len(record.players) - 1}")
    sys.stdout.write(export_for(record, seat).dumps())
