"""The explorer over the finished games of a service."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from baumeister.core.position_text import parse_position
from baumeister.server.work import explorer
from tests.server.client import JSON, Client, RefusedError, play_on
from tests.server.running import Running, running, settings

SHORT: JSON = {"players": 2, "rounds": 1, "blocks": 2}
SEATS = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
OPENING: JSON = {"game": "manhattan", "by": "opening"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("explorer"))) as found:
        yield found


async def played(client: Client, seed: int = 1, **more: Any) -> str:
    """A finished table of one person and a bot."""
    asked = {"game": "manhattan", "options": SHORT, "seats": SEATS, "bot_pace": False, **more}
    table = str((await client.post("/api/tables", asked))["table"])
    await client.watch(table)
    await play_on(client, table, random.Random(seed))
    return table


async def begun(client: Client, **more: Any) -> str:
    asked = {"game": "manhattan", "options": SHORT, "seats": SEATS, **more}
    return str((await client.post("/api/tables", asked))["table"])


async def explored(client: Client, **question: Any) -> JSON:
    return await client.post("/api/explorer", {**OPENING, **question})


def test_who_sees_which_games(service: Running) -> None:
    """Public games count for all, others for those who played; running ones for nobody."""

    async def work() -> None:
        async with Client(service.url, "Ada") as ada, Client(service.url, "Ben") as ben:
            public = await played(ada, listed=True)
            await played(ada, 2)
            await played(ada, 3, listed=True, watchable=False)
            await begun(ada, listed=True)
            assert (await explored(ben))["games"] == 1
            assert (await explored(ben))["example"]["table"] == public
            assert (await explored(ben, mine=True))["games"] == 0
            assert (await explored(ada))["games"] == 3
            assert (await explored(ada, mine=True))["games"] == 3
            await played(ben)
            found = await explored(ben, by="site", kind="person")
            assert found["games"] == 2
            assert {by["name"] for row in found["rows"] for by in row["by"]} == {"Ada", "Ben"}
            assert found["decisions"] == 8
            assert found["players"] == {"2": 2}

    asyncio.run(work())


def test_an_opening_move_by_move(service: Running) -> None:
    async def work() -> None:
        async with Client(service.url, "Cleo") as cleo:
            table = await played(cleo, 4)
            log = (await cleo.get(f"/api/tables/{table}/record"))["log"]
            builds = [line for line in log if " build " in line]
            steps: list[str] = []
            for build in builds:
                found = await explored(cleo, mine=True, after=steps)
                example = found["example"]
                assert example["seat"] == int(build[0])
                assert log[example["line"]] == build
                assert parse_position(example["text"]).game.id == "manhattan"
                [row] = found["rows"]
                steps.append(" ".join(build.split()[3:]))
                assert row["value"] == steps[-1]
                assert row["count"] == 1
            end = await explored(cleo, mine=True, after=steps)
            assert end["rows"] == []
            assert sum(map(len, end["example"]["position"]["view"]["buildings"])) >= len(builds)

    asyncio.run(work())


def test_mistakes_are_refused(service: Running) -> None:
    async def work() -> None:
        async with Client(service.url, "Dan") as dan:
            await played(dan, 5)
            for question, code in [
                ({"by": "nonsense"}, "bad-input"),
                ({"game": "nonsense"}, "unknown-game"),
                ({"by": "site", "after": ["A1 1"]}, "bad-input"),
                ({"players": 0}, "malformed"),
            ]:
                with pytest.raises(RefusedError) as caught:
                    await explored(dan, **question)
                assert caught.value.code == code

    asyncio.run(work())


def test_games_are_read_in_batches_and_deleted_ones_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explorer, "BATCH", 1)
    token = "a token of the operator"

    async def work(url: str) -> None:
        async with Client(url, "Eve") as eve:
            first = await played(eve, 6)
            await played(eve, 7)
            one = await explored(eve)
            assert (one["games"], one["unread"]) == (1, 1)
            both = await explored(eve)
            assert (both["games"], both["unread"]) == (2, 0)
            gone = await eve.http.post(
                f"/api/operator/tables/{first}/delete", headers={"X-Operator": token}
            )
            assert gone.is_success, gone.text
            assert (await explored(eve))["games"] == 1

    with running(settings(tmp_path, operator_token=token)) as service:
        asyncio.run(work(service.url))
