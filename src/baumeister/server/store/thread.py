"""A database thread that commits all waiting writes together."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, NamedTuple, TypeVar

from baumeister.server.store.database import Database, StoreError, UnreachableError, transaction

MAX_BATCH: Final = 500
"""Writes per commit."""

MAX_QUEUED: Final = 20_000
"""Jobs waiting for the database."""
TIMEOUT: Final = 20.0
"""Seconds after which nobody waits for the database any more."""

log = logging.getLogger("baumeister.server")

T = TypeVar("T")
Work = Callable[[Database], Any]


class _Job(NamedTuple):
    work: Work
    order: str
    done: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class _Result(NamedTuple):
    job: _Job
    value: Any
    error: Exception | None


class DatabaseThread:
    """A thread with its own connection. With `group`, jobs share transactions."""

    def __init__(self, database: Database, name: str, *, group: bool) -> None:
        self._database = database
        self._group = group
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        self.commits = 0
        self.jobs = 0
        self._thread = threading.Thread(target=self._loop, name=name, daemon=True)
        self._thread.start()

    def run(self, work: Callable[[Database], T], order: str = "") -> asyncio.Future[T]:
        """Run a job on the thread; the result is available once it is durable.

        Jobs are sorted by `order` within a batch, so that processes that write the same rows cannot
        deadlock.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        if self._queue.qsize() >= MAX_QUEUED:
            raise StoreError("the database is too slow; try again later")
        late = loop.call_later(TIMEOUT, _too_late, done)
        done.add_done_callback(lambda _: late.cancel())
        with self._lock:  # a job queued after the end would wait forever
            if self._closed:
                late.cancel()
                raise StoreError("the store is closed")
            self._queue.put(_Job(work, order, done, loop))
        return done

    def close(self) -> None:
        """Finish the queued jobs, then stop."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _loop(self) -> None:
        going = True
        while going:
            jobs: list[_Job] = []
            job = self._queue.get()
            while job is not None:
                jobs.append(job)
                if len(jobs) == (MAX_BATCH if self._group else 1):
                    break
                try:
                    job = self._queue.get_nowait()
                except queue.Empty:
                    break
            going = job is not None
            if jobs:
                self._deliver_all(self._run_batch(jobs) if self._group else map(self._plain, jobs))
        self._database.close()

    def _run_batch(self, jobs: list[_Job]) -> list[_Result]:
        jobs.sort(key=lambda job: job.order)
        try:
            with transaction(self._database):
                results = [_Result(job, job.work(self._database), None) for job in jobs]
            self._count(len(jobs))
            return results
        except Exception:  # a job or the commit failed: find out which
            return self._run_separately(jobs)

    def _run_separately(self, jobs: list[_Job]) -> list[_Result]:
        results: list[_Result] = []
        for job in jobs:
            try:
                with transaction(self._database):
                    result = _Result(job, job.work(self._database), None)
                self._count(1)
            except UnreachableError as error:  # do not let every job wait for the timeout
                _log(error)
                return results + [_Result(each, None, error) for each in jobs[len(results) :]]
            except Exception as error:
                _log(error)
                result = _Result(job, None, error)
            results.append(result)
        return results

    def _plain(self, job: _Job) -> _Result:
        try:
            return _Result(job, job.work(self._database), None)
        except Exception as error:
            _log(error)
            return _Result(job, None, error)

    def _count(self, jobs: int) -> None:
        self.commits += 1
        self.jobs += jobs

    @staticmethod
    def _deliver_all(results: Any) -> None:
        by_loop: dict[asyncio.AbstractEventLoop, list[_Result]] = {}
        for result in results:
            by_loop.setdefault(result.job.loop, []).append(result)
        for loop, found in by_loop.items():
            with suppress(RuntimeError):  # the loop is closed: nobody waits for the result
                loop.call_soon_threadsafe(_deliver, found)


def _too_late(done: asyncio.Future[Any]) -> None:
    """Give up on a database that does not answer. What was asked for may still be done: a repeated
    append finds its row."""
    if not done.done():
        error = StoreError(f"the database has not answered for {TIMEOUT:g} seconds")
        _log(error)
        done.set_exception(error)


def _log(error: Exception) -> None:
    """Log every error of the database, whoever asked."""
    reason = error.reason if isinstance(error, StoreError) else type(error).__name__
    log.error("store", extra={"reason": reason})


def _deliver(results: list[_Result]) -> None:
    for job, value, error in results:
        if job.done.done():  # cancelled or too late
            continue
        if error is None:
            job.done.set_result(value)
        else:
            job.done.set_exception(error)
