"""One WebSocket: requests in, messages out.

Nothing is queued for a reader who is slow. A connection remembers only *that* a table has
changed and what its browser last saw of it; the message is made when there is room to send
it. So memory stays bounded, and who falls behind skips to the present.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Hashable
from typing import Any, Final

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from baumeister.core.errors import BaumeisterError, StaleError
from baumeister.server.hub import Hub, LiveTable
from baumeister.server.jobs import JobError
from baumeister.server.limits import SOCKET, Buckets, RateError
from baumeister.server.people import Session
from baumeister.server.tables import commands as c
from baumeister.server.tables.decide import STAND_IN
from baumeister.server.tables.errors import BadInputError, ForbiddenError, TableError
from baumeister.server.tables.table import Status
from baumeister.server.wire import messages as m
from baumeister.server.wire.serialise import (
    encode,
    news,
    preview,
    problem,
    record_for,
    table_message,
)

log = logging.getLogger("baumeister.server")

SEND_TIMEOUT: Final = 20.0
MOST_WAITING: Final = 64
"""Answers that wait to be sent; more only for who asks without reading."""
MOST_REFUSED: Final = 200
"""Messages beyond the limits, one after the other, before the connection is closed."""
MOST_TABLES: Final = 30
MOST_JOBS: Final = 2
HINT_PATIENCE: Final = 20.0
ANALYSIS_PATIENCE: Final = 120.0

TRY_AGAIN: Final = 1013
POLICY: Final = 1008

_decoder = msgspec.json.Decoder(m.AnyRequest)


class MalformedMessageError(BaumeisterError):
    code = "malformed"


class _Seen:
    """What a browser last saw of a table."""

    __slots__ = ("chat", "info", "invite", "live", "news", "story")

    def __init__(self, live: LiveTable, request: m.Watch) -> None:
        self.live = live
        self.invite = request.invite
        self.story = request.story
        self.chat = request.chat
        self.info = -1
        self.news: Hashable = None


class Connection:
    __slots__ = (
        "_buckets",
        "_dirty",
        "_hub",
        "_jobs",
        "_refused",
        "_replies",
        "_sender",
        "_session",
        "_socket",
        "_watched",
    )

    def __init__(self, hub: Hub, socket: WebSocket, session: Session | None) -> None:  # type: ignore[type-arg]
        self._hub = hub
        self._socket = socket
        self._session = session
        self._watched: dict[str, _Seen] = {}
        self._dirty: dict[str, None] = {}
        self._replies: deque[bytes] = deque()
        self._sender: asyncio.Task[None] | None = None
        self._jobs: set[asyncio.Task[None]] = set()
        self._buckets = Buckets(SOCKET)
        self._refused = 0

    async def run(self) -> None:
        """Until the other side is gone."""
        if self._session:
            for person in self._session.who.ids:
                self._hub.people.setdefault(person, set()).add(self)
        self._hub.metrics.sockets.inc()
        try:
            while True:
                await self._receive()
        except WebSocketDisconnect:
            pass
        finally:
            self._hub.metrics.sockets.dec()
            self._leave()

    def _leave(self) -> None:
        for seen in self._watched.values():
            self._hub.leave(seen.live, self)
        if self._session:
            for person in self._session.who.ids:
                others = self._hub.people.get(person, set())
                others.discard(self)
                if not others:
                    self._hub.people.pop(person, None)
        for task in (self._sender, *self._jobs):
            if task:
                task.cancel()

    # --- in ----------------------------------------------------------------------------

    async def _receive(self) -> None:
        event = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(code=event.get("code") or 1000, detail="gone")
        data: Any = event.get("text") or event.get("bytes") or ""
        request: m.AnyRequest | None = None
        try:
            request = self._decoded(data)
            await self._answer(request)
            self._refused = 0
        except BaumeisterError as error:
            self._hub.metrics.errors.labels(error.code).inc()
            number = request.id if request else _id_in(data)
            self._reply(problem(error, number, self._fresh(error, request)))
            if isinstance(error, RateError):
                self._refused += 1
                if self._refused > MOST_REFUSED:
                    await self._close(POLICY, "too often")

    def _decoded(self, data: str | bytes) -> m.AnyRequest:
        try:
            request: m.AnyRequest = _decoder.decode(data)
        except (msgspec.DecodeError, RecursionError, UnicodeError, ValueError) as error:
            self._take("malformed")
            is_json = isinstance(error, msgspec.ValidationError)
            raise MalformedMessageError(str(error)[:200] if is_json else "not JSON") from None
        is_talk = isinstance(request, m.Do) and isinstance(request.command, c.Say)
        kind = "say" if is_talk else type(request).__name__.lower()
        self._take(kind)
        self._hub.metrics.messages.labels(kind).inc()
        return request

    def _take(self, kind: str) -> None:
        if self._hub.settings.rate_limits:
            self._buckets.take(kind, asyncio.get_running_loop().time())

    async def _answer(self, request: m.AnyRequest) -> None:
        match request:
            case m.Ping():
                self._reply(m.Pong(request.id, self._hub.settings.clock()))
            case m.Watch():
                await self._watch(request)
            case m.Unwatch():
                seen = self._watched.pop(request.table, None)
                if seen:
                    self._hub.leave(seen.live, self)
                self._reply(m.Done(request.id))
            case m.Do():
                seen = self._watched.get(request.table)
                invite = seen.invite if seen else None
                who = self._person().who
                table = await self._hub.do(request.table, who, request.command, invite)
                self._reply(m.Done(request.id, table))
            case m.Preview():
                live = await self._own(request.table, request.seat)
                self._reply(preview(live.table, request.seat, request.action, request.id))
            case m.Hint() | m.Analyse():
                await self._start_job(request)

    async def _watch(self, request: m.Watch) -> None:
        if request.table not in self._watched and len(self._watched) >= MOST_TABLES:
            raise BadInputError(f"a connection follows at most {MOST_TABLES} tables")
        who = self._session.who if self._session else None
        live = await self._hub.enter(request.table, who, request.invite)
        live.listeners.add(self)
        self._watched[request.table] = _Seen(live, request)
        self._reply(m.Done(request.id))
        self.changed(request.table)

    def _person(self) -> Session:
        if self._session is None:
            raise ForbiddenError("say who you are first: POST people with a name")
        return self._session

    async def _own(self, table_id: str, seat: int) -> LiveTable:
        who = self._person().who
        live = await self._hub.enter(table_id, who, None)
        if seat not in live.table.seats_of(who.ids):
            raise ForbiddenError("that is not your seat")
        if live.table.status != Status.PLAYING:
            raise TableError("the game is not on")
        return live

    def _fresh(self, error: BaumeisterError, request: m.AnyRequest | None) -> m.TableMessage | None:
        """The table as it is, for who was behind."""
        if not isinstance(error, StaleError) or not isinstance(request, m.Do):
            return None
        seen = self._watched.get(request.table)
        if seen is None or self._session is None:
            return None
        story = seen.live.table.story.length
        return table_message(
            request.table,
            seen.live.table,
            self._session.who,
            self._hub.settings.clock(),
            story=story,
            chat=1 << 53,
            info=False,
        )

    # --- jobs --------------------------------------------------------------------------

    async def _start_job(self, request: m.Hint | m.Analyse) -> None:
        if len(self._jobs) >= MOST_JOBS:
            raise RateError("jobs", 1.0)
        if isinstance(request, m.Hint):
            live = await self._own(request.table, request.seat)
            match = live.table.match
            legal = match.legal(request.seat)
            if not legal:
                raise TableError("you owe no decision")
            work = ("hint", live.table.game.id, STAND_IN, match.view(request.seat), legal)
            patience = HINT_PATIENCE
        else:
            who = self._session.who if self._session else None
            seen = self._watched.get(request.table)
            live = await self._hub.enter(request.table, who, seen.invite if seen else None)
            if live.table.status != Status.OVER:
                raise TableError("a game is analysed once it is over")
            work = ("analyse", record_for(live.table, who, None).dumps())  # type: ignore[assignment]
            patience = ANALYSIS_PATIENCE
        task = asyncio.create_task(self._job(request.id, work, patience))
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    async def _job(self, request: int, work: tuple[object, ...], patience: float) -> None:
        self._reply(m.Job(request, 0.0))
        name, *arguments = work
        try:
            result = await self._hub.workers.do(
                str(name),
                *arguments,
                patience=patience,
                progress=lambda done: self._reply(m.Job(request, min(done, 0.99))),
            )
            self._reply(m.Job(request, 1.0, result))
        except JobError as error:
            self._reply(problem(error, request))

    # --- out ---------------------------------------------------------------------------

    def changed(self, table_id: str) -> None:
        """The table is not what this browser last saw."""
        if table_id in self._watched:
            self._dirty[table_id] = None
            self._go()

    def your_turn(self, table_id: str, seat: int) -> None:
        self._reply(m.Turn(table_id, seat))

    def _reply(self, message: m.AnyMessage) -> None:
        self._replies.append(encode(message))
        if len(self._replies) > MOST_WAITING:
            self._drop()
        else:
            self._go()

    def _go(self) -> None:
        if self._sender is None or self._sender.done():
            self._sender = asyncio.create_task(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._replies or self._dirty:
                if self._replies:
                    data: bytes | None = self._replies.popleft()
                else:
                    table_id = next(iter(self._dirty))
                    del self._dirty[table_id]
                    data = self._table(table_id)
                if data is not None:
                    async with asyncio.timeout(SEND_TIMEOUT):
                        await self._socket.send_data(data, mode="text", encoding="utf-8")
        except TimeoutError:
            self._drop()
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass  # gone: the reading side will notice

    def _table(self, table_id: str) -> bytes | None:
        seen = self._watched.get(table_id)
        if seen is None:
            return None
        table = seen.live.table
        who = self._session.who if self._session else None
        latest = news(table, who)
        if latest == seen.news:
            return None  # another has changed a decision that is not shown yet: not to be noticed
        seen.news = latest
        message = table_message(
            table_id,
            table,
            who,
            self._hub.settings.clock(),
            story=seen.story,
            chat=seen.chat,
            info=seen.info != table.info_changes,
            mutes=self._session.mutes if self._session else frozenset(),
        )
        seen.story = table.story.length
        seen.info = table.info_changes
        if message.chat:
            seen.chat = message.chat[-1].n
        return encode(message)

    def _drop(self) -> None:
        """Too slow: it may come again and resume."""
        self._replies.clear()
        self._dirty.clear()
        self._hub.metrics.dropped.inc()
        task = asyncio.create_task(self._close(TRY_AGAIN, "too slow; connect again"))
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    async def _close(self, code: int, reason: str) -> None:
        try:
            async with asyncio.timeout(1):
                await self._socket.close(code, reason)
        except (TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
            pass


def _id_in(data: str | bytes) -> int | None:
    """The id of a message that is otherwise wrong, so that its sender can tell which."""

    class OnlyId(msgspec.Struct):
        id: m.RequestId

    try:
        return msgspec.json.decode(data, type=OnlyId).id
    except (msgspec.DecodeError, RecursionError, UnicodeError, ValueError):
        return None
