"""Stopping and restarting: workers exit with their service, and games continue."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from baumeister.server.live import bots
from baumeister.server.store import Store, StoreError
from baumeister.server.store.queries import tables
from baumeister.server.tables import events as e
from baumeister.server.tables.decisions.playing import bot_acts
from baumeister.server.work.frames import frame, read_frame
from tests.server.client import Client, RefusedError, choices
from tests.server.running import Running, running, settings

THINKER = """
from baumeister.server.work import tasks, worker

def think(_, endless):
    while endless:
        pass
    return "thought"

tasks.TASKS["think"] = think
worker.main()
"""
HOT_SEAT = {"game": "manhattan", "options": {"players": 2}, "seats": [{"kind": "me"}] * 2}
BOTS: dict[str, Any] = {
    "game": "manhattan",
    "options": {"players": 2, "rounds": 1},
    "seats": [{"kind": "bot", "bot": "greedy"}] * 2,
    "bot_pace": False,
}


@pytest.fixture
def thinker() -> Any:
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", THINKER], stdin=pipe, stdout=pipe) as process:
        yield process
        process.kill()


def _asks(thinker: Any, *, endless: bool) -> None:
    thinker.stdin.write(frame(("think", (endless,))))
    thinker.stdin.flush()


def test_a_worker_leaves_signals_to_its_service(thinker: Any) -> None:
    for each in (None, signal.SIGINT, signal.SIGTERM):
        if each:
            thinker.send_signal(each)
        _asks(thinker, endless=False)
        assert read_frame(thinker.stdout) == ("result", "thought")


def test_a_worker_exits_with_its_service_in_the_middle_of_a_task(thinker: Any) -> None:
    _asks(thinker, endless=True)
    thinker.stdin.close()
    assert thinker.wait(60) == 0


def test_a_worker_exits_with_its_service_in_the_middle_of_a_request(thinker: Any) -> None:
    thinker.stdin.write(struct.pack(">I", 1000) + b"half")
    thinker.stdin.close()
    assert thinker.wait(60) == 0


DIES_TWICE = """
import os, pathlib, sys
from baumeister.server.work import tasks, worker

deaths = pathlib.Path(os.environ["DEATHS"])
if len(list(deaths.iterdir())) < 2:
    (deaths / str(os.getpid())).touch()
    sys.exit()
worker.main()
"""


def test_killed_workers_are_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As systemd does it: every process gets the signal, including those that are starting."""
    (tmp_path / "dies_twice.py").write_text(DIES_TWICE, "utf-8")
    deaths = tmp_path / "deaths"
    deaths.mkdir()
    monkeypatch.setenv("DEATHS", str(deaths))
    monkeypatch.setattr(bots, "DEATHS", (0.0, 0.01))
    paths = os.pathsep.join([str(tmp_path), *sys.path])
    monkeypatch.setenv("PYTHONPATH", paths)
    given = settings(tmp_path / "data", worker_module="dies_twice", bot_timeout=60)
    with running(given) as found:
        known = _over(found, asyncio.run(_bots(found)))
    assert len(list(deaths.iterdir())) >= 2  # more if two workers start at once
    assert [seat["bot"] for seat in known["info"]["seats"]] == ["greedy", "greedy"]


