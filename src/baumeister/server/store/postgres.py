"""PostgreSQL through psycopg: the store of a shared installation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from baumeister.server.store.database import StoreError, migrate

try:
    import psycopg
except ImportError:  # pragma: no cover
    psycopg = None  # type: ignore[assignment]

_MIGRATING = 8_270_431  # an advisory lock of this number: one process migrates at a time


class PostgresDatabase:
    """One connection; made anew when the server has closed it."""

    def __init__(self, url: str) -> None:
        if psycopg is None:  # pragma: no cover
            raise StoreError("PostgreSQL needs psycopg: pip install 'baumeister[shared]'")
        self._url = url
        self._connection: psycopg.Connection[tuple[Any, ...]] | None = None
        self._open()

    def _open(self) -> psycopg.Connection[tuple[Any, ...]]:
        if self._connection is None or self._connection.closed:
            try:
                self._connection = psycopg.connect(self._url, autocommit=True, connect_timeout=10)
            except psycopg.Error as error:
                raise StoreError(f"PostgreSQL cannot be reached: {_short(error)}") from None
        return self._connection

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        connection = self._open()
        try:
            cursor = connection.execute(sql.replace("?", "%s"), tuple(values))
            return cursor.fetchall() if cursor.description else []
        except psycopg.Error as error:
            raise StoreError(f"PostgreSQL: {_short(error)}") from None

    def begin(self) -> None:
        self.execute("BEGIN")

    def commit(self) -> None:
        self.execute("COMMIT")

    def rollback(self) -> None:
        if self._connection is None or self._connection.closed:
            return
        try:
            self._connection.execute("ROLLBACK")
        except psycopg.Error:
            self._connection.close()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def prepare(self) -> None:
        """Bring the schema up to date; another process may be doing the same."""
        self.execute("SELECT pg_advisory_lock(?)", (_MIGRATING,))
        try:
            found = self.execute("SELECT to_regclass('meta')")
            rows = (
                self.execute("SELECT value FROM meta WHERE key = 'schema'") if found[0][0] else []
            )
            migrate(self, int(rows[0][0]) if rows else None)
        finally:
            self.execute("SELECT pg_advisory_unlock(?)", (_MIGRATING,))


def _short(error: Exception) -> str:
    """The first line: the rest may hold the statement's values."""
    return str(error).strip().split("\n")[0]
