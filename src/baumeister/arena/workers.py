"""Play games on several cores, in worker processes."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, cast

from baumeister.arena.plan import Plan
from baumeister.arena.playing import Played, play_planned
from baumeister.bots import BotError
from baumeister.core.errors import BaumeisterError

Task = tuple[int, int]
"""The numbers of a deal and a seating."""


def play_all(plan: Plan, tasks: Iterable[Task], cores: int) -> Iterator[Played]:
    """Yield the games of these tasks as they end. Closing the iterator stops the rest."""
    if cores == 1:
        return (play_planned(plan, *task) for task in tasks)
    return _play_in_processes(plan, iter(tasks), cores)


def _play_in_processes(plan: Plan, tasks: Iterator[Task], cores: int) -> Iterator[Played]:
    workers: dict[Any, SpawnProcess] = {}
    try:
        for task in islice(tasks, cores):
            ours, process = _start(plan)
            workers[ours] = process
            ours.send(task)
        while workers:
            for ready in cast("list[Connection]", wait(list(workers))):
                yield _answer(ready)
                task_or_none = next(tasks, None)
                if task_or_none is None:
                    _end(ready, workers.pop(ready))
                else:
                    ready.send(task_or_none)
    finally:
        for connection, process in workers.items():
            process.terminate()
            _end(connection, process)


def _start(plan: Plan) -> tuple[Connection, SpawnProcess]:
    context = multiprocessing.get_context("spawn")  # a fork would copy locks held by our threads
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(plan, theirs), daemon=True)
    with _ignoring_ctrl_c():
        process.start()
    theirs.close()
    return ours, process


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


def _answer(connection: Connection) -> Played:
    try:
        game = connection.recv()
    except (EOFError, OSError):
        raise BotError("a worker process of the arena was killed; is memory short?") from None
    if isinstance(game, BaseException):
        raise game
    assert isinstance(game, Played)
    return game


def _end(connection: Connection, process: SpawnProcess) -> None:
    connection.close()
    process.join()


def _work(plan: Plan, connection: Connection) -> None:
    """Play tasks until the connection is closed."""
    while True:
        try:
            deal, seating = connection.recv()
        except EOFError:
            return
        try:
            connection.send(play_planned(plan, deal, seating))
        except BaumeisterError as error:
            connection.send(BotError(str(error)))
        except Exception as error:
            connection.send(BotError(f"{type(error).__name__} in deal {deal}: {error}"))
