"""The event log of live tables: append and apply decisions, read what other processes wrote."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from baumeister.server import ids
from baumeister.server.live.loading import row_of
from baumeister.server.live.tables import LiveTable
from baumeister.server.metrics import Metrics
from baumeister.server.settings import Settings
from baumeister.server.store import Store, StoreError, TableRow
from baumeister.server.store.queries.tables import next_checksum
from baumeister.server.tables import events as e
from baumeister.server.tables.table import Table

MAX_ATTEMPTS: Final = 100
"""Attempts at a decision when other processes keep writing first."""

Decide = Callable[[Table], list[e.AnyEvent]]
NewTableRows = tuple[TableRow, bytes, set[str]]


class EventLog:
    def __init__(self, store: Store, settings: Settings, metrics: Metrics) -> None:
        self._store = store
        self._settings = settings
        self._metrics = metrics
        self.process = ""
        """The owner of new tables."""
        self.announce: Callable[[LiveTable, bytes], None] | None = None
        """Sends a new row of a table's log to other processes."""

    def new(self, created: e.Created, seed: str) -> NewTableRows:
        """The stored form of a new table: its row, its first log entry and its people."""
        table = Table(created)
        row = self._row(ids.table_id(), table, seed)._replace(owner=self.process, epoch=1)
        return row, e.encode([created]), _people(table)

    async def commit(
        self,
        live: LiveTable,
        events_of: Decide,
        *,
        also_create: NewTableRows | None = None,
        is_long: bool = False,
    ) -> bool:
        """Decide and append, again if another process was quicker; True if there were events.

        A decision that `is_long` leaves the event loop; the table is locked meanwhile.
        """
        for _ in range(MAX_ATTEMPTS):
            if is_long:
                events = await asyncio.to_thread(events_of, live.table)
            else:
                events = events_of(live.table)
            if not events:
                return False
            if await self._append(live, events, also_create):
                return True
            await self.read_new(live)
        raise StoreError("other processes keep writing to this table; try again")

    async def _append(
        self, live: LiveTable, events: list[e.AnyEvent], also_create: NewTableRows | None = None
    ) -> bool:
        data = e.encode(events)
        total = next_checksum(live.total, data)
        row, people, left = None, set(), set()
        if any(not isinstance(each, _FREQUENT) for each in events):
            after = _after(live, events)
            row = self._row(live.id, after, live.seed)
            people = _people(after)
            left = _people(live.table) - people
        began = asyncio.get_running_loop().time()
        done = await self._store.append(
            live.id,
            live.n,
            data,
            total,
            epoch=live.epoch,
            row=row,
            people=people,
            left=left,
            also_create=also_create,
        )
        self._metrics.durable.observe(asyncio.get_running_loop().time() - began)
        if done:
            live.n += 1
            live.total = total
            live.last = events[-1].at
            for event in events:
                live.table.apply(event)
                self._metrics.count(event)
            if self.announce:
                self.announce(live, data)
        return done

    async def read_new(self, live: LiveTable) -> None:
        """Apply what another process has written."""
        stored = await self._store.log(live.id, live.n, live.total)
        for data in stored.rows:
            for event in e.decode(data):
                live.table.apply(event)
                live.last = event.at
        live.n += len(stored.rows)
        live.total = stored.total

    def _row(self, table_id: str, table: Table, seed: str) -> TableRow:
        return row_of(table_id, table, seed, self._settings.clock())


def _after(live: LiveTable, events: list[e.AnyEvent]) -> Table:
    """A table with seats and status as they will be after these events."""
    table = Table(live.table.created)
    table.seats, table.status, table.ended = (
        live.table.seats,
        live.table.status,
        live.table.ended,
    )
    table.match = live.table.match.copy()
    table.take_backs = live.table.take_backs
    for event in events:
        table.apply(event)
    return table


def _people(table: Table) -> set[str]:
    """The people who have this table in their list."""
    return {seat.person for seat in table.seats if seat.person} | {table.created.host}


_FREQUENT: Final = (
    e.Acted,
    e.Retracted,
    e.Rolled,
    e.Said,
    e.Salted,
    e.Asked,
    e.Answered,
    e.Back,
    e.Left,
    e.Came,
)
"""Events that do not change what lists show.

Lists show when a table was last updated; that must not reveal decisions which others cannot see
yet.
"""
