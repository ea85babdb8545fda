"""Somebody whom the host has removed from a table stays out until let in again."""

from __future__ import annotations

import asyncio
import secrets

import pytest

from tests.server.client import Client, RefusedError
from tests.server.party import people
from tests.server.running import Running

TABLE = {"game": "tangram-city", "options": {"players": 2}}
PASSWORD = "correct horse battery"


async def refused(request: object) -> str:
    with pytest.raises(RefusedError) as caught:
        await request  # type: ignore[misc]
    return str(caught.value.code)


async def seated(ada: Client, bob: Client, **more: object) -> tuple[str, str]:
    """A table of Ada's where Bob has a seat, and its invitation."""
    made = await ada.post("/api/tables", {**TABLE, "start": False, **more})
    table, invite = made["table"], made["invite"]
    await ada.watch(table)
    await bob.watch(table, invite)
    await bob.do(table, do="sit", seat=1)
    await ada.until(lambda: ada.tables[table]["info"]["seats"][1]["kind"] == "human")
    return table, invite


async def removed(ada: Client, table: str) -> list[dict[str, str]]:
    await ada.until(lambda: ada.tables[table]["info"]["seats"][1]["kind"] == "open")
    found: list[dict[str, str]] = ada.tables[table]["info"]["removed"]
    return found


@pytest.mark.parametrize("listed", [False, True])
def test_a_removed_player_stays_out_until_let_in(service: Running, listed: bool) -> None:
    async def live() -> None:
        async with people(service.url, 3) as [ada, bob, cat]:
            table, invite = await seated(ada, bob, listed=listed)
            await cat.watch(table, invite)
            await ada.do(table, do="stand", seat=1)
            [found] = await removed(ada, table)
            assert found["name"] == "Bob"
            for again in (
                bob.do(table, do="sit", seat=1, invite=invite),
                bob.watch(table, invite),
                bob.get(f"/api/tables/{table}", **{"X-Invite": invite}),
                bob.post(
                    f"/api/tables/{table}/commands",
                    {"command": {"do": "sit", "seat": 1}, "invite": invite},
                ),
            ):
                assert await refused(again) == "removed"
            await cat.until(lambda: cat.tables[table]["info"]["seats"][1]["kind"] == "open")
            assert cat.tables[table]["info"]["removed"] == [], "only the host is told"
            assert await refused(cat.do(table, do="let-in", person=found["person"])) == "forbidden"
            await ada.do(table, do="let-in", person=found["person"])
            await bob.watch(table, invite)
            await bob.do(table, do="sit", seat=1)
            assert await refused(ada.do(table, do="let-in", person=found["person"])) == "not-now"

    asyncio.run(live())


def test_an_account_does_not_help_a_removed_guest(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 3) as [ada, bob, home]:
            table, invite = await seated(ada, bob)
            login = f"bob-{secrets.token_hex(4)}"
            await home.post("/api/account", {"login": login, "password": PASSWORD})
            await ada.do(table, do="stand", seat=1)
            await bob.post("/api/login", {"login": login, "password": PASSWORD})
            await home.reconnect()
            assert await refused(home.watch(table, invite)) == "removed"

    asyncio.run(live())


def test_who_stands_up_or_is_missing_at_a_rematch_is_not_removed(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 2) as [ada, bob]:
            table, _ = await seated(ada, bob)
            await bob.do(table, do="stand", seat=1)
            assert await removed(ada, table) == []
            await bob.do(table, do="sit", seat=1)
            await ada.do(table, do="start")
            await bob.do(table, do="resign", seat=1, then="nobody")
            again = (await ada.do(table, do="rematch"))["table"]
            await ada.watch(again)
            [seat] = [
                number
                for number, each in enumerate(ada.tables[again]["info"]["seats"])
                if not each.get("you")
            ]
            await ada.do(again, do="stand", seat=seat)
            await ada.until(lambda: ada.tables[again]["info"]["seats"][seat]["kind"] == "open")
            assert ada.tables[again]["info"]["removed"] == []

    asyncio.run(live())
