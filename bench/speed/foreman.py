"""The parent process: starts the workers and requests measurements from them in turn."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

BENCH = Path(__file__).parents[1]


class LostError(Exception):
    """A worker has died or failed."""


class Worker:
    """A library in its own process."""

    def __init__(self, python: str, module: str, environment: dict[str, str]) -> None:
        self.log = tempfile.TemporaryFile("w+")  # noqa: SIM115  (lives as long as the worker)
        self.process = subprocess.Popen(
            [python, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            cwd=BENCH,
            env=os.environ | environment,
            text=True,
        )
        self.lost = ""  # the reason, once it has ended
        hello = self.read()
        self.versions: dict[str, str] = hello["versions"]
        self.measures: list[tuple[str, str]] = [(kind, what) for kind, what in hello["measures"]]
        self.missing: list[tuple[str, str, str]] = [tuple(each) for each in hello["missing"]]

    def read(self) -> dict[str, Any]:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            code = self.process.wait()
            self.log.seek(0)
            lines = self.log.read().strip().splitlines() or [f"it exited with {code}"]
            self.lost = lines[-1]
            self.close()
            raise LostError(self.lost)
        answer: dict[str, Any] = json.loads(line)
        return answer

    def measure(self, kind: str, what: str, seconds: float, seed: int) -> float:
        if self.lost:
            raise LostError(self.lost)
        assert self.process.stdin
        with contextlib.suppress(BrokenPipeError):  # read() reports how it ended
            self.process.stdin.write(json.dumps([kind, what, seconds, seed]) + "\n")
            self.process.stdin.flush()
        answer = self.read()
        if "error" in answer:
            raise LostError(answer["error"])
        return float(answer["value"])

    def close(self) -> None:
        with contextlib.suppress(BrokenPipeError, ValueError):  # ended already, or closed
            self.process.communicate()  # closing stdin ends it
        self.log.close()


def start_up(python: str, code: str) -> float:
    """Milliseconds that a fresh process takes to run this code."""
    began = time.perf_counter()
    subprocess.run([python, "-c", code], check=True, capture_output=True)
    return 1000 * (time.perf_counter() - began)
