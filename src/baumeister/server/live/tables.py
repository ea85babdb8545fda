"""Live tables, and the memory that holds them."""

from __future__ import annotations

import asyncio
from typing import Final, Protocol
from weakref import WeakValueDictionary

import msgspec

from baumeister.server.people.accounts import Session
from baumeister.server.store import TableRow
from baumeister.server.tables.table import Table
from baumeister.server.tables.viewer import Secrets

OPTIONS_OF_A_TABLE: Final = 512  # bytes


class Listener(Protocol):
    """A connection, as far as the hub knows it."""

    def changed(self, table_id: str) -> None: ...
    def your_turn(self, table_id: str, seat: int) -> None: ...
    def session_changed(self, session: Session | None) -> None: ...


class LiveTable:
    """A table in memory, with what it takes to write its log on."""

    __slots__ = (
        "__weakref__",
        "bots",
        "id",
        "listeners",
        "lock",
        "n",
        "owing",
        "seed",
        "table",
        "timer",
        "total",
        "weight",
    )

    def __init__(self, row: TableRow, table: Table, n: int, total: int) -> None:
        self.id = row.id
        self.seed = row.seed
        self.table = table
        self.n = n
        """The number of the next row."""
        self.total = total
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.bots: set[int] = set()
        """The seats for which a bot is thinking."""
        self.weight = 1 + len(msgspec.json.encode(table.created.options)) // OPTIONS_OF_A_TABLE
        """Beside a plain table: a tile set of one's own takes much room."""
        self.timer: asyncio.TimerHandle | None = None
        self.owing: tuple[int, ...] = ()
        """Who owed a decision when last told."""

    @property
    def secrets(self) -> Secrets:
        return Secrets(self.seed)

    @property
    def idle(self) -> bool:
        return not (self.listeners or self.bots or self.timer or self.lock.locked())


class TableCache:
    """The tables in memory, and which of them stay."""

    def __init__(self, room: int) -> None:
        self.tables: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        """Every table in memory: there is never a second copy as long as anybody has one."""
        self._room = room
        self._kept: dict[str, LiveTable] = {}
        """Those that stay, the latest used last."""

    def get(self, table_id: str) -> LiveTable | None:
        return self.tables.get(table_id)

    def touch(self, live: LiveTable) -> None:
        """It is in use: it stays for a while."""
        self.tables[live.id] = live
        self._kept.pop(live.id, None)
        self._kept[live.id] = live

    def evict(self) -> None:
        """Let go of tables that nobody looks at, the longest unused first."""
        spare = sum(live.weight for live in self._kept.values()) - self._room
        for table_id in list(self._kept) if spare > 0 else ():
            live = self._kept[table_id]
            if live.idle:
                del self._kept[table_id]
                spare -= live.weight
                if spare <= 0:
                    return
