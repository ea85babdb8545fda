"""A crowd of people at many tables, and two ways to let them play."""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from typing import Any, NamedTuple

import httpx
from bench.loading.player import Player
from bench.loading.services import Process

GAMES = [
    {"game": "manhattan", "options": {"players": 4}},
    {"game": "tangram-city", "options": {"players": 4}},
]
SEATS = 4
AT_ONCE = 8
"""Requests under way while tables are made."""


class Measured(NamedTuple):
    """What a number of moves took."""

    moves: int
    seconds: float
    latencies: list[float]
    updates: int
    service: float
    """CPU seconds of all processes of the service."""
    clients: float
    """CPU seconds of the load generator."""


class Table:
    """Four people at a table; ready when one of them may move."""

    def __init__(self, process: Process, name: str, cookies: list[str], crowd: Crowd) -> None:
        self.process = process
        self._queued = False
        self._crowd = crowd
        self.players = [Player(each, name, self) for each in cookies]

    def updated(self) -> None:
        self._crowd.updates += 1
        self._queue()

    def answered(self, seconds: float, error: str) -> None:
        self._crowd.answered(seconds, error)
        self._queue()

    def _queue(self) -> None:
        """Queue the table once if nothing is under way and somebody may move."""
        under_way = any(each.sent for each in self.players)
        if not (self._queued or under_way) and any(each.owed() for each in self.players):
            self._queued = True
            self._crowd.queue(self)

    def move(self, rng: random.Random) -> bool:
        """Let a random person who may move do so; False if nobody can."""
        self._queued = False
        able = [(each, seat) for each in self.players if (seat := each.owed())]
        if not able:
            return False
        player, seat = rng.choice(able)
        player.move(seat, rng)
        return True


class Crowd:
    def __init__(self, processes: list[Process]) -> None:
        self.processes = processes
        self.tables: list[Table] = []
        self.updates = 0
        self.errors: list[str] = []
        self._latencies: list[float] = []
        self._under_way = 0
        self._ready: deque[Table] = deque()
        self._wake = asyncio.Event()
        self._rng = random.Random(1)

    def queue(self, table: Table) -> None:
        self._ready.append(table)
        self._wake.set()

    def answered(self, seconds: float, error: str) -> None:
        self._under_way -= 1
        if error:
            self.errors.append(error)
        else:
            self._latencies.append(seconds)
        self._wake.set()

    async def make_tables(self, number: int) -> None:
        """Make tables of both games, in turn at every process."""
        limits = httpx.Limits(max_connections=AT_ONCE)
        async with httpx.AsyncClient(limits=limits, timeout=60, trust_env=False) as client:
            gate = asyncio.Semaphore(AT_ONCE)

            async def make(at: int) -> Table:
                async with gate:
                    process = self.processes[at // len(GAMES) % len(self.processes)]
                    return await self._make(client, process, GAMES[at % len(GAMES)])

            made = await asyncio.gather(*(make(at) for at in range(number)))
        self.tables += made

    async def _make(self, client: httpx.AsyncClient, process: Process, new: Any) -> Table:
        async def post(path: str, body: Any, cookie: str = "") -> httpx.Response:
            headers = {"Cookie": cookie} if cookie else {}
            answer = await client.post(process.url + path, json=body, headers=headers)
            answer.raise_for_status()
            client.cookies.clear()
            return answer

        cookies = []
        for seat in range(SEATS):
            answer = await post("/api/people", {"name": f"P{seat}"})
            cookies.append("baumeister=" + answer.cookies["baumeister"])
        made = (await post("/api/tables", new, cookies[0])).json()
        for seat, cookie in enumerate(cookies[1:], start=1):
            body = {"command": {"do": "sit", "seat": seat}, "invite": made["invite"]}
            await post(f"/api/tables/{made['table']}/commands", body, cookie)
        return Table(process, str(made["table"]), cookies, self)

    async def connect(self) -> None:
        loop = asyncio.get_running_loop()
        for table in self.tables:
            port = int(table.process.url.rpartition(":")[2])
            for each in table.players:
                await loop.create_connection(lambda each=each: each, "127.0.0.1", port)
            await asyncio.gather(*(each.watching for each in table.players))

    async def play(self, moves: int, *, rate: float = 1e9, at_once: int = 1 << 30) -> Measured:
        """Make this many moves, at most `rate` a second and `at_once` under way."""
        self.updates, self._under_way, self._latencies = 0, 0, []
        used, own, began = self._cpu(), time.process_time(), time.perf_counter()
        made = 0
        while made < moves or self._under_way:
            if made == moves or not self._ready or self._under_way >= at_once:
                self._wake.clear()
                await self._wake.wait()
                continue
            wait = began + made / rate - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            if self._ready.popleft().move(self._rng):
                made += 1
                self._under_way += 1
        return Measured(
            moves=len(self._latencies),
            seconds=time.perf_counter() - began,
            latencies=self._latencies,
            updates=self.updates,
            service=self._cpu() - used,
            clients=time.process_time() - own,
        )

    def _cpu(self) -> float:
        return sum(each.cpu() for each in self.processes)

    def close(self) -> None:
        for table in self.tables:
            for each in table.players:
                each.close()
