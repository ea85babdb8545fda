"""Database statements about tables and their event logs."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from baumeister.server.store.database import DamagedError, Database, FencedError, TableRow
from baumeister.server.store.queries.base import BaseStore, marks

_TABLE: Final = "id, created, updated, status, listed, wakes, summary, seed, owner, epoch"


class Log(NamedTuple):
    """Rows of a table's log and the checksum of the last one."""

    rows: list[bytes]
    total: int


def next_checksum(sum_before: int, data: bytes) -> int:
    """The checksum of a row, chained over all rows before it."""
    return zlib.crc32(data, sum_before)


def first_checksum(table_id: str) -> int:
    return zlib.crc32(table_id.encode())


class TableStore(BaseStore):
    async def create_table(self, row: TableRow, data: bytes, people: Iterable[str]) -> None:
        await self._writer.run(lambda database: _create(database, row, data, people), row.id)

    async def append(
        self,
        table_id: str,
        n: int,
        data: bytes,
        total: int,
        *,
        epoch: int | None = None,
        row: TableRow | None = None,
        people: Iterable[str] = (),
        left: Iterable[str] = (),
        also_create: tuple[TableRow, bytes, Iterable[str]] | None = None,
    ) -> bool:
        """Append row `n` to the log and return True once it is durable; False if row `n` exists
        with other content.

        The table is added to the lists of `people` and removed from the lists of those who `left`.
        `also_create` is another table to create in the same commit. An identical row counts as
        success: the connection may have been lost just after its commit.

        FencedError, and nothing is written, if `epoch` is not that of the table's present owner.
        """

        def work(database: Database) -> bool | None:
            owned = "" if epoch is None else f" AND epoch = {epoch:d}"
            added = database.execute(
                "INSERT INTO log SELECT id, ?, ?, ? FROM tables"
                f" WHERE id = ?{owned} ON CONFLICT DO NOTHING RETURNING n",
                (n, data.decode(), total, table_id),
            )
            if not added:
                sql = "SELECT data, sum FROM log WHERE table_id = ? AND n = ?"
                if found := database.execute(sql, (table_id, n)):
                    return found == [(data.decode(), total)]
                return None
            # This locks the row: an owner that claims the table meanwhile sees our row or we fail.
            sql = f"UPDATE tables SET length = ? WHERE id = ?{owned} RETURNING id"
            if not database.execute(sql, (n + 1, table_id)):
                raise FencedError("another process has taken this table over")
            if row is not None:
                database.execute(
                    "UPDATE tables SET updated = ?, status = ?, listed = ?, wakes = ?, summary = ?"
                    " WHERE id = ?",
                    (row.updated, row.status, int(row.listed), int(row.wakes), row.summary, row.id),
                )
            _seat(database, table_id, people)
            for person in left:
                database.execute(
                    "DELETE FROM seats WHERE person = ? AND table_id = ?", (person, table_id)
                )
            if also_create is not None:
                _create(database, *also_create)
            return True

        done = await self._writer.run(work, table_id)
        if done is None:
            raise FencedError("another process has taken this table over")
        return done

    async def log(self, table_id: str, since: int = 0, total: int | None = None) -> Log:
        """The log rows from `since` on; DamagedError if a checksum is wrong."""

        def work(database: Database) -> Log:
            return read_log(database, table_id, since, total)

        return await self._reader.run(work)

    async def table(self, table_id: str) -> TableRow | None:
        return await self._reader.run(lambda database: read_table(database, table_id))

    async def lengths(self, tables: Iterable[str]) -> dict[str, int]:
        """The number of log rows of these tables."""
        ids = list(tables)
        found: dict[str, int] = {}
        for first in range(0, len(ids), 500):
            batch = ids[first : first + 500]
            found |= await self._read(
                f"SELECT id, length FROM tables WHERE id IN ({marks(batch)})", batch
            )
        return found

    async def tables_to_resume(self, running: Iterable[str] = ()) -> list[str]:
        """Tables that continue without anybody watching, bots to move or clocks running, and that
        none of these running processes owns."""
        owners = list(running)
        sql = "SELECT id FROM tables WHERE status IN ('playing', 'gathering') AND wakes = 1"
        if owners:
            sql += f" AND owner NOT IN ({', '.join('?' * len(owners))})"
        return [row[0] for row in await self._read(sql, owners)]

    async def listed(self, limit: int = 100) -> list[TableRow]:
        """Public tables that gather players or are being played, newest first."""
        sql = (
            f"SELECT {_TABLE} FROM tables WHERE status IN ('gathering', 'playing') AND listed = 1"
            " ORDER BY updated DESC LIMIT ?"
        )
        return [_row(row) for row in await self._read(sql, (limit,))]

    async def tables_of(self, people: Iterable[str], limit: int = 200) -> list[TableRow]:
        ids = list(people)
        sql = (
            f"SELECT {_TABLE} FROM tables WHERE id IN"
            f" (SELECT table_id FROM seats WHERE person IN ({marks(ids)}))"
            " ORDER BY updated DESC LIMIT ?"
        )
        return [_row(row) for row in await self._read(sql, (*ids, limit))]

    async def count_by_status(self) -> dict[str, int]:
        rows = await self._read("SELECT status, COUNT(*) FROM tables GROUP BY status")
        return {status: count for status, count in rows}  # noqa: C416


def read_table(database: Database, table_id: str) -> TableRow | None:
    rows = database.execute(f"SELECT {_TABLE} FROM tables WHERE id = ?", (table_id,))
    return _row(rows[0]) if rows else None


def read_log(database: Database, table_id: str, since: int = 0, total: int | None = None) -> Log:
    """The rows of a log, checked against their checksums and their number."""
    known = database.execute("SELECT length FROM tables WHERE id = ?", (table_id,))
    rows = database.execute(
        "SELECT n, data, sum FROM log WHERE table_id = ? AND n >= ? ORDER BY n", (table_id, since)
    )
    total = first_checksum(table_id) if total is None else total
    found = []
    for expected, (n, data, stored) in enumerate(rows, start=since):
        encoded = str(data).encode()
        total = next_checksum(total, encoded)
        if n != expected or total != stored:
            raise DamagedError(f"the log of table {table_id} is damaged at row {expected}")
        found.append(encoded)
    length = since + len(found)
    if not known or known[0][0] > length:  # more rows are fine: they were written meanwhile
        raise DamagedError(f"the log of table {table_id} is damaged: it ends at row {length}")
    return Log(found, total)


def _create(database: Database, row: TableRow, data: bytes, people: Iterable[str]) -> None:
    values = [int(each) if isinstance(each, bool) else each for each in row]
    database.execute(f"INSERT INTO tables ({_TABLE}, length) VALUES ({marks(row)}, 1)", values)
    total = next_checksum(first_checksum(row.id), data)
    database.execute("INSERT INTO log VALUES (?, 0, ?, ?)", (row.id, data.decode(), total))
    _seat(database, row.id, people)


def _seat(database: Database, table_id: str, people: Iterable[str]) -> None:
    for person in people:
        database.execute(
            "INSERT INTO seats VALUES (?, ?) ON CONFLICT DO NOTHING", (person, table_id)
        )


def _row(values: tuple[Any, ...]) -> TableRow:
    row = TableRow(*values)
    return row._replace(listed=bool(row.listed), wakes=bool(row.wakes))
