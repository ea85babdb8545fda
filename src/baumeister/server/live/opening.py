"""Bring tables into memory: load them from their logs, or create them."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from baumeister.records import commitment_of
from baumeister.server import ids
from baumeister.server.live.loading import Folding
from baumeister.server.live.tables import LiveTable
from baumeister.server.store import DamagedError, StoreError
from baumeister.server.store.queries.tables import first_checksum, next_checksum
from baumeister.server.tables import commands as c
from baumeister.server.tables import events as e
from baumeister.server.tables.decisions.creation import create
from baumeister.server.tables.errors import NoTableError
from baumeister.server.tables.table import Table
from baumeister.server.tables.viewer import User

if TYPE_CHECKING:
    from baumeister.server.live.hub import Hub

log = logging.getLogger("baumeister.server")


class Opening:
    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._folding = Folding()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    async def open(self, table_id: str) -> LiveTable:
        """The table as it is now, loaded from its log if it is not in the cache."""
        live = self._hub.cache.get(table_id)
        if live is not None:
            self._hub.cache.touch(live)
            if not live.owned:
                await self._hub.owners.refresh(live)
            return live
        task = self._loading.get(table_id)
        if task is None:
            task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(task)

    async def create(self, new: c.NewTable, user: User) -> LiveTable:
        hub = self._hub
        seed, invite = ids.seed(), ids.secret()
        created = create(
            new,
            user,
            commitment_of(seed),
            invite,
            hub.now(),
            grace=round(hub.settings.undo_grace * 1000),
            away=round(hub.settings.away_after * 1000),
        )
        return await self._add(created, seed)

    async def resume(self) -> None:
        """Load the tables that continue without anybody watching: bots to move, clocks running."""
        hub = self._hub
        for table_id in await hub.store.tables_to_resume(hub.processes.others_running):
            if not ((live := hub.cache.get(table_id)) and live.owned):
                try:
                    await self.open(table_id)
                except DamagedError as error:
                    log.error("table damaged", extra={"reason": error.reason})
                except StoreError:
                    raise
                except Exception as error:  # whatever happens, the other tables must be resumed
                    log.error("table could not be resumed", exc_info=error)

    async def _load(self, table_id: str) -> LiveTable:
        hub = self._hub
        row = await hub.store.table(table_id)
        if row is None:
            raise NoTableError
        stored = await hub.store.log(table_id)
        table = await self._folding.fold(row, stored.rows)
        live = LiveTable(row, table, len(stored.rows), stored.total)
        live.last = e.decode(stored.rows[-1])[-1].at
        live.shifted = hub.timers.shifted
        if not hub.processes.shared:  # whoever was connected no longer is
            hub.presence.loaded(live)
        hub.cache.touch(live)
        hub.cache.evict()
        try:
            await hub.owners.settle(live)
            if live.owned:
                async with live.lock:
                    await hub.settle(live)
        finally:
            hub.notify(live)
        return live

    async def _add(self, created: e.Created, seed: str) -> LiveTable:
        """Store a new table."""
        hub = self._hub
        row, data, people = hub.event_log.new(created, seed)
        await hub.store.create_table(row, data, people)
        live = LiveTable(row, Table(created), 1, next_checksum(first_checksum(row.id), data))
        live.owned, live.last, live.shifted = True, created.at, hub.timers.shifted
        hub.cache.touch(live)
        hub.cache.evict()
        hub.metrics.tables_created.labels(created.game).inc()
        async with live.lock:
            await hub.follow_up(live)
        hub.notify(live)
        hub.mail(live)
        return live
