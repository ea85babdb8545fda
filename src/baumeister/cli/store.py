"""`backup`, `verify`, `import`, `export --to`: what whoever runs the service does with its games.

All of it works while the service runs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from baumeister.cli.console import err, needs_service, out, print_json, progress, stop
from baumeister.cli.records import JsonFlag, expanded
from baumeister.cli.saves import games_folder
from baumeister.core.errors import BaumeisterError
from baumeister.records import EXTENSION, check_text, read_text

if TYPE_CHECKING:
    from baumeister.server.store import Store
    from baumeister.server.store.archive import Archive

Data = Annotated[Path | None, Parameter(help="The folder of the service's database.")]
Url = Annotated[
    str | None,
    Parameter(help="Its PostgreSQL URL, where it has one.", env_var="BAUMEISTER_DATABASE"),
]


def data_folder() -> Path:
    """Where the service keeps its database unless another place is named."""
    return games_folder().parent / "server"


@contextmanager
def archive(data: Path | None, database: str | None) -> Iterator[Archive]:
    """The database to read from, or one clear line."""
    try:
        from baumeister.server.store.archive import Archive  # noqa: PLC0415  (an extra)
    except ImportError as error:
        needs_service(error)
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
    data: Data = None,
    database: Url = None,
) -> None:
    """Copy the database of the service, consistent in itself, while the service runs.

    Of PostgreSQL make a copy with pg_dump. To restore, stop the service and put the file back
    as baumeister.db into an empty folder.
    """
    if database is not None:
        stop("this is for SQLite; of PostgreSQL make a backup with pg_dump")
    if to.exists():
        stop(f"{to} exists already; nothing was written", 1)
    with archive(data, None) as opened, progress() as bar:
        opened.check(thoroughly=False)
        task = bar.add_task("Copying", total=None)
        if opened.sqlite:
            opened.sqlite.backup(to, lambda n, of: bar.update(task, completed=n, total=of))
    out.print(f"{to}: {to.stat().st_size:,} bytes", markup=False)


def verify_command(*, data: Data = None, database: Url = None, json: JsonFlag = False) -> int:
    """Read every stored game and play it again: reports what is damaged, repairs nothing."""
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
        whole = count - sum(bool(each["table"]) for each in damaged)
        out.print(f"{whole} of {count} tables are whole.", style="bold")
    return 1 if damaged else 0


def export_games(
    to: Path, data: Path | None, database: str | None, table: str | None, secret: bool
) -> None:
    """All games, or one, as records in a folder."""
    written, damaged = 0, 0
    to.mkdir(parents=True, exist_ok=True)
    with archive(data, database) as opened, progress() as bar:
        opened.check(thoroughly=False)
        ids = [table] if table is not None else opened.ids()
        for table_id in bar.track(ids, description="Exporting"):
            try:
                stored = opened.table(table_id)
                if stored.table.started is None:  # nothing was played there
                    continue
                text = stored.record(secret=secret).dumps()
            except BaumeisterError as error:
                err.print(error.reason, style="red", markup=False, soft_wrap=True)
                damaged += 1
                continue
            (to / f"{table_id}{EXTENSION}").write_text(text, "utf-8")
            written += 1
    out.print(f"{written} games are in {to}.", markup=False, soft_wrap=True)
    if damaged:
        raise SystemExit(1)


def import_command(
    files: Annotated[list[Path], Parameter(name=["FILE"], help="Records, or folders of them.")],
    /,
    *,
    data: Data = None,
    database: Url = None,
    play_on: Annotated[
        bool,
        Parameter(help="Unfinished games go on, their seats open to the invited.", negative=()),
    ] = False,
    json: JsonFlag = False,
) -> int:
    """Make tables of records: games that are over, to be looked at and analysed.

    An unfinished game is over as it stands, unless --play-on: then the seats of people are open
    to whoever has the invitation that is printed, and bots go on.
    """
    try:
        from baumeister.server.store import open_store  # noqa: PLC0415  (an extra)
    except ImportError as error:
        needs_service(error)
    try:
        store = open_store(data or data_folder(), database)
    except BaumeisterError as error:
        stop(str(error), 1)
    try:
        reports = asyncio.run(_import(store, expanded(files), play_on))
    finally:
        store.close()
    broken = [each for each in reports if "error" in each]
    if json:
        print_json(reports)
    else:
        for each in reports:
            if "error" not in each:
                words = f"{each['table']} {each['invite']} {each['file']}"
                out.print(words, markup=False, soft_wrap=True)
        for each in broken:
            words = f"{each['file']}: {each['error']}"
            err.print(words, style="red", markup=False, soft_wrap=True)
        good = len(reports) - len(broken)
        err.print(f"{good} of {len(reports)} records are tables now (table, invitation, file).")
    return 1 if broken else 0


async def _import(store: Store, paths: list[Path], play_on: bool) -> list[dict[str, str]]:
    from baumeister.server.store.importing import add_game  # noqa: PLC0415  (an extra)

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
