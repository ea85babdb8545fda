"""The parts of a running service: start, background tasks and shutdown."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from hashlib import sha256
from typing import Final

from baumeister.core.registry import problems
from baumeister.server import ids
from baumeister.server.live.hub import Hub
from baumeister.server.mail.mailer import Mailer
from baumeister.server.mail.turns import TurnMails
from baumeister.server.metrics import Metrics
from baumeister.server.operating.bans import Bans
from baumeister.server.operating.health import Health
from baumeister.server.operating.keep import Keep
from baumeister.server.operating.loop_delay import measure_loop_delay
from baumeister.server.operating.orders import INTERVAL, Orders
from baumeister.server.operating.retention import PAUSE, expire
from baumeister.server.peers import messages as m
from baumeister.server.peers.fanout import Fanout
from baumeister.server.peers.processes import Processes
from baumeister.server.people.accounts import People
from baumeister.server.people.limit_table import LIMITS
from baumeister.server.people.limits import AddressLimits
from baumeister.server.people.moves import Moves
from baumeister.server.people.passkeys import Passkeys
from baumeister.server.settings import Settings
from baumeister.server.store import StoreError, open_store
from baumeister.server.store.folder_lock import FolderLock
from baumeister.server.tables.pace import DAY
from baumeister.server.work.jobs import MAX_BOTS, MAX_BOTS_PER_ADDRESS, Pools, WorkerPool
from baumeister.server.work.spawning import Spawner

log = logging.getLogger("baumeister.server")

SWEEP_INTERVAL: Final = 30.0
SWEEP_INTERVAL_ALONE: Final = 6 * 3600.0
GUEST_LIFETIME: Final = Keep().guests * DAY
"""Guests who have no table are deleted this long after they were last seen."""
EXPIRY_INTERVAL: Final = 3600.0
POLL_INTERVAL: Final = 3.0


class Service:
    """Constructed before the event loop runs, so that a bad database is reported at once."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        if settings.redis:
            check_redis(settings.redis)
        self._lock = None if settings.database else FolderLock(settings.data)
        try:
            self.store = open_store(settings.data, settings.database)
        except BaseException:
            self._release()
            raise
        self.limits = AddressLimits(LIMITS)
        self.people: People
        self.passkeys: Passkeys
        self.moves: Moves
        self.mailer: Mailer | None = None
        self.hub: Hub
        self.processes = Processes(self.store, settings)
        self.draining = False
        """True while new connections should go to other processes."""
        self.bans: Bans
        self.health: Health
        self.orders: Orders
        self._pools: Pools
        self._spawner: Spawner
        self._fanout: Fanout | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        for problem in problems():
            log.warning("plug-in left out", extra={"reason": str(problem)})
        key = await self.store.meta("cookie-key", ids.secret())
        self.bans = Bans(key)
        self.health = Health(self.store, None if self.settings.database else self.settings.data)
        self.orders = Orders(self)
        self.people = People(self.store, self.settings, key)
        self.passkeys = Passkeys(self.store, self.people, self.settings, key)
        self.moves = Moves(self.people, self.settings.clock)
        spawner = self._spawner = Spawner(self.settings.worker_module)
        if self.settings.early_workers:
            await spawner.open()
        count = self.settings.workers
        self._pools = Pools(
            bots=WorkerPool(count, spawner, most=MAX_BOTS, most_per_address=MAX_BOTS_PER_ADDRESS),
            helpers=WorkerPool(2, spawner),
            analysts=WorkerPool(max(1, count // 2), spawner),
        )
        self.hub = Hub(self.store, self.settings, self._pools, self.metrics, self.processes)
        self.hub.limits = self.limits
        await self._join(key)
        if self.settings.mail:
            self.mailer = Mailer(self.store, self.settings.mail, key, self.settings.clock)
            connected = self.hub.sessions.people.__contains__
            self.hub.turn_mails = TurnMails(
                self.store, self.mailer, self.settings.mail_delay, connected
            )
        if self.settings.redis:
            self._fanout = Fanout(self.settings.redis, self.hub.catch_up)
            await self._fanout.start()
            self.hub.announce = self._fanout.announce
        await self.orders.start()
        delays = measure_loop_delay(self.metrics)
        for each in (self._sweep(), self._carry_out_orders(), self._expire(), delays):
            self._tasks.append(asyncio.create_task(each))
        if self.settings.database:
            self._tasks.append(asyncio.create_task(self._poll()))

    async def _join(self, key: str) -> None:
        """Join the other processes on the same database."""
        processes, owners = self.processes, self.hub.owners
        processes.handle = self._heard
        processes.on_end = owners.ended
        processes.on_link = self.hub.copies.linked
        processes.on_jump = self.hub.timers.shift
        processes.on_beat = self._share_limits
        if not processes.shared:
            processes.needs_beats = lambda: any(live.timer for live in self.hub.live_tables())
        self.limits.is_shared = processes.shared
        await processes.start(sha256(f"peers {key}".encode()).hexdigest())
        processes.run()

    async def _heard(self, process: str, message: m.AnyPeerMessage) -> m.Answer | None:
        """Handle a message of another process."""
        match message:
            case m.Tick() | m.Bye():
                self.processes.told(process, message)
            case m.SessionChanged(ids=ids, person=person, out=out):
                session = None if out else await self.people.current(person)
                self.hub.sessions.changed(frozenset(ids), session)
            case m.Spent(taken=taken):
                now = asyncio.get_running_loop().time()
                for address, kind, count in taken:
                    self.limits.debit(address, kind, count, now)
            case _:
                return await self.hub.copies.heard(process, message)
        return None

    def _share_limits(self) -> None:
        taken = self.limits.taken()
        if taken:
            self.processes.tell_all(m.Spent(taken))

    async def drain(self) -> None:
        """Before the sockets close: let the proxy notice, then give the tables away."""
        self.draining = True
        await asyncio.sleep(self.settings.drain)
        if self.processes.others:
            try:
                await self.hub.owners.release_all()
            except StoreError as error:
                log.error("store", extra={"reason": error.reason})

    async def _poll(self) -> None:
        """Read changes by other processes that Redis did not announce."""
        while True:
            await asyncio.sleep(POLL_INTERVAL)
            try:
                await self.hub.poll()
                if self.processes.missed_messages:
                    self.processes.missed_messages = not self.processes.all_connected
                    await self.hub.sessions.check()
            except StoreError as error:
                log.error("store", extra={"reason": error.reason})

    async def _sweep(self) -> None:
        """Resume tables that other processes may have left behind, and delete expired sessions and
        guests."""
        wait = SWEEP_INTERVAL
        while True:
            now = self.settings.clock()
            try:
                await self.hub.opening.resume()
                await self.processes.sweep()
                await self._sweep_people(now)
                wait = SWEEP_INTERVAL if self.settings.database else SWEEP_INTERVAL_ALONE
            except StoreError as error:
                log.error("store", extra={"reason": error.reason})
            await asyncio.sleep(wait)

    async def _sweep_people(self, now: int) -> None:
        days = self.settings.keep.guests
        while await self.store.sweep_people(now, now - days * DAY if days else 0) >= 500:
            await asyncio.sleep(PAUSE)

    async def _carry_out_orders(self) -> None:
        while True:
            await asyncio.sleep(INTERVAL)
            with suppress(StoreError):  # it is logged, and tried again
                await self.orders.look()

    async def _expire(self) -> None:
        while True:
            await asyncio.sleep(EXPIRY_INTERVAL)
            with suppress(StoreError):
                await self.expire()

    async def expire(self) -> int:
        """Delete what is kept no longer; returns the number of tables."""
        return await expire(self.store, self.settings.keep, self.settings.clock(), self._delete)

    async def _delete(self, table_id: str) -> bool:
        """Delete a table unless somebody watches it."""
        live = self.hub.cache.get(table_id)
        if live is not None and live.listeners:
            return False
        await self.orders.delete(table_id)
        return True

    async def stop(self) -> None:
        """Stop all parts; everything acknowledged is already on disk."""
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await self.hub.close()
        await self.processes.stop()
        if self._fanout:
            await self._fanout.stop()
        for workers in self._pools:
            workers.close()
        await self._spawner.close()
        await asyncio.to_thread(self.store.close)
        self._release()

    def _release(self) -> None:
        if self._lock:
            self._lock.release()


def check_redis(url: str) -> None:
    """StoreError if there is no Redis at this URL: a mistake in it is reported at the start."""
    try:
        import redis  # noqa: PLC0415  (an extra)
    except ImportError:
        raise StoreError("Redis needs redis: pip install 'baumeister[shared]'") from None
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=5, socket_timeout=5) as server:
            server.ping()
    except (redis.RedisError, ValueError, OSError) as error:
        place = url.rpartition("@")[2]
        raise StoreError(
            f"Redis cannot be reached at {place} ({error}): start it, or leave out --redis"
        ) from None
