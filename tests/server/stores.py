"""What the storage tests share: a place for stores, and tables to put there."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from baumeister.server.store import Store, TableRow, open_store
from baumeister.server.store.database import Database
from baumeister.server.store.queries.tables import first_checksum, next_checksum
from baumeister.server.store.store import connector


@dataclass
class Place:
    """The location of a database on which any number of stores can be opened."""

    data: Path
    url: str | None

    def open(self) -> Store:
        return open_store(self.data, self.url)

    def sql(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Execute a statement without the store's knowledge."""
        database = connector(self.data, self.url)[0]()
        try:
            return database.execute(statement, values)
        finally:
            database.close()


def row(table_id: str = "t1", **changes: Any) -> TableRow:
    plain = TableRow(table_id, 1, 1, "gathering", True, False, "{}", "seed of " + table_id)
    return plain._replace(**changes)


def data(n: int = 0) -> bytes:
    return f'[{{"e":"said","text":"Zeile {n}: ä€😀"}}]'.encode()


class Log:
    """Appends to a log as the hub does: keeps the next row number and the checksum."""

    def __init__(self, store: Store, table_id: str = "t1") -> None:
        self.store = store
        self.id = table_id
        self.n = 0
        self.total = first_checksum(table_id)

    async def create(self, **changes: Any) -> None:
        await self.store.create_table(row(self.id, **changes), data(), ["ada"])
        self.n, self.total = 1, next_checksum(self.total, data())

    async def add(self, content: bytes | None = None, **more: Any) -> bool:
        content = data(self.n) if content is None else content
        total = next_checksum(self.total, content)
        done = await self.store.append(self.id, self.n, content, total, **more)
        if done:
            self.n, self.total = self.n + 1, total
        return done


class Spy:
    """A database that reports calls and can be made to wait or fail."""

    def __init__(self, real: Database) -> None:
        self.real = real
        self.done: list[str] = []
        self.go = threading.Event()
        self.go.set()
        self.begins = threading.Event()
        self.fail_commit: list[Exception] = []

    @classmethod
    def on(cls, store: Store) -> Spy:
        """Put a spy between the store's writer and its database."""
        found = cls(store._writer._database)
        store._writer._database = found
        return found

    def execute(self, sql: str, values: Any = ()) -> list[tuple[Any, ...]]:
        return self.real.execute(sql, values)

    def begin(self) -> None:
        self.begins.set()
        self.go.wait()
        self.real.begin()

    def commit(self) -> None:
        self.done.append("commit")
        if self.fail_commit:
            raise self.fail_commit.pop()
        self.real.commit()
        self.done.append("durable")

    def rollback(self) -> None:
        self.done.append("rollback")
        self.real.rollback()

    def close(self) -> None:
        self.real.close()

    async def held(self) -> None:
        """Wait until the writer reaches the next transaction, which waits for `go`."""
        await asyncio.to_thread(self.begins.wait)
