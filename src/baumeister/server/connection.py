"""One WebSocket: requests in, messages out.

Nothing is queued for a reader who is slow. A connection remembers only *that* a table has
changed and what its browser last saw of it; the message is made when there is room to send
it. So memory stays bounded, and who falls behind skips to the present.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final

import msgspec

from baumeister.core.errors import BaumeisterError, StaleError
from baumeister.server.doors import POLICY, TRY_AGAIN
from baumeister.server.hub import Hub
from baumeister.server.jobs import JobError
from baumeister.server.limits import SOCKET, Buckets, RateError
from baumeister.server.live import LiveTable
from baumeister.server.people import Session
from baumeister.server.tables import commands as c
from baumeister.server.tables.errors import BadInputError, ForbiddenError, NoTableError, TableError
from baumeister.server.tables.playing import STAND_IN
from baumeister.server.tables.table import Status
from baumeister.server.tables.who import may_look
from baumeister.server.wire import messages as m
from baumeister.server.wire.serialise import (
    Told,
    encode,
    fresh_message,
    news,
    preview,
    problem,
    record_for,
)

log = logging.getLogger("baumeister.server")

SEND_TIMEOUT: Final = 20.0
MOST_WAITING: Final = 64
"""Answers that wait to be sent; more only for who asks without reading."""
MOST_TABLES: Final = 30
MOST_JOBS: Final = 2
HINT_PATIENCE: Final = 20.0
ANALYSIS_PATIENCE: Final = 120.0

_decoder = msgspec.json.Decoder(m.AnyRequest)


class MalformedMessageError(BaumeisterError):
    code = "malformed"


class _Watched:
    """A table that the browser follows."""

    __slots__ = ("invite", "live", "told")

    def __init__(self, live: LiveTable, request: m.Watch) -> None:
        self.live = live
        self.invite = request.invite
        self.told = Told(request.story, request.chat)


class Connection:
    __slots__ = (
        "_buckets",
        "_dirty",
        "_ended",
        "_hub",
        "_jobs",
        "_receive",
        "_replies",
        "_send",
        "_sender",
        "_session",
        "_watched",
    )

    def __init__(self, hub: Hub, receive: Any, send: Any, session: Session | None) -> None:
        self._hub = hub
        self._receive = receive
        self._send = send
        self._session = session
        self._watched: dict[str, _Watched] = {}
        self._dirty: dict[str, None] = {}
        self._replies: list[bytes] = []
        self._sender: asyncio.Task[None] | None = None
        self._jobs: set[asyncio.Task[None]] = set()
        self._buckets = Buckets(SOCKET)
        self._ended = False

    async def run(self) -> None:
        """Until the other side is gone."""
        self._come()
        self._hub.metrics.sockets.inc()
        try:
            while (event := await self._receive())["type"] != "websocket.disconnect":
                await self._take_in(event.get("text") or event.get("bytes") or "")
                await asyncio.sleep(0)  # the others' turn, however much waits here
        finally:
            self._hub.metrics.sockets.dec()
            self._leave()

    def _leave(self) -> None:
        for seen in self._watched.values():
            self._hub.leave(seen.live, self)
        self._go_away()
        for task in (self._sender, *self._jobs):
            if task:
                task.cancel()

    def _come(self) -> None:
        """Be found by who one is."""
        for person in self._session.who.ids if self._session else ():
            self._hub.people.setdefault(person, set()).add(self)

    def _go_away(self) -> None:
        for person in self._session.who.ids if self._session else ():
            others = self._hub.people.get(person, set())
            others.discard(self)
            if not others:
                self._hub.people.pop(person, None)

    def is_now(self, session: Session | None) -> None:
        """The person has another name, other mutes, more seats; or has logged out."""
        self._go_away()
        self._session = session
        self._come()
        for table_id, seen in self._watched.items():
            seen.told.look_again()
            self.changed(table_id)
        if session is None:
            self._end(POLICY, "logged out")

    # --- in ----------------------------------------------------------------------------

    async def _take_in(self, data: str | bytes) -> None:
        request: m.AnyRequest | None = None
        try:
            request = self._decoded(data)
            await self._answer(request)
        except BaumeisterError as error:
            self._hub.metrics.errors.labels(error.code).inc()
            number = request.id if request else _id_in(data)
            self._reply(problem(error, number, self._fresh(error, request)))
            if isinstance(error, RateError) and not self._bears():
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

    def _bears(self) -> bool:
        """Whether it is not too much that was too often."""
        try:
            self._take("refused")
        except RateError:
            return False
        return True

    async def _answer(self, request: m.AnyRequest) -> None:
        match request:
            case m.Ping():
                self._reply(m.Pong(request.id, self._hub.settings.clock()))
            case m.Watch():
                await self._watch(request)
            case m.Unwatch():
                self._unwatch(request.table)
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
        self._watched[request.table] = _Watched(live, request)
        self._reply(m.Done(request.id))
        self.changed(request.table)

    def _unwatch(self, table_id: str) -> None:
        seen = self._watched.pop(table_id, None)
        if seen:
            self._hub.leave(seen.live, self)

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
        table = self._hub.in_memory(request.table)
        if table is None or self._session is None:
            return None
        seen = self._watched.get(request.table)
        now, story = self._hub.settings.clock(), seen.told.story if seen else None
        return fresh_message(request.table, table, self._session.who, now, story)

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
        self._begin(self._job(request.id, work, patience))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    async def _job(self, request: int, work: tuple[object, ...], patience: float) -> None:
        self._reply(m.Job(request, 0.0))
        name, *arguments = work
        try:
            result: Any = await self._hub.helpers.do(
                str(name),
                *arguments,
                patience=patience,
                progress=lambda done: self._reply(m.Job(request, min(done, 0.99))),
            )
            if not isinstance(result, dict):
                raise JobError("the worker answered nonsense")
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
        if self._ended:
            return
        self._replies.append(encode(message))
        if len(self._replies) > MOST_WAITING:
            self._drop()
        else:
            self._go()

    def _go(self) -> None:
        if self._sender is None and not self._ended:
            self._sender = asyncio.create_task(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._replies or self._dirty:
                if self._replies:
                    data: bytes | None = self._replies.pop(0)
                else:
                    table_id = next(iter(self._dirty))
                    del self._dirty[table_id]
                    data = self._table(table_id)
                if data is not None:
                    async with asyncio.timeout(SEND_TIMEOUT):
                        await self._send({"type": "websocket.send", "text": data.decode()})
        except TimeoutError:
            self._drop()
        except (RuntimeError, OSError):
            pass  # gone: the reading side will notice
        finally:
            self._sender = None

    def _table(self, table_id: str) -> bytes | None:
        """What there is to tell, if anything."""
        seen = self._watched.get(table_id)
        if seen is None:
            return None
        table = seen.live.table
        who = self._session.who if self._session else None
        if not may_look(table, who, seen.invite):  # the game has begun, and nobody may watch it
            self._unwatch(table_id)
            return encode(problem(NoTableError()))
        mutes = self._session.mutes if self._session else frozenset()
        now = self._hub.settings.clock()
        message = news(table_id, table, who, seen.told, now, mutes=mutes)
        return encode(message) if message else None

    def _drop(self) -> None:
        """Too slow: it may come again and resume."""
        self._hub.metrics.dropped.inc()
        self._end(TRY_AGAIN, "too slow; connect again")

    def _end(self, code: int, reason: str) -> None:
        self._ended = True
        self._replies.clear()
        self._dirty.clear()
        self._begin(self._close(code, reason))

    async def _close(self, code: int, reason: str) -> None:
        try:
            async with asyncio.timeout(1):
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
        except (TimeoutError, RuntimeError, OSError):
            pass


class _OnlyId(msgspec.Struct):
    id: m.RequestId


_id_decoder = msgspec.json.Decoder(_OnlyId)


def _id_in(data: str | bytes) -> int | None:
    """The id of a message that is otherwise wrong, so that its sender can tell which."""
    try:
        return _id_decoder.decode(data).id
    except (msgspec.DecodeError, RecursionError, UnicodeError, ValueError):
        return None
