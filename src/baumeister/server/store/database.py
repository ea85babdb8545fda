"""The database connection that the store needs, and schema migrations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from typing import Any, ClassVar, Final, NamedTuple, Protocol

from baumeister.core.errors import BaumeisterError


class StoreError(BaumeisterError):
    """The database cannot be used; the reason is for the operator."""

    code: ClassVar[str] = "store"


class UnreachableError(StoreError):
    """The database cannot be reached."""


class DamagedError(StoreError):
    """Stored data is not what was written. Nothing is repaired automatically."""

    code = "damaged"


class FencedError(StoreError):
    """Another process owns the table now; nothing was written."""


class TableRow(NamedTuple):
    """The row of a table; `seed` must never be shown."""

    id: str
    created: int
    updated: int
    status: str
    listed: bool
    wakes: bool
    summary: str
    seed: str
    owner: str = ""
    """The process that runs the table; nothing else may write to it."""
    epoch: int = 0

    def __repr__(self) -> str:
        return f"<TableRow {self.id}>"


class Database(Protocol):
    """One connection, used by one thread. `?` marks a parameter."""

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]: ...
    def begin(self) -> None: ...
    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def close(self) -> None: ...


@contextmanager
def transaction(database: Database) -> Iterator[None]:
    database.begin()
    try:
        yield
        database.commit()
    except BaseException:  # also after a failed commit: an open transaction would block all others
        database.rollback()
        raise


_FOLDER: Final = files("baumeister.server.store") / "migrations"


def migrations() -> list[tuple[int, list[str]]]:
    """The numbered migrations, each a list of statements."""
    found = []
    for file in sorted(_FOLDER.iterdir(), key=lambda each: each.name):
        if file.name.endswith(".sql"):
            lines = [line.partition("--")[0] for line in file.read_text("utf-8").splitlines()]
            statements = [each.strip() for each in "\n".join(lines).split(";")]
            found.append((int(file.name[:4]), [each for each in statements if each]))
    return found


def version_in(database: Database) -> int:
    """The schema version of a database; DamagedError if it has none."""
    rows = database.execute("SELECT value FROM meta WHERE key = 'schema'")
    if not rows or not str(rows[0][0]).isdecimal():
        raise DamagedError("the database has no schema version")
    version = int(rows[0][0])
    newest = migrations()[-1][0]
    if version > newest:
        raise StoreError(
            f"the database has schema {version}, this program knows {newest}: it was written by"
            " a newer Baumeister"
        )
    return version


def migrate(database: Database, version: int | None) -> None:
    """Bring the schema up to date, one transaction per migration; None: the database is empty."""
    for number, statements in migrations():
        if version is None or number > version:
            with transaction(database):
                for statement in statements:
                    database.execute(statement)
                database.execute("DELETE FROM meta WHERE key = 'schema'")
                database.execute("INSERT INTO meta VALUES ('schema', ?)", (str(number),))
