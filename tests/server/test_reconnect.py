"""Disconnecting and restarting: nothing depends on a client or a service staying up."""

from __future__ import annotations

import asyncio
import random
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from baumeister.records import check_text
from tests.server.client import Client, RefusedError, choices
from tests.server.party import DAY, Clock, Party, alike, move, party, people
from tests.server.running import Running, running, settings

BOT = {"kind": "bot", "bot": "random"}
OPEN = {"kind": "open"}
GAMES: dict[str, dict[str, Any]] = {
    "untimed": {"game": "manhattan", "options": {"players": 2, "rounds": 1}},
    "live": {
        "game": "tangram-city",
        "options": {"players": 3},
        "seats": [OPEN, BOT, OPEN],
        "pace": {"kind": "live", "bank": 3600, "increment": 5},
    },
    "days": {
        "game": "manhattan",
        "options": {"players": 4, "rounds": 1, "choice": "secret"},
        "seats": [OPEN, BOT, OPEN, OPEN],
        "pace": {"kind": "days", "days": 2},
    },
    "five": {
        "game": "tangram-city",
        "options": {"players": 5, "printed_field": False},
        "pace": {"kind": "days", "days": 2},
    },
}
TANGRAM = GAMES["five"] | {"options": {"players": 3}}


async def _play_with_gaps(client: Client, table: str, rng: random.Random) -> None:
    """Play, with disconnections before acting or before the answer arrives."""
    while True:
        await client.until(lambda: client.status(table) == "over" or bool(client.owed(table)))
        if client.status(table) == "over":
            return
        seat = client.owed(table)[0]
        action, key = choices(seat, rng), f"key-{rng.random():.12f}".replace(".", "-")
        how = rng.randrange(6)
        if how == 0:
            await client.reconnect()
        # disconnected without knowing whether it arrived; sent again with the same key
        if how == 1:
            answer = asyncio.create_task(
                client.act(table, seat["seat"], action, seat["version"], key)
            )
            await asyncio.sleep(0)
            await client.reconnect()
            await asyncio.gather(answer, return_exceptions=True)
        try:
            await client.act(table, seat["seat"], action, seat["version"], key)
        except RefusedError as error:
            if error.code not in ("stale", "game-over"):
                raise
        await client.until(
            lambda s=seat: (
                client.status(table) == "over"
                or all(
                    each["version"] != s["version"]
                    for each in client.tables[table]["seats"]
                    if each["seat"] == s["seat"]
                )
            )
        )


async def _come_and_go(client: Client, table: str, rng: random.Random) -> None:
    while client.status(table) != "over":
        known = len(client.tables[table]["story"]) + rng.randrange(1, 12)
        await client.until(
            lambda n=known: (
                client.status(table) == "over" or len(client.tables[table]["story"]) >= n
            )
        )
        await client.reconnect()
        await client.ask("ping")


@pytest.mark.parametrize("name", GAMES)
def test_the_story_has_no_gap_after_disconnections(service: Running, name: str) -> None:
    async def play() -> None:
        async with party(service.url, GAMES[name], watchers=2) as at:
            stays, goes = at.watchers
            rngs = [random.Random(n) for n in range(9)]
            await asyncio.gather(
                *(_play_with_gaps(p, at.table, rngs.pop()) for p in at.players),
                _come_and_go(goes, at.table, rngs.pop()),
                stays.until(lambda: stays.status(at.table) == "over"),
            )
            await at.all_until(lambda each: each.status(at.table) == "over")
            whole = stays.tables[at.table]["story"]
            for each in at.all:
                story = each.tables[at.table]["story"]
                assert len(story) == len(whole)
                assert all(map(alike, story, whole))
            record = check_text(
                (
                    await stays.http.get(
                        f"/api/tables/{at.table}/record", headers={"X-Invite": at.invite}
                    )
                ).text
            )
            lines = [entry for entry in whole if isinstance(entry, str)]
            assert all(map(alike, lines, record.log))

    asyncio.run(play())


