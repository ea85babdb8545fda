"""With more tables than the cache holds there is never a second copy of a table."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from tests.server.client import Client, play_on
from tests.server.running import running, settings


def test_three_tables_are_played_with_a_cache_for_one(tmp_path: Path) -> None:
    async def table(url: str, number: int) -> None:
        async with Client(url, "Ada") as ada, Client(url, "Bob") as bob:
            made = await ada.post(
                "/api/tables", {"game": "manhattan", "options": {"players": 2, "rounds": 1}}
            )
            name, invite = made["table"], made["invite"]
            await ada.watch(name)
            await bob.watch(name, invite)
            await bob.do(name, do="sit", seat=1)
            rng = random.Random(number)
            await asyncio.gather(play_on(ada, name, rng), play_on(bob, name, rng))

    async def play(url: str) -> None:
        await asyncio.gather(*(table(url, number) for number in range(3)))

    with running(settings(tmp_path, tables_in_memory=1)) as service:
        asyncio.run(asyncio.wait_for(play(service.url), 60))


def test_idle_tables_are_evicted_and_reloaded(tmp_path: Path) -> None:
    async def play(url: str, hub: object) -> None:
        async with Client(url) as ada:
            new = {"game": "tangram-city", "options": {"players": 1}}
            names = [(await ada.post("/api/tables", new))["table"] for _ in range(8)]
            assert hub.tables_in_memory <= 2  # type: ignore[attr-defined]
            rng = random.Random(1)
            for name in names:
                await ada.watch(name)
                await play_on(ada, name, rng)
                await ada.ask("unwatch", table=name)
            assert hub.tables_in_memory <= 2  # type: ignore[attr-defined]
            for name in names:
                assert (await ada.get(f"/api/tables/{name}"))["info"]["status"] == "over"

    with running(settings(tmp_path, tables_in_memory=2)) as service:
        asyncio.run(asyncio.wait_for(play(service.url, service.service.hub), 60))
