"""The store: all parts over either database."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from baumeister.server.store.database import DamagedError, StoreError
from baumeister.server.store.queries.designs import DesignStore
from baumeister.server.store.queries.finished import AnalysisStore, FinishedStore
from baumeister.server.store.queries.leases import LeaseStore
from baumeister.server.store.queries.mail import MailStore
from baumeister.server.store.queries.operating import OperatorStore
from baumeister.server.store.queries.passkeys import PasskeyStore
from baumeister.server.store.queries.people import PeopleStore
from baumeister.server.store.queries.puzzles import PuzzleStore
from baumeister.server.store.queries.sessions import SessionStore
from baumeister.server.store.queries.studies import StudyStore
from baumeister.server.store.queries.tables import TableStore
from baumeister.server.store.sqlite import SqliteDatabase, new_database

if TYPE_CHECKING:
    from baumeister.server.store.postgres import PostgresDatabase

FILE: Final = "baumeister.db"


class Store(
    TableStore,
    LeaseStore,
    PeopleStore,
    SessionStore,
    PasskeyStore,
    MailStore,
    AnalysisStore,
    StudyStore,
    DesignStore,
    FinishedStore,
    OperatorStore,
    PuzzleStore,
):
    """All statements about tables, processes, people, passkeys, mail, analyses, study and
    operators."""


def is_postgres(url: str) -> bool:
    return url.startswith(("postgresql://", "postgres://"))


def connector(
    data: Path, url: str | None
) -> tuple[Callable[[], SqliteDatabase | PostgresDatabase], str]:
    """A function that connects, and the location for messages."""
    if url is None:
        path = data / FILE
        try:
            data.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                new_database(path)
            elif path.stat().st_size == 0:
                raise DamagedError(f"{path.name} is empty")
        except OSError as error:
            raise StoreError(f"{data}: {error.strerror}") from None
        return (lambda: SqliteDatabase(path)), str(path)
    if not is_postgres(url):
        raise StoreError("a database URL begins with postgresql://")
    from baumeister.server.store.postgres import PostgresDatabase  # noqa: PLC0415  (slow to import)

    return (lambda: PostgresDatabase(url)), "PostgreSQL"


def open_store(data: Path, url: str | None = None) -> Store:
    """Open the store in this folder or in PostgreSQL, checked and migrated."""
    connect, place = connector(data, url)
    first = connect()
    try:
        first.prepare()
    finally:
        first.close()
    return Store(connect, place)
