"""Presence: who has left, bots that play on for them, and spectators."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from baumeister.server.tables import commands as c
from baumeister.server.tables import events as e
from baumeister.server.tables.decisions.presence import came_events, left_events
from baumeister.server.tables.errors import ForbiddenError, TableError
from baumeister.server.tables.pace import Days, Live
from baumeister.server.tables.table import IDLE_FACTOR
from baumeister.server.tables.viewer import may_watch
from baumeister.server.wire.updates import table_message
from tests.server.client import Client, RefusedError
from tests.server.databases import Redis
from tests.server.desk import ADA, BOB, CAT, EVE, Desk, everything, many, me, new, two
from tests.server.party import Clock
from tests.server.running import running, settings

AWAY = 180_000


def leave(desk: Desk, seat: int) -> None:
    desk.take(left_events(desk.table, [seat], lambda _: False, desk.now))


def come(desk: Desk, person: str, *, returns: bool = False) -> None:
    here = {person}
    desk.take(came_events(desk.table, here.__contains__, desk.now, returns=returns))


def absences(desk: Desk) -> list[tuple[int, int | None, int | None]]:
    message = table_message("t", desk.table, EVE, desk.now)
    return [(each.seat, each.ago, each.bot_in) for each in message.absent]


def test_everybody_sees_who_has_left_and_for_how_long() -> None:
    desk = two()
    assert absences(desk) == [(0, None, IDLE_FACTOR * AWAY)], "Ada is waited for"
    leave(desk, 1)
    desk.wait(120_000)
    assert (1, 120_000, None) in absences(desk)
    assert everything(desk.refolded(), desk.now) == everything(desk.table, desk.now)
    come(desk, "bob")
    assert [seat for seat, _, _ in absences(desk)] == [0]


def test_a_bot_plays_on_and_the_player_takes_over_again() -> None:
    desk = two()
    leave(desk, 0)
    with pytest.raises(TableError, match="wait a little longer"):
        desk.do(BOB, c.StandIn(0))
    desk.wait(AWAY)
    desk.do(BOB, c.StandIn(0))
    assert desk.table.seats[0].kind == "bot"
    assert (desk.table.seats[0].person, desk.table.seats[0].gone) == ("ada", "away")
    assert desk.do(BOB, c.StandIn(0)) == [], "pressed twice"
    desk.bots_act()
    assert desk.table.owing == (1,)
    come(desk, "ada")
    assert desk.table.seats[0] == e.Seat("human", "Ada", "ada")
    desk.act(BOB, 1)
    assert desk.table.owing == (0,)
    desk.act(ADA, 0)
    assert everything(desk.refolded(), desk.now) == everything(desk.table, desk.now)


def test_only_other_players_let_a_bot_play_on() -> None:
    desk = many(3)
    seat = desk.table.owing[0]
    people = (ADA, BOB, CAT)
    leave(desk, seat)
    desk.wait(AWAY)
    for user in (people[seat], EVE):
        with pytest.raises(ForbiddenError):
            desk.do(user, c.StandIn(seat))
    other = people[(seat + 1) % 3]
    with pytest.raises(TableError, match="nobody waits"):
        desk.do(other, c.StandIn((seat + 2) % 3))
    desk.do(other, c.StandIn(seat))
    assert desk.table.seats[seat].gone == "away"


def test_an_untimed_game_cannot_hang_on_somebody_who_is_connected() -> None:
    desk = two()
    desk.wait(IDLE_FACTOR * AWAY - 1)
    with pytest.raises(TableError, match="wait a little longer"):
        desk.do(BOB, c.StandIn(0))
    desk.wait(1)
    desk.do(BOB, c.StandIn(0))
    come(desk, "ada")
    assert desk.table.seats[0].kind == "bot", "still connected: not a return"
    with pytest.raises(ForbiddenError):
        desk.do(BOB, c.TakeOver(0))
    desk.do(ADA, c.TakeOver(0))
    assert desk.table.seats[0].kind == "human"


def test_opening_the_table_again_is_a_return() -> None:
    desk = two()
    desk.wait(IDLE_FACTOR * AWAY)
    desk.do(BOB, c.StandIn(0))
    come(desk, "ada", returns=True)
    assert desk.table.seats[0].kind == "human"


def test_days_per_move_have_their_own_deadline() -> None:
    desk = two(pace=Days(days=3))
    leave(desk, 0)
    desk.wait(10 * IDLE_FACTOR * AWAY)
    with pytest.raises(TableError, match="nobody waits"):
        desk.do(BOB, c.StandIn(0))


def test_a_clock_that_runs_does_not_prevent_a_stand_in() -> None:
    desk = two(pace=Live(bank=3600))
    assert absences(desk) == []
    leave(desk, 0)
    desk.wait(AWAY)
    desk.do(BOB, c.StandIn(0))
    assert desk.table.clocks.since == {}


def test_alone_with_bots_nobody_leaves() -> None:
    desk = Desk(new(seats=(*me(), c.SeatPlan("bot", bot="random"))))
    leave(desk, 0)
    assert desk.table.left == {}
    assert absences(desk) == []


def test_a_person_who_is_away_still_protects_their_secrets_from_undo() -> None:
    desk = two()
    desk.act(ADA, 0)
    leave(desk, 1)
    desk.wait(AWAY)
    desk.do(ADA, c.StandIn(1))
    for _ in range(20):
        desk.bots_act()
        if desk.choice(0).startswith("build") and desk.table.owing == (0,):
            break
        desk.act(ADA, 0)
    desk.act(ADA, 0)
    desk.bots_act()
    with pytest.raises(TableError, match="others have decided since"):
        desk.do(ADA, c.Ask("undo", 0))


def test_flapping_connections_do_not_fill_the_log() -> None:
    desk = two()
    for _ in range(1500):
        leave(desk, 0)
        come(desk, "ada")
    assert desk.table.presence_events <= 2001
    assert desk.table.events < 50, "other commands are not used up"


# --- spectators -----------------------------------------------------------------------


def test_the_host_decides_on_spectators_during_the_game() -> None:
    desk = two()
    invite = "the-invitation"
    assert may_watch(desk.table, EVE, invite)
    assert not may_watch(desk.table, EVE, None), "only with the invitation"
    with pytest.raises(ForbiddenError):
        desk.do(BOB, c.SwitchWatching(False))
    desk.do(ADA, c.SwitchWatching(False))
    assert not may_watch(desk.table, EVE, invite)
    assert may_watch(desk.table, BOB, None)
    info = table_message("t", desk.table, ADA, desk.now).info
    assert info is not None
    assert info.watchable is False
    assert everything(desk.refolded(), desk.now) == everything(desk.table, desk.now)
    desk.do(ADA, c.SwitchWatching(True))
    assert may_watch(desk.table, EVE, invite)


# --- over real connections ------------------------------------------------------------


def test_presence_follows_connections(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        async with Client(url, "Ada") as ada, Client(url, "Bob") as bob, Client(url, "Eve") as eve:
            made = await ada.post("/api/tables", {"game": "manhattan", "options": {"players": 2}})
            table, invite = made["table"], made["invite"]
            await ada.watch(table)
            await bob.watch(table, invite)
            await bob.do(table, do="sit", seat=1)
            await eve.watch(table, invite)  # a spectator

            def left(client: Client) -> list[int]:
                found = client.tables[table].get("absent", [])
                return [each["seat"] for each in found if each["ago"] is not None]

            await bob.until(lambda: bool(bob.owed(table)) or bool(ada.owed(table)))
            turn = bob.tables[table]["owing"][0]
            gone, stays = (ada, bob) if turn == 0 else (bob, ada)
            await gone.disconnect()
            await stays.until(lambda: left(stays) == [turn])
            await eve.until(lambda: left(eve) == [turn])
            with pytest.raises(RefusedError, match="wait a little longer"):
                await stays.do(table, do="stand-in", seat=turn)
            clock.now += AWAY
            await stays.do(table, do="stand-in", seat=turn)
            await stays.until(lambda: bool(stays.owed(table)))  # the bot has decided
            await gone.reconnect()
            await stays.until(lambda: left(stays) == [])
            seat = stays.tables[table]["info"]["seats"][turn]
            assert (seat["kind"], seat.get("gone")) == ("human", None)
            await gone.until(lambda: len(gone.tables[table].get("seats", [])) == 1)

            await ada.do(table, do="watching", on=False)
            await ada.until(lambda: ada.tables[table]["info"]["watchable"] is False)
            with pytest.raises(RefusedError):
                await eve.watch(table, invite)

    clock = Clock()
    with running(settings(tmp_path, clock=clock, presence_delay=0.05)) as service:
        asyncio.run(play(service.url))


def test_processes_agree_on_who_is_there(postgres: str, redis: Redis, tmp_path: Path) -> None:
    """Ada is connected to both; losing one connection is not leaving."""

    async def play(urls: list[str]) -> None:
        async with Client(urls[0], "Ada") as ada, Client(urls[1], "Bob") as bob:
            made = await ada.post("/api/tables", {"game": "manhattan", "options": {"players": 2}})
            table, invite = made["table"], made["invite"]
            await ada.watch(table)
            await bob.watch(table, invite)
            await bob.do(table, do="sit", seat=1)
            await bob.until(lambda: bob.status(table) == "playing")
            second = Client(urls[1], "Ada")
            second.http.cookies = ada.http.cookies
            await second.connect()
            await second.watch(table)

            def left() -> list[int]:
                found = bob.tables[table].get("absent", [])
                return [each["seat"] for each in found if each["ago"] is not None]

            before = len(bob.received)
            await ada.disconnect()
            await bob.until(lambda: len(bob.received) >= before + 2 and left() == [])
            await second.disconnect()
            await bob.until(lambda: left() == [0])
            await ada.reconnect()
            await bob.until(lambda: left() == [])
            await second.http.aclose()

    given = {"database": postgres, "redis": redis.url, "presence_delay": 0.05}
    with (
        running(settings(tmp_path / "one", **given)) as one,
        running(settings(tmp_path / "two", **given)) as two_,
    ):
        asyncio.run(play([one.url, two_.url]))
