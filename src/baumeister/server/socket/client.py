"""The client at the other end of a WebSocket: its session, the tables it watches, its messages.

Nothing is queued for a slow reader. The service keeps only which tables have changed and what the
client was last sent; a message is built when there is room to send it. Memory stays bounded, and a
client that falls behind skips to the present.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from baumeister.server.live.hub import Hub
from baumeister.server.live.tables import LiveTable
from baumeister.server.people.auth import POLICY, TRY_AGAIN
from baumeister.server.people.sessions import Session
from baumeister.server.socket.outlet import Outlet
from baumeister.server.tables.errors import (
    BadInputError,
    ForbiddenError,
    NoTableError,
    NotSignedInError,
    TableError,
)
from baumeister.server.tables.table import Status
from baumeister.server.tables.viewer import User, may_watch
from baumeister.server.wire import messages as m
from baumeister.server.wire import requests as r
from baumeister.server.wire.serialise import encode, problem
from baumeister.server.wire.updates import LastSent, encoded_update

SEND_TIMEOUT: Final = 20.0
MAX_WAITING: Final = 64
"""Replies waiting to be sent; only clients that send without reading have more."""
MAX_TABLES: Final = 30
MAX_WRITE: Final = 16 * 1024
"""Bytes after which messages are written before further ones are made."""


class Watched:
    """A table that the client watches."""

    __slots__ = ("invite", "last_sent", "live")

    def __init__(self, live: LiveTable, request: r.Watch) -> None:
        self.live = live
        self.invite = request.invite
        self.last_sent = LastSent(request.story, request.chat)


class Client:
    __slots__ = (
        "_blocked",
        "_closing",
        "_dirty",
        "_due",
        "_ended",
        "_hub",
        "_outlet",
        "_replies",
        "_send",
        "address",
        "session",
        "watched",
    )

    def __init__(
        self, hub: Hub, send: Any, outlet: Outlet, session: Session | None, address: str = ""
    ) -> None:
        self._hub = hub
        self._send = send
        self._outlet = outlet
        self.address = address
        """The network address that limits and shares are counted by."""
        self.session = session
        self.watched: dict[str, Watched] = {}
        self._dirty: dict[str, None] = {}
        self._replies: list[bytes] = []
        self._due = False
        """Whether `_flush` is scheduled."""
        self._blocked: asyncio.TimerHandle | None = None
        """Runs while messages wait for room."""
        self._closing: asyncio.Task[None] | None = None
        self._ended = False

    # --- session ----------------------------------------------------------------------

    @property
    def user(self) -> User | None:
        return self.session.user if self.session else None

    def person(self) -> Session:
        if self.session is None:
            raise NotSignedInError
        return self.session

    async def own(self, table_id: str, seat: int) -> LiveTable:
        """The table, if the game is running and the user holds this seat."""
        user = self.person().user
        live = await self._hub.enter(table_id, user, None)
        if seat not in live.table.seats_of(user.ids):
            raise ForbiddenError("this is not your seat")
        if live.table.status != Status.PLAYING:
            raise TableError("the game is not running")
        return live

    def register(self) -> None:
        """Register this connection under its user."""
        for person in self.session.user.ids if self.session else ():
            self._hub.sessions.people.setdefault(person, set()).add(self)

    def _unregister(self) -> None:
        for person in self.session.user.ids if self.session else ():
            others = self._hub.sessions.people.get(person, set())
            others.discard(self)
            if not others:
                self._hub.sessions.people.pop(person, None)

    def session_changed(self, session: Session | None) -> None:
        """Adopt a changed session: another name, other mutes, more seats; None: logged out."""
        self._unregister()
        self.session = session
        self.register()
        for table_id, seen in self.watched.items():
            seen.last_sent.invalidate()
            self.changed(table_id)
        if session is None:
            self._end(POLICY, "logged out")

    def leave(self) -> None:
        """Release everything once the connection is closed."""
        for seen in self.watched.values():
            self._hub.unsubscribe(seen.live, self)
        self._unregister()
        self._ended = True
        self._outlet.on_room = None
        self._unblock()
        if self._closing:
            self._closing.cancel()

    # --- watching tables --------------------------------------------------------------

    async def watch(self, request: r.Watch) -> None:
        if request.table not in self.watched and len(self.watched) >= MAX_TABLES:
            raise BadInputError(f"a connection can watch at most {MAX_TABLES} tables")
        live = await self._hub.enter(request.table, self.user, request.invite)
        self.watched[request.table] = Watched(live, request)
        self._hub.subscribe(live, self)
        self.reply(m.Done(request.id))
        self.changed(request.table)

    def unwatch(self, table_id: str) -> None:
        seen = self.watched.pop(table_id, None)
        if seen:
            self._hub.unsubscribe(seen.live, self)

    def table_gone(self, table_id: str) -> None:
        """The table was deleted."""
        if table_id in self.watched:
            self.unwatch(table_id)
            self.reply(problem(NoTableError()))

    def invite_to(self, table_id: str) -> str | None:
        """The invitation the client used to watch the table."""
        seen = self.watched.get(table_id)
        return seen.invite if seen else None

    # --- sending ----------------------------------------------------------------------

    def changed(self, table_id: str) -> None:
        """Send an update of this table soon."""
        if table_id in self.watched:
            self._dirty[table_id] = None
            self._go()

    def your_turn(self, table_id: str, seat: int) -> None:
        self.reply(m.Turn(table_id, seat))

    def reply(self, message: m.AnyMessage) -> None:
        if self._ended:
            return
        self._replies.append(encode(message))
        if len(self._replies) > MAX_WAITING:
            self._drop()
        else:
            self._go()

    def _go(self) -> None:
        """Send what is waiting once the present callback has ended, in as few writes as possible:
        an answer and the update that follows go together."""
        if not (self._due or self._ended):
            self._due = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        self._due = False
        while (self._replies or self._dirty) and not self._ended:
            if not self._outlet.has_room:
                self._wait_for_room()
                return
            if messages := self._next_messages():
                self._outlet.write(messages)

    def _next_messages(self) -> list[bytes]:
        found: list[bytes] = []
        size = 0
        while (self._replies or self._dirty) and size < MAX_WRITE:
            if self._replies:
                data: bytes | None = self._replies.pop(0)
            else:
                table_id = next(iter(self._dirty))
                del self._dirty[table_id]
                data = self._table(table_id)
            if data is not None:
                found.append(data)
                size += len(data)
        return found

    def _wait_for_room(self) -> None:
        if self._blocked is None:
            self._outlet.on_room = self._has_room
            loop = asyncio.get_running_loop()
            self._blocked = loop.call_later(SEND_TIMEOUT, self._drop)

    def _has_room(self) -> None:
        self._unblock()
        self._go()

    def _unblock(self) -> None:
        if self._blocked is not None:
            self._blocked.cancel()
            self._blocked = None

    def _table(self, table_id: str) -> bytes | None:
        """The next update of a table, if there is one."""
        seen = self.watched.get(table_id)
        if seen is None:
            return None
        table, user = seen.live.table, self.user
        # the game has started and is not open to spectators; only a change of the info can do that
        is_new = seen.last_sent.mark.info != table.info_version
        if is_new and not may_watch(table, user, seen.invite):
            self.unwatch(table_id)
            return encode(problem(NoTableError()))
        mutes = self.session.mutes if self.session else frozenset()
        now = self._hub.now_at(seen.live)
        return encoded_update(table_id, table, user, seen.last_sent, now, mutes=mutes)

    def _drop(self) -> None:
        """Close a connection that reads too slowly; the client may reconnect and resume."""
        self._hub.metrics.dropped.inc()
        self._end(TRY_AGAIN, "too slow: reconnect")

    def _end(self, code: int, reason: str) -> None:
        self._ended = True
        self._unblock()
        self._replies.clear()
        self._dirty.clear()
        self._closing = asyncio.create_task(self.close(code, reason))

    async def close(self, code: int, reason: str) -> None:
        try:
            async with asyncio.timeout(1):
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
        except (TimeoutError, RuntimeError, OSError):
            pass
