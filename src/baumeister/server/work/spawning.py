"""Starts worker processes without stopping the event loop.

To start a process, the event loop has to wait until the new process runs its own program; on a busy
machine that takes a tenth of a second, and the imports of a worker take a second of a core. So one
process (spawner.py) imports everything once and forks a worker whenever one is needed.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from baumeister.server.work.frames import frame, next_frame
from baumeister.server.work.spawner import KILL, ORDER, START

WORKER: Final = "baumeister.server.work.worker"
CAN_FORK: Final = hasattr(os, "fork") and hasattr(socket, "send_fds")


class WorkerProcess:
    """One worker process, at the other end of two streams."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, kill: Callable[[], None]
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._kill = kill
        self._killed = False

    @property
    def alive(self) -> bool:
        return not (self._killed or self._reader.at_eof())

    async def ask(self, name: str, arguments: Any, progress: Callable[[float], None]) -> Any:
        """The kind and value of a task's answer; OSError or EOFError if the worker died."""
        self._writer.write(frame((name, arguments)))
        await self._writer.drain()
        while True:
            kind, value = await next_frame(self._reader)
            if kind in ("result", "error"):
                return kind, value
            progress(value)

    def kill(self) -> None:
        """Kill the worker; it gets no more tasks from now on."""
        if not self._killed:
            self._killed = True
            self._kill()
            self._writer.close()


class Spawner:
    """The process that forks workers; started when the first one is needed, or by `open`."""

    def __init__(self, module: str = WORKER) -> None:
        self._module = module
        self._opening = asyncio.Lock()
        self._control: socket.socket | None = None
        self._processes: list[asyncio.subprocess.Process] = []
        self._started = 0
        self._closed = False

    async def open(self) -> None:
        """Start the process, unless it runs."""
        async with self._opening:
            if self._closed:
                raise OSError("the service stops")
            if self._control is None and CAN_FORK:
                ours, theirs = socket.socketpair()
                with theirs:
                    try:
                        process = await self._process(theirs)
                    except OSError:
                        ours.close()
                        raise
                self._processes.append(process)
                self._control = ours
                self._control.setblocking(False)

    async def _process(self, control: socket.socket) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "baumeister.server.work.spawner", self._module),
            stdin=control.fileno(),
            start_new_session=True,  # Ctrl-C at a terminal is meant for the service
        )

    async def start(self) -> WorkerProcess:
        """Start a worker; OSError if that is impossible."""
        starting = asyncio.create_task(self._start())
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:  # nobody needs it any more
            starting.add_done_callback(_kill_started)
            raise

    async def _start(self) -> WorkerProcess:
        if not CAN_FORK:
            return await self._start_directly()
        await self.open()
        try:
            return await self._fork()
        except OSError:  # the spawner was killed; perhaps another one can be started
            self._forget()
            await self.open()
            return await self._fork()

    async def _fork(self) -> WorkerProcess:
        self._started += 1
        number = self._started
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                self._send(START, number, [theirs.fileno()])
            reader, writer = await asyncio.open_connection(sock=ours)
        except BaseException:
            ours.close()
            raise
        return WorkerProcess(reader, writer, lambda: self._kill(number))

    def _send(self, order: bytes, number: int, files: list[int]) -> None:
        if self._control is None:
            raise OSError("the spawner does not run")
        socket.send_fds(self._control, [ORDER.pack(order, number)], files)

    def _kill(self, number: int) -> None:
        with suppress(OSError):  # the spawner was killed: the worker exits when its socket closes
            self._send(KILL, number, [])

    def _forget(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None

    async def _start_directly(self) -> WorkerProcess:  # pragma: no cover  (Windows)
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", self._module, stdin=pipe, stdout=pipe
        )
        self._processes.append(process)
        if process.stdout is None or process.stdin is None:
            raise OSError("the worker has no pipes")
        return WorkerProcess(process.stdout, process.stdin, process.kill)

    async def close(self) -> None:
        """End all workers, and wait until they have ended."""
        async with self._opening:  # it may be starting
            self._closed = True
            self._forget()
        for process in self._processes:
            if not CAN_FORK and process.returncode is None:
                process.kill()
            await process.wait()


def _kill_started(starting: asyncio.Task[WorkerProcess]) -> None:
    if not starting.cancelled() and starting.exception() is None:
        starting.result().kill()
