"""What the tests of storage share: a place for stores, and tables to put there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from baumeister.server.store import Store, TableRow, open_store
from baumeister.server.store.store import chained, connector, first_sum


@dataclass
class Place:
    """Where a database is; any number of stores may be opened on it."""

    data: Path
    url: str | None

    def open(self) -> Store:
        return open_store(self.data, self.url)

    def sql(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Behind the store's back."""
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
    """Writes a log on, as the hub does: the number of the next row and the sum so far."""

    def __init__(self, store: Store, table_id: str = "t1") -> None:
        self.store = store
        self.id = table_id
        self.n = 0
        self.total = first_sum(table_id)

    async def create(self, **changes: Any) -> None:
        await self.store.create_table(row(self.id, **changes), data(), ["ada"])
        self.n, self.total = 1, chained(self.total, data())

    async def add(self, content: bytes | None = None, **more: Any) -> bool:
        content = data(self.n) if content is None else content
        total = chained(self.total, content)
        done = await self.store.append(self.id, self.n, content, total, **more)
        if done:
            self.n, self.total = self.n + 1, total
        return done