def test_a_game_lasts_weeks_through_absences_and_restarts(tmp_path: Path) -> None:
    """Two players and a bot, two days per move; the service is restarted again and again."""
    clock = Clock()
    new = {
        "game": "manhattan",
        "options": {"players": 3, "rounds": 1},
        "seats": [OPEN, BOT, OPEN],
        "pace": {"kind": "days", "days": 2},
    }
    given = settings(tmp_path, clock=clock)
    rng = random.Random(5)

    async def sit() -> tuple[Party, list[Client]]:
        with running(given) as service:
            clients = [Client(service.url, name) for name in ("Ada", "Bob")]
            for client in clients:
                await client.__aenter__()
            made = await clients[0].post("/api/tables", {**new, "seats": [OPEN, BOT, OPEN]})
            at = Party(clients, [], made)
            for seat, client in zip((0, 2), clients, strict=True):
                await client.watch(at.table, at.invite)
                await client.do(at.table, do="sit", seat=seat)
            await at.one_decides(rng)
            for client in clients:
                await client.disconnect()
            return at, clients

    async def play() -> None:
        at, clients = await sit()
        restarts = 0
        over = False
        while not over:
            clock.now += DAY + DAY // 2
            restarts += 1
            with running(given) as service:
                for client in clients:
                    await move(client, service.url)
                    await client.until(lambda c=client: bool(c.status(at.table)))
                for _ in range(3):
                    if any(each.status(at.table) == "over" for each in clients):
                        break
                    player, seat = await at.whose_turn()
                    turn = seat["version"]
                    await player.act(at.table, seat["seat"], choices(seat, rng), turn)
                    await player.until(
                        lambda p=player, v=turn: p.tables[at.table]["seats"][0]["version"] != v
                    )
                    await player.until(
                        lambda p=player: (
                            p.status(at.table) == "over" or 1 not in p.tables[at.table]["owing"]
                        )
                    )
                    for client in clients:
                        await client.ask("ping")
                over = any(each.status(at.table) == "over" for each in clients)
                if over:
                    record = await clients[0].http.get(f"/api/tables/{at.table}/record")
                    assert check_text(record.text).result is not None
                for client in clients:
                    await client.disconnect()
        assert restarts >= 3
        for client in clients:
            assert [seat["kind"] for seat in client.tables[at.table]["info"]["seats"]] == [
                "human",
                "bot",
                "human",
            ], "nobody was flagged"
            await client.http.aclose()

    asyncio.run(play())


def test_a_repeated_command_is_executed_once(tmp_path: Path) -> None:
    """On the socket, over HTTP, and after a restart."""
    given = settings(tmp_path)

    async def first(url: str) -> tuple[Client, str, dict[str, Any], int]:
        ada = Client(url)
        await ada.__aenter__()
        new = {**GAMES["untimed"], "seats": [{"kind": "me"}, {"kind": "me"}]}
        table = (await ada.post("/api/tables", new))["table"]
        await ada.watch(table)
        await ada.until(lambda: bool(ada.tables[table].get("seats")))
        [seat] = ada.owed(table)
        act = {
            "do": "act",
            "seat": seat["seat"],
            "action": choices(seat, random.Random(1)),
            "version": seat["version"],
            "key": "once-and-only-once",
        }
        for _ in range(3):
            await ada.do(table, **act)
        for _ in range(2):
            await ada.post(f"/api/tables/{table}/commands", {"command": act})
        await ada.ask("ping")
        return ada, table, act, len(ada.tables[table]["story"])

    async def play() -> None:
        with running(given) as service:
            ada, table, act, length = await first(service.url)
            await ada.disconnect()
        with running(given) as service:
            await move(ada, service.url)
            await ada.do(table, **act)
            await ada.post(f"/api/tables/{table}/commands", {"command": act})
            await ada.ask("ping")
            lines = [x for x in ada.tables[table]["story"] if isinstance(x, str)]
            assert len(ada.tables[table]["story"]) == length
            assert sum(line.endswith(act["action"]) for line in lines) == 1
            await ada.__aexit__()

    asyncio.run(play())


