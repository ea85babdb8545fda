"""SQLite through APSW: the embedded store."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import apsw

from baumeister.server.store.database import DamagedError, StoreError, migrate


class SqliteDatabase:
    """One connection. Writes are on disk when `commit` returns."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
        if read_only:
            flags = apsw.SQLITE_OPEN_READONLY
        try:
            self._connection = apsw.Connection(str(path), flags=flags)
            self._connection.set_busy_timeout(10_000)
            self._connection.pragma("journal_mode", "wal")
            self._connection.pragma("synchronous", "full")
            self._connection.pragma("foreign_keys", True)
        except (apsw.NotADBError, apsw.CorruptError) as error:
            raise DamagedError(f"{path.name} is damaged: {error}") from None
        except apsw.Error as error:
            raise StoreError(f"{path.name} cannot be opened: {error}") from None

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        try:
            return list(self._connection.execute(sql, tuple(values)))
        except (apsw.NotADBError, apsw.CorruptError) as error:
            raise DamagedError(f"{self.path.name} is damaged: {error}") from None
        except apsw.FullError:
            raise StoreError("the disk is full") from None
        except (apsw.BusyError, apsw.IOError, apsw.ReadOnlyError) as error:
            raise StoreError(f"{self.path.name}: {error}") from None

    def begin(self) -> None:
        self.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        self.execute("COMMIT")

    def rollback(self) -> None:
        if self._connection.in_transaction:
            self.execute("ROLLBACK")

    def close(self) -> None:
        self._connection.close()

    def prepare(self) -> None:
        """Check what is there, then bring the schema up to date."""
        problems = [row[0] for row in self.execute("PRAGMA quick_check(3)")]
        if problems != ["ok"]:
            raise DamagedError(f"{self.path.name} is damaged: {'; '.join(map(str, problems))}")
        has_meta = self.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'")
        rows = self.execute("SELECT value FROM meta WHERE key = 'schema'") if has_meta else []
        if has_meta and not rows:
            raise DamagedError(f"{self.path.name} does not say which schema it has")
        if not has_meta and self.execute("SELECT 1 FROM sqlite_master LIMIT 1"):
            raise StoreError(f"{self.path.name} is the database of another program")
        migrate(self, int(rows[0][0]) if rows else None)

    def backup(self, to: Path) -> None:
        """A consistent copy, while others read and write."""
        target = apsw.Connection(str(to))
        try:
            with target.backup("main", self._connection, "main") as copying:
                while not copying.done:
                    copying.step(500)
            target.pragma("journal_mode", "delete")
        finally:
            target.close()
