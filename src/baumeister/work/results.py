"""Hand tasks to an executor and yield their results as they end."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future
from itertools import islice
from queue import SimpleQueue
from typing import Any, TypeVar

from baumeister.work.calls import WorkerDied, WorkError

T = TypeVar("T")
R = TypeVar("R")


def each(
    pool: Executor,
    function: Callable[[T], R],
    tasks: Iterable[T],
    *,
    name: Callable[[T], str] = str,
) -> Generator[tuple[T, R]]:
    """Yield each task with its result, in the order in which they end.

    Only twice as many tasks as the executor has workers are on their way at a time. On a cluster
    several short tasks travel together. Closing the iterator cancels what has not begun. `name`
    says which task it was if its workers die.
    """
    waiting = iter(tasks)
    size = getattr(pool, "batch", 1)
    done: SimpleQueue[Future[list[R]]] = SimpleQueue()
    running: dict[Future[list[R]], list[T]] = {}
    try:
        while True:
            while len(running) < _most(pool) and (batch := list(islice(waiting, size))):
                future: Future[list[R]] = pool.submit(_run, function, batch)
                running[future] = batch
                future.add_done_callback(done.put)
            if not running:
                return
            ended = done.get()
            batch = running.pop(ended)
            yield from zip(batch, _results(ended, batch, name), strict=True)
    finally:
        for future in running:
            future.cancel()


def _most(pool: Executor) -> int:
    """How many batches may be on their way."""
    slots = getattr(pool, "slots", None) or getattr(pool, "_max_workers", 1)
    return 1 if slots == 1 else 2 * int(slots)


def _run(function: Callable[[T], R], batch: list[T]) -> list[R]:
    return [function(task) for task in batch]


def _results(future: Future[list[R]], batch: list[Any], name: Callable[[Any], str]) -> list[R]:
    try:
        return future.result()
    except (WorkerDied, BrokenExecutor) as error:
        tasks = ", ".join(map(name, batch))
        raise WorkError(f"{tasks}: {error or 'the worker died'}") from error
