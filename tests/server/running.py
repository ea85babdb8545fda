"""A real service on a real port, in its own thread."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import uvicorn
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST

from baumeister.server import app as apps
from baumeister.server import service as services
from baumeister.server.listening import LOOPBACK, listener
from baumeister.server.people import passwords
from baumeister.server.serve import Server, config, new_loop
from baumeister.server.service import Service
from baumeister.server.settings import Settings
from tests.server.luck import fix_deals
from tests.server.nursery import QuickSpawner
from tests.server.routes import BuiltFiles, routed

HASHER = passwords._hasher
"""The one of a real service; test_accounts.py checks its cost. The others are in a hurry."""
passwords._hasher = PasswordHasher.from_parameters(CHEAPEST)
apps._routed = routed
fix_deals()
apps.ClientFiles = BuiltFiles  # type: ignore[misc]
if sys.platform == "linux":
    services.Spawner = QuickSpawner  # type: ignore[misc]


class Running:
    """A running service: its addresses and its parts."""

    def __init__(
        self,
        server: uvicorn.Server,
        service: Service,
        port: int,
        base: str,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self.server = server
        self.service = service
        self.port = port
        self.url = f"http://127.0.0.1:{port}{base}"
        self.socket_url = f"ws://127.0.0.1:{port}{base}/api/socket"
        self.loop = loop

    def submit(self, work: Coroutine[Any, Any, Any]) -> Future[Any]:
        """Run something in the event loop of the service."""
        return asyncio.run_coroutine_threadsafe(work, self.loop)


def settings(data: Path, **changes: Any) -> Settings:
    """Settings for tests: fast bots and no rate limits."""
    plain = Settings(
        data=data,
        bot_delay=(0.0, 0.0),
        bot_timeout=60.0,
        undo_grace=0.0,
        presence_delay=60.0,
        hint_seconds=0.02,
        analysis_seconds=0.002,
        workers=1,
        rate_limits=False,
    )
    return replace(plain, **changes)


@contextmanager
def running(given: Settings, **more: Any) -> Iterator[Running]:
    """Run a service with these settings; `more` is passed to uvicorn."""
    found = config(given, **more)
    server = Server(found, lambda: None)
    app: Any = found.app
    listening = listener(LOOPBACK, 0)
    port = listening.getsockname()[1]
    if given.network:
        given.network.port, given.network.listen = port, server.listen
    loop = new_loop()
    serve = server.serve([listening])
    thread = threading.Thread(target=loop.run_until_complete, args=(serve,), daemon=True)
    thread.start()
    while not server.started:
        if not thread.is_alive():
            raise RuntimeError("the service did not start")
        threading.Event().wait(0.01)
    try:
        yield Running(server, app.state.service, port, given.base_path, loop)
    finally:
        server.should_exit = True
        thread.join(60)
        loop.close()
