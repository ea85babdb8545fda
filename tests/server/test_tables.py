"""Tables without a service: seats, start, chance, leaving, rematch."""

from __future__ import annotations

import random

import pytest

from baumeister.core.errors import BaumeisterError
from baumeister.records import check_text, commitment_of
from baumeister.server.tables import commands as c
from baumeister.server.tables import events as e
from baumeister.server.tables.decisions.creation import accept_rematch, rematch
from baumeister.server.tables.decisions.playing import bot_failed
from baumeister.server.tables.errors import (
    BadInputError,
    ForbiddenError,
    SeatTakenError,
    TableError,
)
from baumeister.server.tables.recorded import fairness_of, record_of_table
from baumeister.server.tables.table import Status
from baumeister.server.tables.viewer import User
from tests.server.desk import ADA, BOB, CAT, EVE, SEED, Desk, everything, many, me, new, two

INVITE = "the-invitation"


def bot(code: str = "random", name: str | None = None) -> c.SeatPlan:
    return c.SeatPlan("bot", name, code)


# --- creating and gathering -----------------------------------------------------------


def test_seats_are_planned_or_left_open() -> None:
    seats = Desk(new(options={"players": 3}, seats=(*me(), bot("greedy"), c.SeatPlan("open"))))
    assert [(each.kind, each.name) for each in seats.table.seats] == [
        ("human", "Ada"),
        ("bot", "Eager Emil"),
        ("open", ""),
    ]
    plain = Desk(new(options={"players": 4}))
    assert [each.kind for each in plain.table.seats] == ["human", "open", "open", "open"]


@pytest.mark.parametrize(
    "given",
    [
        {"seats": me(3)},
        {"seats": (*me(), bot("nobody-knows"))},
        {"seats": (*me(), c.SeatPlan("bot"))},
        {"seats": (c.SeatPlan("me", "A\u202eda"), c.SeatPlan("open"))},
        {"seats": (c.SeatPlan("me", "x" * 61), c.SeatPlan("open"))},
    ],
)
def test_invalid_tables_are_refused(given: dict[str, object]) -> None:
    with pytest.raises(BadInputError):
        Desk(new(**given))


def test_options_are_checked_by_the_game() -> None:
    with pytest.raises(BaumeisterError) as caught:
        Desk(new(options={"players": 9}))
    assert caught.value.code == "options"


def test_the_game_starts_automatically_or_on_request() -> None:
    assert two().table.status == Status.PLAYING
    by_hand = two(start=False)
    assert by_hand.table.status == Status.GATHERING
    by_hand.wait(10**9)
    assert by_hand.table.status == Status.GATHERING
    by_hand.do(BOB, c.Start())
    assert by_hand.table.status == Status.PLAYING
    assert by_hand.table.started == by_hand.now


def test_a_table_of_bots_starts_at_once() -> None:
    desk = Desk(new(seats=(bot(), bot())))
    assert desk.table.status == Status.PLAYING
    desk.play({}, random.Random(1))
    assert desk.table.status == Status.OVER


def test_the_host_and_the_player_can_free_a_seat() -> None:
    desk = many(3, start=False)
    desk.do(CAT, c.Stand(2))
    desk.do(ADA, c.Stand(1))
    assert [each.kind for each in desk.table.seats] == ["human", "open", "open"]
    with pytest.raises(ForbiddenError):
        desk.do(BOB, c.Stand(0))
    with pytest.raises(TableError, match="nobody sits there"):
        desk.do(ADA, c.Stand(1))


def test_the_host_replaces_a_bot() -> None:
    desk = Desk(new(seats=(*me(), bot("random")), start=False))
    desk.do(ADA, c.FillWithBot(1, "greedy"))
    assert desk.table.seats[1] == e.Seat("bot", "Eager Emil", bot="greedy")
    with pytest.raises(SeatTakenError):
        desk.do(ADA, c.FillWithBot(0, "greedy"))
    with pytest.raises(BadInputError, match="greedy"):
        desk.do(ADA, c.FillWithBot(1, "deep-blue"))


