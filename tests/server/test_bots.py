"""Bots and jobs in worker processes: failing, slow and helpful."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from baumeister.core.registry import find
from baumeister.server.tables.errors import BadInputError
from baumeister.server.wire.serialise import previewed, view_of
from baumeister.server.work import tasks
from baumeister.server.work.jobs import BusyError, DiedError, JobError, WorkerPool
from baumeister.server.work.spawning import Spawner
from baumeister.testing import random_match
from tests.server.client import Client, RefusedError, play_on
from tests.server.party import people
from tests.server.running import running, settings

MODULE = "tests.server.bad_worker"
NEW: dict[str, Any] = {
    "game": "manhattan",
    "options": {"players": 2, "rounds": 1},
    "seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}],
}


async def _table(client: Client, **changes: Any) -> str:
    table = str((await client.post("/api/tables", {**NEW, **changes}))["table"])
    await client.watch(table)
    await client.until(lambda: client.status(table) == "playing")
    return table


@pytest.mark.parametrize(
    "mode", ["exit", "sleep", "raise", "illegal", "number", "garbage", "pickle"]
)
def test_a_bad_bot_is_replaced_and_the_game_goes_on(
    mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BAD_WORKER", mode)
    timeout = 0.5 if mode == "sleep" else 60.0

    async def play(url: str) -> None:
        async with people(url, 1) as [ada]:
            table = await _table(ada)
            await play_on(ada, table, random.Random(1))
            known = ada.tables[table]
            assert known["info"]["seats"][1]["bot"] == "random"
            replaced = [x for x in known["story"] if isinstance(x, dict) and x["what"] == "bot"]
            assert len(replaced) == 1
            assert known["info"]["result"]["details"] is not None

    given = settings(tmp_path, worker_module=MODULE, bot_timeout=timeout)
    with running(given) as service:
        asyncio.run(play(service.url))


def test_a_worker_killed_from_outside_is_not_the_bots_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BAD_WORKER", "exit")
    monkeypatch.setenv("BAD_WORKER_MARK", str(tmp_path / "mark"))

    async def play(url: str) -> None:
        async with people(url, 1) as [ada]:
            table = await _table(ada)
            await play_on(ada, table, random.Random(1))
            assert ada.tables[table]["info"]["seats"][1]["bot"] == "greedy"

    with running(settings(tmp_path, worker_module=MODULE)) as service:
        asyncio.run(play(service.url))
    assert (tmp_path / "mark").exists()


def test_a_thinking_bot_blocks_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that never answers does not block the service, and the service can be stopped."""
    monkeypatch.setenv("BAD_WORKER", "sleep")

    async def play(url: str) -> None:
        async with people(url, 2) as [ada, bob]:
            seats = [{"kind": "bot", "bot": "greedy"}] * 2
            stuck = await _table(ada, seats=seats)
            assert (await ada.ask("ping"))["type"] == "pong"
            other = await _table(bob, seats=[{"kind": "me"}, {"kind": "bot", "bot": "random"}])
            await play_on(bob, other, random.Random(1))
            assert (await ada.ask("ping"))["type"] == "pong"
            assert ada.status(stuck) == "playing"
            assert not any(isinstance(x, str) and "choose" in x for x in ada.tables[stuck]["story"])

    with running(settings(tmp_path, worker_module=MODULE, bot_timeout=600.0)) as service:
        asyncio.run(play(service.url))


