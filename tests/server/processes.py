"""Real server processes that can be killed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from baumeister.server.serve import free_port

SOURCE = Path(__file__).parents[2] / "src"


class Process:
    """`baumeister serve` in its own process."""

    def __init__(self, log: Path, *arguments: str, port: int | None = None) -> None:
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = log
        environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
        with log.open("ab") as file:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "baumeister", "serve", "--port", str(self.port)),
                    *("--no-bot-pace", "--undo-grace", "0", "--workers", "1", *arguments),
                ],
                env=environment,
                stderr=file,
            )

    def wait(self) -> None:
        """Wait until it answers."""
        with httpx.Client(trust_env=False) as client:
            while self._process.poll() is None:
                try:
                    client.get(f"{self.url}/health").raise_for_status()
                    return
                except httpx.HTTPError:
                    time.sleep(0.05)
        raise RuntimeError(self.log.read_text())

    def kill(self) -> None:
        """kill -9."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> int:
        self._process.terminate()
        return self._process.wait(60)


@contextmanager
def processes(folder: Path, number: int, *arguments: str) -> Iterator[list[Process]]:
    started = [Process(folder / f"process-{n}.log", *arguments) for n in range(number)]
    try:
        for process in started:
            process.wait()
        yield started
    finally:
        for process in started:
            process.kill()
