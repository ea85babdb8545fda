"""Opening one table never keeps the service from the others."""

from __future__ import annotations

import asyncio
import random
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from baumeister.server.live import loading
from tests.server.client import Client, play_on
from tests.server.running import running, settings

NEW = {
    "game": "manhattan",
    "options": {"players": 2, "rounds": 2},
    "seats": [{"kind": "me"}, {"kind": "me"}],
    "listed": True,
}


def test_a_heavy_table_opens_beside_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its log is folded while the service answers others; 1574 undos once blocked it for 27 s."""

    async def create(url: str) -> str:
        async with Client(url) as ada:
            table = str((await ada.post("/api/tables", NEW))["table"])
            await ada.watch(table)
            await play_on(ada, table, random.Random(1))
            return table

    with running(settings(tmp_path)) as found:
        table = asyncio.run(create(found.url))
    real, folding, go = loading.table_from, threading.Event(), threading.Event()

    def slow(events: Any) -> Any:
        folding.set()
        assert go.wait(20), "the service could not answer meanwhile"
        return real(events)

    monkeypatch.setattr(loading, "table_from", slow)
    monkeypatch.setattr(loading, "SHORT", 5)
    with (
        running(settings(tmp_path)) as found,
        httpx.Client(base_url=found.url, trust_env=False, timeout=60) as client,
    ):
        answers: list[int] = []

        def ask() -> None:
            url = f"{found.url}/api/tables/{table}"
            answers.append(httpx.get(url, trust_env=False, timeout=60).status_code)

        asking = threading.Thread(target=ask)
        asking.start()
        assert folding.wait(20)
        assert client.get("/health").status_code == 200
        go.set()
        asking.join(60)
        assert answers == [200]


def test_only_tables_with_clocks_are_opened_at_the_start(tmp_path: Path) -> None:
    async def create(url: str) -> str:
        async with Client(url) as ada:
            for _ in range(3):
                seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
                await ada.post("/api/tables", {**NEW, "seats": seats})
            timed = await ada.post("/api/tables", {**NEW, "pace": {"kind": "live"}})
            return str(timed["table"])

    with running(settings(tmp_path)) as found:
        timed = asyncio.run(create(found.url))
    with running(settings(tmp_path)) as found:
        loop = found.service._tasks[0].get_loop()
        asyncio.run_coroutine_threadsafe(found.service.hub.opening.resume(), loop).result(60)
        assert list(found.service.hub.cache.tables) == [timed]
