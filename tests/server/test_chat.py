"""Chat: two rooms, a switch and mutes."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server.client import Client, RefusedError
from tests.server.party import party
from tests.server.running import Running

NEW = {"game": "tangram-city", "options": {"players": 2}}


def _heard(client: Client, table: str) -> list[str]:
    return [line["text"] for line in client.tables[table]["chat"]]


async def _refused(answer: Any) -> str:
    with pytest.raises(RefusedError) as caught:
        await answer
    return str(caught.value.code)


def test_players_and_spectators_have_separate_rooms(service: Running) -> None:
    async def talk() -> None:
        async with party(service.url, NEW, watchers=2) as at:
            (ada, bob), (cat, dan) = at.players, at.watchers
            assert (
                await _refused(ada.do(at.table, do="say", room="watchers", text="x")) == "forbidden"
            )
            assert (
                await _refused(cat.do(at.table, do="say", room="players", text="x")) == "forbidden"
            )
            await cat.do(at.table, do="say", room="watchers", text="Ada has the better cards")
            await ada.do(at.table, do="say", room="players", text="  good \t luck \n all  ")
            await bob.until(lambda: _heard(bob, at.table) == ["good luck all"])
            await dan.until(lambda: _heard(dan, at.table) == ["Ada has the better cards"])
            for each in (ada, bob, cat, dan):
                await each.ask("ping")
            assert not any("better cards" in text for each in (ada, bob) for text in each.received)
            assert not any("good luck" in text for each in (cat, dan) for text in each.received)

    asyncio.run(talk())


def test_spectators_cannot_push_the_players_chat_out_of_memory(service: Running) -> None:
    async def talk() -> None:
        async with party(service.url, NEW, watchers=1) as at:
            ada, bob = at.players
            await ada.do(at.table, do="say", room="players", text="good luck")
            for n in range(60):
                await at.watchers[0].do(at.table, do="say", room="watchers", text=f"line {n}")
            fresh = await bob.get(f"/api/tables/{at.table}")
            assert [line["text"] for line in fresh["chat"]] == ["good luck"]
            mine = await at.watchers[0].get(f"/api/tables/{at.table}", **{"X-Invite": at.invite})
            assert [line["text"] for line in mine["chat"]] == [f"line {n}" for n in range(10, 60)]

    asyncio.run(talk())


def test_a_new_player_sees_the_players_chat(service: Running) -> None:
    async def talk() -> None:
        async with party(service.url, {**NEW, "start": False}, watchers=1) as at:
            (ada, bob), [cat] = at.players, at.watchers
            for n in range(3):
                await cat.do(at.table, do="say", room="watchers", text=f"may I play {n}")
            await cat.until(lambda: len(_heard(cat, at.table)) == 3)
            await ada.do(at.table, do="say", room="players", text="let her")
            await bob.do(at.table, do="stand", seat=1)
            await cat.do(at.table, do="sit", seat=1)
            await cat.until(lambda: "let her" in _heard(cat, at.table))
            await ada.do(at.table, do="say", room="players", text="welcome")
            await cat.until(lambda: "welcome" in _heard(cat, at.table))
            numbers = [(line["room"], line["n"]) for line in cat.tables[at.table]["chat"]]
            assert len(set(numbers)) == len(numbers)
            await bob.until(lambda: "may I play 2" in _heard(bob, at.table))

    asyncio.run(talk())


def test_the_host_switches_the_chat_off_and_on(service: Running) -> None:
    async def talk() -> None:
        async with party(service.url, NEW, watchers=1) as at:
            ada, bob = at.players
            assert await _refused(bob.do(at.table, do="chat", on=False)) == "forbidden"
            await ada.do(at.table, do="chat", on=False)
            assert await _refused(bob.do(at.table, do="say", room="players", text="x")) == "not-now"
            await bob.until(lambda: bob.tables[at.table]["info"]["chat"] is False)
            await ada.do(at.table, do="chat", on=True)
            await bob.do(at.table, do="say", room="players", text="back")
            await ada.until(lambda: _heard(ada, at.table) == ["back"])

    asyncio.run(talk())


def test_a_table_without_chat(service: Running) -> None:
    async def talk() -> None:
        async with party(service.url, {**NEW, "chat": False}) as at:
            say = at.players[0].do(at.table, do="say", room="players", text="x")
            assert await _refused(say) == "not-now"

    asyncio.run(talk())


def test_a_muted_person_is_not_shown(service: Running) -> None:
    """On the open socket, and after reconnecting."""

    async def talk() -> None:
        async with party(service.url, NEW) as at:
            ada, bob = at.players
            await bob.do(at.table, do="say", room="players", text="first")
            await ada.until(lambda: _heard(ada, at.table) == ["first"])
            person = ada.tables[at.table]["info"]["seats"][1]["person"]
            await ada.post("/api/me/mutes", {"person": person})
            await bob.do(at.table, do="say", room="players", text="second")
            await ada.do(at.table, do="say", room="players", text="mine")
            await ada.until(lambda: "mine" in _heard(ada, at.table))
            await ada.reconnect()
            await ada.ask("ping")
            assert _heard(ada, at.table) == ["first", "mine"]
            await ada.post("/api/me/mutes", {"person": person, "on": False})
            await bob.do(at.table, do="say", room="players", text="third")
            await ada.until(lambda: "third" in _heard(ada, at.table))

    asyncio.run(talk())


def test_chat_lines_that_are_refused_or_accepted(service: Running) -> None:
    async def talk() -> None:
        async with party(service.url, NEW) as at:
            ada = at.players[0]
            for text in ("", "   ", "a\u202eb", "\x07", "x" * 501):
                code = await _refused(ada.do(at.table, do="say", room="players", text=text))
                assert code in ("bad-input", "malformed")
            family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
            for text in (family, "schön — 你好"):
                await ada.do(at.table, do="say", room="players", text=text)
            await ada.until(lambda: _heard(ada, at.table) == [family, "schön — 你好"])

    asyncio.run(talk())
