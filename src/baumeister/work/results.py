"""Hand tasks to an executor and yield their results as they end."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sized
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import closing
from functools import partial
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
    size = _batch(pool, tasks)
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


def in_order(
    pool: Executor,
    function: Callable[[T], R],
    tasks: Iterable[T],
    *,
    name: Callable[[T], str] = str,
) -> Generator[R]:
    """Yield the results of the tasks in the order of the tasks."""
    found: dict[int, R] = {}
    wanted = 0
    listed = list(enumerate(tasks))
    numbered = each(pool, partial(_numbered, function), listed, name=lambda task: name(task[1]))
    with closing(numbered):
        for (number, _), result in numbered:
            found[number] = result
            while wanted in found:
                yield found.pop(wanted)
                wanted += 1


def _numbered(function: Callable[[T], R], task: tuple[int, T]) -> R:
    return function(task[1])


def _batch(pool: Executor, tasks: Iterable[Any]) -> int:
    """How many tasks travel together: few enough that every worker gets several batches."""
    most = int(getattr(pool, "batch", 1))
    if most == 1 or not isinstance(tasks, Sized):
        return 1
    return max(1, min(most, len(tasks) // (2 * _most(pool))))


def _most(pool: Executor) -> int:
    """How many batches may be on their way."""
    slots = int(getattr(pool, "slots", 0) or getattr(pool, "_max_workers", 1))
    return 1 if slots == 1 else 2 * slots


def _run(function: Callable[[T], R], batch: list[T]) -> list[R]:
    return [function(task) for task in batch]


def _results(future: Future[list[R]], batch: list[Any], name: Callable[[Any], str]) -> list[R]:
    try:
        return future.result()
    except (WorkerDied, BrokenExecutor) as error:
        tasks = ", ".join(map(name, batch))
        raise WorkError(f"{tasks}: {error or 'the worker died'}") from error
