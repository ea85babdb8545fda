"""Presence at live tables: records who has left and who is back.

Presence is part of a table's log, so every process knows it. The owner of the table records who has
left it; other processes tell the owner about their connections. If somebody who has left is still
connected to another process, that one reads it in the log and says that the person is here.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from baumeister.core.errors import BaumeisterError
from baumeister.server.live.event_log import Decide
from baumeister.server.live.tables import Listener, LiveTable
from baumeister.server.peers.messages import Here
from baumeister.server.settings import Settings
from baumeister.server.store import FencedError
from baumeister.server.tables import events as e
from baumeister.server.tables.decisions.presence import came_events, left_events, matters
from baumeister.server.tables.table import Table

log = logging.getLogger("baumeister.server")


class Presence:
    def __init__(
        self,
        settings: Settings,
        commit: Callable[[LiveTable, Decide], Awaitable[None]],
        start: Callable[[Any], None],
        tell: Callable[[str, Here], object],
    ) -> None:
        self._settings = settings
        self._commit = commit
        self._start = start
        self._tell = tell

    def loaded(self, live: LiveTable) -> None:
        """Nobody is connected yet."""
        live.here = set(range(len(live.table.seats)))
        self.departed(live)

    def arrived(self, live: LiveTable, listener: Listener) -> None:
        """A connection was added: its person is back."""
        ids = listener.user.ids if listener.user else frozenset()
        self._record(live, lambda person: person in ids, returns=True)

    def noticed(self, live: LiveTable) -> None:
        """The table has changed, perhaps because another process says that somebody has left."""
        connected = {each for one in live.listeners if one.user for each in one.user.ids}
        self._record(live, connected.__contains__, returns=False)

    def departed(self, live: LiveTable) -> None:
        """A connection was lost: record it unless the person is back soon."""
        if live.presence_timer is None and live.here and matters(live.table):
            loop = asyncio.get_running_loop()
            delay = self._settings.presence_delay
            live.presence_timer = loop.call_later(delay, lambda: self._start(self._left(live)))

    def _record(self, live: LiveTable, here: Callable[[str], bool], *, returns: bool) -> None:
        seats = enumerate(live.table.seats)
        live.here |= {number for number, seat in seats if seat.person and here(seat.person)}

        def events(table: Table) -> list[e.AnyEvent]:
            return came_events(table, here, self._settings.clock(), returns=returns)

        if not events(live.table):
            return
        if live.owned:
            self._start(self._try(live, events))
        else:
            people = {seat.person for seat in live.table.seats if seat.person}
            came = sorted(each for each in people if here(each))
            self._tell(live.owner, Here(live.id, came, returns))

    def elsewhere(self, live: LiveTable, said: Here) -> None:
        """Record what another process says about its connections to a table that we own."""
        now = self._settings.clock
        came = set(said.came)

        def events(table: Table) -> list[e.AnyEvent]:
            return [
                *came_events(table, came.__contains__, now(), returns=said.returns),
                *left_events(table, said.left, live.connected, now()),
            ]

        if events(live.table):
            self._start(self._try(live, events))

    async def _left(self, live: LiveTable) -> None:
        live.presence_timer = None
        seats = sorted(live.here)
        live.here = {seat for seat in seats if live.connected(live.table.seats[seat].person or "")}
        if not live.owned:
            self._tell(live.owner, Here(live.id, left=sorted(set(seats) - live.here)))
            return
        await self._try(
            live,
            lambda table: left_events(table, seats, live.connected, self._settings.clock()),
        )

    async def _try(self, live: LiveTable, events: Decide) -> None:
        try:
            await self._commit(live, events)
        except FencedError:
            pass  # the new owner will notice
        except BaumeisterError as error:  # the next change of presence will tell
            log.error("presence", extra={"reason": error.reason})
