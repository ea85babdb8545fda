"""`baumeister admin`: the operator's command line, also while the service is running.

Reads the database directly. Changes are orders in the database, which the service carries out
within seconds, or when it starts.
"""

from __future__ import annotations

import json as jsons
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from cyclopts import App, Parameter

from baumeister.cli.console import err, out, print_json, stop, stop_without_service
from baumeister.cli.files import data_folder
from baumeister.cli.operator.store import DatabaseUrl, DataFolder, archive, export_games
from baumeister.cli.shared import JsonFlag
from baumeister.core.errors import BaumeisterError

if TYPE_CHECKING:
    from baumeister.server.operating.orders import What
    from baumeister.server.store.postgres import PostgresDatabase
    from baumeister.server.store.sqlite import SqliteDatabase

app: Final = App(
    name="admin",
    help="Look after the tables of the web service, also while it is running.",
    help_format="plaintext",
)

WAIT: Final = 10.0
"""Seconds to wait until the service has carried out an order."""

Table = Annotated[str, Parameter(name=["TABLE"], help="The id of a table, as in its link.")]


@contextmanager
def opened(data: Path | None, url: str | None) -> Iterator[SqliteDatabase | PostgresDatabase]:
    """The database for reading and writing; exit with an error if that fails."""
    with archive(data, url) as found:
        found.check(thoroughly=False)
    try:
        from baumeister.server.store.store import connector  # noqa: PLC0415  (an extra)
    except ImportError as error:
        stop_without_service(error)
    try:
        database = connector(data or data_folder(), url)[0]()
        try:
            yield database
        finally:
            database.close()
    except BaumeisterError as error:
        stop(str(error), 1)


@app.command(name="list")
def list_command(
    *,
    status: Annotated[
        Literal["gathering", "playing", "over", "closed"] | None,
        Parameter(help="Only tables in this state."),
    ] = None,
    limit: Annotated[int, Parameter(help="How many at most.")] = 50,
    data: DataFolder = None,
    database: DatabaseUrl = None,
    json: JsonFlag = False,
) -> None:
    """List the tables that changed last."""
    with opened(data, database) as found:
        from baumeister.server.store.queries import operating  # noqa: PLC0415

        rows = [
            {**_shown(row), "origin": operating.origin_of(found, row.id)}
            for row in operating.newest_tables(found, status, limit)
        ]
    if json:
        print_json(rows)
        return
    for row in rows:
        words = f"{row['table']} {row['status']:9} {row['updated']} {row['game']}: {row['seats']}"
        out.print(words, markup=False, soft_wrap=True)


@app.command
def show(
    table: Table,
    /,
    *,
    data: DataFolder = None,
    database: DatabaseUrl = None,
    json: JsonFlag = False,
) -> None:
    """Show a table: its people, its state and where it was created; nothing hidden."""
    with archive(data, database) as found:
        stored = found.table(table)
    with opened(data, database) as found_again:
        from baumeister.server.store.queries import operating  # noqa: PLC0415

        origin = operating.origin_of(found_again, table)
    seats = [
        {"name": seat.name, "kind": seat.kind, "person": seat.person, "bot": seat.bot}
        for seat in stored.table.seats
    ]
    shown: dict[str, Any] = {
        **_shown(stored.row),
        "origin": origin,
        "host": stored.table.created.host,
        "lines": stored.table.story.lines,
        "undos": stored.table.take_backs,
        "chat": sum(stored.table.chat_said.values()),
        "seats": seats,
    }
    if json:
        print_json(shown)
        return
    for name, value in shown.items():
        out.print(f"{name:8} {value}", markup=False, soft_wrap=True)


@app.command
def close(table: Table, /, *, data: DataFolder = None, database: DatabaseUrl = None) -> None:
    """Close a table: its game ends without a result."""
    _order(data, database, "close", table)


@app.command
def delete(table: Table, /, *, data: DataFolder = None, database: DatabaseUrl = None) -> None:
    """Delete a table for good."""
    _order(data, database, "delete", table)


@app.command
def ban(
    *,
    person: Annotated[str | None, Parameter(help="The login of an account, or an id.")] = None,
    address: Annotated[str | None, Parameter(help="An IP address or network.")] = None,
    table: Annotated[str | None, Parameter(help="A table: the address that created it.")] = None,
    reason: Annotated[str, Parameter(help="For your own list.")] = "",
    data: DataFolder = None,
    database: DatabaseUrl = None,
) -> None:
    """Ban a person or an address; their connections end."""
    with opened(data, database) as found:
        from baumeister.server.store.database import transaction  # noqa: PLC0415
        from baumeister.server.store.queries import operating  # noqa: PLC0415

        kind, value = _target(found, person, address, table)
        with transaction(found):
            operating.add_ban(found, operating.Ban(kind, value, _now(), reason))
    _order(data, database, "ban", f"{kind} {value}")


