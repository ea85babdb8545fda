"""`baumeister merge`: put the parts of a tournament together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from baumeister.arena.merging import merge
from baumeister.cli.bots.arena import ReportFlag, ResultFlag, check_result_file, report
from baumeister.cli.console import stop
from baumeister.core.errors import BaumeisterError


def merge_command(
    files: Annotated[
        list[Path],
        Parameter(name=["FILE"], help="Files of `baumeister arena --out`.", negative_iterable=()),
    ],
    /,
    *,
    out_file: Annotated[Path, Parameter(name="--out", help="The file for all games.")],
    json: ResultFlag = None,
    html: ReportFlag = None,
) -> None:
    """Merge the parts of a tournament, played with --shard, and print the result of the whole."""
    check_result_file(json)
    try:
        tournament = merge(files, out_file)
    except BaumeisterError as error:
        stop(str(error))
    report(tournament, json, html)