def test_a_stale_command_is_answered_with_the_fresh_table(service: Running) -> None:
    async def play() -> None:
        async with people(service.url, 1) as [ada]:
            new = {**GAMES["untimed"], "seats": [{"kind": "me"}, {"kind": "me"}]}
            table = (await ada.post("/api/tables", new))["table"]
            shown = await ada.get(f"/api/tables/{table}")
            [seat] = [each for each in shown["seats"] if each["seat"] in shown["owing"]]
            action = choices(seat, random.Random(1))
            fields = {"seat": seat["seat"], "action": action, "version": seat["version"] + 7}
            stale = {"do": "act", **fields, "key": "a-stale-key"}

            async def fresh(answer: Any) -> dict[str, Any]:
                with pytest.raises(RefusedError) as caught:
                    await answer
                assert caught.value.code == "stale"
                return dict(caught.value.problem["fresh"])

            answers = [
                await fresh(ada.post(f"/api/tables/{table}/commands", {"command": stale})),
                await fresh(ada.do(table, **stale)),
            ]
            await ada.watch(table)
            answers.append(await fresh(ada.do(table, **stale)))
            for answer in answers:
                assert answer["seats"] == shown["seats"]
                assert answer["owing"] == shown["owing"]
            ada.merge(answers[-1])  # it fits the earlier messages
            await ada.act(
                table, seat["seat"], action, answers[-1]["seats"][seat["seat"]]["version"]
            )

    asyncio.run(play())


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_simultaneous_decisions_are_never_too_late(
    service: Running, order: tuple[int, ...]
) -> None:
    """All act on the same version; in any order every decision is accepted, and hidden until the
    last one."""

    async def play() -> None:
        async with party(service.url, TANGRAM, watchers=1) as at:
            for _ in range(2):  # the side of the board, then the first tile
                for player in at.players:
                    await player.until(lambda p=player: bool(p.owed(at.table)))
                owed = [player.owed(at.table)[0] for player in at.players]
                plan = [choices(seat, random.Random(n)) for n, seat in enumerate(owed)]
                boards = [_boards(each, at.table) for each in at.all]
                heard = len(at.watchers[0].received)
                for done, number in enumerate(order, start=1):
                    player = at.players[number]
                    await player.act(at.table, number, plan[number], owed[number]["version"])
                    if done == 3:
                        break
                    left = sorted(order[done:])
                    await at.all_until(lambda each, n=left: each.tables[at.table]["owing"] == n)
                    assert [_boards(each, at.table) for each in at.all] == boards
                    news = "".join(at.watchers[0].received[heard:])
                    assert not any(plan[n] in news for n in order[:done])
                expected = [f"{n} {action}" for n, action in enumerate(plan)]
                await at.all_until(lambda each, e=expected: set(e) <= set(_lines(each, at.table)))

    asyncio.run(play())


def _boards(client: Client, table: str) -> dict[int, Any]:
    """The boards of the others, as this client sees them."""
    known = client.tables[table]
    own = known["seats"][0]["seat"] if known.get("seats") else None
    view = known["seats"][0]["view"] if known.get("seats") else known["view"]
    return {number: board for number, board in enumerate(view["boards"]) if number != own}


def _lines(client: Client, table: str) -> list[str]:
    return [entry for entry in client.tables[table]["story"] if isinstance(entry, str)]


def test_a_preview_changes_nothing(service: Running) -> None:
    async def play() -> None:
        async with party(service.url, GAMES["untimed"], watchers=1) as at:
            player, seat = await at.whose_turn()
            heard = [len(each.received) for each in at.all]
            action = choices(seat, random.Random(1))
            for _ in range(2):
                shown = await player.ask(
                    "preview", table=at.table, seat=seat["seat"], action=action
                )
                assert shown["preview"]["game"] == "manhattan"
            with pytest.raises(RefusedError) as caught:
                await player.ask("preview", table=at.table, seat=seat["seat"], action="choose 1")
            assert caught.value.problem["possible"]
            with pytest.raises(RefusedError):
                await player.ask("preview", table=at.table, seat=1 - seat["seat"], action=action)
            for each in at.all:
                await each.ask("ping")
            told = [len(each.received) - n for each, n in zip(at.all, heard, strict=True)]
            assert sum(told) == 4 + len(at.all), "the answers, and nothing to anybody else"
            await player.act(at.table, seat["seat"], action, seat["version"])

    asyncio.run(play())


def test_a_refused_command_is_not_announced(service: Running) -> None:
    async def play() -> None:
        async with party(service.url, GAMES["untimed"], watchers=1) as at:
            player, seat = await at.whose_turn()
            [watcher] = at.watchers
            await watcher.ask("ping")
            heard = len(watcher.received)
            with pytest.raises(RefusedError):
                await player.act(at.table, seat["seat"], "choose 1", seat["version"])
            await watcher.ask("ping")
            assert len(watcher.received) == heard + 1

    asyncio.run(play())
