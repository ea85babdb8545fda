"""Workers are forked by a process of their own, which may die at any time."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any

import pytest

from baumeister.server.tables.errors import BadInputError
from baumeister.server.work.jobs import WorkerPool
from baumeister.server.work.spawning import CAN_FORK, Spawner

pytestmark = pytest.mark.skipif(not CAN_FORK, reason="needs fork")


async def _replay(workers: WorkerPool) -> Any:
    return await workers.run("replay", "{}", None, None, False, timeout=60)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_workers_are_forked_again_after_their_parent_was_killed() -> None:
    async def inside() -> None:
        spawner = Spawner()
        try:
            first, second = WorkerPool(1, spawner), WorkerPool(1, spawner)
            assert isinstance(await _replay(first), BadInputError)
            [parent] = spawner._processes
            os.kill(parent.pid, signal.SIGKILL)
            await parent.wait()
            assert isinstance(await _replay(first), BadInputError)  # its worker still runs
            assert isinstance(await _replay(second), BadInputError)
            assert len(spawner._processes) == 2
            first.close()
            second.close()
        finally:
            await spawner.close()
        assert not any(_runs(each.pid) for each in spawner._processes)

    asyncio.run(inside())
