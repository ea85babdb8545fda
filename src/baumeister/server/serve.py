"""Run the service with uvicorn."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import uvicorn

from baumeister.server.app import build_app
from baumeister.server.listening import EVERYWHERE, LOOPBACK, LOOPBACK_6, listener
from baumeister.server.logs import KEEP_LOGS, configure_logging
from baumeister.server.settings import Settings
from baumeister.server.socket.protocols import Connections, Http, Socket

try:
    import uvloop
except ImportError:  # pragma: no cover  (Windows)
    uvloop = None  # type: ignore[assignment]

MAX_MESSAGE: Final = 16 * 1024
HEARTBEAT: Final = 20.0
BACKLOG: Final = 512
"""Connections that wait to be accepted. All of them are accepted at once, at a tenth of a
millisecond each."""
SWITCH: Final = 0.001
"""Seconds until a busy event loop lets the store's thread continue; every move waits for that."""
GARBAGE: Final = 20_000
"""Objects between searches for cycles. A move makes a thousand, hardly any of them in cycles."""
MAX_FILES: Final = 65_536
RESERVED_FILES: Final = 200
"""Files for the database, workers and the page."""


def config(settings: Settings, **given: Any) -> uvicorn.Config:
    """The uvicorn configuration. No compression: its buffers cost more memory than it saves
    traffic."""
    found = uvicorn.Config(
        build_app(settings),
        http=Http,
        ws=Socket,
        backlog=BACKLOG,
        ws_max_size=MAX_MESSAGE,
        ws_ping_interval=HEARTBEAT,
        ws_ping_timeout=HEARTBEAT,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=10,
        **given,
    )
    if settings.rate_limits:
        trusted = given.get("forwarded_allow_ips") or ""
        proxies = frozenset(each.strip() for each in trusted.split(","))
        counter = Connections(max_connections(), proxies)
        found.connections_by_address = counter  # type: ignore[attr-defined]
    return found


def max_connections() -> int:
    """How many connections there is room for: as many files as the system allows, less a
    reserve."""
    try:
        import resource  # noqa: PLC0415  (POSIX only)

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = min(hard, MAX_FILES) if hard != resource.RLIM_INFINITY else MAX_FILES
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    except (ImportError, OSError, ValueError):
        return 400
    return max(100, min(soft, MAX_FILES) - RESERVED_FILES)


class Server(uvicorn.Server):
    """A uvicorn server that also closes connections still in their handshake at shutdown.

    uvicorn skips them and waits for them until its shutdown timeout.
    """

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def listen(self, network: bool) -> None:
        """Listen in the network as well, or on this machine only; OSError if that is impossible.

        Others are disconnected when they may no longer join; everybody on this machine stays.
        """
        old = self.servers[0]
        host, port = old.sockets[0].getsockname()[:2]
        old.close()
        try:
            await self._serve_at(listener(EVERYWHERE if network else LOOPBACK, port))
        except OSError:
            await self._serve_at(listener(host, port))
            raise
        if not network:
            for connection in list(self.server_state.connections):
                peer = connection.transport.get_extra_info("peername") or ("",)
                if peer[0] not in (LOOPBACK, LOOPBACK_6):
                    connection.transport.abort()

    async def _serve_at(self, sock: socket.socket) -> None:
        """Serve at this socket in place of the first one, as uvicorn does at its start."""

        def protocol() -> asyncio.Protocol:
            return Http(self.config, self.server_state, app_state=self.lifespan.state)

        loop = asyncio.get_running_loop()
        backlog = self.config.backlog
        self.servers[0] = await loop.create_server(protocol, sock=sock, backlog=backlog)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._drain()
        late = asyncio.create_task(self._close_late())
        try:
            await super().shutdown(sockets)
        finally:
            late.cancel()

    async def _drain(self) -> None:
        """Serve on while a proxy notices that we are about to stop; a second signal ends that."""
        app: Any = self.config.app
        draining = asyncio.create_task(app.state.service.drain())
        while not draining.done() and not self.force_exit:
            await asyncio.wait([draining], timeout=0.1)
        draining.cancel()

    async def _close_late(self) -> None:
        while True:
            await asyncio.sleep(0.05)
            for connection in list(self.server_state.connections):
                if not connection.transport.is_closing():
                    connection.shutdown()


def serve(
    settings: Settings,
    at: list[socket.socket] | tuple[str, int],
    *,
    proxy: str | None = None,
    ready: Callable[[], None] = lambda: None,
    level: str = "INFO",
    log_file: Path | None = None,
    keep_logs: int = KEEP_LOGS,
) -> None:
    """Serve at listening sockets or at a host and port until told to stop.

    `proxy` is the address whose X-Forwarded headers are trusted; `ready` is called once the service
    accepts connections.
    """
    configure_logging(level, log_file, keep_logs)
    given: dict[str, Any] = {"proxy_headers": False}
    if proxy:
        given = {"proxy_headers": True, "forwarded_allow_ips": proxy}
    if isinstance(at, tuple):
        given["host"], given["port"] = at
    server = Server(config(replace(settings, early_workers=True), **given), ready)
    if settings.network:
        settings.network.listen = server.listen
    for each in (signal.SIGINT, signal.SIGTERM):
        # uvicorn handles these signals, then raises them again; being stopped is not a failure.
        signal.signal(each, lambda *_: None)
    sys.setswitchinterval(SWITCH)
    gc.freeze()
    gc.set_threshold(GARBAGE, 20, 20)
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(server.serve(None if isinstance(at, tuple) else at))


def new_loop() -> asyncio.AbstractEventLoop:
    """An event loop of uvloop where it exists, which needs less CPU time, or of asyncio."""
    return uvloop.new_event_loop() if uvloop else asyncio.new_event_loop()


def free_port(host: str = "127.0.0.1") -> int:
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])