def test_names_at_a_table_differ() -> None:
    seats = (*me(), bot("greedy"), bot("greedy"), c.SeatPlan("open"))
    desk = Desk(new(options={"players": 4}, seats=seats))
    desk.do(BOB, c.Sit(3, "Eager Emil", invite=desk.table.created.invite))
    names = [seat.name for seat in desk.table.seats]
    assert names == ["Ada", "Eager Emil", "Eager Emil 2", "Eager Emil 3"]


def test_a_game_without_other_people_can_be_abandoned() -> None:
    alone = Desk(new(seats=(*me(), bot("greedy"))))
    with pytest.raises(ForbiddenError):
        alone.do(BOB, c.Close())
    alone.do(ADA, c.Close())
    assert alone.table.status == Status.CLOSED
    assert alone.table.ranks() is None
    with pytest.raises(TableError):  # the others want to finish theirs
        many(3).do(ADA, c.Close())


# --- chance ----------------------------------------------------------------------------


def _record(desk: Desk) -> str:
    return record_of_table(desk.table, None).dumps()


def test_salts_are_part_of_chance_and_can_be_verified() -> None:
    logs = []
    for salts in ((), ("ada's",), ("ada's", "bob's")):
        desk = two(start=False)
        for seat, salt in enumerate(salts):
            desk.do((ADA, BOB)[seat], c.Salt(seat, salt))
        desk.do(ADA, c.Start())
        desk.play({0: ADA, 1: BOB}, random.Random(1))
        checked = check_text(_record(desk))
        assert checked.chance is not None
        assert checked.chance.keeps_promise
        assert checked.chance.salts == ((*salts, "", "")[:2] if salts else ())
        logs.append(checked.log)
        if salts:  # with another salt the cards would not match
            forged = _record(desk).replace("ada's", "eve's")
            with pytest.raises(BaumeisterError):
                check_text(forged)
    assert len(set(logs)) == 3


def test_a_salt_is_removed_with_its_person() -> None:
    desk = two(start=False)
    desk.do(BOB, c.Salt(1, "bob's"))
    desk.do(BOB, c.Stand(1))
    assert desk.table.salts == ("", "")
    with pytest.raises(BadInputError):
        desk.do(ADA, c.Salt(0, "not printable: \x07"))


def test_the_seed_stays_secret_until_the_end() -> None:
    desk = two()
    assert fairness_of(desk.table).seed is None
    assert SEED not in str([e.encode([event]) for event in desk.log])
    desk.do(BOB, c.Resign(1, "nobody"))
    assert fairness_of(desk.table).seed == SEED


# --- playing ---------------------------------------------------------------------------


def _turn(desk: Desk) -> tuple[int, User]:
    seat = desk.table.owing[0]
    return seat, (ADA, BOB, CAT)[seat]


def test_a_key_is_accepted_once() -> None:
    desk = two()
    seat, user = _turn(desk)
    version = desk.table.version_for(seat)
    act = c.Act(seat, desk.choice(seat), version, "the-same-key")
    assert desk.do(user, act)
    before = everything(desk.table, 0)
    assert desk.do(user, act) == []
    assert everything(desk.table, 0) == before
    desk.table = desk.refolded()
    assert desk.do(user, act) == []


def test_a_key_is_remembered_after_the_end() -> None:
    desk = two()
    rng = random.Random(2)
    last: list[c.Act] = []
    while desk.table.status == Status.PLAYING:
        seat, user = _turn(desk)
        last = [c.Act(seat, desk.choice(seat, rng), desk.table.version_for(seat), desk.key())]
        desk.do(user, last[0])
    assert desk.do((ADA, BOB)[last[0].seat], last[0]) == []


def test_a_stale_version_is_refused() -> None:
    desk = two()
    seat, user = _turn(desk)
    stale = c.Act(seat, desk.choice(seat), desk.table.version_for(seat) - 1, desk.key())
    with pytest.raises(BaumeisterError) as caught:
        desk.do(user, stale)
    assert caught.value.code == "stale"


