"""Several real server processes on one PostgreSQL and one Redis."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from contextlib import suppress
from pathlib import Path

from .databases import Postgres, Redis
from .server import Server


class Cluster:
    """The same interface as one `Server`, and faults of every part."""

    def __init__(self, data: Path, processes: int, rng: random.Random) -> None:
        self.data = data
        self.postgres = Postgres()
        self.redis = Redis()
        self._rng = rng
        more = ("--database", self.postgres.url, "--redis", self.redis.url)
        self.servers = [
            Server(data / f"process-{number}", more=more) for number in range(processes)
        ]
        self.urls = [each.url for each in self.servers]

    async def start(self) -> None:
        """Start every process that does not run."""
        for each in self.servers:
            if not each.running:
                await each.start()
                if each is self.servers[0]:
                    await each.up()  # it migrates the database alone

    async def up(self) -> None:
        for each in self.servers:
            await each.up()

    async def fault(self, kind: str) -> bool:
        """Kill a part; False if there is none of that kind just now."""
        if kind == "postgres":
            await self.postgres.kill()
        elif kind == "redis":
            await self.redis.kill()
        elif kind == "worker":
            return any([await kill_worker(each, self._rng) for each in self.servers])
        else:
            await self._rng.choice(self.servers).kill()
        return True

    async def stop_one(self) -> tuple[int, float]:
        return await self._rng.choice(self.servers).stop()

    async def stop(self) -> tuple[int, float]:
        ends = [await each.stop() for each in self.servers]
        return max(code for code, _ in ends), max(taken for _, taken in ends)

    async def orphans(self) -> list[int]:
        """The processes that outlive a server that has ended."""
        ended = [each for each in self.servers if not each.running]
        return [process for each in ended for process in await each.orphans()]

    def complaints(self) -> list[str]:
        """Crashes in the logs; lost connections to a killed database are no crashes."""
        lines = [line for each in self.servers for line in each.complaints()]
        return [line for line in lines if '"crash"' in line or "Traceback" in line]

    def close(self) -> None:
        self.redis.stop()
        self.postgres.stop()


async def kill_worker(server: Server, rng: random.Random) -> bool:
    """SIGKILL one worker process; False if there is none."""
    until = time.monotonic() + 5
    while time.monotonic() < until:
        workers = [each for each in server.processes() if each != server.pid]
        if workers:
            with suppress(ProcessLookupError):
                os.kill(rng.choice(workers), signal.SIGKILL)
            return True
        await asyncio.sleep(0.05)
    return False
