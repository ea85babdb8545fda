"""One way to run many independent tasks: in this process, in several, or on a Ray cluster.

Executors follow the protocol of `concurrent.futures`, so any other executor may be passed instead.
Tasks carry their own seeds: where they run changes nothing about their results. A task whose worker
dies is run again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from baumeister.work.calls import RETRIES, WorkError
from baumeister.work.here import InProcess
from baumeister.work.processes import Processes
from baumeister.work.results import each, in_order
from baumeister.work.shard import Shard

__all__ = [
    "LOCAL",
    "RETRIES",
    "InProcess",
    "Processes",
    "Shard",
    "WorkError",
    "each",
    "executor",
    "in_order",
    "using",
]

LOCAL = "local"
RAY = "ray"
_CLIENT = re.compile(r"ray://[^/\s]+:[0-9]{1,5}")


def executor(on: str = LOCAL, cores: int = 1) -> Executor:
    """The executor of this name: `local`, `ray` or `ray://HOST:PORT`.

    `cores` is the number of local processes; 1 needs none but this one. A cluster uses all it has.

    >>> with executor() as pool:
    ...     pool.submit(pow, 2, 10).result()
    1024
    """
    if on == RAY or _CLIENT.fullmatch(on):
        from baumeister.work.ray import RayExecutor  # noqa: PLC0415  (it needs an extra)

        return RayExecutor(None if on == RAY else on)
    if on != LOCAL:
        raise WorkError(
            f"no such place to run work: {on!r}; there are local, ray and ray://HOST:PORT"
        )
    if cores < 1:
        raise WorkError("cores must be 1 or more")
    return InProcess() if cores == 1 else Processes(cores)


@contextmanager
def using(on: str | Executor = LOCAL, cores: int = 1) -> Iterator[Executor]:
    """An executor for a block, which cancels what it has not finished at the end of the block.

    An executor that the caller made is left open.
    """
    if isinstance(on, Executor):
        yield on
        return
    pool = executor(on, cores)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)
