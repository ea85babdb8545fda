"""Database statements for operators: bans, orders, expiry and disk use.

The functions work on a database directly, for the command line; the store runs them in its threads.
"""

from __future__ import annotations

import json
from typing import Any, Final, Literal, NamedTuple

from baumeister.server.store.database import Database, TableRow
from baumeister.server.store.queries.base import BaseStore, marks
from baumeister.server.store.queries.tables import _TABLE, _row

ROWS: Final = ("tables", "log", "people", "sessions", "analyses", "bans")
BanKind = Literal["person", "address", "origin"]


class Ban(NamedTuple):
    kind: str
    value: str
    made: int
    reason: str


class Order(NamedTuple):
    """Something that the operator wants done; `done` is when it was, by whichever process."""

    id: str
    made: int
    what: str
    target: str
    done: int | None


def newest_tables(database: Database, status: str | None, limit: int) -> list[TableRow]:
    """The tables that changed last."""
    where, values = ("WHERE status = ? ", [status]) if status else ("", [])
    sql = f"SELECT {_TABLE} FROM tables {where}ORDER BY updated DESC, id LIMIT ?"
    return [_row(row) for row in database.execute(sql, (*values, limit))]


def origin_of(database: Database, table_id: str) -> str | None:
    rows = database.execute("SELECT origin FROM origins WHERE table_id = ?", (table_id,))
    return str(rows[0][0]) if rows else None


def all_bans(database: Database) -> list[Ban]:
    sql = "SELECT kind, value, made, reason FROM bans ORDER BY made, value"
    return [Ban(*row) for row in database.execute(sql)]


def add_ban(database: Database, ban: Ban) -> None:
    database.execute("INSERT INTO bans VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", ban)


def remove_ban(database: Database, kind: str, value: str) -> bool:
    sql = "DELETE FROM bans WHERE kind = ? AND value = ? RETURNING value"
    return bool(database.execute(sql, (kind, value)))


def person_named(database: Database, name: str) -> str | None:
    """The id of an account with this login, or of a person with this id."""
    sql = "SELECT id FROM people WHERE login = ? OR id = ?"
    rows = database.execute(sql, (name.lower(), name))
    return str(rows[0][0]) if rows else None


def add_order(database: Database, order: Order) -> None:
    database.execute("INSERT INTO orders VALUES (?, ?, ?, ?, ?)", order)


def is_done(database: Database, order_id: str) -> bool:
    rows = database.execute("SELECT done FROM orders WHERE id = ?", (order_id,))
    return not rows or rows[0][0] is not None


def delete_table(database: Database, table_id: str) -> bool:
    """Delete a table with all that belongs to it; False if there is none."""
    for sql in (
        "DELETE FROM log WHERE table_id = ?",
        "DELETE FROM seats WHERE table_id = ?",
        "DELETE FROM analyses WHERE table_id = ?",
        "DELETE FROM origins WHERE table_id = ?",
    ):
        database.execute(sql, (table_id,))
    return bool(database.execute("DELETE FROM tables WHERE id = ? RETURNING id", (table_id,)))


def disk_use(database: Database) -> dict[str, int]:
    """Rows of each table, and the bytes of all together."""
    found = {name: int(database.execute(f"SELECT COUNT(*) FROM {name}")[0][0]) for name in ROWS}
    if hasattr(database, "path"):  # SQLite
        [(pages,)], [(size,)] = (
            database.execute("PRAGMA page_count"),
            database.execute("PRAGMA page_size"),
        )
        return found | {"bytes": int(pages) * int(size)}
    size = database.execute("SELECT pg_database_size(current_database())")[0][0]
    return found | {"bytes": int(size)}


class OperatorStore(BaseStore):
    async def note_origin(self, table_id: str, origin: str, now: int) -> None:
        sql = "INSERT INTO origins VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        await self._write(sql, (table_id, origin, now))

    async def listed_from(self, origin: str) -> int:
        """The number of listed tables of an origin that gather players or are being played."""
        sql = (
            "SELECT COUNT(*) FROM origins JOIN tables ON tables.id = origins.table_id"
            " WHERE origin = ? AND listed = 1 AND status IN ('gathering', 'playing')"
        )
        return int((await self._read(sql, (origin,)))[0][0])

    async def bans(self) -> list[Ban]:
        return await self._reader.run(all_bans)

    async def ban(self, ban: Ban) -> None:
        await self._writer.run(lambda database: add_ban(database, ban))

    async def unban(self, kind: str, value: str) -> bool:
        return await self._writer.run(lambda database: remove_ban(database, kind, value))

    async def person_named(self, name: str) -> str | None:
        return await self._reader.run(lambda database: person_named(database, name))

    async def orders(self, since: int) -> list[Order]:
        """The orders that are not done, or were made since then."""
        sql = "SELECT id, made, what, target, done FROM orders WHERE done IS NULL OR made > ?"
        return [Order(*row) for row in await self._read(f"{sql} ORDER BY made", (since,))]

    async def order(self, order: Order) -> None:
        await self._writer.run(lambda database: add_order(database, order))

    async def order_done(self, order: Order, now: int, forget_before: int) -> None:
        await self._write(
            "UPDATE orders SET done = ? WHERE id = ? AND done IS NULL", (now, order.id)
        )
        await self._write("DELETE FROM orders WHERE done < ?", (forget_before,))

    async def newest_tables(self, status: str | None, limit: int) -> list[TableRow]:
        return await self._reader.run(lambda database: newest_tables(database, status, limit))

    async def origin_of(self, table_id: str) -> str | None:
        return await self._reader.run(lambda database: origin_of(database, table_id))

    async def delete_table(self, table_id: str) -> bool:
        return await self._writer.run(lambda database: delete_table(database, table_id), table_id)

    async def disk_use(self) -> dict[str, int]:
        return await self._reader.run(disk_use)

    async def unchanged_tables(self, statuses: tuple[str, ...], before: int, limit: int) -> Any:
        """Tables with their last log row, whose list entry has not changed since then."""
        sql = (
            "SELECT tables.id, log.data FROM tables JOIN log"
            " ON log.table_id = tables.id AND log.n = tables.length - 1"
            f" WHERE tables.status IN ({marks(statuses)}) AND tables.updated < ?"
            " ORDER BY tables.updated LIMIT ?"
        )
        return [
            (str(table_id), last_time(str(data)))
            for table_id, data in await self._read(sql, (*statuses, before, limit))
        ]

    async def expire_analyses(self, before: int, limit: int) -> int:
        """Delete some analyses that were made before then; returns how many."""
        sql = (
            "DELETE FROM analyses WHERE key IN"
            " (SELECT key FROM analyses WHERE made < ? ORDER BY made LIMIT ?) RETURNING key"
        )
        found = await self._writer.run(lambda database: database.execute(sql, (before, limit)))
        return len(found)

    async def probe(self) -> None:
        """Write something and read it again; StoreError if that is impossible."""

        def work(database: Database) -> None:
            database.execute("DELETE FROM meta WHERE key = 'probe'")
            database.execute("INSERT INTO meta VALUES ('probe', '1')")

        await self._writer.run(work)
        await self._read("SELECT 1")


def last_time(data: str) -> int:
    """When the last event of a log row happened."""
    return max((int(event.get("at", 0)) for event in json.loads(data)), default=0)
