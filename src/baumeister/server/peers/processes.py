"""The processes of a service: which of them run, and the connections to them.

Every process renews its lease twice a second by a beat in the database. It counts as ended once it
says so, once nothing listens at its address and it no longer beats, or after `LEASE` beats of ours
without one of its own. We count our own successful reads instead of comparing clocks, so a database
that is away ends nobody's lease.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final

from baumeister.server import ids
from baumeister.server.clock import SteadyClock
from baumeister.server.peers import messages as m
from baumeister.server.peers.link import Handle, Link, Listener
from baumeister.server.settings import Settings
from baumeister.server.store import Store, StoreError
from baumeister.server.store.queries.leases import ProcessRow

log = logging.getLogger("baumeister.server")

BEAT: Final = 0.5
"""Seconds between two beats."""
LEASE: Final = 16
"""Beats of ours without one of theirs."""
START_UP: Final = 3.0
"""Seconds to wait for the other processes at the start."""


class Processes:
    """This process and the others on the same database; on SQLite there are no others."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.me = ids.person_id()
        self.shared = settings.database is not None
        self.missed_messages = False
        """True if others may have told us something while there was no connection."""
        self.leaving = False
        """True once this process gives its tables away."""
        self.handle: Handle | None = None
        """Handles the messages of others."""
        self.on_end: Callable[[str], None] = lambda _: None
        """Called once for each process that has ended."""
        self.on_link: Callable[[str], None] = lambda _: None
        """Called when there is a connection to a process."""
        self.on_beat: Callable[[], None] = lambda: None
        self.on_jump: Callable[[int], None] = lambda _: None
        """Called when our clock was set to the machine's, with the difference."""
        self.needs_beats: Callable[[], bool] = lambda: True
        self._store = store
        self._settings = settings
        self._key = ""
        self._listener: Listener | None = None
        self._links: dict[str, Link] = {}
        self._beats: dict[str, tuple[int, int]] = {}
        """By process: its beats, and for how many reads they have not changed."""
        self._stopped: list[Link] = []
        """Links to ended processes that are being closed."""
        self._ended: set[str] = set()
        self._offsets: dict[str, int] = {}
        self._task: asyncio.Task[None] | None = None

    # --- start and end ----------------------------------------------------------------

    async def start(self, key: str) -> None:
        address = ""
        if self.shared and self.handle:
            self._key = key
            self._listener = Listener(self.me, key, self.handle)
            address = await self._listener.start(self._settings.peer_host)
        await self._store.register(self.me, address, self._settings.clock())
        if self.shared:
            await self._look()
            with suppress(TimeoutError):
                async with asyncio.timeout(START_UP):
                    for link in list(self._links.values()):
                        await link.tried.wait()
            if any(each.refused for each in self._links.values()):
                await asyncio.sleep(1.4 * BEAT)  # whoever still runs beats meanwhile
                await self._look()
        else:
            self._ended = {row.id for row in await self._store.processes()} - {self.me}

    def run(self) -> None:
        """Beat from now on."""
        self._task = asyncio.create_task(self._run())

    async def leave(self) -> None:
        """Tell everybody that the tables of this process are free."""
        self.leaving = True
        await self._store.beat(self.me, self._settings.clock(), gone=True)
        self.tell_all(m.Bye())

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        try:
            await self._store.beat(self.me, self._settings.clock(), gone=True)
        except StoreError as error:
            log.error("store", extra={"reason": error.reason})
        self.tell_all(m.Bye())
        await asyncio.sleep(0)
        for link in self._links.values():
            link.stop()
        for link in (*self._links.values(), *self._stopped):
            await link.closed()
        if self._listener:
            await self._listener.stop()

    # --- queries ----------------------------------------------------------------------

    def runs(self, process: str) -> bool:
        """True if this process may own tables."""
        if process == self.me:
            return not self.leaving
        return process in self._links

    @property
    def others_running(self) -> list[str]:
        return list(self._links)

    @property
    def others(self) -> list[str]:
        """The other processes that can be reached now."""
        return [process for process, link in self._links.items() if link.connected]

    @property
    def all_connected(self) -> bool:
        return all(link.connected for link in self._links.values())

    def link(self, process: str) -> Link | None:
        return self._links.get(process)

    def clock_of(self, process: str) -> int:
        """What the clock of another process shows now."""
        return self._settings.clock() + self._offsets.get(process, 0)

    # --- messages ---------------------------------------------------------------------

    def tell(self, process: str, message: m.Notice) -> bool:
        link = self._links.get(process)
        return link is not None and link.tell(message)

    def tell_all(self, message: m.Notice, among: Iterable[str] | None = None) -> None:
        for process in list(self._links if among is None else among):
            self.tell(process, message)

    def told(self, process: str, message: m.Tick | m.Bye) -> None:
        """Another process says what its clock shows, or that it has stopped."""
        if isinstance(message, m.Tick):
            self._offsets[process] = message.clock - self._settings.clock()
        else:
            self._end(process)

    # --- beats ------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            clock = self._settings.clock
            if isinstance(clock, SteadyClock) and (jump := clock.adjust()):
                self.on_jump(jump)
            self.on_beat()
            try:
                if self.needs_beats():
                    await self._store.beat(self.me, clock(), gone=self.leaving)
                if self.shared:
                    await self._look()
            except StoreError as error:
                self._beats = {each: (beats, 0) for each, (beats, _) in self._beats.items()}
                log.error("store", extra={"reason": error.reason})
            self.tell_all(m.Tick(clock()))

    async def _look(self) -> None:
        """Read which processes run."""
        for row in await self._store.processes():
            if row.id != self.me:
                self._judge(row)

    def _judge(self, row: ProcessRow) -> None:
        beats, unchanged = self._beats.get(row.id, (-1, 0))
        unchanged = unchanged + 1 if beats == row.beats else 0
        self._beats[row.id] = (row.beats, unchanged)
        link = self._links.get(row.id)
        if row.gone:
            self._end(row.id)
        elif link is None:
            if beats != row.beats and (row.id not in self._ended or beats >= 0):
                self._ended.discard(row.id)  # it was thought to have ended, and beats again
                link = self._links[row.id] = Link(self.me, row.id, row.address, self._key)
                link.start(self._linked)
        elif unchanged >= LEASE or (unchanged and link.refused):
            self._end(row.id)
        elif link.refused and unchanged == 0 and not link.warned:
            link.warned = True  # it beats: perhaps its address is wrong
            log.warning("peer", extra={"reason": f"{row.address} refuses connections"})

    def _linked(self, process: str) -> None:
        self.missed_messages = True
        self.on_link(process)

    def _end(self, process: str) -> None:
        link = self._links.pop(process, None)
        if link:
            link.stop()
            self._stopped = [each for each in self._stopped if not each.is_closed]
            self._stopped.append(link)
        if process not in self._ended:
            self._ended.add(process)
            self.on_end(process)

    async def sweep(self) -> None:
        """Forget processes that have ended and whose clocks nobody needs any more."""
        await self._store.forget_processes(self._ended - set(self._links))
        known = {row.id for row in await self._store.processes()}
        self._ended &= known
        self._beats = {each: beats for each, beats in self._beats.items() if each in known}
