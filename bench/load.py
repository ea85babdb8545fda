"""Load test: a thousand clients at 250 tables, every table moving once a second.

    .venv/bin/python bench/load.py [--tables 250] [--seconds 30] [--rates 1,2,4,8]

The service runs in its own process, the clients in this one. A round trip lasts from sending a
move until the answer that it is durable. Then the rate is raised until the service breaks.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import websockets

from baumeister.server.serve import free_port

SERVER = """
import sys
from pathlib import Path
from baumeister.server.serve import serve
from baumeister.server.settings import Settings
serve(Settings(data=Path(sys.argv[1]), rate_limits=False), ("127.0.0.1", int(sys.argv[2])))
"""
GAMES = [
    {"game": "manhattan", "options": {"players": 4}},
    {"game": "tangram-city", "options": {"players": 4}},
]


class Seat(msgspec.Struct):
    seat: int
    version: int
    legal: list[str] = []


class Message(msgspec.Struct):
    """The fields of a message that the load test needs."""

    type: str
    id: int = -1
    owing: list[int] = []
    seats: list[Seat] | None = None
    code: str = ""


decode = msgspec.json.Decoder(Message).decode


class Client:
    """One person at one table."""

    def __init__(self, cookie: str, table: str) -> None:
        self.cookie = cookie
        self.table = table
        self.seats: list[Seat] = []
        self.owing: list[int] = []
        self.number = 0
        self.sent: dict[int, float] = {}
        self.latencies: list[float] = []
        self.updates = 0
        self.errors = 0
        self.socket: Any = None

    async def connect(self, port: int) -> None:
        self.socket = await websockets.connect(
            f"ws://127.0.0.1:{port}/api/socket",
            additional_headers={"Cookie": self.cookie},
            compression=None,
            proxy=None,
            ping_interval=None,
        )
        await self.send({"type": "watch", "table": self.table})
        self.reader = asyncio.create_task(self.read())

    async def send(self, message: dict[str, Any]) -> int:
        self.number += 1
        self.sent[self.number] = time.perf_counter()
        await self.socket.send(msgspec.json.encode({**message, "id": self.number}), text=True)
        return self.number

    async def read(self) -> None:
        async for data in self.socket:
            message = decode(data)
            if message.type == "table":
                self.updates += 1
                self.owing = message.owing
                self.seats = self.seats if message.seats is None else message.seats
            elif message.type == "done":
                self.latencies.append(time.perf_counter() - self.sent.pop(message.id))
            elif message.type == "error":
                self.errors += 1
                self.sent.pop(message.id, None)

    def may_move(self) -> bool:
        return any(each.seat in self.owing and each.legal for each in self.seats)

    async def move(self, rng: random.Random) -> None:
        seat = next(each for each in self.seats if each.seat in self.owing)
        command = {
            "do": "act",
            "seat": seat.seat,
            "action": rng.choice(seat.legal),
            "version": seat.version,
            "key": f"{rng.getrandbits(64):016x}",
        }
        await self.send({"type": "do", "table": self.table, "command": command})


def memory(pid: int) -> int:
    """Resident bytes of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    return 0


