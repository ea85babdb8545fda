"""Live tables and the cache that holds them."""

from __future__ import annotations

import asyncio
from typing import Final, Protocol
from weakref import WeakValueDictionary

import msgspec

from baumeister.server.people.sessions import Session
from baumeister.server.store import TableRow
from baumeister.server.tables.table import Table
from baumeister.server.tables.viewer import Secrets, User
from baumeister.server.work.fair import Asker

OPTIONS_OF_A_TABLE: Final = 512  # bytes


class Listener(Protocol):
    """A connection, as the hub knows it."""

    @property
    def user(self) -> User | None: ...
    @property
    def address(self) -> str: ...
    def changed(self, table_id: str) -> None: ...
    def your_turn(self, table_id: str, seat: int) -> None: ...
    def session_changed(self, session: Session | None) -> None: ...
    def table_gone(self, table_id: str) -> None: ...


class LiveTable:
    """A table in memory and the state of its log."""

    __slots__ = (
        "__weakref__",
        "bots",
        "epoch",
        "followers",
        "here",
        "id",
        "interrupted",
        "last",
        "listeners",
        "lock",
        "mailed",
        "n",
        "owing",
        "owned",
        "owner",
        "presence_timer",
        "seed",
        "shifted",
        "table",
        "timer",
        "total",
        "was",
        "weight",
    )

    def __init__(self, row: TableRow, table: Table, n: int, total: int) -> None:
        self.id = row.id
        self.seed = row.seed
        self.table = table
        self.n = n
        """The number of the next log row."""
        self.total = total
        self.last = 0
        """When the last event happened, by the clock of the process that wrote it."""
        self.owner = row.owner
        """The process that runs the table."""
        self.epoch = row.epoch
        self.owned = False
        """True if this process is the owner: it alone writes, lets bots think and runs clocks."""
        self.followers: set[str] = set()
        """The processes with a copy of this table, for its owner."""
        self.interrupted = False
        """True if another process ran the table before; its clock then showed `was`."""
        self.was: int | None = None
        self.shifted = 0
        """By how much our clock had been set when the last event was written."""
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.bots: set[int] = set()
        """Seats whose bots are thinking."""
        self.weight = 1 + len(msgspec.json.encode(table.created.options)) // OPTIONS_OF_A_TABLE
        """Memory use relative to an ordinary table: options may hold large custom sets."""
        self.here: set[int] = set()
        """Seats whose people have been connected to this process."""
        self.presence_timer: asyncio.TimerHandle | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.mailed: dict[int, int] = {}
        """The seats that owed a decision when mails were last considered, and since when."""
        self.owing: tuple[int, ...] = ()
        """The seats that owed a decision at the last notification."""

    @property
    def secrets(self) -> Secrets:
        return Secrets(self.seed)

    def connected(self, person: str) -> bool:
        """True if this person watches the table through this process."""
        return any(each.user and person in each.user.ids for each in self.listeners)

    @property
    def watched(self) -> bool:
        """True if anybody watches the table, through this process or another."""
        return bool(self.listeners or self.followers)

    @property
    def attended(self) -> bool:
        """True if a person plays, ran out of time or watches; bots do not think for themselves
        alone."""
        seats = self.table.seats
        return self.watched or any(each.kind == "human" or each.gone == "flag" for each in seats)

    def asker(self) -> Asker:
        """On whose behalf bots think here: a connected player, else somebody who watches, else an
        absent player."""
        ids: set[str] = {seat.person for seat in self.table.seats if seat.person}
        watching = [each for each in self.listeners if each.user]
        players = [each for each in watching if each.user and not ids.isdisjoint(each.user.ids)]
        for each in (*players, *self.listeners):
            return Asker(each.address, each.user.id if each.user else "", self.id)
        return Asker("", min(ids, default=""), self.id)

    @property
    def idle(self) -> bool:
        return not (self.listeners or self.bots or self.timer or self.lock.locked())


class TableCache:
    """An LRU cache of live tables that keeps those in use."""

    def __init__(self, room: int) -> None:
        self.tables: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        """Every table in memory: there is never a second copy while anybody holds one."""
        self._room = room
        self._kept: dict[str, LiveTable] = {}
        """Tables kept alive, the most recently used last."""

    def get(self, table_id: str) -> LiveTable | None:
        return self.tables.get(table_id)

    def touch(self, live: LiveTable) -> None:
        """Mark the table as most recently used."""
        self.tables[live.id] = live
        self._kept.pop(live.id, None)
        self._kept[live.id] = live

    def drop(self, live: LiveTable) -> None:
        """Forget a table, whoever still holds it."""
        self._kept.pop(live.id, None)
        self.tables.pop(live.id, None)

    def evict(self) -> None:
        """Drop idle tables, the least recently used first, until the rest fits."""
        spare = sum(live.weight for live in self._kept.values()) - self._room
        for table_id in list(self._kept) if spare > 0 else ():
            live = self._kept[table_id]
            if live.idle:
                del self._kept[table_id]
                spare -= live.weight
                if spare <= 0:
                    return
