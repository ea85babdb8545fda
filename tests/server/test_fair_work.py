"""Bots and workers are shared fairly: by address, person and table, and only for people."""

from __future__ import annotations

import asyncio
import random
import socket
from pathlib import Path
from typing import Any

import pytest

from baumeister.server.tables.errors import BadInputError
from baumeister.server.work import jobs
from baumeister.server.work.fair import Asker, Entry, FairQueue
from baumeister.server.work.jobs import BusyError, UnwantedError, WorkerPool
from baumeister.server.work.spawning import Spawner
from tests.server.client import play_on
from tests.server.party import people
from tests.server.running import Running, running, settings
from tests.waiting import until

MODULE = "tests.server.bad_worker"
SMALL = {"game": "manhattan", "options": {"players": 2, "rounds": 1}}
BOTS = {**SMALL, "seats": [{"kind": "bot", "bot": "greedy"}] * 2, "listed": True}
ADA, BOB = Asker("192.0.2.1", "ada", "t1"), Asker("192.0.2.2", "bob", "t2")


# --- the queue ---------------------------------------------------------------------------


def _order(queue: FairQueue, askers: list[Asker], **background: bool) -> list[Asker]:
    """The order in which the queue serves these, each task taking a second."""

    async def inside() -> list[Asker]:
        for asker in askers:
            entry = Entry(asker, background.get(asker.person, False), lambda: True)
            assert queue.put(entry) is None
        found = []
        while (entry := queue.pop(lambda _: True, 0.0)) is not None:
            found.append(entry.asker)
            queue.charge(entry.asker, 1.0, 0.0)
        return found

    return asyncio.run(inside())


def test_addresses_take_turns_however_much_one_asks_for() -> None:
    assert _order(FairQueue(100, 100), [ADA, ADA, ADA, ADA, BOB, BOB])[:4] == [ADA, BOB, ADA, BOB]


def test_people_of_an_address_take_turns_and_so_do_tables_of_a_person() -> None:
    home = "192.0.2.9"
    a1, a2, b1 = Asker(home, "a", "1"), Asker(home, "a", "2"), Asker(home, "b", "1")
    assert _order(FairQueue(100, 100), [a1, a1, a1, a2, b1]) == [a1, b1, a2, a1, a1]


def test_background_work_waits_for_live_tables() -> None:
    assert _order(FairQueue(9, 9), [ADA, BOB, BOB], ada=True) == [BOB, BOB, ADA]


def test_used_time_is_forgotten() -> None:
    queue = FairQueue(9, 9)
    queue.charge(ADA, 8.0, 0.0)
    assert queue.used(("192.0.2.1",), 0.0) == 8.0
    assert queue.used(("192.0.2.1",), 30.0) == 1.0


def test_an_address_is_greedy_if_it_uses_more_than_all_others() -> None:
    queue = FairQueue(9, 9)
    queue.charge(ADA, 20.0, 0.0)
    assert queue.greedy(0.0) is None, "nobody else uses the workers"
    queue.charge(BOB, 2.0, 0.0)
    assert queue.greedy(0.0) == ADA.address
    queue.charge(BOB, 19.0, 0.0)
    assert queue.greedy(0.0) == BOB.address
    assert queue.greedy(60.0) is None, "that was long ago"


def test_the_queue_is_bounded_and_the_greediest_address_gives_way() -> None:
    async def inside() -> None:
        queue = FairQueue(3, 2)
        entries = [Entry(ADA, False, lambda: True) for _ in range(3)]
        assert [queue.put(entry) for entry in entries] == [None, None, entries[2]]
        others = [Entry(Asker(f"198.51.100.{n}"), False, lambda: True) for n in range(2)]
        assert queue.put(others[0]) is None
        assert queue.put(others[1]) is entries[1]
        assert len(queue) == 3

    asyncio.run(inside())


# --- worker pools ------------------------------------------------------------------------


def _pool(work: Any, size: int = 1, **given: Any) -> None:
    async def inside() -> None:
        spawner = Spawner(MODULE)
        workers = WorkerPool(size, spawner, **given)
        try:
            async with asyncio.timeout(60):
                await work(workers)
        finally:
            workers.close()
            await spawner.close()

    asyncio.run(inside())


def test_one_address_never_takes_the_last_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAD_WORKER", "sleep")

    async def work(workers: WorkerPool) -> None:
        endless = [
            asyncio.create_task(workers.run("decide", timeout=600, asker=ADA)) for _ in range(9)
        ]
        await asyncio.sleep(0)
        answer = await workers.run("replay", "{}", None, None, False, timeout=60, asker=BOB)
        assert isinstance(answer, BadInputError)
        assert not any(task.done() for task in endless)
        for task in endless:
            task.cancel()
        await asyncio.gather(*endless, return_exceptions=True)
        assert workers.waiting == 0

    _pool(work, size=2)


