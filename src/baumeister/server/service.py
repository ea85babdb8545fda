"""The parts of a running service, put together and taken apart."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final

from baumeister.core.registry import problems
from baumeister.server import ids
from baumeister.server.live.fanout import Fanout
from baumeister.server.live.hub import Hub
from baumeister.server.metrics import Metrics
from baumeister.server.people.accounts import People
from baumeister.server.people.limits import HTTP, ByAddress
from baumeister.server.people.passkeys import Passkeys
from baumeister.server.settings import Settings
from baumeister.server.store import StoreError, open_store
from baumeister.server.tables.pace import DAY
from baumeister.server.work.jobs import Pools, Workers

log = logging.getLogger("baumeister.server")

SWEEP_EVERY: Final = 30.0
SWEEP_ALONE_EVERY: Final = 6 * 3600.0
UNSEEN_FOR: Final = 60 * DAY
"""After this a guest who never sat down is forgotten."""
LOOK_ROUND_EVERY: Final = 3.0


class Service:
    """Made before the loop runs, so that a bad database is told at once; started inside it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.store = open_store(settings.data, settings.database)
        self.limits = ByAddress(HTTP)
        self.people: People
        self.passkeys: Passkeys
        self.hub: Hub
        self._pools: Pools
        self._fanout: Fanout | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        for problem in problems():
            log.warning("plug-in left out", extra={"reason": str(problem)})
        key = await self.store.meta("cookie-key", ids.secret())
        self.people = People(self.store, self.settings, key)
        self.passkeys = Passkeys(self.store, self.people, self.settings, key)
        module = self.settings.worker_module
        most = self.settings.workers
        self._pools = Pools(
            bots=Workers(most, module),
            helpers=Workers(2, module),
            analysts=Workers(max(1, most // 2), module),
        )
        self.hub = Hub(self.store, self.settings, self._pools, self.metrics)
        if self.settings.redis:
            self._fanout = Fanout(self.settings.redis, self.hub.catch_up)
            await self._fanout.start()
            self.hub.logbook.announce = self._fanout.announce
        self._tasks.append(asyncio.create_task(self._sweep()))
        if self.settings.database:
            self._tasks.append(asyncio.create_task(self._look_round()))

    async def _look_round(self) -> None:
        """What Redis has not told, because it was away for a while or is not there at all."""
        while True:
            await asyncio.sleep(LOOK_ROUND_EVERY)
            try:
                await self.hub.look_round()
            except StoreError as error:
                log.error("store", extra={"reason": error.reason})

    async def _sweep(self) -> None:
        """Tables that go on by themselves, also those other processes may have left behind; and
        people who will not come back."""
        wait = SWEEP_EVERY
        while True:
            now = self.settings.clock()
            try:
                await self.hub.wake()
                await self.store.sweep_people(now, now - UNSEEN_FOR)
                wait = SWEEP_EVERY if self.settings.database else SWEEP_ALONE_EVERY
            except StoreError as error:
                log.error("store", extra={"reason": error.reason})
            await asyncio.sleep(wait)

    async def stop(self) -> None:
        """Finish what was begun; whatever was acknowledged is on disk already."""
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await self.hub.close()
        if self._fanout:
            await self._fanout.stop()
        for workers in self._pools:
            await workers.close()
        await asyncio.to_thread(self.store.close)
