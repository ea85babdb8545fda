"""PostgreSQL through psycopg, for installations with several processes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from baumeister.server.store.database import StoreError, UnreachableError, migrate, version_in

try:
    import psycopg
except ImportError:  # pragma: no cover
    psycopg = None  # type: ignore[assignment]

_MIGRATING = 8_270_431  # key of the advisory lock: one process migrates at a time
_DURABLE = (
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'"
)
"""Commits reach the disk whatever the server's settings are."""

_PATIENCE: Final[dict[str, Any]] = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""A server that has vanished is noticed within half a minute."""
_TIMEOUTS: Final = {
    "statement_timeout": "30s",
    "lock_timeout": "15s",
    "idle_in_transaction_session_timeout": "60s",
}


class PostgresDatabase:
    """One connection; reopened after the server has closed it."""

    def __init__(self, url: str) -> None:
        if psycopg is None:  # pragma: no cover
            raise StoreError("PostgreSQL needs psycopg: pip install 'baumeister[shared]'")
        self._url = url
        self._connection: psycopg.Connection[tuple[Any, ...]] | None = None
        self._inside = False  # within a transaction
        self._open()

    def _open(self) -> psycopg.Connection[tuple[Any, ...]]:
        if self._connection is None or self._connection.closed:
            if self._inside:  # the rest of a transaction must not be written without its beginning
                raise StoreError("PostgreSQL: the connection was lost within a transaction")
            try:
                self._connection = psycopg.connect(self._url, autocommit=True, **_PATIENCE)
                self._connection.execute(_DURABLE)
                for name, value in _TIMEOUTS.items():
                    self._connection.execute(f"SET {name} = '{value}'")
            except psycopg.Error as error:
                raise UnreachableError(f"PostgreSQL cannot be reached: {_short(error)}") from None
        return self._connection

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Execute a statement. Outside transactions, where only reads happen, a lost connection is
        reopened."""
        try:
            return self._execute(sql, values)
        except psycopg.Error as error:
            if self._inside or not self._open_again():
                raise StoreError(f"PostgreSQL: {_short(error)}") from None
        try:
            return self._execute(sql, values)
        except psycopg.Error as error:
            raise StoreError(f"PostgreSQL: {_short(error)}") from None

    def _execute(self, sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        cursor = self._open().execute(sql.replace("%", "%%").replace("?", "%s"), tuple(values))
        return cursor.fetchall() if cursor.description else []

    def _open_again(self) -> bool:
        """Reopen a lost connection; False if it was not lost."""
        if self._connection is not None and not self._connection.closed:
            return False
        self._open()
        return True

    def begin(self) -> None:
        self.execute("BEGIN")
        self._inside = True

    def commit(self) -> None:
        self.execute("COMMIT")
        self._inside = False

    def rollback(self) -> None:
        self._inside = False
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
        """Bring the schema up to date; safe if another process does the same."""
        self.execute("SET statement_timeout = 0")  # another process may migrate for a while
        self.execute("SET lock_timeout = 0")
        self.execute("SELECT pg_advisory_lock(?)", (_MIGRATING,))
        try:
            has_meta = self.execute("SELECT to_regclass('meta')")[0][0] is not None
            migrate(self, version_in(self) if has_meta else None)
        finally:
            self.execute("SELECT pg_advisory_unlock(?)", (_MIGRATING,))


def _short(error: Exception) -> str:
    """The first line of the error: the rest may contain values of the statement."""
    return str(error).strip().split("\n")[0]
