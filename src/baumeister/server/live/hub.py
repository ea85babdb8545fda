"""The hub: runs commands at live tables, one at a time per table, and notifies listeners.

Events are durable before anybody hears of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from baumeister.core.errors import BaumeisterError
from baumeister.records import commitment_of
from baumeister.server import ids
from baumeister.server.live.bots import Bots
from baumeister.server.live.commands import Commands
from baumeister.server.live.event_log import Decide, EventLog
from baumeister.server.live.loading import Folding
from baumeister.server.live.owners import Owners
from baumeister.server.live.presence import Presence
from baumeister.server.live.tables import Listener, LiveTable, TableCache
from baumeister.server.metrics import Metrics
from baumeister.server.peers.messages import SessionChanged, Turns
from baumeister.server.peers.processes import Processes
from baumeister.server.people.accounts import Session
from baumeister.server.people.limit_table import LIMITS
from baumeister.server.people.limits import AddressLimits
from baumeister.server.settings import Settings
from baumeister.server.store import DamagedError, FencedError, Store, StoreError
from baumeister.server.store.tables import first_checksum, next_checksum
from baumeister.server.tables import commands as c
from baumeister.server.tables import events as e
from baumeister.server.tables.decisions.creation import create
from baumeister.server.tables.decisions.decide import automatic_events
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
        processes: Processes | None = None,
    ) -> None:
        self.store = store
        self.settings = settings
        self.pools = pools
        self.analyses = Analyses(
            pools.analysts, settings.analysis_seconds, store, limited=settings.rate_limits
        )
        self.metrics = metrics
        self.event_log = EventLog(store, settings, metrics)
        self.cache = TableCache(settings.tables_in_memory)
        self.processes = processes or Processes(store, settings)
        self.owners = Owners(self, store, self.processes)
        self.commands = Commands(self)
        self.event_log.process = self.processes.me
        self.event_log.announce = self._announce
        self.announce: Callable[[str], None] | None = None
        """Announces a changed table through Redis, to processes that we cannot reach directly."""
        self.shifted = 0
        """By how much our clock has been set since the start, in milliseconds."""
        self.presence = Presence(settings, self.commit, self.start, self.processes.tell)
        self.bots = Bots(pools.bots, settings, metrics, self.commit)
        self.people: dict[str, set[Listener]] = {}
        """The connections of each user, by every id the user has had."""
        self.limits = AddressLimits(LIMITS)
        """Shared by WebSockets and HTTP requests."""
        self.turn_mails: TurnMails | None = None
        """Tells absent players by mail; set if the operator offers it."""
        self._folding = Folding()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False

    # --- interface --------------------------------------------------------------------

    async def open(self, table_id: str) -> LiveTable:
        """The table as it is now, loaded from its log if it is not in the cache."""
        live = self.cache.get(table_id)
        if live is not None:
            self.cache.touch(live)
            if not live.owned:
                await self.owners.refresh(live)
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
            self.now(),
            grace=round(self.settings.undo_grace * 1000),
            away=round(self.settings.away_after * 1000),
        )
        return await self._add(created, seed)

    async def execute(
        self, table_id: str, user: User, command: c.AnyCommand, invite: str | None = None
    ) -> str | None:
        """Execute a command; returns once it is durable. For a rematch: the id of the new table."""
        return await self.commands.execute(table_id, user, command, invite)

    async def commit(self, live: LiveTable, events_of: Decide, *, is_long: bool = False) -> None:
        """Decide on events, make them durable, apply them and notify listeners.

        FencedError if another process owns the table.
        """
        async with live.lock:
            before = live.n
            try:
                await self.record_gap(live)
                if await self.append(live, events_of, is_long=is_long):
                    with suppress(FencedError):  # what follows is up to the new owner
                        await self.settle(live)
            finally:
                if live.n != before:
                    self.notify(live)
                    self._mail(live)

    async def append(self, live: LiveTable, events_of: Decide, **more: Any) -> bool:
        """Append to the log of a table of this process; the caller holds its lock."""
        if not live.owned:
            raise FencedError("another process runs this table")
        try:
            return await self.event_log.commit(live, events_of, **more)
        except FencedError:
            self.owners.lost(live)
            raise

    async def catch_up(self, table_id: str) -> None:
        """Read what another process has written to the table."""
        live = self.cache.get(table_id)
        if live is None:
            return
        try:
            async with live.lock:
                before = live.n
                await self.event_log.read_new(live)
                if live.n != before and live.owned:
                    await self.owners.check(live)
        except StoreError as error:
            log.error("store", extra={"reason": error.reason})
        self.notify(live)

    def shift(self, jump: int) -> None:
        """Our clock was set: no time has passed at our tables."""
        self.shifted += jump
        for live in list(self.cache.tables.values()):
            if live.owned and live.table.status == Status.PLAYING:
                self.start(self._after_jump(live))

    async def record_gap(self, live: LiveTable) -> None:
        """Record that no time has passed since the table's last event: another process ran it, or
        our clock was set."""
        total, now = self.shifted, self.now()
        if live.interrupted:
            await self.append(live, lambda table: restart_events(table, now, live.was))
            live.interrupted = False
        elif jump := total - live.shifted:
            await self.append(live, lambda table: restart_events(table, now, now - jump))
        live.shifted = total

    async def _after_jump(self, live: LiveTable) -> None:
        try:
            await self.commit(live, self._automatic(live))
        except BaumeisterError as error:  # the next event records it
            log.error("clock", extra={"reason": error.reason})
        finally:
            self._set_timer(live)

    async def poll(self) -> None:
        """Read what other processes have written without an announcement."""
        known = {table_id: live.n for table_id, live in self.cache.tables.items()}
        for table_id, length in (await self.store.lengths(known)).items():
            if length > known[table_id]:
                await self.catch_up(table_id)

    async def resume(self) -> None:
        """Load the tables that continue without anybody watching: bots to move, clocks running."""
        for table_id in await self.store.tables_to_resume(self.processes.others_running):
            if not ((live := self.cache.get(table_id)) and live.owned):
                try:
                    await self.open(table_id)
                except DamagedError as error:
                    log.error("table damaged", extra={"reason": error.reason})
                except StoreError:
                    raise
                except Exception as error:  # whatever happens, the other tables must be resumed
                    log.error("table could not be resumed", exc_info=error)

    async def forget(self, table_id: str) -> None:
        """Drop a table that is about to be deleted; whoever watches it is told that it is gone."""
        live = self.cache.get(table_id)
        if live is None:
            return
        async with live.lock:
            # Nobody who still holds it can write to its log.
            live.table.status, live.table.chat_on = Status.CLOSED, False
            for timer in (live.timer, live.presence_timer):
                if timer:
                    timer.cancel()
            for listener in list(live.listeners):
                listener.table_gone(table_id)
            self.cache.drop(live)

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
        person = session.user.id if session else ""
        self.processes.tell_all(SessionChanged(sorted(ids), person, session is None))
        self.sessions_changed(ids, session)

    def sessions_changed(self, ids: frozenset[str], session: Session | None) -> None:
        """Tell the connections to this process."""
        for listener in set().union(*(self.people.get(each, ()) for each in ids)):
            listener.session_changed(session)

    async def check_sessions(self) -> None:
        """Close the connections of people whom another process has logged out, unheard."""
        everybody = {each.user.id for some in self.people.values() for each in some if each.user}
        for person in everybody - await self.store.logged_in(everybody):
            self.sessions_changed(frozenset([person]), None)

    def subscribe(self, live: LiveTable, listener: Listener) -> None:
        """Add a connection; people who were away take over from their bots, and bots think
        again."""
        live.listeners.add(listener)
        self.presence.arrived(live, listener)
        self._continue(live)

    def unsubscribe(self, live: LiveTable, listener: Listener) -> None:
        live.listeners.discard(listener)
        self.presence.departed(live)
        self.cache.evict()

    def in_memory(self, table_id: str) -> Table | None:
        live = self.cache.get(table_id)
        return live.table if live else None

    def live_tables(self) -> list[LiveTable]:
        return list(self.cache.tables.values())

    @property
    def tables_in_memory(self) -> int:
        return len(self.cache.tables)

    def now(self) -> int:
        return self.settings.clock()

    def now_at(self, live: LiveTable) -> int:
        """The present by the clock of the table's owner."""
        return self.now() if live.owned else self.processes.clock_of(live.owner)

    # --- loading and creating tables --------------------------------------------------

    async def _load(self, table_id: str) -> LiveTable:
        row = await self.store.table(table_id)
        if row is None:
            raise NoTableError
        stored = await self.store.log(table_id)
        table = await self._folding.fold(row, stored.rows)
        live = LiveTable(row, table, len(stored.rows), stored.total)
        live.last = e.decode(stored.rows[-1])[-1].at
        live.shifted = self.shifted
        if not self.processes.shared:  # whoever was connected no longer is
            self.presence.loaded(live)
        self.cache.touch(live)
        self.cache.evict()
        try:
            await self.owners.settle(live)
            if live.owned:
                async with live.lock:
                    await self.settle(live)
        finally:
            self.notify(live)
        return live

    async def _add(self, created: e.Created, seed: str) -> LiveTable:
        """Store a new table."""
        row, data, people = self.event_log.new(created, seed)
        await self.store.create_table(row, data, people)
        live = LiveTable(row, Table(created), 1, next_checksum(first_checksum(row.id), data))
        live.owned, live.last, live.shifted = True, created.at, self.shifted
        self.cache.touch(live)
        self.cache.evict()
        self.metrics.tables_created.labels(created.game).inc()
        async with live.lock:
            await self.settle(live)
        self.notify(live)
        self._mail(live)
        return live

    async def settle(self, live: LiveTable) -> None:
        """Commit all events that happen without a command."""
        while await self.append(live, self._automatic(live)):
            pass

    def _automatic(self, live: LiveTable) -> Decide:
        return lambda table: automatic_events(table, live.secrets, self.now())

    # --- notifying, clocks and bots ---------------------------------------------------

    def _announce(self, live: LiveTable, data: bytes) -> None:
        self.owners.announce(live, data)
        if self.announce and not self.processes.all_connected:
            self.announce(live.id)

    def notify(self, live: LiveTable) -> None:
        """Notify listeners, announce turns, then let bots and clocks continue."""
        for listener in live.listeners:
            listener.changed(live.id)
        table = live.table
        turns = [
            (person, seat)
            for seat in table.owing
            if seat not in live.owing
            and table.seats[seat].kind == "human"
            and (person := table.seats[seat].person)
        ]
        live.owing = table.owing
        if turns and live.owned:
            self.announce_turns(live.id, turns)
            self.processes.tell_all(Turns(live.id, turns))
        self.presence.noticed(live)
        self._continue(live)

    def announce_turns(self, table_id: str, turns: Iterable[tuple[str, int]]) -> None:
        """Tell people who are connected, but not to this table, that it is their turn."""
        live = self.cache.get(table_id)
        watching: set[Listener] = live.listeners if live else set()
        for person, seat in turns:
            for listener in self.people.get(person, set()) - watching:
                listener.your_turn(table_id, seat)

    def _mail(self, live: LiveTable) -> None:
        """Only after our own events: other processes send the mails for theirs."""
        for mail in self.turn_mails.due(live) if self.turn_mails and not self._closing else ():
            self.start(mail)

    def _continue(self, live: LiveTable) -> None:
        """Set the timer of the clocks and start the bots that owe a decision."""
        if self._closing or not live.owned:
            return
        self._set_timer(live)
        table = live.table
        for seat in table.owing if live.attended else ():
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
        if due is not None and live.owned and live.table.status == Status.PLAYING:
            left = due - self.now()
            wait = left / 1000 + 0.005 if left > 0 else 1.0  # overdue: the store failed
            wait = min(wait, 24 * 3600.0)  # checked again then
            loop = asyncio.get_running_loop()
            live.timer = loop.call_later(wait, lambda: self.start(self._on_timer(live)))

    async def _on_timer(self, live: LiveTable) -> None:
        try:
            await self.commit(live, self._automatic(live))
        except FencedError:
            pass  # the new owner runs the clock
        except BaumeisterError as error:
            log.error("clock", extra={"reason": error.reason})
        finally:
            self._set_timer(live)  # it may have fired too early

    async def _bot(self, live: LiveTable, seat: int) -> None:
        await self.bots.think(live, seat)
        self._continue(live)
