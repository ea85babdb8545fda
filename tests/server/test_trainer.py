"""The trainer: mistakes of an analysed game come back until they are learned."""

from __future__ import annotations

import asyncio
import random

import msgspec

from baumeister.bots.analysis.result import VERSION
from baumeister.puzzles.trainer.repetition import WAITS
from baumeister.server.service import Service
from baumeister.server.store import Store
from baumeister.server.store.queries.puzzles import DayRow, ResultRow
from baumeister.server.work.analyses import key_of
from tests.server.client import JSON, Client, play_on
from tests.server.party import Clock
from tests.server.running import Running

SHORT: JSON = {"players": 2, "rounds": 1, "blocks": 3}


def test_results_days_and_mistakes_are_kept_and_deleted_with_the_person(store: Store) -> None:
    async def work() -> None:
        await store.add_person("ada", "Ada", 1)
        row = ResultRow("p1", "2026-11-17", 2, 1, 0, 5)
        await store.save_result("ada", row._replace(tries=1, solved=0, day=""))
        await store.save_result("ada", row)
        assert await store.puzzle_results(["ada", "guest"]) == [row]
        assert await store.puzzle_result(["bob"], "p1") is None

        first = DayRow("2026-11-17", "side a", None, 0)
        assert await store.save_day("ada", "g", first, "", 1)
        assert not await store.save_day("ada", "g", first, "", 1), "the game went on meanwhile"
        last = first._replace(moves="side a\nskip 01", score=90, stars=2)
        assert await store.save_day("ada", "g", last, "side a", 2)
        assert await store.day_game(["ada"], "g", "2026-11-17") == last
        assert [line[1:] for line in await store.day_board("g", "2026-11-17", 9)] == [
            ("Ada", 90, 2, 1)
        ]

        await store.add_mistakes("ada", "t1", [("m1", "{}")], 7)
        await store.add_mistakes("ada", "t2", [], 8)
        assert await store.trained_tables(["ada"]) == {"t1", "t2"}
        assert [item.item for item in await store.trainer_items(["ada"])] == ["m1"]
        await store.move_item(["ada"], "m1", 2, 99)
        found = await store.trainer_item(["ada"], "m1")
        assert found is not None
        assert (found.box, found.due) == (2, 99)

        await store.delete_people(["ada"])
        assert await store.puzzle_results(["ada"]) == []
        assert await store.day_games(["ada"], "g") == []
        assert await store.trainer_items(["ada"]) == []

    asyncio.run(work())


async def played(ada: Client) -> tuple[str, JSON]:
    """A finished game of two who play at random: its table and record."""
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    asked = {"game": "manhattan", "options": SHORT, "seats": seats, "bot_pace": False}
    table = str((await ada.post("/api/tables", asked))["table"])
    await ada.watch(table)
    await play_on(ada, table, random.Random(1))
    return table, await ada.get(f"/api/tables/{table}/record")


async def analysed(service: Service, table: str, record: JSON) -> None:
    """Store an analysis that calls everything but the best a blunder."""
    analyses = service.hub.analyses
    found = await analyses.analyse(record, False, lambda _: None)
    lines = [
        msgspec.structs.replace(line, verdict="blunder", lost=0.2)
        if line.actor == 0 and line.best != line.action
        else line
        for line in found.lines
    ]
    analyses._cache.clear()
    data = msgspec.json.encode(msgspec.structs.replace(found, lines=lines))
    await service.store.save_analysis(key_of(record, False), table, VERSION, 1, data)


def test_a_mistake_comes_back_until_it_is_corrected(timed: Running, clock: Clock) -> None:
    async def work() -> None:
        async with Client(timed.url) as ada, Client(timed.url, "Bob") as bob:
            table, record = await played(ada)
            await asyncio.wrap_future(timed.submit(analysed(timed.service, table, record)))
            mine = await ada.post("/api/trainer", {})
            first = mine["due"][0]
            assert first["kind"] == "mistake"
            assert (await bob.post("/api/trainer", {}))["due"] == []
            path = f"/api/puzzles/{first['id']}"
            assert (await bob.http.get(path)).status_code == 404, "mistakes are private"
            assert (await ada.get(path))["solution"] is None
            best = (await ada.post(f"{path}/solution", {}))["best"][0]
            assert await due(ada) == len(mine["due"]) - 1
            clock.now += WAITS[0]
            assert await due(ada) == len(mine["due"])
            assert (await ada.get(path))["solution"] is None, "it starts again"
            solved = await ada.post(f"{path}/try", {"action": best})
            assert solved["you"]["stars"] == 3
            clock.now += WAITS[0]
            assert await due(ada) == len(mine["due"]) - 1
            clock.now += WAITS[1]
            assert await due(ada) == len(mine["due"])

    asyncio.run(work())


async def due(client: Client) -> int:
    return len((await client.post("/api/trainer", {}))["due"])
