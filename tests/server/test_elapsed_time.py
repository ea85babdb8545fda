"""Clocks count elapsed time: not the time the service is down, and not jumps of the machine's
clock. The same in both stores."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from baumeister.server.clock import SteadyClock
from baumeister.server.store import Store
from baumeister.server.tables import events as e
from baumeister.server.tables.pace import Days, Live
from tests.server.client import Client
from tests.server.desk import two
from tests.server.party import DAY, MINUTE, NOW, Clock, party
from tests.server.running import running, settings
from tests.server.stores import Place

BASE: dict[str, Any] = {"game": "manhattan", "options": {"players": 2, "rounds": 1}}
PACES: dict[str, Any] = {
    "live": ({"kind": "live", "bank": 600, "increment": 5}, 10 * MINUTE),
    "days": ({"kind": "days", "days": 3}, 3 * DAY),
}


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    url = request.getfixturevalue("postgres") if request.param == "postgres" else None
    return Place(tmp_path, url)


async def _left(client: Client, table: str) -> int:
    shown = await client.get(f"/api/tables/{table}")
    [seat] = shown["owing"]
    return int(shown["clocks"]["left"][seat])


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


@pytest.mark.parametrize(("pace", "end"), [("live", "killed"), ("days", "stopped")])
def test_a_restart_neither_charges_nor_refunds_time(
    place: Place, pace: str, end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    given = settings(place.data, database=place.url, clock=clock)
    kind, whole = PACES[pace]

    async def play() -> None:
        with running(given) as service:
            async with party(service.url, {**BASE, "pace": kind}) as at:
                player = at.players[0]
                cookies = dict(player.http.cookies)
                clock.now += 4 * MINUTE  # thinking
                assert await _left(player, at.table) == whole - 4 * MINUTE
                sql = "SELECT clock FROM processes"
                await _until(lambda: place.sql(sql) == [(clock.now,)])
            if end == "killed":
                real = Store.beat

                async def beat(*arguments: Any, gone: bool = False) -> None:
                    if not gone:  # nothing is written at the end
                        await real(*arguments)

                monkeypatch.setattr(Store, "beat", beat)
        monkeypatch.undo()
        clock.now += 30 * DAY
        with running(given) as service:
            again = Client(service.url)
            again.http.cookies.update(cookies)
            async with asyncio.timeout(60):
                while await _left(again, at.table) != whole - 4 * MINUTE:
                    await asyncio.sleep(0.05)  # until the old process counts as ended
            clock.now += MINUTE
            assert await _left(again, at.table) == whole - 5 * MINUTE
            await again.__aexit__()

    asyncio.run(play())


@pytest.mark.parametrize("jump", [5 * 60 * MINUTE, -40 * DAY])
def test_a_jump_of_the_machines_clock_changes_nothing(place: Place, jump: int) -> None:
    wall, elapsed = Clock(), Clock(777)
    clock = SteadyClock(wall, elapsed)

    async def play() -> None:
        given = settings(place.data, database=place.url, clock=clock)
        with running(given) as service:
            async with party(service.url, {**BASE, "pace": PACES["live"][0]}) as at:
                player = at.players[0]
                live = service.service.hub.cache.tables[at.table]
                elapsed.now += 3 * MINUTE
                wall.now += 3 * MINUTE + jump
                await _until(lambda: live.shifted == jump)
                assert clock() == wall.now
                assert await _left(player, at.table) == 7 * MINUTE
                elapsed.now += 2 * MINUTE
                wall.now += 2 * MINUTE
                assert await _left(player, at.table) == 5 * MINUTE
                before = live.n
                await player.do(at.table, do="say", room="players", text="still there?")
                assert live.n == before + 1, "nobody's time has run out"

    asyncio.run(play())


def test_the_clock_of_the_service_advances_with_elapsed_time() -> None:
    wall, elapsed = Clock(NOW), Clock(5)
    clock = SteadyClock(wall, elapsed)
    wall.now += 400
    elapsed.now += 400
    assert (clock(), clock.adjust()) == (NOW + 400, 0)
    wall.now += 300  # adjusted a little, as the machine's clock is by NTP
    assert clock.adjust() == 0
    wall.now -= DAY
    assert clock() == NOW + 400
    assert clock.adjust() == 300 - DAY
    assert clock() == wall.now


@pytest.mark.parametrize("pace", [Live(60, 10), Days(2)])
def test_what_was_used_before_an_interruption_stays_used(pace: Live | Days) -> None:
    desk = two(pace=pace)
    [seat] = desk.table.owing
    before = desk.table.clocks.deadline(seat)
    assert before
    desk.now += 20_000
    left = before - desk.now
    was, desk.now = desk.now, desk.now + 5 * DAY
    desk.take([e.Back(at=desk.now, was=was)])
    after = desk.table.clocks.deadline(seat)
    assert after
    assert after - desk.now == left
    assert desk.refolded().clocks.deadline(seat) == after


def test_old_logs_have_no_time_before_the_interruption() -> None:
    desk = two(pace=Live(60, 10))
    [seat] = desk.table.owing
    desk.now += 50_000
    desk.take([e.Back(at=desk.now)])
    assert desk.table.clocks.deadline(seat) == desk.now + 60_000