@pytest.mark.parametrize(
    "order", [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
)
def test_simultaneous_decisions_in_any_order(order: tuple[int, ...]) -> None:
    """Nobody's version changes because another was quicker, and the result is the same."""
    desk = many(3, game="tangram-city", options={"players": 3})
    people = (ADA, BOB, CAT)
    versions = [desk.table.version_for(seat) for seat in range(3)]
    plan = {seat: desk.choice(seat) for seat in range(3)}
    for seat in order:
        assert desk.table.version_for(seat) == versions[seat]
        desk.do(people[seat], c.Act(seat, plan[seat], versions[seat], desk.key()))
        if seat != order[-1]:
            assert seat not in desk.table.owing
    sides = [line for line in desk.table.story.game_lines() if line[1].startswith("side")]
    assert [actor for actor, _, _ in sides] == [0, 1, 2]


# --- leaving ---------------------------------------------------------------------------


def test_a_bot_takes_over_from_a_player_who_resigns() -> None:
    desk = many(3)
    desk.do(BOB, c.Resign(1))
    seat = desk.table.seats[1]
    assert (seat.kind, seat.name, seat.person, seat.gone) == ("bot", "Bob", "bob", "resigned")
    with pytest.raises(ForbiddenError):
        desk.act(BOB, 1, "choose 4443")
    desk.play({0: ADA, 2: CAT}, random.Random(1))
    assert desk.table.status == Status.OVER
    assert desk.table.match.outcome is not None


def test_an_abandoned_game_ranks_the_leaver_last() -> None:
    desk = many(3)
    desk.play({0: ADA, 1: BOB, 2: CAT}, random.Random(4), most=12)
    desk.do(ADA, c.Resign(0, "nobody"))
    ranks = desk.table.ranks()
    assert desk.table.status == Status.OVER
    assert ranks is not None
    points = desk.table.game.standing(desk.table.match.state)
    assert ranks[0] == 3
    assert (ranks[1] < ranks[2]) == (points[1] > points[2])
    assert check_text(_record(desk)).result is None


def test_a_failed_bot_is_replaced_only_while_it_plays() -> None:
    desk = Desk(new(seats=(*me(), bot("greedy"))))
    assert bot_failed(desk.table, 0, "greedy", "random", desk.now) == []
    assert bot_failed(desk.table, 1, "random", "random", desk.now) == []
    desk.take(bot_failed(desk.table, 1, "greedy", "random", desk.now))
    assert desk.table.seats[1] == e.Seat("bot", "Eager Emil", bot="random")
    assert bot_failed(desk.table, 1, "greedy", "random", desk.now) == []


# --- rematch ---------------------------------------------------------------------------


def _again(desk: Desk, user: User) -> Desk:
    return Desk(rematch(desk.table, user, commitment_of(SEED), "another", of="t", now=desk.now))


def test_a_rematch_shifts_everybody_by_one_seat() -> None:
    desk = many(3)
    with pytest.raises(TableError):
        _again(desk, ADA)
    desk.do(BOB, c.Resign(1))
    desk.do(CAT, c.Resign(2, "nobody"))
    with pytest.raises(ForbiddenError):
        _again(desk, EVE)
    following = _again(desk, BOB)
    assert [seat.name for seat in following.table.seats] == ["Cat", "Ada", "Bob"]
    assert [seat.kind for seat in following.table.seats] == ["human"] * 3, "gone people come back"
    assert [seat.ready for seat in following.table.seats] == [False, False, True]
    for user in (ADA, BOB, CAT):
        assert following.table.status == Status.GATHERING
        following.take(accept_rematch(following.table, user, following.now))
    assert following.table.status == Status.PLAYING
    with pytest.raises(ForbiddenError):
        accept_rematch(Desk(new()).table, EVE, 0)


def test_a_rematch_against_bots_starts_at_once() -> None:
    desk = Desk(new(options={"players": 3, "rounds": 1}, seats=(*me(2), bot("greedy"))))
    desk.do(ADA, c.Resign(0, "nobody"))
    following = _again(desk, ADA)
    assert [seat.kind for seat in following.table.seats] == ["bot", "human", "human"]
    assert following.table.status == Status.PLAYING


def test_a_player_declines_a_rematch_by_standing_up() -> None:
    desk = two()
    desk.do(BOB, c.Resign(1, "nobody"))
    following = _again(desk, ADA)
    following.do(BOB, c.Stand(0))
    following.do(CAT, c.Sit(0, invite="another"))
    assert following.table.status == Status.PLAYING
