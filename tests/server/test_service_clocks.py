"""Clocks of a running service: flags, pauses and restarts."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from baumeister.server.tables.table import Status
from tests.server.client import Client, RefusedError, choices, play_on
from tests.server.party import DAY, MINUTE, Clock, Party, move, party
from tests.server.running import Running, running, settings

BASE: dict[str, Any] = {"game": "manhattan", "options": {"players": 2, "rounds": 1}}
PACES: list[dict[str, Any]] = [
    {"kind": "live", "bank": 600, "increment": 5},
    {"kind": "days", "days": 3},
]


async def _poke(at: Party) -> None:
    """Send a chat line, which makes the table check its clock."""
    await at.players[0].do(at.table, do="say", room="players", text="still there?")


@pytest.mark.parametrize("pace", PACES, ids=["live", "days"])
def test_a_flag_falls_to_a_bot_and_the_game_goes_on(tmp_path: Path, pace: Any) -> None:
    clock = Clock()

    async def play(url: str) -> None:
        async with party(url, {**BASE, "pace": {**pace, "flag": "bot"}}) as at:
            player, seat = await at.whose_turn()
            clock.now += 4 * DAY
            with pytest.raises(RefusedError) as caught:
                await player.act(
                    at.table, seat["seat"], choices(seat, random.Random(1)), seat["version"]
                )
            assert caught.value.code == "time-up"
            await _poke(at)
            other = at.players[1 - seat["seat"]]
            await other.until(
                lambda: other.tables[at.table]["info"]["seats"][seat["seat"]]["kind"] == "bot"
            )
            assert other.tables[at.table]["info"]["seats"][seat["seat"]]["gone"] == "flag"
            await play_on(other, at.table, random.Random(1))
            assert other.tables[at.table]["info"]["result"]["details"] is not None

    with running(settings(tmp_path, clock=clock)) as service:
        asyncio.run(play(service.url))


def test_a_flag_ends_the_game_where_that_was_agreed(tmp_path: Path) -> None:
    clock = Clock()

    async def play(url: str) -> None:
        async with party(url, {**BASE, "pace": {**PACES[0], "flag": "forfeit"}}) as at:
            _, seat = await at.whose_turn()
            clock.now += 11 * MINUTE
            await _poke(at)
            await at.all_until(lambda each: each.status(at.table) == "over")
            result = at.players[0].tables[at.table]["info"]["result"]
            assert result["gone"] == seat["seat"]
            assert result["ranks"][seat["seat"]] == 2

    with running(settings(tmp_path, clock=clock)) as service:
        asyncio.run(play(service.url))


def test_a_live_flag_falls_while_nobody_does_anything(tmp_path: Path) -> None:
    """The service notices by itself."""

    async def play(url: str) -> None:
        pace = {"kind": "live", "bank": 10, "increment": 0, "flag": "forfeit"}
        async with party(url, {**BASE, "pace": pace}) as at:
            await at.all_until(lambda each: each.status(at.table) == "over")

    clock = _Fast()
    with running(settings(tmp_path, clock=clock)) as service:
        asyncio.run(play(service.url))


def test_bots_finish_the_game_of_people_who_ran_out_of_time_and_left(tmp_path: Path) -> None:
    async def play(service: Running) -> None:
        pace = {"kind": "live", "bank": 10, "increment": 0, "flag": "bot"}
        async with party(service.url, {**BASE, "pace": pace}) as at:
            await at.all_until(lambda each: each.status(at.table) == "playing")
        hub = service.service.hub
        async with asyncio.timeout(60):
            while True:
                live = await asyncio.wrap_future(service.submit(hub.open(at.table)))
                if live.table.status == Status.OVER:
                    break
                await asyncio.sleep(0.02)
        assert [seat.gone for seat in live.table.seats] == ["flag", "flag"]

    clock = _Fast()
    with running(settings(tmp_path, clock=clock)) as service:
        asyncio.run(play(service))


def test_a_timer_that_fires_too_early_is_set_again(tmp_path: Path) -> None:
    async def play(service: Running) -> None:
        async with party(service.url, {**BASE, "pace": PACES[1]}) as at:
            hub = service.service.hub
            live = hub.cache.tables[at.table]
            assert live.timer is not None
            live.timer.cancel()
            await asyncio.wrap_future(service.submit(hub.timers.fired(live)))
            assert not live.timer.cancelled()
            assert at.players[0].status(at.table) == "playing"

    with running(settings(tmp_path, clock=Clock())) as service:
        asyncio.run(play(service))


class _Fast(Clock):
    """Advances nine seconds with each reading, so that tests do not wait."""

    def __call__(self) -> int:
        self.now += 9000
        return self.now


@pytest.mark.parametrize("pace", PACES, ids=["live", "days"])
def test_a_pause_by_consent_outlasts_a_restart(tmp_path: Path, pace: Any) -> None:
    clock = Clock()
    given = settings(tmp_path, clock=clock)

    async def pause() -> tuple[Party, list[Client]]:
        with running(given) as service:
            clients = [Client(service.url, name) for name in ("Ada", "Bob")]
            for client in clients:
                await client.__aenter__()
            made = await clients[0].post("/api/tables", {**BASE, "pace": pace})
            at = Party(clients, [], made)
            await clients[1].watch(at.table, at.invite)
            await clients[1].do(at.table, do="sit", seat=1)
            await clients[0].watch(at.table)
            clock.now += MINUTE
            await clients[0].do(at.table, do="ask", matter="pause", seat=0)
            await clients[1].until(lambda: bool(clients[1].tables[at.table].get("proposal")))
            assert not clients[1].tables[at.table].get("paused")
            await clients[1].do(at.table, do="answer", seat=1, yes=True)
            await at.all_until(lambda each: bool(each.tables[at.table].get("paused")))
            for client in clients:
                await client.disconnect()
            return at, clients

    async def play() -> None:
        at, clients = await pause()
        clock.now += 100 * DAY
        with running(given) as service:
            for client in clients:
                await move(client, service.url)
                await client.until(lambda c=client: bool(c.tables[at.table].get("paused")))
            await clients[1].do(at.table, do="resume", seat=1)
            await at.all_until(lambda each: bool(each.tables[at.table]["owing"]))
            [seat] = clients[0].tables[at.table]["owing"]
            left = clients[0].tables[at.table]["clocks"]["left"][seat]
            assert left == (9 * MINUTE if pace["kind"] == "live" else 3 * DAY)
            for client in clients:
                await client.__aexit__()

    asyncio.run(play())
