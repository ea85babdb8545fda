"""Several seats at one client, several tables of one person, rematches."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from tests.server.client import RefusedError, choices, play_on
from tests.server.party import party, people
from tests.server.running import Running

MANHATTAN = {"game": "manhattan", "options": {"players": 2, "rounds": 1}}
BOT = {"kind": "bot", "bot": "random"}


@pytest.mark.parametrize(
    "new",
    [
        {"game": "manhattan", "options": {"players": 3, "rounds": 1, "choice": "secret"}},
        {"game": "tangram-city", "options": {"players": 2}},
    ],
    ids=["manhattan", "tangram-city"],
)
def test_a_whole_game_at_one_browser(service: Running, new: dict[str, Any]) -> None:
    async def play() -> None:
        async with people(service.url, 1) as [ada]:
            count = new["options"]["players"]
            seats = [{"kind": "me", "name": f"Player {n}"} for n in range(count)]
            made = await ada.post("/api/tables", {**new, "seats": seats})
            table = made["table"]
            await ada.watch(table)
            await play_on(ada, table, random.Random(1))
            known = ada.tables[table]
            assert [seat["you"] for seat in known["info"]["seats"]] == [True] * count
            assert [seat["name"] for seat in known["info"]["seats"]][1] == "Player 1"
            assert len(known["seats"]) == count
            assert known["info"]["result"]["details"] is not None

    asyncio.run(play())


def test_one_person_at_many_tables(service: Running) -> None:
    """A turn at a table that is not watched is announced, and the list shows where turns are."""

    async def play() -> None:
        async with people(service.url, 2) as [ada, bob]:
            tables = []
            for _ in range(3):
                seats = [{"kind": "open"}, {"kind": "open"}]
                made = await ada.post("/api/tables", {**MANHATTAN, "seats": seats})
                tables.append(made["table"])
                invite = made["invite"]
                for seat, user in enumerate((ada, bob)):
                    sit = {"command": {"do": "sit", "seat": seat}, "invite": invite}
                    await user.post(f"/api/tables/{made['table']}/commands", sit)
            for table in tables:
                await bob.watch(table)
                await bob.until(lambda table=table: bob.status(table) == "playing")
            turns = {t["id"]: t["turn"] for t in await ada.get("/api/me/tables")}
            mine = {table: bob.tables[table]["owing"] == [0] for table in tables}
            assert turns == mine
            await ada.ask("ping")
            assert {turn["table"] for turn in ada.turns} == {t for t in tables if mine[t]}
            ada.turns.clear()
            for table in tables:
                while bob.owed(table):
                    [seat] = bob.owed(table)
                    await bob.act(table, 1, choices(seat, random.Random(1)), seat["version"])
                    await bob.until(
                        lambda t=table, v=seat["version"]: bob.tables[t]["seats"][0]["version"] != v
                    )
            await ada.ask("ping")
            expected = {table for table in tables if not mine[table]}
            assert {turn["table"] for turn in ada.turns} == expected
            assert all(turn["seat"] == 0 for turn in ada.turns)

    asyncio.run(play())


def test_a_table_you_left_is_not_in_your_list(service: Running) -> None:
    async def play() -> None:
        async with party(service.url, {**MANHATTAN, "start": False}) as at:
            ada, bob = at.players

            async def listed() -> list[bool]:
                found = [await each.get("/api/me/tables") for each in (ada, bob)]
                return [at.table in [row["id"] for row in rows] for rows in found]

            assert await listed() == [True, True]
            await bob.do(at.table, do="stand", seat=1)
            await ada.do(at.table, do="stand", seat=0)
            assert await listed() == [True, False], "it is still its host's"
            await bob.do(at.table, do="sit", seat=0)
            assert await listed() == [True, True]

    asyncio.run(play())


def test_a_spectator_of_the_gathering_does_not_see_a_private_game(service: Running) -> None:
    async def play() -> None:
        new = {**MANHATTAN, "watchable": False, "start": False}
        async with party(service.url, new, watchers=1) as at:
            [eve] = at.watchers
            await eve.until(lambda: eve.status(at.table) == "gathering")
            await at.players[0].do(at.table, do="start")
            await at.players[1].until(lambda: at.players[1].status(at.table) == "playing")
            await eve.ask("ping")
            assert eve.status(at.table) == "gathering"
            assert '"no-table"' in eve.received[-2]
            with pytest.raises(RefusedError):
                await eve.watch(at.table, at.invite)

    asyncio.run(play())


# --- rematch ---------------------------------------------------------------------------


def test_repeated_requests_make_one_rematch(service: Running) -> None:
    async def play() -> None:
        async with party(service.url, MANHATTAN, watchers=1) as at:
            ada, bob = at.players
            with pytest.raises(RefusedError) as caught:
                await ada.do(at.table, do="rematch")
            assert caught.value.code == "not-now"
            await bob.do(at.table, do="resign", seat=1, then="nobody")
            await at.all_until(lambda each: each.status(at.table) == "over")
            with pytest.raises(RefusedError) as caught:
                await at.watchers[0].do(at.table, do="rematch")
            assert caught.value.code == "forbidden"
            answers = await asyncio.gather(*(ada.do(at.table, do="rematch") for _ in range(3)))
            [following] = {answer["table"] for answer in answers}
            await at.all_until(lambda each: each.tables[at.table]["info"]["rematch"] == following)
            await bob.watch(following)
            await bob.until(lambda: bob.status(following) == "gathering")
            info = bob.tables[following]["info"]
            assert [seat["name"] for seat in info["seats"]] == ["Bob", "Ada"]
            assert info["rematch_of"] == at.table
            assert (await bob.do(at.table, do="rematch"))["table"] == following
            await bob.until(lambda: bob.status(following) == "playing")
            assert (await ada.do(at.table, do="rematch"))["table"] == following

    asyncio.run(play())


def test_a_cancelled_rematch_can_be_requested_again(service: Running) -> None:
    async def play() -> None:
        async with party(service.url, MANHATTAN) as at:
            ada, bob = at.players
            await bob.do(at.table, do="resign", seat=1, then="nobody")
            first = (await ada.do(at.table, do="rematch"))["table"]
            await ada.do(first, do="close")
            second = (await bob.do(at.table, do="rematch"))["table"]
            assert second != first
            assert (await ada.do(at.table, do="rematch"))["table"] == second
            await bob.watch(second)
            await bob.until(lambda: bob.status(second) == "playing")

    asyncio.run(play())


def test_the_host_changes_a_bot(service: Running) -> None:
    async def play() -> None:
        async with people(service.url, 1) as [ada]:
            new = {**MANHATTAN, "seats": [{"kind": "me"}, BOT], "start": False}
            table = (await ada.post("/api/tables", new))["table"]
            await ada.watch(table)
            await ada.do(table, do="bot", seat=1, bot="greedy")
            await ada.until(lambda: ada.tables[table]["info"]["seats"][1]["bot"] == "greedy")
            assert ada.tables[table]["info"]["seats"][1]["name"] == "Eager Emil"
            assert ada.tables[table]["info"]["autostart"] is False
            await ada.do(table, do="start")
            await play_on(ada, table, random.Random(1))

    asyncio.run(play())
