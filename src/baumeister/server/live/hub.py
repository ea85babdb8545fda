"""The hub: runs commands at live tables, one at a time per table, and notifies listeners.

Events are durable before anybody hears of them.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import msgspec

from baumeister.core.errors import BaumeisterError
from baumeister.records import commitment_of
from baumeister.server import ids
from baumeister.server.live.bots import Bots
from baumeister.server.live.event_log import Decide, EventLog
from baumeister.server.live.loading import fold
from baumeister.server.live.presence import Presence
from baumeister.server.live.tables import Listener, LiveTable, TableCache
from baumeister.server.metrics import Metrics
from baumeister.server.people.accounts import Session
from baumeister.server.settings import Settings
from baumeister.server.store import DamagedError, Store, StoreError
from baumeister.server.store.tables import first_checksum, next_checksum
from baumeister.server.tables import commands as c
from baumeister.server.tables import events as e
from baumeister.server.tables.decisions.creation import accept_rematch, create, rematch
from baumeister.server.tables.decisions.decide import automatic_events, decide
from baumeister.server.tables.decisions.playing import restart_events
from baumeister.server.tables.errors import NoTableError, RemovedError
from baumeister.server.tables.table import Status, Table
from baumeister.server.tables.viewer import User, is_removed, may_watch
from baumeister.server.work.analyses import Analyses
from baumeister.server.work.jobs import Pools

if TYPE_CHECKING:
    from baumeister.server.mail.turns import TurnMails

log = logging.getLogger("baumeister.server")


class Hub:
    def __init__(
        self,
        store: Store,
        settings: Settings,
        pools: Pools,
        metrics: Metrics,
    ) -> None:
        self.store = store
        self.settings = settings
        self.pools = pools
        self.analyses = Analyses(pools.analysts, settings.analysis_seconds, store)
        self.metrics = metrics
        self.event_log = EventLog(store, settings, metrics)
        self.cache = TableCache(settings.tables_in_memory)
        self.presence = Presence(settings, self.commit, self.start)
        self.bots = Bots(pools.bots, settings, metrics, self.commit)
        self.people: dict[str, set[Listener]] = {}
        """The connections of each user, by every id the user has had."""
        self.turn_mails: TurnMails | None = None
        """Tells absent players by mail; set if the operator offers it."""
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False

    # --- interface --------------------------------------------------------------------

    async def open(self, table_id: str) -> LiveTable:
        """The table, loaded from its log if it is not in the cache."""
        live = self.cache.get(table_id)
        if live is not None:
            self.cache.touch(live)
            return live
        task = self._loading.get(table_id)
        if task is None:
            task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(task)

    async def enter(self, table_id: str, user: User | None, invite: str | None) -> LiveTable:
        """The table; NoTableError unless this user may watch it."""
        live = await self.open(table_id)
        if not may_watch(live.table, user, invite):
            raise RemovedError if is_removed(live.table, user) else NoTableError
        return live

    async def create(self, new: c.NewTable, user: User) -> LiveTable:
        seed, invite = ids.seed(), ids.secret()
        created = create(
            new,
            user,
            commitment_of(seed),
            invite,
            self._now(),
            grace=round(self.settings.undo_grace * 1000),
            away=round(self.settings.away_after * 1000),
        )
        return await self._add(created, seed)

    async def execute(
        self, table_id: str, user: User, command: c.AnyCommand, invite: str | None = None
    ) -> str | None:
        """Execute a command; returns once it is durable. For a rematch: the id of the new table."""
        if isinstance(command, c.Sit):
            invite = command.invite or invite
            command = msgspec.structs.replace(command, invite=invite)
        live = await self.enter(table_id, user, invite)
        if isinstance(command, c.Rematch):
            return await self._rematch(live, user)

        def events(table: Table) -> list[e.AnyEvent]:
            return decide(table, user, command, live.secrets, self._now())

        await self.commit(live, events)
        return None

    async def commit(self, live: LiveTable, events_of: Decide) -> None:
        """Decide on events, make them durable, apply them and notify listeners.

        `events_of` is called again if another process was quicker.
        """
        async with live.lock:
            before = live.n
            try:
                if await self.event_log.commit(live, events_of):
                    await self._settle(live)
            finally:
                if live.n != before:
                    self._notify(live)
                    self._mail(live)

    async def catch_up(self, table_id: str) -> None:
        """Read what another process has written to the table."""
        live = self.cache.get(table_id)
        if live is not None:
            try:
                async with live.lock:
                    await self.event_log.read_new(live)
            except StoreError as error:
                log.error("store", extra={"reason": error.reason})
            self._notify(live)

    async def poll(self) -> None:
        """Read what other processes have written without an announcement."""
        known = {table_id: live.n for table_id, live in self.cache.tables.items()}
        for table_id, length in (await self.store.lengths(known)).items():
            if length > known[table_id]:
                await self.catch_up(table_id)

    async def resume(self) -> None:
        """Load the tables that continue without anybody watching: bots to move, clocks running."""
        for table_id in await self.store.tables_to_resume():
            if table_id not in self.cache.tables:
                try:
                    await self.open(table_id)
                except DamagedError as error:
                    log.error("table damaged", extra={"reason": error.reason})
                except StoreError:
                    raise
                except Exception as error:  # whatever happens, the other tables must be resumed
                    log.error("table could not be resumed", exc_info=error)

    async def close(self) -> None:
        """Stop timers and tasks; bots and clocks continue after a restart."""
        self._closing = True
        for live in list(self.cache.tables.values()):
            for timer in (live.timer, live.presence_timer):
                if timer:
                    timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def update_sessions(self, ids: frozenset[str], session: Session | None) -> None:
        """Tell the open connections of a user about a changed session; None: logged out."""
        for listener in set().union(*(self.people.get(each, ()) for each in ids)):
            listener.session_changed(session)

    def subscribe(self, live: LiveTable, listener: Listener) -> None:
        """Add a connection; people who were away take over from their bots."""
        live.listeners.add(listener)
        self.presence.arrived(live, listener)

    def unsubscribe(self, live: LiveTable, listener: Listener) -> None:
        live.listeners.discard(listener)
        self.presence.departed(live)
        self.cache.evict()

    def in_memory(self, table_id: str) -> Table | None:
        live = self.cache.get(table_id)
        return live.table if live else None

    @property
    def tables_in_memory(self) -> int:
        return len(self.cache.tables)

    def _now(self) -> int:
        return self.settings.clock()

    # --- loading and creating tables --------------------------------------------------

    async def _load(self, table_id: str) -> LiveTable:
        row = await self.store.table(table_id)
        if row is None:
            raise NoTableError
        stored = await self.store.log(table_id)
        table = fold(row, stored.rows)
        live = LiveTable(row, table, len(stored.rows), stored.total)
        if self.settings.database is None:  # whoever was connected no longer is
            self.presence.loaded(live)
        self.cache.touch(live)
        self.cache.evict()
        try:
            async with live.lock:
                if self.settings.database is None:  # otherwise another process was running
                    await self.event_log.commit(live, lambda it: restart_events(it, self._now()))
                await self._settle(live)
        finally:
            self._notify(live)
        return live

    async def _add(self, created: e.Created, seed: str) -> LiveTable:
        """Store a new table."""
        row, data, people = self.event_log.new(created, seed)
        await self.store.create_table(row, data, people)
        live = LiveTable(row, Table(created), 1, next_checksum(first_checksum(row.id), data))
        self.cache.touch(live)
        self.cache.evict()
        self.metrics.tables_created.labels(created.game).inc()
        async with live.lock:
            await self._settle(live)
        self._notify(live)
        self._mail(live)
        return live

    async def _settle(self, live: LiveTable) -> None:
        """Commit all events that happen without a command."""
        while await self.event_log.commit(live, self._automatic(live)):
            pass

    def _automatic(self, live: LiveTable) -> Decide:
        return lambda table: automatic_events(table, live.secrets, self._now())

    # --- notifying, clocks and bots ---------------------------------------------------

    def _notify(self, live: LiveTable) -> None:
        """Notify listeners, announce turns, then let bots and clocks continue."""
        for listener in live.listeners:
            listener.changed(live.id)
        table = live.table
        for seat in table.owing:
            person = table.seats[seat].person
            if seat not in live.owing and table.seats[seat].kind == "human" and person:
                for listener in self.people.get(person, set()) - live.listeners:
                    listener.your_turn(live.id, seat)
        live.owing = table.owing
        self.presence.noticed(live)
        self._continue(live)

    def _mail(self, live: LiveTable) -> None:
        """Only after our own events: other processes send the mails for theirs."""
        for mail in self.turn_mails.due(live) if self.turn_mails and not self._closing else ():
            self.start(mail)

    def _continue(self, live: LiveTable) -> None:
        """Set the timer of the clocks and start the bots that owe a decision."""
        if self._closing:
            return
        self._set_timer(live)
        table = live.table
        for seat in table.owing:
            if table.seats[seat].kind == "bot" and seat not in live.bots:
                live.bots.add(seat)
                self.start(self._bot(live, seat))

    def start(self, work: Any) -> None:
        """Run a task until the hub is closed."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _set_timer(self, live: LiveTable) -> None:
        if live.timer:
            live.timer.cancel()
            live.timer = None
        due = live.table.next_due()
        if due is not None and live.table.status == Status.PLAYING:
            left = due - self._now()
            wait = left / 1000 + 0.005 if left > 0 else 1.0  # overdue: the store failed
            wait = min(wait, 24 * 3600.0)  # checked again then
            loop = asyncio.get_running_loop()
            live.timer = loop.call_later(wait, lambda: self.start(self._on_timer(live)))

    async def _on_timer(self, live: LiveTable) -> None:
        try:
            await self.commit(live, self._automatic(live))
        except BaumeisterError as error:
            log.error("clock", extra={"reason": error.reason})
        finally:
            self._set_timer(live)  # it may have fired too early

    async def _bot(self, live: LiveTable, seat: int) -> None:
        await self.bots.think(live, seat)
        self._continue(live)

    async def _rematch(self, live: LiveTable, user: User) -> str:
        """The next table; the first player who asks creates it."""
        async with live.lock:
            before = live.table.rematch
            called_off = before and (await self.open(before)).table.status == Status.CLOSED
            if before is None or called_off:
                seed, invite = ids.seed(), ids.secret()
                promise = commitment_of(seed)
                created = rematch(live.table, user, promise, invite, of=live.id, now=self._now())
                new = self.event_log.new(created, seed)
                event = e.Rematched(at=self._now(), table=new[0].id)
                if await self.event_log.commit(
                    live, lambda t: [event] if t.rematch == before else [], also_create=new
                ):
                    self.metrics.tables_created.labels(created.game).inc()
                self._notify(live)
        following = await self.open(live.table.rematch or "")
        await self.commit(following, lambda table: accept_rematch(table, user, self._now()))
        return following.id
