"""`baumeister check` and `baumeister schema`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from baumeister.cli.console import out, print_json, progress
from baumeister.cli.files import record_files
from baumeister.cli.shared import JsonFlag
from baumeister.records import (
    LINES_EXTENSION,
    Record,
    RecordError,
    check_text,
    read_text,
    record_lines,
)
from baumeister.records.schema import schema


def check_command(
    files: Annotated[
        list[Path],
        Parameter(name=["FILE"], help="Records, files of JSON lines, or folders of both."),
    ],
    /,
    *,
    json: JsonFlag = False,
) -> int:
    """Check records: every action is legal, every chance outcome possible, the result correct."""
    reports: list[dict[str, Any]] = []
    with progress() as bar:
        for path in bar.track(record_files(files), description="Checking"):
            reports += _reports(path)
    invalid = [report for report in reports if not report["ok"]]
    if json:
        print_json(reports)
    else:
        for report in invalid:
            message = f"{report['file']}: {report['error']}"
            out.print(message, style="red", markup=False, soft_wrap=True)
        valid = len(reports) - len(invalid)
        out.print(f"{valid} of {len(reports)} records are valid.", style="bold")
        with_take_backs = sum(bool(report.get("take_backs")) for report in reports)
        if with_take_backs:
            out.print(f"{with_take_backs} of them with take-backs, all of them checked.")
    return 1 if invalid else 0


def _reports(path: Path) -> Iterator[dict[str, Any]]:
    """One report for a record, or for every record of a file of JSON lines."""
    if path.suffix != LINES_EXTENSION:
        yield _report(path, lambda: check_text(read_text(path)))
        return
    try:
        for line in record_lines(path):
            yield _report(path, line.check)
    except RecordError as error:
        yield _failed(path, error)


def _report(path: Path, check: Callable[[], Record]) -> dict[str, Any]:
    try:
        record = check()
    except RecordError as error:
        return _failed(path, error)
    return {
        "file": str(path),
        "ok": True,
        "lines": len(record.log),
        "finished": record.result is not None,
        "take_backs": len(record.take_backs),
    }


def _failed(path: Path, error: RecordError) -> dict[str, Any]:
    return {
        "file": str(path),
        "ok": False,
        "line": error.line,
        "log_line": error.log_line,
        "clause": error.clause,
        "error": str(error),
    }


def schema_command() -> None:
    """Print the JSON Schema of records."""
    print_json(schema())
