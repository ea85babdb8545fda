"""`backup`, `verify`, `import` and `export --to`: the games of the web service.

All of them work while the service is running.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from baumeister.cli.console import (
    count_of,
    err,
    out,
    print_json,
    progress,
    stop,
    stop_without_service,
)
from baumeister.cli.files import data_folder, record_files
from baumeister.cli.shared import JsonFlag
from baumeister.core.errors import BaumeisterError
from baumeister.records import EXTENSION, check_text, read_text

if TYPE_CHECKING:
    from baumeister.server.operating.archive import Archive
    from baumeister.server.store import Store

DataFolder = Annotated[Path | None, Parameter(help="The folder of the service's database.")]
DatabaseUrl = Annotated[
    str | None,
    Parameter(
        help="The PostgreSQL URL of the service, if it uses one.", env_var="BAUMEISTER_DATABASE"
    ),
]


@contextmanager
def archive(data: Path | None, database: str | None) -> Iterator[Archive]:
    """Open the database for reading; exit with an error if that fails."""
    try:
        from baumeister.server.operating.archive import Archive  # noqa: PLC0415  (an extra)
    except ImportError as error:
        stop_without_service(error)
    try:
        opened = Archive.open(data or data_folder(), database)
        try:
            yield opened
        finally:
            opened.close()
    except BaumeisterError as error:
        stop(str(error), 1)


def backup_command(
    to: Annotated[Path, Parameter(name=["TO"], help="The file to write; it must not exist.")],
    /,
    *,
    data: DataFolder = None,
    database: DatabaseUrl = None,
) -> None:
    """Write a consistent copy of the web service's database, even while the service is running.

    For PostgreSQL use pg_dump. To restore a backup, stop the service and put the file into an
    empty folder as baumeister.db.
    """
    if database is not None:
        stop("this command is for SQLite; back up PostgreSQL with pg_dump")
    if to.exists():
        stop(f"{to} exists already; nothing was written", 1)
    with archive(data, None) as opened, progress() as bar:
        opened.check(thoroughly=False)
        task = bar.add_task("Copying", total=None)
        if opened.sqlite:
            opened.sqlite.backup(to, lambda n, of: bar.update(task, completed=n, total=of))
    out.print(f"{to}: {to.stat().st_size:,} bytes", markup=False)


def verify_command(
    *, data: DataFolder = None, database: DatabaseUrl = None, json: JsonFlag = False
) -> int:
    """Replay every stored game and report damage; repairs nothing."""
    damaged: list[dict[str, str]] = []
    count = 0
    with archive(data, database) as opened:
        try:
            opened.check()
            ids = opened.ids()
        except BaumeisterError as error:
            damaged.append({"table": "", "error": error.reason})
            ids = []
        with progress() as bar:
            for table_id in bar.track(ids, description="Verifying"):
                count += 1
                try:
                    opened.table(table_id)
                except BaumeisterError as error:
                    damaged.append({"table": table_id, "error": error.reason})
    if json:
        print_json({"tables": count, "damaged": damaged})
    else:
        for each in damaged:
            out.print(each["error"], style="red", markup=False, soft_wrap=True)
        intact = count - sum(bool(each["table"]) for each in damaged)
        out.print(f"{intact} of {count} tables are intact.", style="bold")
    return 1 if damaged else 0


def export_games(
    to: Path, data: Path | None, database: str | None, table: str | None, secret: bool
) -> None:
    """Write all games, or those of one table, as records into a folder."""
    written, damaged = 0, 0
    to.mkdir(parents=True, exist_ok=True)
    with archive(data, database) as opened, progress() as bar:
        opened.check(thoroughly=False)
        ids = [table] if table is not None else opened.ids()
        for table_id in bar.track(ids, description="Exporting"):
            try:
                stored = opened.table(table_id)
                if stored.table.started is None:  # nothing to export
                    continue
                text = stored.record(secret=secret).dumps()
            except BaumeisterError as error:
                err.print(error.reason, style="red", markup=False, soft_wrap=True)
                damaged += 1
                continue
            (to / f"{table_id}{EXTENSION}").write_text(text, "utf-8")
            written += 1
    out.print(f"Wrote {count_of(written, 'game')} to {to}.", markup=False, soft_wrap=True)
    if damaged:
        raise SystemExit(1)


def import_command(
    files: Annotated[list[Path], Parameter(name=["FILE"], help="Records, or folders of records.")],
    /,
    *,
    data: DataFolder = None,
    database: DatabaseUrl = None,
    play_on: Annotated[
        bool,
        Parameter(help="Let unfinished games continue, with open seats.", negative=()),
    ] = False,
    json: JsonFlag = False,
) -> int:
    """Import records into the web service as finished games, to replay and analyse.

    An unfinished game ends as it stands. With --play-on it continues: whoever has the printed
    invitation can take a human seat, and bots keep theirs.
    """
    try:
        from baumeister.server.store import open_store  # noqa: PLC0415  (an extra)
    except ImportError as error:
        stop_without_service(error)
    try:
        store = open_store(data or data_folder(), database)
    except BaumeisterError as error:
        stop(str(error), 1)
    try:
        reports = asyncio.run(_import(store, record_files(files), play_on))
    finally:
        store.close()
    failed = [each for each in reports if "error" in each]
    if json:
        print_json(reports)
    else:
        for each in reports:
            if "error" not in each:
                words = f"{each['table']} {each['invite']} {each['file']}"
                out.print(words, markup=False, soft_wrap=True)
        for each in failed:
            words = f"{each['file']}: {each['error']}"
            err.print(words, style="red", markup=False, soft_wrap=True)
        good = len(reports) - len(failed)
        err.print(f"Imported {good} of {len(reports)} records (table, invitation, file).")
    return 1 if failed else 0


async def _import(store: Store, paths: list[Path], play_on: bool) -> list[dict[str, str]]:
    from baumeister.server.operating.importing import add_game  # noqa: PLC0415  (an extra)

    reports: list[dict[str, str]] = []
    with progress() as bar:
        for path in bar.track(paths, description="Importing"):
            report = {"file": str(path)}
            try:
                record = check_text(read_text(path))
                table, invite = await add_game(store, record, play_on=play_on)
                report |= {"table": table, "invite": invite}
            except BaumeisterError as error:
                report["error"] = str(error)
            reports.append(report)
    return reports
