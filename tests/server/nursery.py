"""Processes that fork workers, forked themselves: no service of the tests has to import everything.

A process that forks workers (spawner.py) needs 0.6 seconds of a core for its imports. Here one
process for all services of a test process has them, and forks such a process for each service.
Services in processes of their own, and test_spawning.py, start them as everybody does.
"""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import signal
import socket
import subprocess
import sys
from functools import cache
from typing import Any

from baumeister.server.work import spawner
from baumeister.server.work.spawning import Spawner
from tests.server.luck import fix_bots

LONGEST = 1 << 16
"""Bytes of an order: the module of the workers and the environment."""


class QuickSpawner(Spawner):
    """Like its base, in less time."""

    async def _process(self, control: socket.socket) -> asyncio.subprocess.Process:
        nursery, path = _nursery()
        if os.environ.get("PYTHONPATH") != path:  # it may lead to other modules
            return await super()._process(control)
        ours, theirs = socket.socketpair()
        with theirs:
            order = json.dumps([self._module, dict(os.environ)]).encode()
            socket.send_fds(nursery, [order], [control.fileno(), theirs.fileno()])
        ours.setblocking(False)
        found: Any = Forked(ours)
        return found


class Forked:
    """The part of a process that a `Spawner` uses."""

    returncode = None

    def __init__(self, alive: socket.socket) -> None:
        self._alive = alive

    async def wait(self) -> None:
        """Wait until the process and its workers have ended, and nobody has the other end."""
        await asyncio.get_running_loop().sock_recv(self._alive, 1)
        self._alive.close()


@cache
def _nursery() -> tuple[socket.socket, str | None]:
    """The socket of the process that forks, and where its modules come from."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        command = [sys.executable, "-m", "tests.server.nursery"]
        process = subprocess.Popen(command, stdin=theirs.fileno(), start_new_session=True)
    process.returncode = 0  # it ends with this process, and nobody waits for it
    atexit.register(ours.close)
    return ours, os.environ.get("PYTHONPATH")


def serve() -> None:
    """Fork a process for every order until the socket is closed."""
    control = socket.socket(fileno=os.dup(0))
    spawner.prepare()
    fix_bots()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    while True:
        order, files, *_ = socket.recv_fds(control, LONGEST, 2)
        if not order:
            return
        if os.fork() == 0:
            control.close()
            _fork_workers(files, *json.loads(order))
        for file in files:
            os.close(file)


def _fork_workers(files: list[int], module: str, environment: dict[str, str]) -> None:
    control, alive = (os.dup2(file, 50 + file) for file in files)
    try:
        os.setsid()
        os.dup2(alive, 3)  # below the files of the workers
        os.dup2(control, 4)
        os.closerange(5, 100)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.environ.clear()
        os.environ.update(environment)
        with open(os.devnull, "rb") as nothing:
            os.dup2(nothing.fileno(), 0)
        spawner.obey(socket.socket(fileno=4), module)
    finally:
        os._exit(0)


if __name__ == "__main__":
    serve()
