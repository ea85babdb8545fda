"""The common base class of the stores: one thread for writes and one for reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sized
from typing import Any

from baumeister.server.store.database import Database
from baumeister.server.store.thread import DatabaseThread


class BaseStore:
    """Runs writes on one thread and reads on another, so that the event loop never blocks."""

    def __init__(self, connect: Callable[[], Database], place: str) -> None:
        self.place = place
        """The location for use in messages, without passwords."""
        self._writer = DatabaseThread(connect(), "store-writer", group=True)
        self._reader = DatabaseThread(connect(), "store-reader", group=False)

    @property
    def commits(self) -> tuple[int, int]:
        """The number of commits, and of the writes in them."""
        return self._writer.commits, self._writer.jobs

    def close(self) -> None:
        self._writer.close()
        self._reader.close()

    async def meta(self, key: str, default: str) -> str:
        """Return a stored value; if there is none, store the default permanently and return it."""

        def work(database: Database) -> str:
            database.execute(
                "INSERT INTO meta VALUES (?, ?) ON CONFLICT DO NOTHING", (key, default)
            )
            return str(database.execute("SELECT value FROM meta WHERE key = ?", (key,))[0][0])

        return await self._writer.run(work)

    async def _read(self, sql: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        return await self._reader.run(lambda database: database.execute(sql, list(values)))

    async def _write(self, sql: str, values: Iterable[Any] = ()) -> None:
        await self._writer.run(lambda database: database.execute(sql, list(values)))


def marks(values: Sized) -> str:
    """The parameters of a statement: one `?` for each value."""
    return ", ".join("?" * len(values))
