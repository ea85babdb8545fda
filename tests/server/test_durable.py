"""Nothing is announced before it is durable, and what could not be stored has not happened."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from baumeister.server.store import StoreError
from tests.server.client import Client, RefusedError
from tests.server.running import Running, running, settings
from tests.server.stores import Spy

NEW = {"game": "manhattan", "options": {"players": 2, "rounds": 1}}


async def _table(ada: Client, bob: Client) -> str:
    made = await ada.post("/api/tables", NEW)
    table = str(made["table"])
    await ada.watch(table)
    await bob.watch(table, made["invite"])
    await bob.do(table, do="sit", seat=1)
    for each in (ada, bob):
        await each.until(lambda each=each: each.status(table) == "playing")
    return table


def _choice(client: Client, table: str) -> dict[str, object]:
    seat = client.owed(table)[0]
    legal = seat.get("legal") or [" ".join(part[0] for part in seat["product"])]
    return {"seat": seat["seat"], "action": legal[0], "version": seat["version"]}


async def _play(service: Running, ada: Client, bob: Client) -> None:
    table = await _table(ada, bob)
    mover, other = (ada, bob) if ada.owed(table) else (bob, ada)
    said = _choice(mover, table)
    spy = Spy.on(service.service.store)

    spy.go.clear()
    heard = len(mover.received), len(other.received)
    answer = asyncio.ensure_future(mover.act(table, key="k" * 12, **said))  # type: ignore[arg-type]
    await spy.held()
    for _ in range(3):
        await other.ask("ping")  # everything sent before has arrived once this is answered
    assert not answer.done()
    assert (len(mover.received), len(other.received)) == (heard[0], heard[1] + 3)
    spy.go.set()
    await answer
    await other.until(lambda: other.owed(table))

    mover, other = other, mover
    said = _choice(mover, table)
    told = len(mover.tables[table]["story"])
    await other.until(lambda: len(other.tables[table]["story"]) == told)
    full = StoreError("the disk is full")
    spy.fail_commit = [full, full]
    with pytest.raises(RefusedError, match="full") as refused:
        await mover.act(table, key="l" * 12, **said)  # type: ignore[arg-type]
    assert refused.value.code == "store"
    fresh = await mover.get(f"/api/tables/{table}")
    assert len(fresh["story"]) == told
    assert len(other.tables[table]["story"]) == told
    await mover.act(table, key="l" * 12, **said)  # type: ignore[arg-type]
    await mover.act(table, key="l" * 12, **said)  # type: ignore[arg-type]
    await other.until(lambda: len(other.tables[table]["story"]) == told + 1)


def test_a_move_is_announced_once_it_is_durable(tmp_path: Path) -> None:
    async def play(service: Running) -> None:
        async with Client(service.url, "Ada") as ada, Client(service.url, "Bob") as bob:
            await asyncio.wait_for(_play(service, ada, bob), 60)

    with running(settings(tmp_path)) as service:
        asyncio.run(play(service))
