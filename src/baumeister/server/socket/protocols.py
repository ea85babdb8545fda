"""uvicorn protocols with limits on time and memory for misbehaving clients.

uvicorn waits for slow requests, answers pings of clients that never read and keeps closed
connections until everything is read. Each would let a stranger hold memory or file descriptors for
as long as they like.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request

from baumeister.server.people.limit_table import MAX_CONNECTIONS
from baumeister.server.people.limits import network_of
from baumeister.server.socket.outlet import EXTENSION
from baumeister.server.socket.waiting import Flag, Inbox

REQUEST_TIMEOUT: Final = 20.0
"""Seconds for a request to arrive."""
UNREAD_TIMEOUT: Final = 30.0
"""Seconds after which the kernel drops a connection that does not take data."""
KERNEL_BUFFER: Final = 128 * 1024
"""Bytes; the kernel's default would be megabytes."""
CLOSE_TIMEOUT: Final = 3.0
"""Seconds between closing a connection and aborting it."""
MAX_FRAGMENTS: Final = 64


class Connections:
    """Counts the open connections that are not WebSockets, by address and in all."""

    def __init__(self, most: int, trusted: frozenset[str] = frozenset()) -> None:
        self._most = most
        self._trusted = trusted
        """Proxies, which connect for others."""
        self._open: Counter[str] = Counter()

    def add(self, address: str, already: int) -> bool:
        """Count a connection; False if this address has too many, or there are too many in all."""
        per_address = address in self._trusted or self._open[address] < MAX_CONNECTIONS
        if already >= self._most or not per_address:
            return False
        self._open[address] += 1
        return True

    def remove(self, address: str) -> None:
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]


class Http(H11Protocol):
    """HTTP with a deadline for each request, and few connections per address."""

    _deadline: asyncio.TimerHandle | None = None
    _counted: str | None = None
    _refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        counter: Connections | None = getattr(self.config, "connections_by_address", None)
        if counter is not None:
            peer = transport.get_extra_info("peername")
            address = network_of(peer[0]) if peer else "?"
            if not counter.add(address, len(self.connections) - 1):
                self._refused = True
                transport.abort()
                return
            self._counted = address
        _limit_kernel_buffer(transport.get_extra_info("socket"))
        self._start_deadline()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._uncount()  # WebSockets have their own limit
        super().handle_websocket_upgrade(event)

    def _uncount(self) -> None:
        if self._counted is not None:
            self.config.connections_by_address.remove(self._counted)  # type: ignore[attr-defined]
            self._counted = None

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        super().data_received(data)
        self._start_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_deadline()
        self._uncount()
        super().connection_lost(exc)

    def _start_deadline(self) -> None:
        """Run the deadline until the last byte of a request, or until the upgrade to a
        WebSocket."""
        upgraded = self.transport.get_protocol() is not self
        if upgraded or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._cancel_deadline()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_TIMEOUT, self.transport.abort)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class Socket(WebSocketsSansIOProtocol):
    """Reads nothing from clients that do not read, and aborts connections soon after closing
    them. Is an outlet (outlet.py): messages go into the transport without a detour."""

    on_room: Callable[[], None] | None = None

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.queue = Inbox()  # type: ignore[assignment]
        self.writable = Flag()  # type: ignore[assignment]

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # otherwise refused
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    @property
    def has_room(self) -> bool:
        return self.writable.is_set()

    def write(self, messages: list[bytes]) -> None:
        if not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.transport.write(b"".join([part for data in messages for part in _frame(data)]))

    def pause_writing(self) -> None:
        super().pause_writing()
        self.transport.pause_reading()  # otherwise its pings would be answered without end

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()
        if self.on_room:
            self.on_room()

    async def receive(self) -> Any:
        message = await super().receive()
        if not self.writable.is_set():
            self.transport.pause_reading()
        return message

    async def send(self, message: Any) -> None:
        is_close = message["type"] == "websocket.close"
        if is_close and not self.writable.is_set():
            self.transport.abort()  # a close frame would wait behind all unread data
            return
        await super().send(message)
        if is_close:
            self._abort_later()
        elif message["type"] == "websocket.accept":
            del self.request, self.response  # no longer needed; connections last for weeks

    def handle_cont(self, event: Frame) -> None:
        """Limit fragments: empty ones have no size, but need memory."""
        if self.close_sent:
            return
        if len(self.frames) >= MAX_FRAGMENTS:
            self.conn.fail(CloseCode.MESSAGE_TOO_BIG, "too many fragments")
            self.handle_parser_exception()
        else:
            super().handle_cont(event)

    def handle_close(self, event: Frame) -> None:
        super().handle_close(event)
        self._abort_later()

    def handle_parser_exception(self) -> None:
        super().handle_parser_exception()
        self._abort_later()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._abort_later()

    def _abort_later(self) -> None:
        """Abort whatever is left unread; harmless if the connection is closed by then."""
        self.loop.call_later(CLOSE_TIMEOUT, self.transport.abort)


def _frame(data: bytes) -> tuple[bytes, bytes]:
    """A text frame from the server (RFC 6455, 5.2): its header and its content."""
    size = len(data)
    if size < 126:
        return bytes((0x81, size)), data
    if size < 1 << 16:
        return struct.pack("!BBH", 0x81, 126, size), data
    return struct.pack("!BBQ", 0x81, 127, size), data


def _limit_kernel_buffer(connection: Any) -> None:
    """Limit how much the kernel buffers for a client that does not read, and how long (Linux)."""
    if connection.family in (socket.AF_INET, socket.AF_INET6):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)
        option = getattr(socket, "TCP_USER_TIMEOUT", None)
        if option is not None:
            connection.setsockopt(socket.IPPROTO_TCP, option, int(UNREAD_TIMEOUT * 1000))
