"""Connections between processes: one that we open to each other process, one that it opens to us.

Both sides prove that they know a key from the database. The content is not encrypted: between
machines, use a private network.
"""

from __future__ import annotations

import asyncio
import hmac
import itertools
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hashlib import sha256
from typing import Final

import msgspec

from baumeister.server import ids
from baumeister.server.peers import messages as m

log = logging.getLogger("baumeister.server")

MAX_FRAME: Final = 1 << 20
HANDSHAKE: Final = 5.0
ANSWER: Final = 10.0
"""Seconds to wait for an answer: a process that hangs does not keep its tables."""
MAX_UNSENT: Final = 1 << 24
"""Bytes for a process that does not read; then the connection is closed."""


class PeerError(Exception):
    """The process cannot be reached, or did not answer."""

    def __init__(self, reason: str, *, sent: bool = False) -> None:
        super().__init__(reason)
        self.sent = sent
        """True if the request may have arrived."""


async def read(reader: asyncio.StreamReader) -> m.AnyPeerMessage:
    """The next message; PeerError once the connection is closed."""
    try:
        size = int.from_bytes(await reader.readexactly(4), "big")
        if size > MAX_FRAME:
            raise PeerError("a message is too long")
        return m.decode(await reader.readexactly(size))
    except (OSError, EOFError, msgspec.DecodeError) as error:
        raise PeerError(str(error)) from None


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


def proof(key: str, *parts: str) -> str:
    return hmac.new(key.encode(), " ".join(parts).encode(), sha256).hexdigest()


class Link:
    """Our connection to another process; opened again when it is lost."""

    def __init__(self, me: str, process: str, address: str, key: str) -> None:
        self.process = process
        self.address = address
        self.refused = False
        """Nothing listens at its address: the process has ended."""
        self.warned = False
        self.connected = False
        self.tried = asyncio.Event()
        """Set after the first attempt to connect."""
        self._me = me
        self._key = key
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[m.Answer]] = {}
        self._writer: asyncio.StreamWriter | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self, on_link: Callable[[str], None]) -> None:
        """Stay connected; `on_link` is called each time the connection is open."""
        self._task = asyncio.create_task(self._run(on_link))

    def stop(self) -> None:
        if self._task:
            self._task.cancel()
        self._drop()

    @property
    def is_closed(self) -> bool:
        return self._task is None or self._task.done()

    async def closed(self) -> None:
        """Wait until everything is released."""
        if self._task:
            await asyncio.gather(self._task, return_exceptions=True)

    def tell(self, message: m.Notice) -> bool:
        """Send a notice if there is a connection."""
        if self._writer is None:
            return False
        self._writer.write(m.encode(message))
        if self._writer.transport.get_write_buffer_size() > MAX_UNSENT:
            self._writer.transport.abort()
        return True

    async def ask(self, what: m.Execute | m.Accept) -> m.Answer:
        """Send a request and return its answer; PeerError if there is none."""
        if self._writer is None:
            raise PeerError("not connected")
        number = next(self._numbers)
        answer: asyncio.Future[m.Answer] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            self._writer.write(m.encode(m.Request(number, what)))
            async with asyncio.timeout(ANSWER):
                return await answer
        except TimeoutError:
            raise PeerError("no answer", sent=True) from None
        finally:
            self._waiting.pop(number, None)

    async def _run(self, on_link: Callable[[str], None]) -> None:
        wait = 0.0
        while True:
            try:
                await self._connect(on_link)
                wait = 0.0
            except ConnectionRefusedError:
                self.refused = True
            except (OSError, PeerError, TimeoutError) as error:
                log.warning("peer", extra={"reason": f"{self.address}: {error}"})
            finally:
                self._drop()
            self.tried.set()
            wait = min(2.0, 2 * wait + 0.05)
            await asyncio.sleep(wait)

    async def _connect(self, on_link: Callable[[str], None]) -> None:
        host, _, port = self.address.rpartition(":")
        async with asyncio.timeout(HANDSHAKE):
            reader, writer = await asyncio.open_connection(host, int(port))
            self._writer = None
            try:
                await self._shake_hands(reader, writer)
            except BaseException:
                await _close(writer)
                raise
        self.refused = False
        self._writer = writer
        self.connected = True
        self.tried.set()
        on_link(self.process)
        try:
            while True:
                message = await read(reader)
                if isinstance(message, m.Answer) and message.n in self._waiting:
                    future = self._waiting[message.n]
                    if not future.done():
                        future.set_result(message)
        finally:
            self._drop()
            await _close(writer)

    async def _shake_hands(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        theirs = await read(reader)
        if not isinstance(theirs, m.Hello):
            raise PeerError("not a process of this service")
        nonce = ids.secret()
        shown = proof(self._key, "dial", theirs.nonce, nonce, self._me)
        writer.write(m.encode(m.Hello(nonce, self._me, shown)))
        answer = await read(reader)
        expected = proof(self._key, "serve", nonce, self.process)
        if not isinstance(answer, m.Hello) or not hmac.compare_digest(answer.proof, expected):
            raise PeerError("not a process of this service")

    def _drop(self) -> None:
        self.connected = False
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(PeerError("the connection was lost", sent=True))


Handle = Callable[[str, m.AnyPeerMessage], Awaitable[m.Answer | None]]


class Listener:
    """Accepts the connections of other processes and answers their requests."""

    def __init__(self, me: str, key: str, handle: Handle) -> None:
        self._me = me
        self._key = key
        self._handle = handle
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()

    async def start(self, host: str) -> str:
        """Listen at a free port; returns the address."""
        self._server = await asyncio.start_server(self._serve, host, 0)
        return f"{host}:{self._server.sockets[0].getsockname()[1]}"

    async def stop(self) -> None:
        if self._server:
            self._server.close()
        for writer in list(self._writers):
            await _close(writer)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            async with asyncio.timeout(HANDSHAKE):
                process = await self._shake_hands(reader, writer)
            while True:
                message = await read(reader)
                if isinstance(message, m.Request):
                    task = asyncio.create_task(self._answer(process, message, writer))
                    self._tasks.add(task)
                    task.add_done_callback(self._tasks.discard)
                else:
                    await self._handle(process, message)
        except (PeerError, TimeoutError):
            pass
        finally:
            self._writers.discard(writer)
            await _close(writer)

    async def _shake_hands(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> str:
        nonce = ids.secret()
        writer.write(m.encode(m.Hello(nonce)))
        theirs = await read(reader)
        if not isinstance(theirs, m.Hello):
            raise PeerError("no handshake")
        expected = proof(self._key, "dial", nonce, theirs.nonce, theirs.process)
        if not hmac.compare_digest(theirs.proof, expected):
            raise PeerError("a stranger")
        shown = proof(self._key, "serve", theirs.nonce, self._me)
        writer.write(m.encode(m.Hello("", self._me, shown)))
        return theirs.process

    async def _answer(self, process: str, request: m.Request, writer: asyncio.StreamWriter) -> None:
        answer = await self._handle(process, request)
        if answer is not None and not writer.is_closing():
            writer.write(m.encode(answer))
