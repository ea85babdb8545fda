"""Clients that read slowly or not at all: bounded memory, disconnection, and a complete story after
reconnecting."""

from __future__ import annotations

import asyncio
import json
import select
import socket
import struct
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from baumeister.server import serve
from baumeister.server.socket import client as socket_client
from tests.server.client import Client
from tests.server.running import Running, running, settings

NEW = {"game": "manhattan", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "me"}]}
MOST = 64 * 1024 + 32 * 1024
"""asyncio's limit, plus one message that exceeds it"""
MUCH = 20_000_000


class RawSocket:
    """A WebSocket with a tiny buffer that reads only when told to."""

    def __init__(self, service: Running, cookie: str) -> None:
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._socket.settimeout(30)
        self._socket.connect(("127.0.0.1", service.port))
        self._port = self._socket.getsockname()[1]
        self._service = service
        self._left = b""
        self._protocol = ClientProtocol(parse_uri(service.socket_url), max_size=None)
        request = self._protocol.connect()
        request.headers["Cookie"] = cookie
        self._protocol.send_request(request)
        self._flush()
        while not self._protocol.events_received():
            self._protocol.receive_data(self._socket.recv(4096))

    def send(self, **message: Any) -> None:
        self._protocol.send_text(json.dumps(message).encode())
        self._flush()

    def send_raw(self, data: bytes) -> None:
        self._socket.sendall(data)

    def takes(self, seconds: float) -> bool:
        """True if more can be sent within this time."""
        return bool(select.select([], [self._socket], [], seconds)[1])

    def send_some(self, data: bytes) -> int:
        """Send as much as fits; an incomplete frame is completed the next time."""
        self._left = self._left or data
        sent = self._socket.send(self._left, socket.MSG_DONTWAIT)
        self._left = self._left[sent:]
        return sent

    def messages(self, story: int | None = None) -> list[dict[str, Any]]:
        """All messages until the connection ends, or until the story has this length."""
        found: list[dict[str, Any]] = []
        with suppress(ConnectionResetError):
            while len(told(found)) != story and (data := self._socket.recv(65536)):
                self._protocol.receive_data(data)
                found += [
                    json.loads(event.data)
                    for event in self._protocol.events_received()
                    if isinstance(event, Frame) and event.opcode == Opcode.TEXT
                ]
        return found

    def close(self) -> None:
        self._socket.close()

    @property
    def unread(self) -> int | None:
        """The bytes the service buffers for this connection; None once it is closed."""
        for each in list(self._service.server.server_state.connections):
            transport: Any = each.transport  # type: ignore[union-attr]
            if transport.get_extra_info("peername")[1] == self._port:
                return int(transport.get_write_buffer_size())
        return None

    def _flush(self) -> None:
        self._socket.sendall(b"".join(self._protocol.data_to_send()))


def told(messages: list[dict[str, Any]]) -> list[Any]:
    """The story that these messages tell."""
    known: list[Any] = []
    for message in messages:
        if message["type"] == "table":
            assert message["story_from"] <= len(known), "a gap"
            known[message["story_from"] :] = message["story"]
    return known


def _story(client: Client, table: str) -> list[Any]:
    return list(client.tables[table]["story"])


async def _go_on(host: Client, table: str, times: int) -> None:
    """Change the table repeatedly, with long updates."""
    for number in range(times):
        await host.do(table, do="say", room="players", text=f"{number} " + "🃏" * 450)
        if number % 20 == 0:
            await host.do(table, do="ask", matter="pause", seat=0)
            await host.do(table, do="resume", seat=0)


def _with_slow(service: Running, play: Callable[[Client, RawSocket, str], Awaitable[None]]) -> None:
    async def run() -> None:
        async with Client(service.url, "Ada") as host:
            table = (await host.post("/api/tables", NEW))["table"]
            await host.watch(table)
            await host.until(lambda: host.owed(table))
            slow = await asyncio.to_thread(RawSocket, service, host.cookie)
            try:
                await play(host, slow, table)
            finally:
                slow.close()

    asyncio.run(run())


def test_a_client_that_does_not_read_is_dropped_and_can_resume(
    service: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_client, "SEND_TIMEOUT", 0.2)

    async def play(host: Client, slow: RawSocket, table: str) -> None:
        slow.send(type="watch", id=1, table=table)
        for _ in range(200):
            await _go_on(host, table, 5)
            if (unread := slow.unread) is None:
                break
            assert unread <= MOST
        assert slow.unread is None, "still there"
        known = told(slow.messages())
        story = _story(host, table)
        assert known == story[: len(known)]
        assert len(known) < len(story)
        again = Client(service.url, "Ada")
        again.http.cookies = host.http.cookies
        await again.connect()
        again.tables[table] = {"story": known, "chat": []}
        await again.watch(table)
        await again.until(lambda: len(_story(again, table)) >= len(story))
        assert _story(again, table) == story
        await again.__aexit__()

    before = _dropped(service)
    _with_slow(service, play)
    assert _dropped(service) == before + 1


def test_a_slow_client_skips_to_the_present(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is queued: missed changes arrive as one message, and nothing is missing."""
    monkeypatch.setattr(socket_client, "SEND_TIMEOUT", 600.0)
    monkeypatch.setattr(serve, "HEARTBEAT", 600.0)  # a busy machine takes longer than the usual one

    async def play(host: Client, slow: RawSocket, table: str) -> None:
        slow.send(type="watch", id=1, table=table)
        await _go_on(host, table, 400)
        unread = slow.unread
        assert unread is not None
        assert unread <= MOST
        got = await asyncio.to_thread(slow.messages, len(_story(host, table)))
        assert told(got) == _story(host, table)
        assert len(got) < 350  # out of more than 400 changes

    with running(settings(tmp_path)) as service:
        _with_slow(service, play)


def test_unread_pings_are_not_answered_without_end(service: Running) -> None:
    """uvicorn alone would keep every answer in memory."""
    mask = b"\0\0\0\0"
    ping = struct.pack("!BB", 0x89, 0x80 | 125) + mask + b"x" * 125

    async def play(_: Client, slow: RawSocket, table: str) -> None:
        sent = most = 0
        while sent < MUCH and await asyncio.to_thread(slow.takes, 1.0):
            sent += slow.send_some(ping * 100)
            most = max(most, slow.unread or 0)
        assert most <= 64 * 1024 + 256 * 1024  # asyncio's limit, plus the answers to one read
        assert sent < MUCH  # the service stopped reading

    _with_slow(service, play)


def test_empty_fragments_do_not_pile_up(service: Running) -> None:
    mask = b"\0\0\0\0"
    first = struct.pack("!BB", 0x01, 0x80) + mask
    more = struct.pack("!BB", 0x00, 0x80) + mask

    async def play(_: Client, slow: RawSocket, table: str) -> None:
        slow.send_raw(first + more * 1000)
        assert await asyncio.to_thread(slow.messages) == []
        assert slow._protocol.close_rcvd
        assert slow._protocol.close_rcvd.code == 1009

    _with_slow(service, play)


def _dropped(service: Running) -> float:
    found = service.service.metrics.registry.get_sample_value("baumeister_dropped_total")
    return found or 0.0
