"""The hub: runs commands at live tables, one at a time per table, and notifies listeners.

Events are durable before any listener hears of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from baumeister.server.live.bots import Bots
from baumeister.server.live.commands import Commands
from baumeister.server.live.copies import Copies
from baumeister.server.live.event_log import Decide, EventLog
from baumeister.server.live.opening import Opening
from baumeister.server.live.owners import Owners
from baumeister.server.live.presence import Presence
from baumeister.server.live.sessions import Sessions
from baumeister.server.live.tables import Listener, LiveTable, TableCache
from baumeister.server.live.timers import Timers
from baumeister.server.metrics import Metrics
from baumeister.server.peers.messages import Turns
from baumeister.server.peers.processes import Processes
from baumeister.server.people.limit_table import LIMITS
from baumeister.server.people.limits import AddressLimits
from baumeister.server.settings import Settings
from baumeister.server.store import FencedError, Store, StoreError
from baumeister.server.tables import commands as c
from baumeister.server.tables.decisions.decide import automatic_events
from baumeister.server.tables.errors import NoTableError, RemovedError
from baumeister.server.tables.table import Status, Table
from baumeister.server.tables.viewer import User, is_removed, may_watch
from baumeister.server.work.analyses import Analyses
from baumeister.server.work.explorer import Explorer
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
        self.now = settings.clock
        self.pools = pools
        self.analyses = Analyses(
            pools.analysts, settings.analysis_seconds, store, limited=settings.rate_limits
        )
        self.explorer = Explorer(store, pools.helpers)
        self.metrics = metrics
        self.event_log = EventLog(store, settings, metrics)
        self.cache = TableCache(settings.tables_in_memory)
        self.processes = processes or Processes(store, settings)
        self.owners = Owners(self, store, self.processes)
        self.copies = Copies(self, self.processes)
        self.commands = Commands(self)
        self.event_log.process = self.processes.me
        self.event_log.announce = self._announce
        self.announce: Callable[[str], None] | None = None
        """Announces a changed table through Redis, to processes that we cannot reach directly."""
        self.presence = Presence(settings, self.commit, self.start, self.processes.tell)
        self.bots = Bots(pools.bots, settings, metrics, self.commit)
        self.sessions = Sessions(store, self.processes, self.cache)
        self.timers = Timers(self)
        self.opening = Opening(self)
        self.limits = AddressLimits(LIMITS)
        """Shared by WebSockets and HTTP requests."""
        self.turn_mails: TurnMails | None = None
        """Mails absent players that it is their turn; None unless the operator has set up mail."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False

    # --- interface --------------------------------------------------------------------

    async def open(self, table_id: str) -> LiveTable:
        """The table as it is now, loaded from its log if it is not in the cache."""
        return await self.opening.open(table_id)

    async def enter(self, table_id: str, user: User | None, invite: str | None) -> LiveTable:
        """The table; NoTableError if this user may not watch it, RemovedError if the host removed
        them."""
        live = await self.open(table_id)
        if not may_watch(live.table, user, invite):
            raise RemovedError if is_removed(live.table, user) else NoTableError
        return live

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
                await self.timers.record_gap(live)
                await self.append(live, events_of, is_long=is_long)
                if live.n != before:
                    await self.follow_up(live)
            finally:
                if live.n != before:
                    self.notify(live)
                    self.mail(live)

    async def append(self, live: LiveTable, events_of: Decide, **more: Any) -> bool:
        """Append to the log of a table that this process owns; True if there were events.

        The caller holds the table's lock.
        """
        if not live.owned:
            raise FencedError("another process runs this table")
        try:
            return await self.event_log.commit(live, events_of, **more)
        except FencedError:
            self.owners.lost(live)
            raise

    async def catch_up(self, table_id: str) -> None:
        """Read what other processes have written to the table and notify listeners."""
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

    async def poll(self) -> None:
        """Catch up on tables whose changes by other processes were not announced to this one."""
        known = {table_id: live.n for table_id, live in self.cache.tables.items()}
        for table_id, length in (await self.store.lengths(known)).items():
            if length > known[table_id]:
                await self.catch_up(table_id)

    async def forget(self, table_id: str) -> None:
        """Drop a table that is about to be deleted, and tell its listeners."""
        live = self.cache.get(table_id)
        if live is None:
            return
        async with live.lock:
            # Closed, so that code still holding the table cannot write to its log.
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

    def subscribe(self, live: LiveTable, listener: Listener) -> None:
        """Add a listener: its user takes over from a stand-in bot, and waiting bots think again."""
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

    def now_at(self, live: LiveTable) -> int:
        """The current time by the clock of the table's owner."""
        return self.now() if live.owned else self.processes.clock_of(live.owner)

    async def settle(self, live: LiveTable) -> None:
        """Append events that need no command until there are no more."""
        while await self.append(live, self.automatic(live)):
            pass

    async def follow_up(self, live: LiveTable) -> None:
        """Settle after a durable command; errors are not passed on, since the command succeeded."""
        try:
            await self.settle(live)
        except FencedError:
            pass  # the new owner will settle it
        except StoreError as error:  # the timer will try again
            log.error("store", extra={"reason": error.reason})

    def automatic(self, live: LiveTable) -> Decide:
        """A decision on the events that need no command, such as those of clocks."""
        return lambda table: automatic_events(table, live.secrets, self.now())

    # --- notifying, clocks and bots ---------------------------------------------------

    def _announce(self, live: LiveTable, data: bytes) -> None:
        self.copies.announce(live, data)
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
            self.sessions.announce_turns(live.id, turns)
            self.processes.tell_all(Turns(live.id, turns))
        self.presence.noticed(live)
        self._continue(live)

    def mail(self, live: LiveTable) -> None:
        """Send the turn mails that are due.

        Called only after events of this process: other processes send the mails for theirs.
        """
        for mail in self.turn_mails.due(live) if self.turn_mails and not self._closing else ():
            self.start(mail)

    def _continue(self, live: LiveTable) -> None:
        """Set the timer of the clocks and start the bots that owe a decision."""
        if self._closing or not live.owned:
            return
        self.timers.set(live)
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

    async def _bot(self, live: LiveTable, seat: int) -> None:
        await self.bots.think(live, seat)
        self._continue(live)
