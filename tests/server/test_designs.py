"""Designs: checked and completed in workers, saved for one person."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from baumeister.games.tangram_city.tiles import tile_set
from baumeister.server.store.queries.designs import MAX_DESIGNS
from tests.server.client import Client, RefusedError
from tests.server.party import people
from tests.server.running import Running

GAME = "tangram-city"
TILES = [tile.data() for tile in tile_set("standard")]
PASSWORD = "correct horse battery"


def test_a_design_is_checked_in_the_readers_language(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 1) as [ada]:
            body = {"game": GAME, "design": TILES}
            report = await ada.post("/api/designs/check", body)
            assert (report["problems"], len(report["tiles"])) == ([], 23)
            ada.http.headers["Accept-Language"] = "de"
            body = {"game": GAME, "design": TILES[:2]}
            report = await ada.post("/api/designs/check", body)
            assert report["problems"] == [
                "Der Satz braucht 23 Plättchen, eines für jede Karte; er hat 2."
            ]
            made = await ada.post("/api/designs/check", {"game": GAME, "design": TILES})
            plan = {"game": GAME, "options": made["options"], "seats": [{"kind": "me"}] * 2}
            assert (await ada.post("/api/tables", plan))["table"]

    asyncio.run(live())


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "manhattan", "design": []}, "bad-input"),
        ({"game": "chess", "design": []}, "unknown-game"),
        ({"game": GAME, "design": "tiles"}, "options"),
        ({"game": GAME}, "malformed"),
    ],
)
def test_what_cannot_be_checked_is_refused(
    service: Running, body: dict[str, Any], code: str
) -> None:
    async def live() -> None:
        async with people(service.url, 1) as [ada]:
            with pytest.raises(RefusedError) as caught:
                await ada.post("/api/designs/check", body)
            assert caught.value.code == code

    asyncio.run(live())


def test_a_city_is_completed(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 1) as [ada]:
            body = {"game": GAME, "design": TILES, "goal": "1b"}
            found = await ada.post("/api/designs/completion", body)
            assert (found["possible"], found["goal"]) == (True, "1b")

    asyncio.run(live())


def test_designs_are_saved_for_one_person(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 2) as [ada, bob]:
            body = {"game": GAME, "name": " Mine ", "design": TILES[:3]}
            saved = await ada.post("/api/designs", body)
            assert (saved["name"], saved["game"]) == ("Mine", GAME)
            again = await ada.post(
                "/api/designs", {**body, "id": saved["id"], "name": "Ours", "design": TILES}
            )
            assert await ada.get("/api/designs") == [again]
            found = await ada.get(f"/api/designs/{saved['id']}")
            assert (found["name"], found["design"]) == ("Ours", TILES)
            assert await bob.get("/api/designs") == []
            await refused(bob.get(f"/api/designs/{saved['id']}"))
            await refused(bob.post("/api/designs", {**body, "id": saved["id"]}))
            await bob.http.delete(f"/api/designs/{saved['id']}")
            assert len(await ada.get("/api/designs")) == 1
            await refused(ada.post("/api/designs", {**body, "name": "  "}))
            # A guest's designs stay after becoming an account, and go with it.
            login = f"ada-{saved['id'][:8].strip('-_')}"
            await ada.post("/api/account", {"login": login, "password": PASSWORD})
            assert len(await ada.get("/api/designs")) == 1
            await ada.http.delete(f"/api/designs/{saved['id']}")
            assert await ada.get("/api/designs") == []

    asyncio.run(live())


async def refused(request: Any) -> None:
    with pytest.raises(RefusedError) as caught:
        await request
    assert caught.value.code == "bad-input"


def test_too_many_designs_are_refused(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 1) as [ada]:
            body = {"game": GAME, "name": "Mine", "design": []}
            for _ in range(MAX_DESIGNS):
                await ada.post("/api/designs", body)
            with pytest.raises(RefusedError, match=f"{MAX_DESIGNS} designs"):
                await ada.post("/api/designs", body)

    asyncio.run(live())


def test_strangers_have_no_designs(service: Running) -> None:
    async def live() -> None:
        stranger = Client(service.url)
        async with stranger.http:
            answer = await stranger.http.get("/api/designs")
            assert answer.status_code == 403

    asyncio.run(live())
