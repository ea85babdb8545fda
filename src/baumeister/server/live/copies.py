"""What the processes tell each other about tables: rows for the copies, commands for the owner."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from baumeister.core.errors import BaumeisterError
from baumeister.server.live.tables import LiveTable
from baumeister.server.peers import messages as m
from baumeister.server.peers.processes import Processes
from baumeister.server.store import FencedError, StoreError
from baumeister.server.store.queries.tables import next_checksum
from baumeister.server.tables import events as e

if TYPE_CHECKING:
    from baumeister.server.live.hub import Hub

log = logging.getLogger("baumeister.server")


class Copies:
    def __init__(self, hub: Hub, processes: Processes) -> None:
        self._hub = hub
        self._processes = processes

    # --- as a copy --------------------------------------------------------------------

    def follow(self, live: LiveTable) -> None:
        """Ask the owner of a table for the rows that it writes."""
        live.owned = False
        self._processes.tell(live.owner, m.Follow(live.id, True))

    def linked(self, process: str) -> None:
        """There is a connection to this process: follow its tables."""
        for live in self._hub.live_tables():
            if live.owner == process and not live.owned:
                self.follow(live)

    async def changed(self, process: str, message: m.Changed) -> None:
        """Apply a row that the owner has written."""
        live = self._hub.cache.get(message.table)
        if live is None or live.owned:
            self._processes.tell(process, m.Follow(message.table, False))
        elif message.n < live.n:
            return
        elif live.lock.locked() or message.n > live.n or not message.data:
            self._hub.start(self._hub.catch_up(message.table))
        else:
            data = message.data.encode()
            if next_checksum(live.total, data) == message.total:
                events = e.decode(data)
                for event in events:
                    live.table.apply(event)
                live.n, live.total, live.last = live.n + 1, message.total, events[-1].at
                self._hub.notify(live)

    # --- as the owner -----------------------------------------------------------------

    def announce(self, live: LiveTable, data: bytes) -> None:
        """Send a new row of the log to the processes with a copy."""
        if live.followers:
            message = m.Changed(live.id, live.n - 1, live.total, data.decode())
            self._processes.tell_all(message, live.followers)

    async def heard(self, process: str, message: m.AnyPeerMessage) -> m.Answer | None:
        """Handle a message of another process."""
        match message:
            case m.Request(n=number, what=what):
                return await self._execute(number, what)
            case m.Changed():
                await self.changed(process, message)
            case m.Follow(table=table, on=on):
                self._follows(process, table, on=on)
            case m.Turns(table=table, turns=turns):
                self._hub.sessions.announce_turns(table, turns)
            case m.Here(table=table):
                live = self._hub.cache.get(table)
                if live and live.owned:
                    self._hub.presence.elsewhere(live, message)
        return None

    def _follows(self, process: str, table: str, *, on: bool) -> None:
        live = self._hub.cache.get(table)
        if live is None or not live.owned:
            return
        if on:
            live.followers.add(process)
            self._processes.tell(process, m.Changed(table, live.n - 1, live.total, ""))
        else:
            live.followers.discard(process)

    async def _execute(self, number: int, what: m.Execute | m.Accept) -> m.Answer:
        """Execute a request of another process, if this one owns the table."""
        live: LiveTable | None = None
        try:
            live = await self._hub.open(what.table)
            if not live.owned:
                return m.Answer(number, code=m.MOVED)
            user = m.unpacked(what.user)
            if isinstance(what, m.Accept):
                await self._hub.commands.accept(live, user)
                return m.Answer(number, live.n)
            found = await self._hub.commands.execute_here(live, user, what.command, what.invite)
            return m.Answer(number, live.n, found)
        except FencedError:
            return m.Answer(number, code=m.MOVED)
        except BaumeisterError as error:
            length = live.n if live else 0
            return m.Answer(number, length, None, error.code, error.reason, error.clause)
        except Exception as error:  # the other process must not wait
            log.error("crash", exc_info=error)
            return m.Answer(number, 0, None, StoreError.code, "internal error")
