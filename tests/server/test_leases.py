"""Leases: one process owns a table, and writes with an old epoch are refused."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from baumeister.server.store import FencedError
from baumeister.server.store.queries.leases import Lease
from tests.server.stores import Log, Place


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    url = request.getfixturevalue("postgres") if request.param == "postgres" else None
    return Place(tmp_path, url)


def test_a_write_of_the_previous_owner_is_refused(place: Place) -> None:
    async def play() -> None:
        one, other = place.open(), place.open()
        log = Log(one)
        await log.create(owner="one", epoch=1)
        assert await log.add(epoch=1)
        lease = await other.lease("t1")
        assert lease == Lease("one", 1, 2)
        claimed = await other.claim("t1", "other", lease)
        assert claimed
        assert claimed.epoch == 2
        with pytest.raises(FencedError):
            await log.add(epoch=1)
        assert (await other.lease("t1")) == Lease("other", 2, 2), "nothing was written"
        log.store = other
        assert await log.add(epoch=2)
        one.close()
        other.close()

    asyncio.run(play())


def test_only_one_of_two_processes_gets_the_table(place: Place) -> None:
    async def play() -> None:
        stores = [place.open(), place.open()]
        await Log(stores[0]).create()
        free = Lease("", 0, 1)
        claims = (each.claim("t1", f"p{n}", free) for n, each in enumerate(stores))
        found = await asyncio.gather(*claims)
        assert sorted(each.epoch for each in found if each) == [1]
        for each in stores:
            each.close()

    asyncio.run(play())


def test_a_claim_returns_the_last_beat_of_the_previous_owner(place: Place) -> None:
    async def play() -> None:
        store = place.open()
        await Log(store).create(owner="one", epoch=1)
        await store.register("one", "127.0.0.1:1", 100)
        await store.beat("one", 170)
        assert [each.clock for each in await store.processes()] == [170]
        claimed = await store.claim("t1", "two", Lease("one", 1, 1))
        assert claimed == (2, 170)
        await store.forget_processes(["one"])
        assert await store.processes() == []
        store.close()

    asyncio.run(play())


def test_the_row_of_an_ended_process_is_kept_while_its_clock_is_needed(place: Place) -> None:
    async def play() -> None:
        store = place.open()
        await Log(store).create(owner="one", epoch=1, status="playing")
        await store.register("one", "", 100)
        await store.forget_processes(["one"])
        assert len(await store.processes()) == 1
        store.close()

    asyncio.run(play())
