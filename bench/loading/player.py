"""One person at one table, over a WebSocket of our own: a client must cost less than the service.

It reads what the service sends (whole, unmasked text frames and pings) and nothing else.
"""

from __future__ import annotations

import asyncio
import base64
import os
import random
import struct
import time
from typing import Any, Protocol

import msgspec

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A


class Seat(msgspec.Struct):
    seat: int
    version: int
    legal: list[str] = []
    product: list[list[str]] | None = None


class Message(msgspec.Struct):
    """The fields of a message that the load test needs."""

    type: str
    id: int = -1
    owing: list[int] = []
    seats: list[Seat] | None = None
    code: str = ""


_decode = msgspec.json.Decoder(Message).decode
_encode = msgspec.json.encode


class Watcher(Protocol):
    """Hears what happens to a player."""

    def updated(self) -> None: ...
    def answered(self, seconds: float, error: str) -> None:
        """A request was answered after this time, with an error unless that is empty."""


class Player(asyncio.Protocol):
    def __init__(self, cookie: str, table: str, watcher: Watcher) -> None:
        self.table = table
        self.sent: float | None = None
        """When the move was sent that has no answer yet."""
        self.watching: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._cookie = cookie
        self._watcher = watcher
        self._decided = -1  # the version of the last move, which is not to be made twice
        self._seats: list[Seat] = []
        self._owing: list[int] = []
        self._number = 0
        self._unread = b""
        self._transport: Any = None
        self._open = False

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            *("GET /api/socket HTTP/1.1", "Host: localhost", f"Cookie: {self._cookie}"),
            *("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"),
            f"Sec-WebSocket-Key: {key}",
        ]
        transport.write("\r\n".join([*lines, "", ""]).encode())

    def connection_lost(self, _: Exception | None) -> None:
        self._watcher.answered(0.0, "connection lost")

    def data_received(self, data: bytes) -> None:
        data = self._unread + data if self._unread else data
        if not self._open:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._unread = head
                return
            if b" 101 " not in head:
                self.watching.set_exception(ConnectionError(head.decode()))
                return
            self._open = True
            self._send(type="watch", table=self.table)
        at = 0
        while (frame := _frame(data, at)) is not None:
            kind, start, at = frame
            self._take(kind, data[start:at])
        self._unread = data[at:]

    def _take(self, kind: int, data: bytes) -> None:
        if kind == PING:
            self._write(PONG, data)
        if kind != TEXT:
            return
        message = _decode(data)
        if message.type == "table":
            self._owing = message.owing
            self._seats = self._seats if message.seats is None else message.seats
            if not self.watching.done():
                self.watching.set_result(None)
            self._watcher.updated()
        elif message.type == "error" or message.id == self._number:
            began, self.sent = self.sent, None
            if began is not None:
                self._watcher.answered(time.perf_counter() - began, message.code)

    def owed(self) -> Seat | None:
        """The seat of this person that may decide now."""
        for seat in self._seats if self.sent is None else ():
            able = seat.seat in self._owing and seat.version != self._decided
            if able and (seat.legal or seat.product):
                return seat
        return None

    def move(self, seat: Seat, rng: random.Random) -> None:
        factors = seat.product or [seat.legal]
        command = {
            "do": "act",
            "seat": seat.seat,
            "action": " ".join(rng.choice(each) for each in factors),
            "version": seat.version,
            "key": f"{rng.getrandbits(64):016x}",
        }
        self._decided = seat.version
        self.sent = time.perf_counter()
        self._send(type="do", table=self.table, command=command)

    def _send(self, **message: Any) -> None:
        self._number += 1
        self._write(TEXT, _encode({**message, "id": self._number}))

    def _write(self, kind: int, data: bytes) -> None:
        """Write a frame, masked with zeros."""
        size = len(data)
        head = bytes([kind, 0x80 | size]) if size < 126 else struct.pack("!BBH", kind, 0xFE, size)
        self._transport.write(head + b"\0\0\0\0" + data)

    def close(self) -> None:
        self._transport.abort()


def _frame(data: bytes, at: int) -> tuple[int, int, int] | None:
    """The kind, start and end of the frame that begins here; None if it is incomplete."""
    if len(data) < at + 2:
        return None
    kind, size = data[at], data[at + 1]
    start = at + 2
    if size == 126:
        start += 2
        size = int.from_bytes(data[start - 2 : start], "big")
    elif size == 127:
        start += 8
        size = int.from_bytes(data[start - 8 : start], "big")
    end = start + size
    return (kind, start, end) if len(data) >= end else None