def test_bots_have_a_human_pace_unless_it_is_switched_off(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        async with people(url, 1) as [ada]:
            tables = [await _table(ada, bot_pace=pace) for pace in (True, False)]
            for table in tables:
                while seats := ada.owed(table):
                    [seat] = seats
                    action = " ".join(p[0] for p in seat["product"]) if "product" in seat else ""
                    action = action or seat["legal"][0]
                    await ada.act(table, 0, action, seat["version"])
                    await ada.until(lambda t=table, s=seat: _moved(ada, t, s["version"]))
                if table == tables[0]:
                    assert ada.tables[table]["owing"] == [1]
                    slow = len(ada.tables[table]["story"])
                else:
                    await ada.until(lambda: bool(ada.owed(tables[1])))
            await ada.ask("ping")
            assert len(ada.tables[tables[0]]["story"]) == slow, "it still ponders"

    with running(settings(tmp_path, bot_delay=(3600.0, 3600.0))) as service:
        asyncio.run(play(service.url))


def _moved(client: Client, table: str, version: int) -> bool:
    return bool(client.tables[table]["seats"][0]["version"] != version)


# --- hints and analyses ----------------------------------------------------------------


def test_a_hint_is_a_legal_action(service: Any) -> None:
    async def play() -> None:
        async with people(service.url, 2) as [ada, eve]:
            table = await _table(ada, seats=[{"kind": "me"}] * 2)
            [seat] = ada.owed(table)
            before = dict(ada.tables[table])
            answer = await ada.ask("hint", table=table, seat=seat["seat"])
            result = answer["result"]
            shown = await ada.ask(
                "preview", table=table, seat=seat["seat"], action=result["action"]
            )
            assert result["scoring"]["before"] == seat["view"]["now"]
            assert result["scoring"]["after"] == shown["preview"]["now"]
            assert len(result["before"]) == len(result["after"]) == 2
            assert len(result["words"]) == len(result["reasons"]) > 0
            assert [job["done"] for job in ada.jobs] == [0.0]
            for user, where in ((ada, 1 - seat["seat"]), (eve, 0)):
                with pytest.raises(RefusedError) as caught:
                    await user.ask("hint", table=table, seat=where)
                assert caught.value.code in ("not-now", "no-table")
            assert ada.tables[table] == before, "nothing has changed"

    asyncio.run(play())


@pytest.mark.parametrize("friendly", [False, True])
def test_hints_among_people_are_for_friendly_games(service: Any, friendly: bool) -> None:
    async def play() -> None:
        async with people(service.url, 2) as [ada, bob]:
            asked = {"game": "manhattan", "options": {"players": 2}, "friendly": friendly}
            made = await ada.post("/api/tables", asked)
            table = made["table"]
            await ada.watch(table)
            assert ada.tables[table]["info"]["hints"], "nobody else is here yet"
            await bob.watch(table, made["invite"])
            await bob.do(table, do="sit", seat=1, invite=made["invite"])
            await ada.until(lambda: ada.status(table) == "playing")
            player = ada if 0 in ada.tables[table]["owing"] else bob
            await player.until(lambda: bool(player.owed(table)))
            info = player.tables[table]["info"]
            assert (info["friendly"], info["hints"]) == (friendly, friendly)
            hint = player.ask("hint", table=table, seat=player.owed(table)[0]["seat"])
            if friendly:
                assert (await hint)["result"]["action"]
                return
            with pytest.raises(RefusedError) as caught:
                await hint
            assert caught.value.code == "forbidden"

    asyncio.run(play())


@pytest.mark.parametrize("seed", range(0, 5, 2))
@pytest.mark.parametrize(
    ("game_id", "options"),
    [("manhattan", {"players": 3, "urban": True}), ("tangram-city", {"players": 3})],
)
def test_a_hint_explains_its_points(game_id: str, options: dict[str, Any], seed: int) -> None:
    """The scoring before is that of the seat's view, the one after that of a preview."""
    game = find(game_id)
    match = random_match(game, game.options(options), seed, most=9 + 6 * seed)
    seat = match.waiting_for[0]
    found = tasks.hint(lambda _: None, game_id, match.view(seat), match.legal(seat), 0.01)
    view: Any = view_of(game, match.view(seat))
    _, preview = previewed(match, seat, found.action)
    shown: Any = preview
    if game_id == "manhattan":
        assert found.scoring == {"before": view.now, "after": shown.now}
    else:
        assert found.scoring == {"before": view.boards[seat].now, "after": shown.board.now}


def test_an_analysis_reports_progress(service: Any) -> None:
    async def play() -> None:
        async with people(service.url, 1) as [ada]:
            table = await _table(ada, seats=[{"kind": "me"}] * 2)
            with pytest.raises(RefusedError) as caught:
                await ada.ask("analyse", table=table)
            assert caught.value.code == "not-now"
            await play_on(ada, table, random.Random(1))
            answer = await ada.ask("analyse", table=table)
            lines = [entry for entry in ada.tables[table]["story"] if isinstance(entry, str)]
            assert len(answer["result"]["lines"]) == len(lines)
            done = [job["done"] for job in ada.jobs]
            assert done == sorted(done)
            assert done[0] == 0.0
            assert len(done) > 2

    asyncio.run(play())


# --- worker pools ---------------------------------------------------------------------


def _run(work: Any) -> Any:
    async def inside() -> Any:
        spawner = Spawner(MODULE)
        workers = WorkerPool(1, spawner)
        try:
            return await work(workers)
        finally:
            workers.close()
            await spawner.close()

    return asyncio.run(inside())


def test_a_killed_worker_gets_no_more_tasks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next task is already waiting when the first is killed for taking too long."""
    monkeypatch.setenv("BAD_WORKER", "sleep")

    async def work(workers: WorkerPool) -> None:
        slow = asyncio.create_task(workers.run("decide", timeout=1.0))
        then = asyncio.create_task(workers.run("replay", "{}", None, None, False, timeout=60))
        with pytest.raises(JobError, match="took longer"):
            await slow
        assert isinstance(await then, BadInputError)
        assert workers.failed == 1

    _run(work)


def test_a_busy_pool_is_not_a_bots_failure() -> None:
    async def work(workers: WorkerPool) -> None:
        workers._queue.most = 0
        with pytest.raises(BusyError):
            await workers.run("decide", timeout=1)

    _run(work)


def test_a_dead_worker_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAD_WORKER", "exit")

    async def work(workers: WorkerPool) -> None:
        with pytest.raises(DiedError):
            await workers.run("decide", timeout=60)

    _run(work)
