"""Clocks: live, correspondence, pauses, flags."""

from __future__ import annotations

import random

import pytest

from baumeister.core.errors import BaumeisterError
from baumeister.server.tables import commands as c
from baumeister.server.tables.errors import FlagError, TableError
from baumeister.server.tables.pace import DAY, Days, Live
from baumeister.server.tables.table import Status
from baumeister.server.wire.updates import table_message
from tests.server.desk import ADA, BOB, CAT, EVE, Desk, User, many, me, new, two

SECOND = 1000
MINUTE = 60 * SECOND
LIVE = Live(bank=60, increment=10)
TANGRAM = {"game": "tangram-city", "options": {"players": 2}}


def _turn(desk: Desk) -> tuple[int, User]:
    seat = desk.table.owing[0]
    return seat, (ADA, BOB, CAT)[seat]


def _last_round(desk: Desk) -> Desk:
    """The sixth round of Tangram City, where everybody makes several decisions at once."""
    people = (ADA, BOB)
    while len(desk.table.match.view(0).todo) < 2:
        seat = desk.table.owing[0]
        desk.act(people[seat], seat)
    return desk


def test_untimed_tables_have_no_deadlines() -> None:
    desk = two()
    desk.wait(400 * DAY)
    assert desk.table.status == Status.PLAYING
    assert desk.table.clocks.next_flag() is None


def test_only_seats_that_owe_a_decision_use_time() -> None:
    desk = two(pace=LIVE)
    seat, user = _turn(desk)
    desk.wait(7 * SECOND)
    desk.act(user, seat)
    assert desk.table.clocks.left[seat] == 63 * SECOND
    assert desk.table.clocks.left[1 - seat] == 60 * SECOND
    assert list(desk.table.clocks.since) == [1 - seat]


def test_both_clocks_run_while_both_decide() -> None:
    desk = two(pace=LIVE, **TANGRAM)
    desk.wait(5 * SECOND)
    desk.act(BOB, 1)
    desk.wait(5 * SECOND)
    desk.act(ADA, 0)
    assert desk.table.clocks.left == [60 * SECOND, 65 * SECOND]


def test_a_decision_changed_while_others_think_earns_nothing_more() -> None:
    desk = two(pace=LIVE, **TANGRAM)
    desk.act(BOB, 1, "side a")
    desk.act(BOB, 1, "side b")
    assert desk.table.clocks.left[1] == 70 * SECOND


def test_a_decision_taken_back_gives_the_increment_back() -> None:
    desk = two(pace=LIVE, **TANGRAM)
    desk.wait(5 * SECOND)
    desk.act(BOB, 1)
    desk.wait(20 * SECOND)
    desk.retract(BOB, 1)
    assert desk.table.clocks.left[1] == 55 * SECOND, "and the time between is free"
    desk.wait(3 * SECOND)
    desk.act(BOB, 1)
    assert desk.table.clocks.left[1] == 62 * SECOND


def test_no_time_is_earned_by_deciding_and_taking_back() -> None:
    desk = _last_round(two(pace=LIVE, **TANGRAM))
    before = desk.table.clocks.left[0]
    for _ in range(3):
        desk.act(ADA, 0)
        assert 0 in desk.table.owing, "there is more to decide"
        desk.retract(ADA, 0)
    assert desk.table.clocks.left[0] == before


@pytest.mark.parametrize("pace", [LIVE, Days(days=2)])
def test_a_flag_falls_to_a_bot(pace: Live | Days) -> None:
    desk = many(3, pace=pace)
    seat, user = _turn(desk)
    allowed = 60 * SECOND if isinstance(pace, Live) else 2 * DAY
    desk.wait(allowed - 1)
    assert desk.table.seats[seat].kind == "human"
    desk.wait(1)
    assert desk.table.seats[seat].kind == "bot"
    assert desk.table.seats[seat].gone == "flag"
    assert desk.table.status == Status.PLAYING
    with pytest.raises(BaumeisterError) as caught:
        desk.act(user, seat)
    assert caught.value.code == "forbidden"
    shown = table_message("t", desk.table, None, desk.now).clocks
    assert shown is None or min(shown.left) >= 0