def cpu(pid: int) -> float:
    """Seconds of CPU time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


async def people(client: httpx.AsyncClient, count: int) -> list[str]:
    cookies = []
    for number in range(count):
        answer = await client.post("/api/people", json={"name": f"P{number}"})
        cookies.append("baumeister=" + answer.cookies["baumeister"])
        client.cookies.clear()
    return cookies


async def make_table(client: httpx.AsyncClient, new: dict[str, Any], cookies: list[str]) -> str:
    async def post(path: str, cookie: str, body: dict[str, Any]) -> Any:
        answer = await client.post(path, json=body, headers={"Cookie": cookie})
        answer.raise_for_status()
        return answer.json()

    made = await post("/api/tables", cookies[0], new)
    for seat, cookie in enumerate(cookies[1:], start=1):
        body = {"command": {"do": "sit", "seat": seat}, "invite": made["invite"]}
        await post(f"/api/tables/{made['table']}/commands", cookie, body)
    return str(made["table"])


async def load(clients: dict[str, list[Client]], rate: float, seconds: float) -> int:
    """Move at every table at this rate per second; returns the number of attempted moves."""
    rng = random.Random(1)
    ends = time.perf_counter() + seconds
    tried = 0

    async def table(at: list[Client]) -> None:
        nonlocal tried
        await asyncio.sleep(rng.random() / rate)
        due = time.perf_counter()
        while due < ends:
            ready = [each for each in at if each.may_move() and not each.sent]
            if ready:
                tried += 1
                await rng.choice(ready).move(rng)
            due += 1 / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))

    await asyncio.gather(*(table(at) for at in clients.values()))
    return tried


async def main(given: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        server = subprocess.Popen(
            [sys.executable, "-c", SERVER, folder, str(port)], stderr=subprocess.DEVNULL
        )
        try:
            await measure(given, server.pid, port)
        finally:
            server.terminate()
            server.wait()


async def measure(given: argparse.Namespace, pid: int, port: int) -> None:
    limits = httpx.Limits(max_connections=8)
    client = httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{port}", limits=limits, timeout=60, trust_env=False
    )
    for _ in range(600):
        try:
            await client.get("/health")
            break
        except httpx.TransportError:
            await asyncio.sleep(0.1)
    for new in GAMES:  # warm up: load both games
        await make_table(client, new, await people(client, 4))
    cookies = await people(client, given.tables * 4)
    before = memory(pid)
    tables: dict[str, list[Client]] = {}
    for number in range(given.tables):
        own = cookies[number * 4 : number * 4 + 4]
        name = await make_table(client, GAMES[number % 2], own)
        tables[name] = [Client(cookie, name) for cookie in own]
    with_tables = memory(pid)
    print(
        f"{given.tables} tables: {(with_tables - before) / given.tables / 1024:.1f} KiB per table"
        f" at the start (service {before / 2**20:.0f} MiB before)"
    )
    everybody = [each for at in tables.values() for each in at]
    for start in range(0, len(everybody), 50):
        await asyncio.gather(*(each.connect(port) for each in everybody[start : start + 50]))
    await asyncio.sleep(2)
    with_sockets = memory(pid)
    print(
        f"{len(everybody)} sockets: {(with_sockets - with_tables) / len(everybody) / 1024:.1f}"
        f" KiB per socket"
    )
    for rate in given.rates:
        for each in everybody:
            each.latencies.clear()
            each.updates = 0
        used, own_used, began = cpu(pid), time.process_time(), time.perf_counter()
        tried = await load(tables, rate, given.seconds)
        await asyncio.sleep(1)
        lasted = time.perf_counter() - began - 1
        latencies = [value for each in everybody for value in each.latencies]
        print(
            f"{rate:g} moves/s per table: {len(latencies) / lasted:.0f} moves/s of"
            f" {tried / lasted:.0f} tried, round trip p50 {quantile(latencies, 0.5) * 1000:.1f} ms,"
            f" p99 {quantile(latencies, 0.99) * 1000:.1f} ms, max {max(latencies) * 1000:.0f} ms;"
            f" {sum(each.updates for each in everybody) / lasted:.0f} updates/s;"
            f" CPU service {(cpu(pid) - used) / lasted * 100:.0f} %,"
            f" clients {(time.process_time() - own_used) / lasted * 100:.0f} %;"
            f" errors {sum(each.errors for each in everybody)};"
            f" service {memory(pid) / 2**20:.0f} MiB"
        )
    grown = memory(pid) - with_sockets
    print(f"since then {grown / given.tables / 1024:.1f} KiB more per table")
    await client.aclose()
    for each in everybody:
        each.reader.cancel()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument(
        "--rates",
        type=lambda text: [float(each) for each in text.split(",")],
        default=[1.0, 2.0, 4.0],
    )
    asyncio.run(main(parser.parse_args()))