def test_a_greedy_address_gets_one_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAD_WORKER", "sleep")

    async def work(workers: WorkerPool) -> None:
        now = asyncio.get_running_loop().time()
        workers._queue.charge(ADA, 20.0, now)
        workers._queue.charge(BOB, 2.0, now)
        tasks = [
            asyncio.create_task(workers.run("decide", timeout=600, asker=asker))
            for asker in (ADA, ADA, ADA, BOB)
        ]
        await asyncio.sleep(0)
        assert (workers.waiting, workers.queued) == (4, 2)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    _pool(work, size=2)


def test_an_address_has_few_tasks_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAD_WORKER", "sleep")

    async def work(workers: WorkerPool) -> None:
        tasks = [
            asyncio.create_task(workers.run("decide", timeout=600, asker=ADA)) for _ in range(4)
        ]
        done, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        assert [type(task.exception()) for task in done] == [BusyError]
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    _pool(work, most_per_address=2)


def test_work_that_nobody_waits_for_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAD_WORKER", "sleep")

    async def work(workers: WorkerPool) -> None:
        first = asyncio.create_task(workers.run("decide", timeout=600, asker=ADA))
        second = asyncio.create_task(
            workers.run("decide", timeout=600, asker=ADA, wanted=lambda: False)
        )
        await asyncio.sleep(0)
        assert workers.waiting == 2
        first.cancel()
        with pytest.raises(UnwantedError):
            await second
        assert (workers.waiting, workers.failed) == (0, 0)

    _pool(work)


def test_a_request_whose_client_has_gone_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BAD_WORKER", "sleep")
    with running(settings(tmp_path, worker_module=MODULE)) as found:
        workers = found.service.hub.pools.helpers
        monkeypatch.setattr(workers, "run", lambda _, *__, **more: real("decide", **more))
        real = type(workers).run.__get__(workers)
        body = b'{"game": "manhattan", "log": [], "seat": 0}'
        with socket.create_connection(("127.0.0.1", found.port)) as connection:
            connection.sendall(
                b"POST /api/practice HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                + f"Content-Length: {len(body)}\r\n\r\n".encode()
                + body
            )
            until(lambda: workers.waiting == 1)
        until(lambda: workers.waiting == 0)


# --- bots --------------------------------------------------------------------------------


def test_bots_alone_pause_until_somebody_watches(service: Running) -> None:
    """Thirty tables of bots alone, made by one guest, would delay everybody's bots."""

    async def play() -> None:
        hub = service.service.hub
        async with people(service.url, 2) as [ada, eve]:
            alone = str((await eve.post("/api/tables", BOTS))["table"])
            own = str(
                (
                    await ada.post(
                        "/api/tables",
                        {**SMALL, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]},
                    )
                )["table"]
            )
            await ada.watch(own)
            await play_on(ada, own, random.Random(1))
            table = hub.in_memory(alone)
            assert table is not None
            lines = [text for actor, text, _ in table.story.game_lines() if actor >= 0]
            assert lines == [], "bots have played for nobody"
            await eve.watch(alone)
            await eve.until(lambda: eve.status(alone) == "over")

    asyncio.run(play())


def test_bots_stop_when_the_last_watcher_leaves(service: Running) -> None:
    async def play() -> None:
        hub = service.service.hub
        async with people(service.url, 1) as [eve]:
            slow = {**BOTS, "options": {"players": 2, "rounds": 4}}
            alone = str((await eve.post("/api/tables", slow))["table"])
            await eve.watch(alone)
            live = hub.cache.get(alone)
            assert live is not None
            assert live.asker().address == "127.0.0.1"
            await eve.ask("unwatch", table=alone)
            async with asyncio.timeout(60):
                while live.bots:
                    await asyncio.sleep(0.01)
            assert live.table.status == "playing"
            assert live.idle

    asyncio.run(play())


def test_a_restart_finds_no_backlog(tmp_path: Path) -> None:
    async def create(url: str) -> list[str]:
        async with people(url, 1) as [eve]:
            return [str((await eve.post("/api/tables", BOTS))["table"]) for _ in range(3)]

    with running(settings(tmp_path)) as found:
        asyncio.run(create(found.url))
    with running(settings(tmp_path)) as found:
        hub = found.service.hub
        asyncio.run_coroutine_threadsafe(hub.opening.resume(), hub_loop(found)).result(60)
        assert (hub.tables_in_memory, hub.pools.bots.waiting) == (0, 0)


def hub_loop(found: Running) -> asyncio.AbstractEventLoop:
    return found.service._tasks[0].get_loop()


def test_bots_have_room_for_more_waiting_tasks() -> None:
    assert jobs.MAX_BOTS > jobs.MAX_WAITING > jobs.MAX_PER_ADDRESS
