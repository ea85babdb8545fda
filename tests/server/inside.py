"""A service without a network, with every byte it sends to one observer.

Ids, secrets, chance and time are fixed by the test. So two worlds that look the same to the
observer must produce the same bytes.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

from baumeister.core.chance import CHANCE
from baumeister.records import Fairness
from baumeister.server import ids
from baumeister.server.app import build_app
from baumeister.server.live import opening
from baumeister.server.logs import JsonFormatter
from baumeister.server.service import Service
from baumeister.server.store import store as store_module
from baumeister.server.store.sqlite import SqliteDatabase
from baumeister.server.work.jobs import WorkerPool
from tests.server.running import settings

BEGIN = 1_700_000_000_000
STRANGER = ("203.0.113.7", 50000)
"""The observer's address, which belongs to no machine."""

JSON = dict[str, Any]


class Heard(logging.Handler):
    """Collects log lines without their time."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonFormatter())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        line = json.loads(self.format(record))
        del line["time"]
        self.lines.append(json.dumps(line))


class Socket:
    """The observer's end of a WebSocket."""

    def __init__(self, app: Any, cookie: str | None) -> None:
        headers = [(b"host", b"here")]
        if cookie:
            headers.append((b"cookie", cookie.encode()))
        scope = _scope("websocket", "/api/socket", headers)
        self.got: list[str] = []
        self._came = asyncio.Event()
        self._in: asyncio.Queue[JSON] = asyncio.Queue()
        self._in.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(app(scope, self._in.get, self._send))

    async def _send(self, message: Any) -> None:
        self.got.append(str(message.get("text") or sorted(message.items())))
        self._came.set()

    async def say(self, text: str) -> None:
        """Send a request and wait until everything it causes has arrived."""
        self._came.clear()
        self._in.put_nowait({"type": "websocket.receive", "text": text})
        await asyncio.wait_for(self._came.wait(), 30)
        await quiet()

    async def close(self) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._task


class Hasty(SqliteDatabase):
    """Does not wait for the disk: durability is not tested here."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.execute("PRAGMA synchronous = off")


class World:
    """One running service. `chance` gives the action of chance for each log line."""

    def __init__(self, chance: Mapping[int, str], seed: str) -> None:
        self.now = BEGIN
        self.chance = chance
        self.seed = seed
        self.thought: list[str] = []
        """The tasks sent to workers."""
        self.heard = Heard()
        self.app: Any
        self.service: Service

    async def get(self, path: str, cookie: str | None = None, **headers: str) -> str:
        return await self._http("GET", path, cookie, headers)

    async def post(self, path: str, body: JSON, cookie: str | None = None) -> str:
        return await self._http("POST", path, cookie, {}, json.dumps(body).encode())

    async def _http(
        self, method: str, path: str, cookie: str | None, more: dict[str, str], body: bytes = b""
    ) -> str:
        """The status, headers and body of a response."""
        headers = [(b"host", b"here"), (b"content-length", str(len(body)).encode())]
        headers += [(name.encode(), value.encode()) for name, value in more.items()]
        if cookie:
            headers.append((b"cookie", cookie.encode()))
        scope = _scope("http", path, headers) | {"method": method}
        sent = [{"type": "http.request", "body": body, "more_body": False}]
        answer: list[str] = []

        async def receive() -> JSON:
            return sent.pop() if sent else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                answer.append(f"{message['status']} {sorted(message['headers'])}")
            else:
                answer.append(message.get("body", b"").decode())

        await self.app(scope, receive, send)
        return "\n".join(answer)


@contextmanager
def fixed(world: World) -> Iterator[None]:
    """Replace every source of randomness and time."""
    number = count()

    def named(kind: str) -> Callable[[], str]:
        return lambda: f"{kind}{next(number):04}"

    def roll(_: Fairness, match: Any) -> list[Any]:
        entries: list[Any] = []
        while match.actors == (CHANCE,):
            entries += match.submit(CHANCE, world.chance[match.version])
        return entries

    async def run(_: WorkerPool, name: str, *given: Any, **_more: Any) -> Any:
        *rest, last = given  # the legal actions may be too many to list
        legal = last if isinstance(last, str) else [len(last), *map(str, last[:500])]
        world.thought.append(repr((name, *rest, legal)))
        return str(last[0]) if name == "decide" else {"thought": len(world.thought)}

    with (
        _patched(ids, "table_id", named("table")),
        _patched(ids, "person_id", named("person")),
        _patched(ids, "secret", named("secret")),
        _patched(ids, "seed", lambda: world.seed),
        _patched(opening, "commitment_of", lambda _: "c" * 64),
        _patched(Fairness, "roll", roll),
        _patched(WorkerPool, "run", run),
    ):
        yield


def _patched(owner: Any, name: str, fake: Callable[..., Any]) -> Any:
    """Patch in this thread only: another thread may run a service for other tests."""
    real, here = getattr(owner, name), threading.get_ident()

    def either(*given: Any, **named: Any) -> Any:
        return (fake if threading.get_ident() == here else real)(*given, **named)

    return patch.object(owner, name, either)


@contextmanager
def logged(world: World) -> Iterator[None]:
    root = logging.getLogger()
    level = root.level
    root.addHandler(world.heard)
    root.setLevel(logging.INFO)
    try:
        yield
    finally:
        root.removeHandler(world.heard)
        root.setLevel(level)


async def live(world: World, data: Path, work: Callable[[], Any]) -> None:
    """Run a service while `work` runs."""
    with patch.object(store_module, "SqliteDatabase", Hasty):
        world.app = build_app(replace(settings(data), clock=lambda: world.now))
    world.service = world.app.state.service
    with fixed(world), logged(world):
        await world.service.start()
        try:
            await work()
        finally:
            await world.service.stop()


async def quiet() -> None:
    """Wait until everything queued has been sent."""
    for _ in range(12):
        await asyncio.sleep(0)


def _scope(kind: str, path: str, headers: list[tuple[bytes, bytes]]) -> JSON:
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http" if kind == "http" else "ws",
        "server": ("here", 80),
        "client": STRANGER,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "subprotocols": [],
    }
