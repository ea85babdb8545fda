"""Pools of worker processes: started on demand, killed when a task takes too long.

Tasks wait in a fair queue (fair.py). An address may run as many tasks at a time as the pool is
large, and the pool has one process more than that: however much one address asks for, the next
address finds a free worker. An address that has used more than all others together runs one task at
a time, as the workers share their cores with the service.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar, Final, NamedTuple

from baumeister.core.errors import BaumeisterError
from baumeister.server.work.fair import ADVANCE, NOBODY, Asker, Entry, FairQueue
from baumeister.server.work.spawning import Spawner, WorkerProcess

MAX_WAITING: Final = 200
"""Tasks waiting for a worker."""
MAX_PER_ADDRESS: Final = 40
"""Tasks of one address waiting for a worker."""
MAX_BOTS: Final = 1000
"""Bots waiting for a worker; a bot that finds no room asks again later."""
MAX_BOTS_PER_ADDRESS: Final = 200


class JobError(BaumeisterError):
    """A task failed, took too long, or was not accepted."""

    code: ClassVar[str] = "job"


class BusyError(JobError):
    """Too many tasks are waiting; this one was not started."""


class UnwantedError(JobError):
    """Nobody waits for the result any more; the task was not started."""


class DiedError(JobError):
    """The worker exited before it finished the task, for whatever reason."""


class WorkerPool:
    """A limited number of worker processes and the queue of tasks for them."""

    def __init__(
        self,
        size: int,
        spawner: Spawner,
        *,
        most: int = MAX_WAITING,
        most_per_address: int = MAX_PER_ADDRESS,
    ) -> None:
        self._spawner = spawner
        self._size = size
        self._queue = FairQueue(most, most_per_address)
        self._running: Counter[str] = Counter()
        """Running tasks by address."""
        self._greedy: str | None = None
        self._idle: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()
        self.failed = 0

    @property
    def waiting(self) -> int:
        """The number of tasks that wait or run."""
        return len(self._queue) + self._running.total()

    @property
    def queued(self) -> int:
        """The number of tasks that wait."""
        return len(self._queue)

    async def run(
        self,
        name: str,
        *arguments: Any,
        timeout: float,
        progress: Callable[[float], None] = lambda _: None,
        asker: Asker = NOBODY,
        background: bool = False,
        wanted: Callable[[], bool] = lambda: True,
        late: Callable[[], tuple[Any, ...]] = tuple,
    ) -> Any:
        """Run a task with a timeout from when it starts; JobError if it fails.

        BusyError if too many tasks are waiting, UnwantedError if it is no longer `wanted` when its
        turn comes. `background` work waits for all other work. `late` returns further arguments
        when the task starts.
        """
        try:
            await self._turn(Entry(asker, background, wanted))
            began = asyncio.get_running_loop().time()
            try:
                return await self._run(name, (*arguments, *late()), timeout, progress)
            finally:
                self._done(asker, began)
        except UnwantedError:
            raise
        except JobError:
            self.failed += 1
            raise

    async def _turn(self, entry: Entry) -> None:
        """Wait until the task may run."""
        refused = self._queue.put(entry)
        if refused is not None:
            refused.turn.set_exception(BusyError("the service is busy; try again later"))
        self._dispatch()
        try:
            await entry.turn
        except BaseException:  # refused or cancelled
            self._queue.remove(entry)
            if entry.turn.done() and not entry.turn.cancelled() and not entry.turn.exception():
                self._done(entry.asker, asyncio.get_running_loop().time())
            raise

    def _done(self, asker: Asker, began: float) -> None:
        now = asyncio.get_running_loop().time()
        self._queue.charge(asker, now - began - ADVANCE, now)
        self._running[asker.address] -= 1
        if not self._running[asker.address]:
            del self._running[asker.address]
        self._dispatch()

    def _dispatch(self) -> None:
        """Start as many waiting tasks as there are free workers."""
        now = asyncio.get_running_loop().time()
        while self._running.total() <= self._size:
            self._greedy = self._queue.greedy(now)
            entry = self._queue.pop(self._may_run, now)
            if entry is None:
                return
            if entry.turn.done():
                continue
            if not entry.wanted():
                entry.turn.set_exception(UnwantedError("nobody waits for this any more"))
                continue
            self._running[entry.asker.address] += 1
            self._queue.charge(entry.asker, ADVANCE, now)
            entry.turn.set_result(None)

    def _may_run(self, asker: Asker) -> bool:
        most = 1 if asker.address == self._greedy else self._size
        return self._running[asker.address] < most

    async def _run(
        self, name: str, arguments: Any, timeout: float, progress: Callable[[float], None]
    ) -> Any:
        process = await self._process()
        try:
            async with asyncio.timeout(timeout):
                kind, value = await process.ask(name, arguments, progress)
        except TimeoutError:
            process.kill()
            raise JobError(f"took longer than {timeout:g} seconds") from None
        except (OSError, asyncio.IncompleteReadError):
            process.kill()
            raise DiedError("the worker died") from None
        except Exception as error:  # the worker's answer cannot be read
            process.kill()
            raise JobError(f"the worker sent an invalid answer: {type(error).__name__}") from None
        except BaseException:  # cancelled: the late answer must not reach the next caller
            process.kill()
            raise
        finally:
            self._back(process)
        if kind == "error":
            raise JobError(str(value))
        return value

    async def _process(self) -> WorkerProcess:
        while self._idle:
            process = self._idle.pop()
            if process.alive:
                return process
            self._discard(process)
        return await self._started()

    async def _started(self) -> WorkerProcess:
        try:
            process = await self._spawner.start()
        except OSError as error:
            raise BusyError(f"no worker: {error.strerror}") from None
        self._all.add(process)
        return process

    def _back(self, process: WorkerProcess) -> None:
        if process.alive:
            self._idle.append(process)
        else:
            self._discard(process)

    def _discard(self, process: WorkerProcess) -> None:
        process.kill()
        self._all.discard(process)

    def close(self) -> None:
        for process in self._all:
            process.kill()


class Pools(NamedTuple):
    """One pool per purpose, so that no bot waits for other requests."""

    bots: WorkerPool
    helpers: WorkerPool
    """Tasks that people wait for: hints, practice, replays."""
    analysts: WorkerPool
    """Analyses, which take long."""
