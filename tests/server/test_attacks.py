"""Attacks on other people's tables. Every attempt fails with a typed error."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from baumeister.server.store import Store
from tests.server.client import Client, RefusedError, choices
from tests.server.running import Running, running, settings

SECRET = {"game": "manhattan", "options": {"players": 2, "rounds": 1, "choice": "secret"}}
Attack = Callable[[Client, str], Awaitable[Any]]


async def _refused(attempt: Awaitable[Any]) -> str:
    with pytest.raises(RefusedError) as refused:
        await attempt
    return str(refused.value.code)


async def _begun(host: Client, guest: Client, **changes: Any) -> tuple[str, str]:
    """A table with a running game; the host sits on seat 0, the guest on seat 1."""
    made = await host.post("/api/tables", {**SECRET, **changes})
    table, invite = made["table"], made["invite"]
    await guest.do(table, do="sit", seat=1, invite=invite)
    for each in (host, guest):
        await each.watch(table)
        await each.until(lambda each=each: each.status(table) == "playing")  # type: ignore[misc]
    return table, invite


def _decision(client: Client, table: str) -> dict[str, Any]:
    seat = client.owed(table)[0]
    action = choices(seat, random.Random(1))
    return {"action": action, "version": seat["version"], "key": "abcdefgh1"}


FOR_ANOTHER: dict[str, Attack] = {
    "act": lambda c, t: c.do(t, do="act", seat=0, **_decision(c, t)),
    "retract": lambda c, t: c.do(t, do="retract", seat=0, version=1, key="abcdefgh2"),
    "answer": lambda c, t: c.do(t, do="answer", seat=0, yes=True),
    "ask": lambda c, t: c.do(t, do="ask", seat=0, matter="undo"),
    "resume": lambda c, t: c.do(t, do="resume", seat=0),
    "resign": lambda c, t: c.do(t, do="resign", seat=0, then="nobody"),
    "preview": lambda c, t: c.ask("preview", table=t, seat=0, action=_decision(c, t)["action"]),
    "hint": lambda c, t: c.ask("hint", table=t, seat=0),
    "chat": lambda c, t: c.do(t, do="chat", on=False),
    "by HTTP": lambda c, t: c.post(
        f"/api/tables/{t}/commands", {"command": {"do": "act", "seat": 0, **_decision(c, t)}}
    ),
}


@pytest.mark.parametrize("attack", FOR_ANOTHER.values(), ids=FOR_ANOTHER)
def test_nobody_acts_for_another_seat(service: Running, attack: Attack) -> None:
    async def play() -> None:
        async with Client(service.url, "Ada") as ada, Client(service.url, "Eve") as eve:
            table, _ = await _begun(ada, eve)
            await ada.act(table, 0, _decision(ada, table)["action"], ada.owed(table)[0]["version"])
            before = await _log(service, table)
            assert await _refused(attack(eve, table)) == "forbidden"
            assert await _log(service, table) == before

    asyncio.run(play())


def test_nobody_reads_what_another_has_decided_or_holds(service: Running) -> None:
    """A pending decision of one seat appears in nothing that the other can request."""

    async def play() -> None:
        async with (
            Client(service.url, "Ada") as ada,
            Client(service.url, "Eve") as eve,
            Client(service.url, "Wim") as watcher,
        ):
            table, invite = await _begun(ada, eve)
            seat = ada.owed(table)[0]
            action = _decision(ada, table)["action"]
            await ada.act(table, 0, action, seat["version"])
            await ada.until(lambda: ada.tables[table]["seats"][0].get("decided"))
            assert ada.tables[table]["seats"][0]["decided"] == [action]
            await watcher.watch(table, invite)
            own = {"X-Invite": invite}
            got = [*eve.received, *watcher.received]
            for each in (eve, watcher):
                for path in ("", "/record", "/positions/0", "/positions/1", "/rounds/1"):
                    answer = await each.http.get(f"/api/tables/{table}{path}", headers=own)
                    got.append(answer.text)
            assert len(got) > 8
            for text in got:
                assert '"decided"' not in text
                told = json.loads(text)
                for part in ("story", "log", "view"):  # Eve's own legal actions may read the same
                    assert action not in json.dumps(told.get(part, ""))

    asyncio.run(play())


def test_a_private_table_reads_like_one_that_does_not_exist(service: Running) -> None:
    """Byte for byte, on every route, also with a wrong invitation."""

    async def play() -> None:
        async with (
            Client(service.url, "Ada") as ada,
            Client(service.url, "Ben") as ben,
            Client(service.url, "Eve") as eve,
        ):
            hidden, _ = await _begun(ada, ben)
            nothing = hidden[::-1]
            paths = ["", "/record", "/positions/0", "/positions/99999", "/rounds/1"]
            for invite in (None, "x" * 32, "é"):
                header = {"X-Invite": invite.encode()} if invite else {}
                for path in paths:
                    answers = [
                        await eve.http.get(f"/api/tables/{each}{path}", headers=header)
                        for each in (hidden, nothing)
                    ]
                    assert answers[0].status_code == answers[1].status_code == 404
                    assert answers[0].content == answers[1].content
                    assert _headers(answers[0]) == _headers(answers[1])
            eve.received.clear()
            commands = [{"do": "sit", "seat": 1, "invite": "x"}, {"do": "start"}]
            commands += [{"do": "say", "room": "watchers", "text": "hi"}, {"do": "rematch"}]
            for each in (hidden, nothing):
                for command in commands:
                    assert await _refused(eve.do(each, **command)) == "no-table"
                for kind in ("watch", "analyse"):
                    assert await _refused(eve.ask(kind, table=each)) == "no-table"
                assert await _refused(eve.ask("hint", table=each, seat=0)) == "no-table"
            texts = [json.dumps({**json.loads(text), "id": 0}) for text in eve.received]
            half = len(texts) // 2
            assert texts[:half] == texts[half:]
            listed = await eve.get("/api/tables")
            assert hidden not in json.dumps(listed)

    asyncio.run(play())


def test_a_private_table_disappears_for_spectators_once_the_game_starts(service: Running) -> None:
    """A spectator of the gathering loses sight of the game."""

    async def play() -> None:
        async with (
            Client(service.url, "Ada") as ada,
            Client(service.url, "Ben") as ben,
            Client(service.url, "Eve") as eve,
        ):
            made = await ada.post("/api/tables", {**SECRET, "watchable": False})
            table, invite = made["table"], made["invite"]
            await eve.watch(table, invite)
            await ben.do(table, do="sit", seat=1, invite=invite)
            await eve.ask("ping")
            assert eve.status(table) == "gathering"
            assert any('"no-table"' in text for text in eve.received)
            seen = len(eve.received)
            await ada.watch(table)
            await ada.until(lambda: ada.owed(table))
            seat = ada.owed(table)[0]
            await ada.act(table, 0, _decision(ada, table)["action"], seat["version"])
            await eve.ask("ping")
            assert len(eve.received) == seen + 1
            assert await _refused(eve.watch(table, invite)) == "no-table"

    asyncio.run(play())


def test_a_full_table_accepts_nobody(service: Running) -> None:
    async def play() -> None:
        async with (
            Client(service.url, "Ada") as ada,
            Client(service.url, "Ben") as ben,
            Client(service.url, "Eve") as eve,
        ):
            made = await ada.post("/api/tables", {**SECRET, "start": False})
            table, invite = made["table"], made["invite"]
            await ben.do(table, do="sit", seat=1, invite=invite)
            for seat, code in ((0, "seat-taken"), (1, "seat-taken"), (2, "bad-input")):
                attempt = eve.do(table, do="sit", seat=seat, invite=invite)
                assert await _refused(attempt) == code
            attempt = eve.do(table, do="stand", seat=1)
            assert await _refused(attempt) == "no-table"  # the invitation no longer works
            await eve.watch(table, invite)
            assert await _refused(eve.do(table, do="stand", seat=1)) == "forbidden"
            assert await _refused(eve.do(table, do="start")) == "forbidden"
            assert await _refused(eve.do(table, do="close")) == "forbidden"

    asyncio.run(play())


def test_people_who_race_for_one_seat_do_not_share_it(service: Running) -> None:
    async def play() -> None:
        clients = [Client(service.url, f"P{number}") for number in range(9)]
        for client in clients:
            await client.__aenter__()
        host, *others = clients
        made = await host.post("/api/tables", {**SECRET, "start": False})
        table, invite = made["table"], made["invite"]
        results = await asyncio.gather(
            *(each.do(table, do="sit", seat=1, invite=invite) for each in others),
            return_exceptions=True,
        )
        assert sum(isinstance(each, dict) for each in results) == 1
        assert sum(isinstance(each, RefusedError) for each in results) == len(others) - 1
        for client in clients:
            await client.__aexit__()

    asyncio.run(play())


def test_a_full_cache_does_not_separate_players(tmp_path: Any) -> None:
    """With a cache full of watched tables, two players at another table still hear of each
    other."""

    async def play(service: Running) -> None:
        async with (
            Client(service.url, "Eve") as eve,
            Client(service.url, "Ada") as ada,
            Client(service.url, "Ben") as ben,
        ):
            table, _ = await _begun(ada, ben)
            await ada.disconnect()
            await ben.disconnect()
            for _ in range(3):
                made = await eve.post("/api/tables", SECRET)
                await eve.watch(made["table"])
            for each in (ada, ben):
                await each.connect()
                await each.watch(table)
            await ada.do(table, do="say", room="players", text="are you there?")
            await ben.until(lambda: ben.tables[table]["chat"])

    with running(settings(tmp_path, tables_in_memory=2)) as service:
        asyncio.run(play(service))


def _headers(answer: Any) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name != "date"}


async def _log(service: Running, table: str) -> list[bytes]:
    store: Store = service.service.store
    return (await store.log(table)).rows
