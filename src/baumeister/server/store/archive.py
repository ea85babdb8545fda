"""A database as whoever runs the service sees it: read only, while the service runs or not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from baumeister.records import Fairness, Record, export_for
from baumeister.server.live.loading import fold
from baumeister.server.store import DamagedError, StoreError, TableRow
from baumeister.server.store.database import migrations, version_in
from baumeister.server.store.postgres import PostgresDatabase
from baumeister.server.store.sqlite import SqliteDatabase
from baumeister.server.store.store import FILE, connector
from baumeister.server.store.tables import read_log, read_table
from baumeister.server.tables.table import Status, Table
from baumeister.server.words import utc


class StoredTable(NamedTuple):
    """A table and its row."""

    row: TableRow
    table: Table

    def record(self, *, secret: bool = False) -> Record:
        """The game so far. One that goes on is given as a spectator may see it; with its
        secrets, the seed of what is to come among them, only if that is asked for."""
        table = self.table
        record = table.record(utc(table.started) if table.started else None)
        if table.status == Status.OVER:
            return record
        if not secret:
            return export_for(record, None)
        if record.chance is None:
            return record
        promised = record.chance
        return replace(record, chance=Fairness(promised.commitment, promised.salts, self.row.seed))


class Archive:
    """Nothing is written, nothing brought up to date."""

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
        """The database, if it is a file."""
        return self._database if isinstance(self._database, SqliteDatabase) else None

    def check(self, *, thoroughly: bool = True) -> None:
        """Whether it is a database of ours, whole and of this program's schema."""
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
        """All tables, the oldest first; those of which only a log is left as well."""
        known = [row[0] for row in self._database.execute("SELECT id FROM tables ORDER BY created")]
        logs = self._database.execute("SELECT DISTINCT table_id FROM log")
        return known + sorted({row[0] for row in logs} - set(known))

    def table(self, table_id: str) -> StoredTable:
        """DamagedError if the log and the rest do not agree."""
        row = read_table(self._database, table_id)
        if row is None:
            if self._database.execute("SELECT 1 FROM log WHERE table_id = ?", (table_id,)):
                raise DamagedError(f"of table {table_id} only the log is left")
            raise StoreError(f"there is no table {table_id}")
        table = fold(row, read_log(self._database, table_id).rows)
        unchanged = read_table(self._database, table_id) == row  # by a service that runs
        if unchanged and row.status != table.status.value:
            raise DamagedError(f"table {table_id} is {row.status}, its log says {table.status}")
        return StoredTable(row, table)
