"""`baumeister check` and `baumeister schema`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from baumeister.cli.console import out, print_json, progress
from baumeister.cli.files import record_files
from baumeister.cli.shared import JsonFlag
from baumeister.records import RecordError, check_text, read_text
from baumeister.records.schema import schema


def check_command(
    files: Annotated[list[Path], Parameter(name=["FILE"], help="Records, or folders of records.")],
    /,
    *,
    json: JsonFlag = False,
) -> int:
    """Check records: every action is legal, every chance outcome possible, the result correct."""
    reports: list[dict[str, Any]] = []
    with progress() as bar:
        for path in bar.track(record_files(files), description="Checking"):
            report: dict[str, Any] = {"file": str(path), "ok": True}
            try:
                record = check_text(read_text(path))
                report |= {"lines": len(record.log), "finished": record.result is not None}
                report |= {"take_backs": len(record.take_backs)}
            except RecordError as error:
                report |= {"ok": False, "line": error.line, "log_line": error.log_line}
                report |= {"clause": error.clause, "error": str(error)}
            reports.append(report)
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


def schema_command() -> None:
    """Print the JSON Schema of records."""
    print_json(schema())
