"""The parts of a running service: start, background tasks and shutdown."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final

from baumeister.core.registry import problems
from baumeister.server import ids
from baumeister.server.live.fanout import Fanout
from baumeister.server.live.hub import Hub
from baumeister.server.mail.mailer import Mailer
from baumeister.server.mail.turns import TurnMails
from baumeister.server.metrics import Metrics
from baumeister.server.people.accounts import People
from baumeister.server.people.limit_table import LIMITS
from baumeister.server.people.limits import AddressLimits
from baumeister.server.people.moves import Moves
from baumeister.server.people.passkeys import Passkeys
from baumeister.server.settings import Settings
from baumeister.server.store import StoreError, open_store
from baumeister.server.tables.pace import DAY
from baumeister.server.work.jobs import MAX_BOTS, MAX_BOTS_PER_ADDRESS, Pools, WorkerPool

log = logging.getLogger("baumeister.server")

SWEEP_INTERVAL: Final = 30.0
SWEEP_INTERVAL_ALONE: Final = 6 * 3600.0
GUEST_LIFETIME: Final = 60 * DAY
"""Guests who never took a seat are deleted this long after they were last seen."""
POLL_INTERVAL: Final = 3.0


class Service:
    """Constructed before the event loop runs, so that a bad database is reported at once."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.store = open_store(settings.data, settings.database)
        self.limits = AddressLimits(LIMITS)
        self.people: People
        self.passkeys: Passkeys
        self.moves: Moves
        self.mailer: Mailer | None = None
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
        self.moves = Moves(self.people, self.settings.clock)
        module = self.settings.worker_module
        count = self.settings.workers
        self._pools = Pools(
            bots=WorkerPool(count, module, most=MAX_BOTS, most_per_address=MAX_BOTS_PER_ADDRESS),
            helpers=WorkerPool(2, module),
            analysts=WorkerPool(max(1, count // 2), module),
        )
        self.hub = Hub(self.store, self.settings, self._pools, self.metrics)
        self.hub.limits = self.limits
        if self.settings.mail:
            self.mailer = Mailer(self.store, self.settings.mail, key, self.settings.clock)
            self.hub.turn_mails = TurnMails(
                self.store, self.mailer, self.settings.mail_delay, self.hub.people.__contains__
            )
        if self.settings.redis:
            self._fanout = Fanout(self.settings.redis, self.hub.catch_up)
            await self._fanout.start()
            self.hub.event_log.announce = self._fanout.announce
        self._tasks.append(asyncio.create_task(self._sweep()))
        if self.settings.database:
            self._tasks.append(asyncio.create_task(self._poll()))

    async def _poll(self) -> None:
        """Read changes by other processes that Redis did not announce."""
        while True:
            await asyncio.sleep(POLL_INTERVAL)
            try:
                await self.hub.poll()
            except StoreError as error:
                log.error("store", extra={"reason": error.reason})

    async def _sweep(self) -> None:
        """Resume tables that other processes may have left behind, and delete expired sessions and
        guests."""
        wait = SWEEP_INTERVAL
        while True:
            now = self.settings.clock()
            try:
                await self.hub.resume()
                await self.store.sweep_people(now, now - GUEST_LIFETIME)
                wait = SWEEP_INTERVAL if self.settings.database else SWEEP_INTERVAL_ALONE
            except StoreError as error:
                log.error("store", extra={"reason": error.reason})
            await asyncio.sleep(wait)

    async def stop(self) -> None:
        """Stop all parts; everything acknowledged is already on disk."""
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