@app.command
def unban(
    *,
    person: Annotated[str | None, Parameter(help="The login of an account, or an id.")] = None,
    address: Annotated[str | None, Parameter(help="An IP address or network.")] = None,
    table: Annotated[str | None, Parameter(help="A table: the address that created it.")] = None,
    data: DataFolder = None,
    database: DatabaseUrl = None,
) -> None:
    """Lift a ban."""
    with opened(data, database) as found:
        from baumeister.server.store.database import transaction  # noqa: PLC0415
        from baumeister.server.store.queries import operating  # noqa: PLC0415

        kind, value = _target(found, person, address, table)
        with transaction(found):
            if not operating.remove_ban(found, kind, value):
                stop(f"there is no ban of {value}", 1)
    _order(data, database, "unban", f"{kind} {value}")


@app.command
def bans(*, data: DataFolder = None, database: DatabaseUrl = None, json: JsonFlag = False) -> None:
    """List the bans."""
    with opened(data, database) as found:
        from baumeister.server.store.queries import operating  # noqa: PLC0415

        rows = [each._asdict() for each in operating.all_bans(found)]
    if json:
        print_json(rows)
        return
    for row in rows:
        words = f"{row['kind']:7} {row['value']} {_time(row['made'])} {row['reason']}"
        out.print(words, markup=False, soft_wrap=True)


@app.command
def export(
    to: Annotated[Path, Parameter(name=["TO"], help="A folder for the records.")],
    /,
    *,
    table: Annotated[str | None, Parameter(help="Only this table.")] = None,
    data: DataFolder = None,
    database: DatabaseUrl = None,
) -> None:
    """Export games as records; running ones as a spectator sees them."""
    export_games(to, data, database, table, secret=False)


@app.command
def disk(*, data: DataFolder = None, database: DatabaseUrl = None, json: JsonFlag = False) -> None:
    """Show what the database holds and how large it is."""
    with opened(data, database) as found:
        from baumeister.server.store.queries import operating  # noqa: PLC0415

        used = operating.disk_use(found)
    if database is None:
        used["free"] = shutil.disk_usage(data or data_folder()).free
    if json:
        print_json(used)
        return
    for name, value in used.items():
        out.print(f"{name:9} {value:>16,}", markup=False)


def _order(data: Path | None, url: str | None, what: What, target: str) -> None:
    """Give an order and wait until the service has carried it out."""
    with opened(data, url) as found:
        from baumeister.server.operating.orders import new_order  # noqa: PLC0415
        from baumeister.server.store.database import transaction  # noqa: PLC0415
        from baumeister.server.store.queries import operating  # noqa: PLC0415

        if what in ("close", "delete"):
            known = found.execute("SELECT 1 FROM tables WHERE id = ?", (target,))
            if not known:
                stop(f"there is no table {target}", 1)
        order = new_order(what, target, _now())
        with transaction(found):
            operating.add_order(found, order)
        ends = time.monotonic() + WAIT
        while time.monotonic() < ends:
            if operating.is_done(found, order.id):
                out.print(f"{what} {target}: done", markup=False, soft_wrap=True)
                return
            time.sleep(0.1)
    err.print(
        f"{what} {target}: noted; the service will do it as soon as it runs",
        markup=False,
        soft_wrap=True,
    )


def _target(
    found: SqliteDatabase | PostgresDatabase,
    person: str | None,
    address: str | None,
    table: str | None,
) -> tuple[str, str]:
    from baumeister.server.operating.bans import network_text  # noqa: PLC0415
    from baumeister.server.store.queries import operating  # noqa: PLC0415

    if [person, address, table].count(None) != 2:
        stop("give one of --person, --address and --table")
    if address is not None:
        return "address", network_text(address)
    if person is not None:
        known, kind = operating.person_named(found, person), "person"
    else:
        known, kind = operating.origin_of(found, table or ""), "origin"
    if known is None:
        stop(f"{person or table} is not known", 1)
    return kind, known


def _shown(row: Any) -> dict[str, Any]:
    summary = jsons.loads(row.summary)
    return {
        "table": row.id,
        "status": row.status,
        "created": _time(row.created),
        "updated": _time(row.updated),
        "listed": row.listed,
        "game": summary["game"],
        "seats": ", ".join(seat.get("name") or seat["kind"] for seat in summary["seats"]),
    }


def _now() -> int:
    return time.time_ns() // 1_000_000


def _time(milliseconds: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(milliseconds / 1000))
