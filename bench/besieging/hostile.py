"""Ten kinds of hostile guests, each as fast as the service lets them, from an address each.

python -m besieging.hostile URL SECONDS
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import httpx
import websockets

SMALL = {"game": "manhattan", "options": {"players": 2, "rounds": 1}}
STRONG = {"kind": "bot", "bot": "manhattan:5"}
PACE = 0.01
"""Seconds between requests of one task: the machine is shared with those whom we measure."""


class Guest:
    """A hostile guest: requests without care for their answers."""

    def __init__(self, url: str, number: int, sent: Counter[str], name: str) -> None:
        self.url = url
        self.address = f"127.9.0.{number}"
        self.sent = sent
        self.name = name
        transport = httpx.AsyncHTTPTransport(local_address=self.address)
        self.http = httpx.AsyncClient(base_url=url, transport=transport, timeout=60)

    async def post(self, path: str, body: Any) -> Any:
        self.sent[self.name] += 1
        await asyncio.sleep(PACE)
        answer = await self.http.post(path, json=body)
        return answer.json() if answer.status_code < 300 else None

    async def come(self) -> None:
        await self.post("/api/people", {"name": "Mallory"})

    async def command(self, table: str, **command: Any) -> Any:
        return await self.post(f"/api/tables/{table}/commands", {"command": command})

    async def table(self, **given: Any) -> str | None:
        made = await self.post("/api/tables", {**SMALL, **given})
        return made["table"] if made else None

    def connect(self) -> Any:
        cookie = "; ".join(f"{k}={v}" for k, v in self.http.cookies.items())
        return websockets.connect(
            self.url.replace("http", "ws", 1) + "/api/socket",
            additional_headers={"Cookie": cookie},
            proxy=None,
            local_addr=(self.address, 0),
            max_size=None,
        )


async def bot_tables(guest: Guest) -> None:
    """Tables of four strong bots and nobody else."""
    await guest.table(options={"players": 4}, seats=[STRONG] * 4)


async def hints(guest: Guest) -> None:
    """A hundred sockets that ask for hints."""
    tables = [await guest.table(seats=[{"kind": "me"}] * 2) for _ in range(5)]

    async def ask(number: int) -> None:
        async with guest.connect() as socket:
            for count in range(200):
                guest.sent[guest.name] += 1
                ask = {"type": "hint", "id": count, "table": tables[number % 5], "seat": count % 2}
                await socket.send(json.dumps(ask))
                await asyncio.sleep(0.2)

    await asyncio.gather(*map(ask, range(100)), return_exceptions=True)


async def undos(guest: Guest) -> None:
    """Play a decision and take it back, again and again."""
    table = await guest.table(seats=[{"kind": "me"}] * 2)
    for count in range(2000):
        known = (await guest.http.get(f"/api/tables/{table}")).json()
        seat = next(each for each in known["seats"] if each["seat"] in known["owing"])
        action = " ".join(part[0] for part in seat["product"]) if seat.get("product") else ""
        await guest.command(
            table or "",
            do="act",
            seat=seat["seat"],
            action=action or seat["legal"][0],
            version=seat["version"],
            key=f"siege-{count:08}",
        )
        await guest.command(table or "", do="ask", matter="undo", seat=seat["seat"])


async def bot_swaps(guest: Guest) -> None:
    """Another bot for the same seat, again and again."""
    table = await guest.table(start=False)
    for count in range(5000):
        await guest.command(table or "", do="bot", seat=1, bot=("greedy", "random")[count % 2])


async def rematches(guest: Guest) -> None:
    """Rematches that are called off at once."""
    table = await guest.table(seats=[{"kind": "me"}] * 2)
    await guest.command(table or "", do="resign", seat=0, then="nobody")
    for _ in range(1000):
        done = await guest.command(table or "", do="rematch")
        if done:
            await guest.command(done["table"], do="close")


async def listed(guest: Guest) -> None:
    """Tables for the public list."""
    await guest.table(listed=True)


async def guests(guest: Guest) -> None:
    """New guests without end."""
    await guest.come()


async def silent(guest: Guest) -> None:
    """Connections that never say a word."""
    port = urlsplit(guest.url).port or 80
    kept = []
    try:
        for _ in range(1300):
            guest.sent[guest.name] += 1
            with suppress(OSError):
                local = (guest.address, 0)
                kept.append(await asyncio.open_connection("127.0.0.1", port, local_addr=local))
        await asyncio.sleep(5)
    finally:
        for _, writer in kept:
            writer.close()


async def floods(guest: Guest) -> None:
    """Messages of all kinds, valid and not."""
    table = await guest.table(seats=[{"kind": "me"}] * 2)
    kinds: list[dict[str, Any]] = [
        {"type": "ping"},
        {"type": "nonsense"},
        {"type": "watch", "table": table},
        {"type": "preview", "table": table, "seat": 0, "action": "choose 2222"},
        {"type": "analyse", "table": table},
    ]
    async with guest.connect() as socket:
        for count in range(2000):
            guest.sent[guest.name] += 1
            await socket.send(json.dumps({**kinds[count % len(kinds)], "id": count}))
            await asyncio.sleep(0.001)


async def uploads(guest: Guest) -> None:
    """Long practice logs and records, whose answers nobody waits for."""
    body = {"game": "manhattan", "options": {"players": 2}, "log": ["0 choose 1111"] * 500}
    record = {"record": {"game": "manhattan", "log": ["0 choose 1111"] * 5000}}
    for path, sent in (("practice", body), ("replay", record), ("analysis", record)):
        with suppress(TimeoutError):
            async with asyncio.timeout(0.2):
                await guest.post(f"/api/{path}", {**sent})


KINDS: list[Callable[[Guest], Awaitable[None]]] = [
    bot_tables,
    hints,
    undos,
    bot_swaps,
    rematches,
    listed,
    guests,
    silent,
    floods,
    uploads,
]


async def attack(kind: Any, url: str, number: int, ends: float, sent: Counter[str]) -> None:
    guest = Guest(url, number, sent, kind.__name__)
    with suppress(TimeoutError):
        async with asyncio.timeout(ends - time.monotonic()):
            while True:
                with suppress(Exception):
                    await guest.come()
                    while True:
                        await kind(guest)
                        await asyncio.sleep(PACE)
                await asyncio.sleep(0.1)


async def main(url: str, seconds: float, only: str) -> None:
    sent: Counter[str] = Counter()
    ends = time.monotonic() + seconds
    chosen = [kind for kind in KINDS if not only or kind.__name__ in only.split(",")]
    await asyncio.gather(
        *(attack(kind, url, number, ends, sent) for number, kind in enumerate(chosen, start=1))
    )
    print(f"  hostile requests and messages: {dict(sent)}", flush=True)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(5)  # the service and those whom we measure go first
    asyncio.run(main(sys.argv[1], float(sys.argv[2]), "".join(sys.argv[3:4])))
