"""Read-only access to a database for the operator, whether or not the service is running."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from baumeister.records import Fairness, Record, export_for
from baumeister.server.live.loading import fold
from baumeister.server.store import DamagedError, StoreError, TableRow
from baumeister.server.store.database import migrations, version_in
from baumeister.server.store.postgres import PostgresDatabase
from baumeister.server.store.queries.tables import read_log, read_table
from baumeister.server.store.sqlite import SqliteDatabase
from baumeister.server.store.store import FILE, connector
from baumeister.server.tables.recorded import record_of_table
from baumeister.server.tables.table import Status, Table
from baumeister.server.words import utc


class StoredTable(NamedTuple):
    """A table and its database row."""

    row: TableRow
    table: Table

    def record(self, *, secret: bool = False) -> Record:
        """The game so far. A running game is exported as a spectator sees it, unless `secret` asks
        for its hidden information, including the seed."""
        table = self.table
        record = record_of_table(table, utc(table.started) if table.started else None)
        if table.status == Status.OVER:
            return record
        if not secret:
            return export_for(record, None)
        if record.chance is None:
            return record
        promised = record.chance
        return replace(record, chance=Fairness(promised.commitment, promised.salts, self.row.seed))


class Archive:
    """Reads a database; never writes or migrates it."""

    def __init__(self, database: SqliteDatabase | PostgresDatabase) -> None:
        self._database = database

    @classmethod
    def open(cls, data: Path, url: str | None = None) -> Archive:
        if url is not None:
            return cls(connector(data, url)[0]())
        path = data / FILE
        if not path.is_file():
            raise StoreError(f"there is no {FILE} in {data}")
        return cls(SqliteDatabase(path, read_only=True))

    def close(self) -> None:
        self._database.close()

    @property
    def sqlite(self) -> SqliteDatabase | None:
        """The database, if it is an SQLite file."""
        return self._database if isinstance(self._database, SqliteDatabase) else None

    def check(self, *, thoroughly: bool = True) -> None:
        """Check that the database is ours, intact and of the current schema; StoreError
        otherwise."""
        version: int | None
        if isinstance(self._database, SqliteDatabase):
            version = self._database.check(thoroughly=thoroughly)
        else:
            has_meta = self._database.execute("SELECT to_regclass('meta')")[0][0] is not None
            version = version_in(self._database) if has_meta else None
        if version is None:
            raise StoreError("the database is empty")
        newest = migrations()[-1][0]
        if version < newest:
            raise StoreError(
                f"the database has schema {version}, this program's is {newest}: start the"
                " service once to bring it up to date"
            )

    def ids(self) -> list[str]:
        """The ids of all tables, oldest first, then those of logs without a table row."""
        known = [row[0] for row in self._database.execute("SELECT id FROM tables ORDER BY created")]
        logs = self._database.execute("SELECT DISTINCT table_id FROM log")
        return known + sorted({row[0] for row in logs} - set(known))

    def table(self, table_id: str) -> StoredTable:
        """A table; DamagedError if its log and its row contradict each other."""
        row = read_table(self._database, table_id)
        if row is None:
            if self._database.execute("SELECT 1 FROM log WHERE table_id = ?", (table_id,)):
                raise DamagedError(f"only the log of table {table_id} is left")
            raise StoreError(f"there is no table {table_id}")
        table = fold(row, read_log(self._database, table_id).rows)
        # no running service has changed it meanwhile
        unchanged = read_table(self._database, table_id) == row
        if unchanged and row.status != table.status.value:
            raise DamagedError(f"table {table_id} is {row.status}, its log says {table.status}")
        return StoredTable(row, table)
