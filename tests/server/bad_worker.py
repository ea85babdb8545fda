"""A worker that misbehaves as an environment variable tells it."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

from baumeister.server.work import tasks, worker

MODE = "BAD_WORKER"
MARK = "BAD_WORKER_MARK"
"""A file: once it exists, this worker behaves."""


def misbehave(*_: Any) -> Any:
    mark = os.environ.get(MARK)
    if mark and Path(mark).exists():
        return tasks.decide(*_)
    if mark:
        Path(mark).touch()
    match os.environ[MODE]:
        case "exit":
            os._exit(3)
        case "sleep":
            time.sleep(3600)
        case "raise":
            raise RuntimeError("a bot with a fault")
        case "illegal":
            return "build 9 Z9 9"
        case "number":
            return 42
        case "garbage":
            sys.stdout.flush()
            os.write(_frames(), b"\x00\x00\x00\x04nope")
            time.sleep(3600)
        case "pickle":
            return _Unreadable()
    return None


class _Unreadable:
    """Pickles, but cannot be unpickled."""

    def __reduce__(self) -> Any:
        return (int, ("not a number",))


def _frames() -> int:
    """The file descriptor of the worker's frames: its own copy of stdout."""
    return max(int(name) for name in os.listdir("/proc/self/fd") if _is_socket(name))


def _is_socket(name: str) -> bool:
    try:
        return os.readlink(f"/proc/self/fd/{name}").startswith("socket:")
    except OSError:
        return False


if __name__ == "__main__":
    tasks.TASKS["decide"] = misbehave
    worker.main()
