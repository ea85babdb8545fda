"""The real server as a process that can be killed."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"
MARK = "BAUMEISTER_CRASH_TEST"


class Server:
    """`python -m baumeister serve`, started and stopped any number of times on one folder."""

    def __init__(
        self,
        data: Path,
        program: Sequence[str] = ("-m", "baumeister"),
        more: Sequence[str] = (),
    ) -> None:
        self.data = data
        self._program = program
        self._more = more
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = data / "server.log"
        self._mark = secrets.token_hex(8)
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start the process; it does not answer yet."""
        self.data.mkdir(parents=True, exist_ok=True)
        arguments = ["--data", str(self.data), "--port", str(self.port), "--no-bot-pace"]
        arguments += ["--undo-grace", "0", *self._more]
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, *self._program, "serve", *arguments,
                stdout=log, stderr=log, start_new_session=True,
                env={**os.environ, "PYTHONPATH": str(SOURCE), MARK: self._mark},
            )  # fmt: skip

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int:
        return self._process.pid if self._process else 0

    async def up(self) -> None:
        """Wait until it accepts connections."""
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
            except OSError:
                if self._process is None or self._process.returncode is not None:
                    raise RuntimeError(f"the server did not start: see {self.log}") from None
                await asyncio.sleep(0.02)
            else:
                writer.close()
                return

    async def kill(self) -> None:
        if self._process:
            await self._end(self._process.kill)

    async def stop(self, way: str = "term") -> tuple[int, float]:
        """Ask it to stop; returns its exit code and how many seconds it took."""
        if self._process is None:
            return 0, 0.0
        process, began = self._process, time.monotonic()
        ways: dict[str, Callable[[], object]] = {
            "term": process.terminate,
            "ctrl-c": lambda: os.killpg(process.pid, signal.SIGINT),
            "term all": lambda: [os.kill(each, signal.SIGTERM) for each in self.processes()],
        }  # as a shell, a terminal and systemd do it
        code = await self._end(ways[way])
        return code, time.monotonic() - began

    async def _end(self, by: Callable[[], object]) -> int:
        if self._process is None:
            return 0
        process, self._process = self._process, None
        if process.returncode is None:
            by()
        return await process.wait()

    def processes(self) -> list[int]:
        """Every process started by this server, found by an inherited variable (Linux)."""
        mark = f"{MARK}={self._mark}".encode()
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if mark in (folder / "environ").read_bytes().split(b"\0"):
                    found.append(int(folder.name))
            except OSError:
                continue  # gone, or not readable for us
        return found

    async def orphans(self, patience: float = 10.0) -> list[int]:
        """The processes that outlive the server by `patience` seconds."""
        until = time.monotonic() + patience
        while (found := self.processes()) and time.monotonic() < until:
            await asyncio.sleep(0.05)
        return found

    def complaints(self) -> list[str]:
        """The errors it logged."""
        lines = self.log.read_text("utf-8", "replace").splitlines() if self.log.exists() else []
        return [line for line in lines if '"level": "error"' in line or "Traceback" in line]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
