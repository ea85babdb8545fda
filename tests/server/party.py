"""People at a table with a client each, a clock set by hand, and a service to restart."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from tests.server.client import JSON, Client, choices

NAMES = ("Ada", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus")
NOW = 1_800_000_000_000
MINUTE = 60_000
DAY = 24 * 60 * MINUTE


class Clock:
    """Stands still unless it is moved."""

    def __init__(self, now: int = NOW) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


class Party:
    def __init__(self, players: list[Client], watchers: list[Client], made: JSON) -> None:
        self.players = players
        self.watchers = watchers
        self.all = [*players, *watchers]
        self.table: str = made["table"]
        self.invite: str = made["invite"]

    async def all_until(self, condition: Any) -> None:
        for each in self.all:
            await each.until(lambda each=each: condition(each))

    async def whose_turn(self) -> tuple[Client, JSON]:
        """A player who owes a decision, and the seat."""
        while True:
            for player in self.players:
                if owed := player.owed(self.table):
                    return player, owed[0]
            tasks = [asyncio.create_task(each.changed.wait()) for each in self.players]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED, timeout=30)
            for task, each in zip(tasks, self.players, strict=True):
                task.cancel()
                each.changed.clear()

    async def one_decides(self, rng: random.Random) -> tuple[Client, JSON, str]:
        """Make one decision and wait until everybody has received it."""
        player, seat = await self.whose_turn()
        action = choices(seat, rng)
        await player.act(self.table, seat["seat"], action, seat["version"])
        await player.until(lambda: _version(player, self.table, seat["seat"]) != seat["version"])
        return player, seat, action


def _version(client: Client, table: str, seat: int) -> int:
    found = [each["version"] for each in client.tables[table]["seats"] if each["seat"] == seat]
    return int(found[0])


@asynccontextmanager
async def people(url: str, count: int) -> AsyncIterator[list[Client]]:
    """A number of guests with open sockets."""
    clients = [Client(url, name) for name in NAMES[:count]]
    try:
        for client in clients:
            await client.__aenter__()
        yield clients
    finally:
        for client in clients:
            await client.__aexit__()


@asynccontextmanager
async def party(url: str, new: JSON, *, watchers: int = 0) -> AsyncIterator[Party]:
    """A table with all seats taken; the game is running if it starts automatically."""
    seats = new.get("seats") or [{"kind": "open"}] * new["options"]["players"]
    free = [number for number, seat in enumerate(seats) if seat["kind"] != "bot"]
    async with people(url, len(free) + watchers) as clients:
        host = clients[0]
        given = [seat if seat["kind"] == "bot" else {"kind": "open"} for seat in seats]
        made = await host.post("/api/tables", {**new, "seats": given})
        found = Party(clients[: len(free)], clients[len(free) :], made)
        for client in clients:
            await client.watch(found.table, found.invite)
        for seat, client in zip(free, found.players, strict=True):
            await client.do(found.table, do="sit", seat=seat)
        if new.get("start", True):
            await found.all_until(lambda each: each.status(found.table) not in ("", "gathering"))
        yield found


async def move(client: Client, url: str) -> None:
    """Move a client to a service at another address, with its cookie."""
    cookies = dict(client.http.cookies)
    await client.disconnect()
    await client.http.aclose()
    client.url = url
    client.http = httpx.AsyncClient(base_url=url, timeout=60, trust_env=False, cookies=cookies)
    await client.reconnect()


def alike(one: str | JSON, other: str | JSON) -> bool:
    """True for the same entry of a story, if something hidden in one may be revealed in the
    other."""
    if isinstance(one, dict) or isinstance(other, dict):
        return one == other
    if "decide ?" in (one[2:], other[2:]):
        return one[0] == other[0]
    words = list(zip(one.split(), other.split(), strict=True))
    return all(a == b or "?" in a or "?" in b for a, b in words)
