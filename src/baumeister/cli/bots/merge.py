"""`baumeister merge`: put the parts of a tournament, or of self-play, together."""

from __future__ import annotations

from pathlib import Path
from shutil import copyfileobj
from typing import Annotated

from cyclopts import Parameter

from baumeister.arena.storage.merging import merge
from baumeister.cli.bots.arena import ReportFlag, ResultFlag, check_result_file, report
from baumeister.cli.console import stop
from baumeister.core.errors import BaumeisterError


def merge_command(
    files: Annotated[
        list[Path],
        Parameter(
            name=["FILE"],
            help="Files of `arena --out`, or of `selfplay --jsonl` in the order of their shards.",
            negative_iterable=(),
        ),
    ],
    /,
    *,
    out_file: Annotated[Path, Parameter(name="--out", help="The file for all games.")],
    json: ResultFlag = None,
    html: ReportFlag = None,
) -> None:
    """Merge parts that were played with --shard; of a tournament, print the result of the whole."""
    check_result_file(json)
    try:
        if all(map(_has_records, files)):
            _join(files, out_file)
            return
        tournament = merge(files, out_file)
    except BaumeisterError as error:
        stop(str(error))
    report(tournament, json, html)


def _has_records(path: Path) -> bool:
    """Whether the file has records, one on each line, and is not a file of the arena."""
    try:
        with path.open("rb") as file:
            return b'"baumeister-record/' in file.read(200)
    except OSError as error:
        stop(f"{path}: {error.strerror}")


def _join(files: list[Path], out_file: Path) -> None:
    """Write the lines of all files to a new one."""
    try:
        with out_file.open("xb") as out:
            for path in files:
                with path.open("rb") as file:
                    copyfileobj(file, out)
    except FileExistsError:
        stop(f"{out_file}: exists already")
    except OSError as error:
        stop(f"{error.filename}: {error.strerror}")