@pytest.mark.parametrize("pace", [Live(10, 0, "forfeit"), Days(1, "forfeit")])
def test_a_flag_forfeits(pace: Live | Days) -> None:
    desk = many(3, pace=pace)
    seat, _ = _turn(desk)
    desk.wait(DAY)
    assert desk.table.status == Status.OVER
    ranks = desk.table.ranks()
    assert ranks is not None
    assert ranks[seat] == 3
    assert ranks.count(1) >= 1


def test_several_flags_fall_one_after_the_other() -> None:
    desk = many(5, game="tangram-city", options={"players": 5}, pace=Days(3))
    desk.wait(300 * DAY)
    assert [seat.kind for seat in desk.table.seats] == ["bot"] * 5


def test_a_late_decision_is_refused() -> None:
    desk = two(pace=LIVE)
    seat, user = _turn(desk)
    desk.now += 60 * SECOND  # before the hub has noticed
    with pytest.raises(FlagError):
        desk.act(user, seat)


def test_the_days_count_from_the_first_request() -> None:
    desk = two(pace=Days(3), **TANGRAM)
    began = desk.now
    desk.wait(2 * DAY)
    desk.act(BOB, 1)
    desk.retract(BOB, 1)
    assert desk.table.clocks.deadline(1) == began + 3 * DAY
    desk.act(BOB, 1)
    desk.wait(DAY - 1)
    desk.act(ADA, 0)
    assert desk.table.clocks.deadline(0) == desk.now + 3 * DAY, "the next moment has its own"
    assert desk.table.clocks.deadline(1) == desk.now + 3 * DAY


def test_a_decision_cannot_be_taken_back_after_the_deadline() -> None:
    desk = _last_round(two(pace=Days(1), **TANGRAM))
    while 0 in desk.table.owing:
        desk.act(ADA, 0)
    desk.now += DAY  # Bob's flag is about to fall
    with pytest.raises(TableError, match="not enough time"):
        desk.retract(ADA, 0)


@pytest.mark.parametrize("pace", [LIVE, Days(2)])
def test_no_clock_runs_in_a_pause(pace: Live | Days) -> None:
    desk = two(pace=pace)
    seat, user = _turn(desk)
    desk.wait(20 * SECOND)
    desk.do(ADA, c.Ask("pause", 0))
    assert not desk.table.paused, "by consent only"
    desk.wait(10 * SECOND)
    desk.do(BOB, c.Answer(1, True))
    assert desk.table.paused
    assert desk.table.owing == ()
    with pytest.raises(TableError, match="paused"):
        desk.act(user, seat)
    desk.wait(50 * DAY)
    desk.do(BOB, c.Resume(1))
    left = desk.table.clocks.deadline(seat)
    assert left is not None
    assert left - desk.now == (30 * SECOND if isinstance(pace, Live) else 2 * DAY)
    desk.act(user, seat)


def test_a_decision_that_waits_may_be_taken_back_after_a_pause() -> None:
    desk = two(pace=Days(2), **TANGRAM)
    desk.act(ADA, 0)
    desk.do(ADA, c.Ask("pause", 0))
    desk.do(BOB, c.Answer(1, True))
    desk.wait(9 * DAY)
    desk.do(ADA, c.Resume(0))
    desk.retract(ADA, 0)
    assert desk.table.clocks.deadline(0) == desk.now + 2 * DAY


def test_a_person_alone_with_bots_pauses_at_once() -> None:
    seats = (*me(), c.SeatPlan("bot", bot="random"))
    desk = Desk(new(seats=seats, pace=LIVE))
    desk.do(ADA, c.Ask("pause", 0))
    assert desk.table.paused
    with pytest.raises(BaumeisterError):
        desk.do(EVE, c.Resume(0))


def test_banks_are_conserved_over_a_whole_game() -> None:
    """Bank plus increments minus time used, to the millisecond."""
    desk = many(3, pace=Live(3600, 5))
    people = {0: ADA, 1: BOB, 2: CAT}
    rng = random.Random(8)
    used, earned = [0] * 3, [0] * 3
    while desk.table.status == Status.PLAYING:
        seat = desk.table.owing[0]
        thought = rng.randrange(20_000)
        desk.wait(thought)
        used[seat] += thought
        earned[seat] += 5 * SECOND
        desk.act(people[seat], seat, desk.choice(seat, rng))
    assert desk.table.clocks.left == [
        3600 * SECOND + earned[seat] - used[seat] for seat in range(3)
    ]
