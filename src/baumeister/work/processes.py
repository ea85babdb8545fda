"""Run tasks in processes of this machine.

Unlike `concurrent.futures.ProcessPoolExecutor` this knows which task a process was running when it
died: the others are not affected, and the task is run again in a new process.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, Final

from baumeister.work.calls import RETRIES, Call, Reply, WorkerDied, WorkError, answer, make_call

NO_GUARD: Final = 97
"""The exit code of a worker that ran the caller's script instead of its tasks."""
PATIENCE: Final = 20.0
"""Seconds for a process that has nothing to do to end, and to end the programs it started."""
GUARD: Final = (
    "the worker processes ran your script again instead of its tasks: put the code that starts work"
    ' on several cores under  if __name__ == "__main__":'
)

_Item = tuple[Future[Any], Call]


class Processes(Executor):
    """As many processes as there are cores to use, started when they are needed."""

    def __init__(self, cores: int, *, retries: int = RETRIES) -> None:
        if getattr(multiprocessing.current_process(), "_inheriting", False):
            # a worker that imports the caller's script: the parent process reports it
            raise SystemExit(NO_GUARD)
        self.slots = cores
        self._retries = retries
        self._items: SimpleQueue[_Item | None] = SimpleQueue()
        self._workers: list[_Worker] = []
        self._threads: list[threading.Thread] = []
        self._cancelled = threading.Event()
        self._closed = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self._closed:
            raise RuntimeError("this executor is shut down")
        future: Future[Any] = Future()
        self._items.put((future, make_call(fn, args, kwargs)))
        if len(self._threads) < self.slots:
            worker = _Worker()
            thread = threading.Thread(target=self._serve, args=(worker,), daemon=True)
            self._workers.append(worker)
            self._threads.append(thread)
            thread.start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes. With `cancel_futures` tasks that are running are stopped, too."""
        self._closed = True
        if cancel_futures:
            self._cancelled.set()
            for worker in self._workers:
                worker.kill()
        for _ in self._threads:
            self._items.put(None)
        if wait:
            for thread in self._threads:
                thread.join()

    def _serve(self, worker: _Worker) -> None:
        """Pass tasks to one process and set their results."""
        while (item := self._items.get()) is not None:
            future, call = item
            if self._cancelled.is_set():
                future.cancel()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(self._ask(worker, call).result())
            except BaseException as error:
                future.set_exception(error)
        worker.end()

    def _ask(self, worker: _Worker, call: Call) -> Reply:
        for _ in range(self._retries + 1):
            try:
                return worker.ask(call)
            except (EOFError, OSError):
                if self._cancelled.is_set():
                    raise WorkError("cancelled") from None
                if worker.end() == NO_GUARD:
                    raise WorkError(GUARD) from None
                worker.start()
        raise WorkerDied(f"{self._retries + 1} worker processes died of it; is memory short?")


class _Worker:
    """A process that answers calls."""

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")  # a fork would copy locks held by threads
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        with _ignoring_ctrl_c():
            self._process.start()
        theirs.close()

    def ask(self, call: Call) -> Reply:
        """The reply to a call; EOFError or OSError if the process has died."""
        self._connection.send(call)
        reply: Reply = self._connection.recv()
        return reply

    def kill(self) -> None:
        self._process.terminate()

    def end(self) -> int | None:
        """Let the process end, and return its exit code."""
        self._connection.close()
        self._process.join(PATIENCE)
        if self._process.is_alive():
            self._process.terminate()
            self._process.join()
        return self._process.exitcode


def _work(connection: Connection) -> None:
    """Answer calls until the connection is closed."""
    with suppress(EOFError, OSError):
        while True:
            connection.send(answer(connection.recv()))


@contextmanager
def _ignoring_ctrl_c() -> Iterator[None]:
    """Child processes inherit the ignored SIGINT; only the parent reacts to it."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread can set and receive signals
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