def test_a_rematch_is_created_atomically(service: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise StoreError("as if it died here")

    async def play() -> None:
        async with Client(service.url) as ada:
            table = (await ada.post("/api/tables", HOT_SEAT))["table"]
            await ada.watch(table)
            await ada.do(table, do="resign", seat=0, then="nobody")
            with monkeypatch.context() as patch:
                patch.setattr(tables, "_create", fails)
                with pytest.raises(RefusedError, match="store"):
                    await ada.do(table, do="rematch")
            assert len(await ada.get("/api/me/tables")) == 1
            first = await ada.do(table, do="rematch")
            again = await ada.do(table, do="rematch")
            assert first["table"] == again["table"] != table
            assert len(await ada.get("/api/me/tables")) == 2
            await ada.until(lambda: ada.tables[table]["info"]["rematch"] == first["table"])

    asyncio.run(play())


def _over(running: Running, table: str) -> Any:
    async def wait() -> Any:
        async with Client(running.url) as watcher:
            await watcher.watch(table, None)
            await watcher.until(lambda: watcher.status(table) == "over")
            return watcher.tables[table]

    return asyncio.run(wait())


async def _bots(running: Running) -> str:
    async with Client(running.url) as ada:
        return str((await ada.post("/api/tables", {**BOTS, "listed": True}))["table"])


def test_many_bots_at_once_wait_and_are_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("baumeister.server.live.bots.RETRY", (0.0, 0.0))
    with running(settings(tmp_path)) as found:
        queue = found.service.hub.pools.bots._queue
        real, refused = queue.put, []

        def full_at_first(entry: Any) -> Any:
            refused.append(entry)
            return entry if len(refused) < 5 else real(entry)

        monkeypatch.setattr(queue, "put", full_at_first)
        known = _over(found, asyncio.run(_bots(found)))
    assert len(refused) > 5
    assert [seat["bot"] for seat in known["info"]["seats"]] == ["greedy", "greedy"]


def test_a_late_bot_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with two processes at one table, when the other one was quicker."""
    with running(settings(tmp_path)) as found:
        hub = found.service.hub
        real = hub.pools.bots.run

        async def late(name: str, *arguments: Any, **options: Any) -> Any:
            action = await real(name, *arguments, **options)
            for live in hub.cache.tables.values():
                for seat in live.table.owing[:1]:
                    acted = e.Acted(at=0, seat=seat, action=action)
                    version = live.table.version_for(seat)
                    await hub.commit(
                        live,
                        lambda now, a=acted, v=version, s=live.secrets: bot_acts(now, a, v, s),
                    )
            return action

        monkeypatch.setattr(hub.pools.bots, "run", late)
        known = _over(found, asyncio.run(_bots(found)))
    assert [seat["bot"] for seat in known["info"]["seats"]] == ["greedy", "greedy"]


def test_bots_continue_after_an_unexpected_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(settings(tmp_path)) as found:
        hub = found.service.hub
        real, failed = hub.bots._choose, []

        async def fails_once(*arguments: Any) -> str:
            if not failed:
                failed.append(True)
                raise ZeroDivisionError
            return await real(*arguments)

        monkeypatch.setattr(hub.bots, "_choose", fails_once)
        _over(found, asyncio.run(_bots(found)))
    assert failed


def test_a_store_that_fails_at_the_start_is_retried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    async def fails_once(self: Any, *_: Any) -> list[str]:
        asked.append(True)
        if len(asked) == 1:
            raise StoreError("not now")
        return []

    monkeypatch.setattr(Store, "tables_to_resume", fails_once)
    monkeypatch.setattr("baumeister.server.service.SWEEP_INTERVAL", 0.01)
    with running(settings(tmp_path)) as found:

        async def wait() -> None:
            async with Client(found.url) as ada, asyncio.timeout(60):
                while len(asked) < 2:
                    await ada.get("/health")

        asyncio.run(wait())


def test_no_bot_starts_once_the_hub_closes(tmp_path: Path) -> None:
    with running(settings(tmp_path)) as found:
        hub = found.service.hub
        hub._closing = True
        table = asyncio.run(_bots(found))
        assert hub.cache.tables[table].table.owing
        assert not hub.cache.tables[table].bots


def test_a_repeated_command_is_answered_again(service: Running) -> None:
    """The answer was lost, and meanwhile the seat."""

    async def play() -> None:
        async with Client(service.url) as ada, Client(service.url, "Ben") as ben:
            seats = [{"kind": "me"}, {"kind": "open"}]
            options = {**HOT_SEAT["options"], "start": 0}
            new = {**HOT_SEAT, "options": options, "seats": seats}
            made = await ada.post("/api/tables", new)
            table, invite = made["table"], made["invite"]
            await ada.watch(table)
            await ben.watch(table, invite)
            for _ in range(2):
                await ben.do(table, do="sit", seat=1, invite=invite)
            with pytest.raises(RefusedError, match="seat-taken"):
                await ada.do(table, do="sit", seat=1)
            await ada.until(lambda: ada.tables[table]["owing"])
            mover = (ada, ben)[ada.tables[table]["owing"][0]]
            await mover.until(lambda: mover.owed(table))
            seat = mover.owed(table)[0]
            move = (seat["seat"], choices(seat, random.Random(1)), seat["version"])
            await mover.act(table, *move, key="the-same-key")
            await mover.do(table, do="resign", seat=seat["seat"])
            await mover.act(table, *move, key="the-same-key")
            with pytest.raises(RefusedError, match="forbidden"):
                await mover.act(table, *move, key="another-key")

    asyncio.run(play())
