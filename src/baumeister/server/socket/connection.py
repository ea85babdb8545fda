"""One WebSocket connection: decodes requests and answers them (client.py sends)."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from baumeister.core.errors import BaumeisterError, StaleError
from baumeister.server.live.hub import Hub
from baumeister.server.people.auth import POLICY
from baumeister.server.people.limit_table import COMMANDS, LIMITS, REQUESTS
from baumeister.server.people.limits import Buckets, RateError
from baumeister.server.socket.client import Client
from baumeister.server.socket.requests import WorkerRequests
from baumeister.server.tables import commands as c
from baumeister.server.wire import messages as m
from baumeister.server.wire import requests as r
from baumeister.server.wire.serialise import preview, problem
from baumeister.server.wire.updates import fresh_message

_decoder = msgspec.json.Decoder(r.AnyRequest)


class MalformedMessageError(BaumeisterError):
    code = "malformed"


class Connection:
    __slots__ = ("_buckets", "_client", "_hub", "_language", "_receive", "_worker_requests")

    def __init__(self, hub: Hub, receive: Any, client: Client, language: str) -> None:
        self._hub = hub
        self._receive = receive
        self._language = language
        self._client = client
        self._worker_requests = WorkerRequests(hub, client, language)
        self._buckets = Buckets(LIMITS, "connection")

    async def run(self) -> None:
        """Handle requests until the connection is closed."""
        self._client.register()
        self._hub.metrics.sockets.inc()
        try:
            while (event := await self._receive())["type"] != "websocket.disconnect":
                await self._take_in(event.get("text") or event.get("bytes") or "")
        finally:
            self._hub.metrics.sockets.dec()
            self._client.leave()
            self._worker_requests.cancel()

    async def _take_in(self, data: str | bytes) -> None:
        request: r.AnyRequest | None = None
        try:
            request = self._decoded(data)
            await self._answer(request)
        except BaumeisterError as error:
            self._hub.metrics.errors.labels(error.code).inc()
            number = request.id if request else _id_in(data)
            fresh = self._fresh(error, request)
            self._client.reply(problem(error, number, fresh, language=self._language))
            if isinstance(error, RateError) and not self._may_continue():
                await self._client.close(POLICY, "too often")

    def _decoded(self, data: str | bytes) -> r.AnyRequest:
        try:
            request: r.AnyRequest = _decoder.decode(data)
        except (msgspec.DecodeError, RecursionError, UnicodeError, ValueError) as error:
            self._take("malformed")
            is_json = isinstance(error, msgspec.ValidationError)
            raise MalformedMessageError(str(error)[:200] if is_json else "not JSON") from None
        if isinstance(request, r.Do):
            self._take(COMMANDS[tag_of(request.command)])
        else:
            self._take(REQUESTS[tag_of(request)])
        is_talk = isinstance(request, r.Do) and isinstance(request.command, c.Say)
        kind = "say" if is_talk else type(request).__name__.lower()
        self._hub.metrics.messages(kind).inc()
        return request

    def _take(self, kind: str) -> None:
        if self._hub.settings.rate_limits:
            now = asyncio.get_running_loop().time()
            self._buckets.take(kind, now)
            self._hub.limits.take(self._client.address, kind, now)

    def _may_continue(self) -> bool:
        """False once the client has exceeded its rate limit too often."""
        try:
            self._take("refused")
        except RateError:
            return False
        return True

    async def _answer(self, request: r.AnyRequest) -> None:
        match request:
            case r.Ping():
                self._client.reply(m.Pong(request.id, self._hub.settings.clock()))
            case r.Watch():
                await self._client.watch(request)
            case r.Unwatch():
                self._client.unwatch(request.table)
                self._client.reply(m.Done(request.id))
            case r.Do():
                invite = self._client.invite_to(request.table)
                user = self._client.person().user
                table = await self._hub.execute(request.table, user, request.command, invite)
                self._client.reply(m.Done(request.id, table))
            case r.Preview():
                live = await self._client.own(request.table, request.seat)
                self._client.reply(preview(live.table, request.seat, request.action, request.id))
            case r.Hint() | r.Analyse():
                await self._worker_requests.start(request)

    def _fresh(self, error: BaumeisterError, request: r.AnyRequest | None) -> m.TableMessage | None:
        """The current table, for a client that acted on an old version."""
        if not isinstance(error, StaleError) or not isinstance(request, r.Do):
            return None
        live = self._hub.cache.get(request.table)
        if live is None or self._client.user is None:
            return None
        seen = self._client.watched.get(request.table)
        now, story = self._hub.now_at(live), seen.last_sent.mark.length if seen else None
        return fresh_message(request.table, live.table, self._client.user, now, story)


def tag_of(struct: msgspec.Struct) -> str:
    """The tag of a message or a command."""
    return str(struct.__struct_config__.tag)


class _OnlyId(msgspec.Struct):
    id: r.RequestId


_id_decoder = msgspec.json.Decoder(_OnlyId)


def _id_in(data: str | bytes) -> int | None:
    """The id of an otherwise malformed message, so that the client can match the error to it."""
    try:
        return _id_decoder.decode(data).id
    except (msgspec.DecodeError, RecursionError, UnicodeError, ValueError):
        return None
