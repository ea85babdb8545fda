"""Whole games over real sockets."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from baumeister.records import check_text
from tests.server.client import Client, play_on
from tests.server.running import Running

GAMES: list[dict[str, Any]] = [
    {"game": "manhattan", "options": {"players": 2, "rounds": 2}},
    {"game": "manhattan", "options": {"players": 3, "rounds": 2, "choice": "secret"}},
    {"game": "manhattan", "options": {"players": 4, "urban": True, "rounds": 2}},
    {"game": "tangram-city", "options": {"players": 1}},
    {"game": "tangram-city", "options": {"players": 2}},
    {"game": "tangram-city", "options": {"players": 5, "printed_field": False}},
]


def _name(new: dict[str, Any]) -> str:
    return f"{new['game']}-{new['options']['players']}"


@pytest.mark.parametrize("new", GAMES, ids=_name)
def test_people_play_a_whole_game(service: Running, new: dict[str, Any]) -> None:
    """Every player has a client, and one more client watches."""

    async def play() -> None:
        players = new["options"]["players"]
        clients = [Client(service.url, f"P{n}") for n in range(players + 1)]
        for client in clients:
            await client.__aenter__()
        host, *guests, watcher = clients
        made = await host.post("/api/tables", new)
        table, invite = made["table"], made["invite"]
        for seat, guest in enumerate(guests, start=1):
            await guest.watch(table, invite)
            await guest.do(table, do="sit", seat=seat, invite=invite)
        await host.watch(table)
        await watcher.watch(table, invite)
        rng = random.Random(1)
        await asyncio.gather(*(play_on(each, table, rng) for each in (host, *guests)))
        await watcher.until(lambda: watcher.status(table) == "over")
        record = await host.http.get(f"/api/tables/{table}/record")
        checked = check_text(record.text)
        assert checked.result is not None
        assert checked.chance is not None
        assert checked.chance.keeps_promise
        lines = [entry for entry in watcher.tables[table]["story"] if isinstance(entry, str)]
        assert len(lines) == len(checked.log)
        for client in clients:
            await client.__aexit__()

    asyncio.run(play())
