"""The timers of what happens without a command, and times that did not pass at a table."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from baumeister.core.errors import BaumeisterError
from baumeister.server.live.tables import LiveTable
from baumeister.server.store import FencedError
from baumeister.server.tables.decisions.playing import restart_events
from baumeister.server.tables.table import Status

if TYPE_CHECKING:
    from baumeister.server.live.hub import Hub

log = logging.getLogger("baumeister.server")


class Timers:
    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.shifted = 0
        """By how much our clock has been set since the start, in milliseconds."""

    def set(self, live: LiveTable) -> None:
        """Set the timer for what happens next at a table without a command."""
        if live.timer:
            live.timer.cancel()
            live.timer = None
        due = live.table.next_due()
        if due is not None and live.owned:
            left = due - self._hub.now()
            wait = left / 1000 + 0.005 if left > 0 else 1.0  # overdue: the store failed
            wait = min(wait, 24 * 3600.0)  # checked again then
            loop = asyncio.get_running_loop()
            live.timer = loop.call_later(wait, lambda: self._hub.start(self.fired(live)))

    async def fired(self, live: LiveTable) -> None:
        try:
            await self._hub.commit(live, self._hub.automatic(live))
        except FencedError:
            pass  # the new owner runs the clock
        except BaumeisterError as error:
            log.error("clock", extra={"reason": error.reason})
        finally:
            self.set(live)  # it may have fired too early

    def shift(self, jump: int) -> None:
        """Our clock was set: no time has passed at our tables."""
        self.shifted += jump
        for live in self._hub.live_tables():
            if live.owned and live.table.status == Status.PLAYING:
                self._hub.start(self._after_jump(live))

    async def record_gap(self, live: LiveTable) -> None:
        """Record that no time has passed since the table's last event: another process ran it, or
        our clock was set."""
        total, now = self.shifted, self._hub.now()
        if live.interrupted:
            await self._hub.append(live, lambda table: restart_events(table, now, live.was))
            live.interrupted = False
        elif jump := total - live.shifted:
            await self._hub.append(live, lambda table: restart_events(table, now, now - jump))
        live.shifted = total

    async def _after_jump(self, live: LiveTable) -> None:
        try:
            await self._hub.commit(live, self._hub.automatic(live))
        except BaumeisterError as error:  # the next event records it
            log.error("clock", extra={"reason": error.reason})
        finally:
            self.set(live)
