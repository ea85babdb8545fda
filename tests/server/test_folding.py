"""Whatever people do, at whatever times, the stored events fold into the same table."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from baumeister.core.errors import BaumeisterError
from baumeister.server.tables import commands as c
from baumeister.server.tables import events as e
from baumeister.server.tables.pace import DAY, Days, Live, Untimed
from baumeister.server.tables.table import Status
from tests.server.desk import BOB, CAT, PEOPLE, Desk, everything, new

SEATS = st.integers(0, 2)
PLANS = st.sampled_from(
    [c.SeatPlan("me"), c.SeatPlan("open"), c.SeatPlan("open"), c.SeatPlan("bot", bot="random")]
)
PACES = st.sampled_from(
    [
        Untimed(),
        Live(30, 5),
        Live(30, 0, "forfeit"),
        Live(600, 2),
        Days(1),
        Days(2, "forfeit"),
    ]
)
GAMES: list[dict[str, Any]] = [
    {"game": "manhattan", "options": {"players": 3, "rounds": 1}},
    {"game": "manhattan", "options": {"players": 3, "rounds": 1, "choice": "secret"}},
    {"game": "tangram-city", "options": {"players": 3}},
]
COMMANDS = st.one_of(
    st.builds(c.Sit, SEATS, invite=st.just("the-invitation")),
    st.builds(c.Stand, SEATS),
    st.builds(c.FillWithBot, SEATS, st.just("random")),
    st.builds(c.Salt, SEATS, st.sampled_from(["", "a", "b"])),
    st.builds(c.Start),
    st.builds(c.Ask, st.sampled_from(["undo", "pause"]), SEATS),
    st.builds(c.Answer, SEATS, st.booleans()),
    st.builds(c.Answer, SEATS, st.just(True)),
    st.builds(c.Resume, SEATS),
    st.builds(c.Resign, SEATS),
    st.builds(c.Say, st.sampled_from(["players", "watchers"]), st.just("hello")),
    st.builds(c.SwitchChat, st.booleans()),
)
WAITS = st.sampled_from([0, 0, 1, 999, 4_000, 20_000, DAY // 2])
STEP = st.tuples(
    st.one_of(
        st.just("act"),
        st.just("act"),
        st.just("retract"),
        st.just("again"),
        st.just("bots"),
        COMMANDS,
    ),
    st.sampled_from(PEOPLE[:4]),
    WAITS,
    st.integers(0, 10**6),
)


class Books:
    """Invariants between steps, tracked apart from the table."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.versions = [0] * 3
        self.read = 0
        self.sent: list[c.Act | c.Retract] = []

    def check(self) -> None:
        table, now = self.desk.table, self.desk.now
        assert everything(self.desk.refolded(), now) == everything(table, now)
        versions = [table.version_for(seat) for seat in range(3)]
        assert all(a >= b for a, b in zip(versions, self.versions, strict=True))
        self.versions = versions
        keys = [event.key for event in self.desk.log if isinstance(event, e.Acted | e.Retracted)]
        named = [key for key in keys if key]
        assert len(named) == len(set(named)), "a key was taken twice"
        running = set(table.clocks.since)
        humans = set(table.humans())
        assert running == set(table.owing) & humans
        if isinstance(table.clocks.pace, Live):
            most = table.clocks.pace.bank + table.clocks.pace.increment * len(named)
            assert all(left <= most * 1000 for left in table.clocks.left)


def _step(books: Books, what: Any, user: Any, number: int) -> None:
    desk = books.desk
    own = desk.table.seats_of(user.ids)
    seat = own[number % len(own)] if own else number % 3
    version = desk.table.version_for(seat)
    if what == "bots":
        desk.bots_act()
    elif what == "again" and books.sent:
        desk.do(user, books.sent[number % len(books.sent)])
    elif what in ("act", "retract"):
        legal = desk.table.match.legal(seat)
        action = str(legal[number % len(legal)]) if legal else "build 1 A1 1"
        command: c.Act | c.Retract = c.Act(seat, action, version, desk.key())
        if what == "retract":
            command = c.Retract(seat, version, desk.key())
        books.sent.append(command)
        desk.do(user, command)
    elif not isinstance(what, str):
        desk.do(user, what)


def _live_through(game: dict[str, Any], seats: Any, pace: Any, steps: Any) -> Desk:
    desk = Desk(new(**game, seats=seats, pace=pace, start=len(steps) % 2 == 0))
    if desk.table.status == Status.GATHERING:  # most of the time the game is watchable
        for user in (BOB, CAT):
            for seat in (1, 2):
                try:
                    desk.do(user, c.Sit(seat, invite="the-invitation"))
                except BaumeisterError:
                    continue
                break
    books = Books(desk)
    for what, user, wait, number in steps:
        desk.wait(wait)
        before = everything(desk.table, desk.now)
        try:
            _step(books, what, user, number)
        except BaumeisterError:
            assert everything(desk.table, desk.now) == before, "a refusal changes nothing"
        books.check()
    return desk


@pytest.mark.parametrize("game", GAMES, ids=["open", "secret", "tangram-city"])
@given(
    seats=st.tuples(PLANS, PLANS, PLANS),
    pace=PACES,
    steps=st.lists(STEP, min_size=5, max_size=30),
)
@hypothesis_settings(max_examples=25)
def test_stored_events_give_the_same_table(
    game: dict[str, Any], seats: Any, pace: Any, steps: Any
) -> None:
    _live_through(game, seats, pace, steps)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=["open", "secret", "tangram-city"])
@given(
    seats=st.tuples(PLANS, PLANS, PLANS),
    pace=PACES,
    steps=st.lists(STEP, min_size=20, max_size=150),
)
@hypothesis_settings(max_examples=150)
def test_stored_events_give_the_same_table_at_length(
    game: dict[str, Any], seats: Any, pace: Any, steps: Any
) -> None:
    _live_through(game, seats, pace, steps)
