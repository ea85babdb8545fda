"""One process owns each table: it alone decides, lets bots think and runs the clocks.

The others keep a copy that follows the owner's log, and send it the commands of their users. Claims
are made in the database, and a write of a former owner is refused there (store/leases.py), so
nothing that happens between the processes can lose a decision or make it twice.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from baumeister.core.errors import BaumeisterError, IllegalError, SubmitError
from baumeister.server.live.tables import LiveTable
from baumeister.server.peers import messages as m
from baumeister.server.peers.link import PeerError
from baumeister.server.peers.processes import Processes
from baumeister.server.store import Store, StoreError
from baumeister.server.store.queries.leases import Lease
from baumeister.server.tables import commands as c
from baumeister.server.tables.decisions.decide import decide
from baumeister.server.tables.errors import NoTableError
from baumeister.server.tables.pace import Untimed
from baumeister.server.tables.table import Status
from baumeister.server.tables.viewer import User

if TYPE_CHECKING:
    from baumeister.server.live.hub import Hub

log = logging.getLogger("baumeister.server")

ATTEMPTS: Final = 8
"""Attempts to find the owner of a table while tables are handed over."""
RETRY: Final = 1.0
"""Seconds until a handover that the store has refused is tried again."""


class Owners:
    def __init__(self, hub: Hub, store: Store, processes: Processes) -> None:
        self._hub = hub
        self._store = store
        self.processes = processes
        self._picks = random.SystemRandom()

    # --- claiming ---------------------------------------------------------------------

    async def settle(self, live: LiveTable) -> None:
        """Claim a table that was loaded, if it has no owner and something can happen there."""
        if live.owner == self.processes.me and not self.processes.leaving:
            live.owned = True
            return
        active = live.table.status in (Status.GATHERING, Status.PLAYING)
        timed = not isinstance(live.table.created.pace, Untimed)
        if active and (self.processes.shared or timed):
            await self._take(live, Lease(live.owner, live.epoch, live.n))
        elif not self.processes.shared:
            live.owned = True

    async def _take(self, live: LiveTable, lease: Lease | None, *, force: bool = False) -> None:
        """Claim the table unless its owner runs; `force`: although it seems to."""
        for _ in range(ATTEMPTS):
            if lease is None:
                raise NoTableError
            me = self.processes.me
            live.owner, live.epoch = lease.owner, lease.epoch
            if lease.owner == me and not self.processes.leaving:
                live.owned = True
                return
            if self.processes.leaving or (not force and self.processes.runs(lease.owner)):
                self._hub.copies.follow(live)
                return
            before = lease.owner
            claimed = await self._store.claim(live.id, me, lease)
            if claimed:
                live.owner, live.epoch = me, claimed.epoch
                try:
                    async with live.lock:
                        await self._begin(live, before, claimed.clock)
                finally:
                    self._hub.notify(live)
                return
            lease = await self._store.lease(live.id)

    async def _begin(self, live: LiveTable, before: str, clock: int | None) -> None:
        """Continue a table of another process where it was when that process last ran."""
        live.interrupted = bool(before)
        live.was = None if clock is None else max(clock, live.last)
        live.owned = True
        live.followers.clear()
        await self._hub.event_log.read_new(live)
        if live.was is not None:
            live.was = max(live.was, live.last)
        await self._hub.timers.record_gap(live)
        if before:
            self._hub.presence.loaded(live)  # whoever was connected there no longer is
        await self._hub.settle(live)

    async def check(self, live: LiveTable) -> None:
        """Find out whether a table with rows that we did not know is still ours."""
        lease = await self._store.lease(live.id)
        if lease is None or (lease.owner, lease.epoch) != (self.processes.me, live.epoch):
            self.lost(live)

    async def own(self, live: LiveTable) -> None:
        """Claim a table that nobody runs, whatever its status."""
        await self._take(live, await self._store.lease(live.id))

    async def refresh(self, live: LiveTable) -> None:
        """Bring a copy up to date; claim its table if the owner no longer runs."""
        lease = await self._store.lease(live.id)
        if lease is None:
            raise NoTableError
        if lease.length > live.n:
            await self._hub.catch_up(live.id)
        active = live.table.status in (Status.GATHERING, Status.PLAYING)
        if active or lease.owner == self.processes.me:
            if lease.owner != live.owner or not self.processes.runs(lease.owner):
                await self._take(live, lease)
                self._hub.notify(live)
        else:
            live.owner, live.epoch = lease.owner, lease.epoch

    def lost(self, live: LiveTable) -> None:
        """Another process has claimed the table: what we have is a copy from now on."""
        live.owned = False
        live.owner = ""
        if live.timer:
            live.timer.cancel()
            live.timer = None

    async def release_all(self) -> None:
        """Give all tables away: finish what is being written, then let the others claim them."""
        self.processes.leaving = True
        for live in self._hub.live_tables():
            async with live.lock:
                self.lost(live)
        await self.processes.leave()

    def ended(self, process: str) -> None:
        """A process has ended: claim its tables that somebody watches here, then the others."""
        for live in self._hub.live_tables():
            live.followers.discard(process)
            if live.owner == process and not live.owned and not self.processes.leaving:
                self._hub.start(self._insist(partial(self.refresh, live)))
        if not self.processes.leaving:
            self._hub.start(self._insist(self._hub.opening.resume))

    async def _insist(self, work: Callable[[], Awaitable[None]]) -> None:
        """Try until the store answers: it may have failed together with the process."""
        while not self.processes.leaving:
            try:
                await work()
                return
            except BaumeisterError as error:
                log.error("handover", extra={"reason": error.reason})
                if not isinstance(error, StoreError):
                    return
            await asyncio.sleep(RETRY)

    # --- commands ---------------------------------------------------------------------

    def can_ask(self, live: LiveTable) -> bool:
        """True if another process runs this table, or will: we are stopping."""
        leaving = self.processes.leaving and bool(self.processes.others)
        return leaving or (live.owner != self.processes.me and self.processes.runs(live.owner))

    async def ask(self, live: LiveTable, what: m.Execute | m.Accept) -> m.Answer | None:
        """Let the owner execute a request; None if this process has become the owner."""
        owner = live.owner
        if not self.processes.runs(owner) and self.processes.others:
            owner = self._picks.choice(self.processes.others)  # it will claim the table
        link = self.processes.link(owner)
        try:
            if link is None:
                raise PeerError("it has ended")
            answer = await link.ask(what)
        except PeerError as error:
            log.info("peer", extra={"reason": str(error)})
            if error.sent and isinstance(what, m.Execute) and isinstance(what.command, c.Say):
                raise StoreError("this may not have been said: look, and try again") from None
            await self._take(live, await self._store.lease(live.id), force=True)
            if not live.owned:
                await asyncio.sleep(0.1)
            return None
        if answer.code == m.MOVED:
            await asyncio.sleep(0.02)
            await self.refresh(live)
            return None
        if answer.length > live.n:
            await self._hub.catch_up(live.id)
        return answer

    def error(
        self, answer: m.Answer, live: LiveTable, user: User, command: c.AnyCommand
    ) -> BaumeisterError:
        """The error of a command as if it had been decided here, with its explanation."""
        try:
            decide(live.table, user, command, live.secrets, self._hub.now_at(live))
        except BaumeisterError as error:
            if error.code == answer.code:
                return error
        except TypeError:  # a rematch
            pass
        return _error(answer)


def _error(answer: m.Answer) -> BaumeisterError:
    """An error with this code, for requests whose error only the owner can find."""
    kinds: list[type[BaumeisterError]] = [BaumeisterError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    found = next((kind for kind in kinds if kind.code == answer.code), BaumeisterError)
    if issubclass(found, IllegalError):
        found = SubmitError  # without a refusal that could be translated
    error = found.__new__(found, answer.reason)
    BaumeisterError.__init__(error, answer.reason, clause=answer.clause)
    if isinstance(error, SubmitError):
        error.possible = ()
    return error
