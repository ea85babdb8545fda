"""SQLite through APSW, the embedded store."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import apsw

from baumeister.server.store.database import DamagedError, StoreError, migrate, version_in

PAGES: Final = 500
"""Pages copied per step of a backup, between reports of progress."""


class SqliteDatabase:
    """One connection. Writes are on disk when `commit` returns."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        flags = apsw.SQLITE_OPEN_READONLY if read_only else apsw.SQLITE_OPEN_READWRITE
        try:
            self._connection = apsw.Connection(str(path), flags=flags)
            self._connection.set_busy_timeout(10_000)
            self._connection.pragma("synchronous", "full")
        except apsw.Error as error:
            raise self._said(error) from None

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        try:
            return list(self._connection.execute(sql, tuple(values)))
        except UnicodeDecodeError:  # SQLite allows it, but we never write such text
            raise DamagedError(f"{self.path.name} is damaged: a text is not valid UTF-8") from None
        except apsw.Error as error:
            raise self._said(error) from None

    def _said(self, error: apsw.Error) -> StoreError:
        if isinstance(error, apsw.NotADBError | apsw.CorruptError):
            return DamagedError(f"{self.path.name} is damaged: {error}")
        if isinstance(error, apsw.FullError):
            return StoreError("the disk is full")
        return StoreError(f"{self.path.name}: {error}")

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
        """Check the database, then bring its schema up to date. A damaged or foreign file is not
        touched."""
        version = self.check()
        self.execute("PRAGMA journal_mode = wal")
        if self._connection.readonly("main"):  # report it now, not at the first move
            raise StoreError(f"{self.path.name} is read-only")
        migrate(self, version)

    def check(self, *, thoroughly: bool = False) -> int | None:
        """The schema version, None if the database is empty; DamagedError or StoreError if it is
        unusable."""
        how = "integrity_check(3)" if thoroughly else "quick_check(3)"
        problems = [row[0] for row in self.execute(f"PRAGMA {how}")]
        if problems != ["ok"]:
            raise DamagedError(f"{self.path.name} is damaged: {'; '.join(map(str, problems))}")
        if self.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'"):
            return version_in(self)
        if self.execute("SELECT 1 FROM sqlite_master LIMIT 1"):
            raise StoreError(f"{self.path.name} is the database of another program")
        return None

    def backup(self, to: Path, progress: Callable[[int, int], None] = lambda *_: None) -> None:
        """Make a consistent copy while others read and write, readable by its owner only: it holds
        the seeds of running games. The file gets its name once it is complete and on disk."""
        half = to.with_name(f"{to.name}.half")
        half.unlink(missing_ok=True)
        half.touch(mode=0o600)
        target = apsw.Connection(str(half))
        try:
            self.execute("BEGIN")
            self.execute("SELECT 1 FROM meta LIMIT 1")  # fixes the snapshot
            with target.backup("main", self._connection, "main") as copying:
                while not copying.done:
                    copying.step(PAGES)
                    progress(copying.page_count - copying.remaining, copying.page_count)
            target.pragma("journal_mode", "delete")
        except apsw.Error as error:
            raise self._said(error) from None
        finally:
            self.rollback()
            target.close()
        _named(half, to)


def new_database(path: Path) -> None:
    """Create an empty database of the newest schema. The file gets its name once it is complete: an
    empty file counts as damaged."""
    for suffix in ("-wal", "-journal"):
        left = path.with_name(path.name + suffix)
        if left.exists():
            raise DamagedError(f"{path.name} is missing, but {left.name} is there")
    half = path.with_name(f"{path.name}.new")
    half.unlink(missing_ok=True)
    half.touch(mode=0o600)
    database = SqliteDatabase(half)
    try:
        database.prepare()
    finally:
        database.close()
    _named(half, path)


def _named(half: Path, whole: Path) -> None:
    half.replace(whole)
    folder = os.open(whole.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
