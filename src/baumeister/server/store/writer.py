"""One thread that writes: everything that waits goes into one commit."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar

from baumeister.server.store.database import Database, StoreError, transaction

MOST: Final = 500
"""Writes in one commit."""

T = TypeVar("T")
Work = Callable[[Database], Any]


class _Job(NamedTuple):
    work: Work
    order: str
    done: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class Worker:
    """A thread with a connection of its own."""

    def __init__(self, database: Database, name: str, *, group: bool) -> None:
        self._database = database
        self._group = group
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()
        self.commits = 0
        self.jobs = 0

    def ask(self, work: Callable[[Database], T], order: str = "") -> asyncio.Future[T]:
        """Have it done; the result is there when it is durable. `order` keeps processes that
        write the same rows from waiting for each other in a circle."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        if not self._thread.is_alive():
            raise StoreError("the store is closed")
        self._queue.put(_Job(work, order, done, loop))
        return done

    def close(self) -> None:
        """Finish what waits, then end."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        going = True
        while going:
            jobs: list[_Job] = []
            job = self._queue.get()
            while job is not None:
                jobs.append(job)
                if len(jobs) == (MOST if self._group else 1):
                    break
                try:
                    job = self._queue.get_nowait()
                except queue.Empty:
                    break
            going = job is not None
            if jobs:
                self._do(jobs)
        self._database.close()

    def _do(self, jobs: list[_Job]) -> None:
        results: list[tuple[_Job, Any, BaseException | None]] = []
        if not self._group:
            results = [self._one(job) for job in jobs]
        else:
            jobs.sort(key=lambda job: job.order)
            try:
                with transaction(self._database):
                    results = [(job, job.work(self._database), None) for job in jobs]
            except Exception:  # one of them, or the commit: each on its own will tell
                results = [self._alone(job) for job in jobs]
            self.commits += 1
            self.jobs += len(jobs)
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[_Job, Any, BaseException | None]]] = {}
        for result in results:
            by_loop.setdefault(result[0].loop, []).append(result)
        for loop, found in by_loop.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(_deliver, found)

    def _alone(self, job: _Job) -> tuple[_Job, Any, BaseException | None]:
        try:
            with transaction(self._database):
                return job, job.work(self._database), None
        except Exception as error:
            return job, None, error

    def _one(self, job: _Job) -> tuple[_Job, Any, BaseException | None]:
        try:
            return job, job.work(self._database), None
        except Exception as error:
            return job, None, error


def _deliver(results: list[tuple[_Job, Any, BaseException | None]]) -> None:
    for job, value, error in results:
        if job.done.cancelled():
            continue
        if error is None:
            job.done.set_result(value)
        else:
            job.done.set_exception(error)
