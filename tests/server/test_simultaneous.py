"""Simultaneous decisions: nobody is refused because another was quicker, and nobody sees them."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from baumeister.core.errors import BaumeisterError
from baumeister.server.tables import commands as c
from baumeister.server.tables import events as e
from baumeister.server.tables.decisions.creation import create
from baumeister.server.tables.decisions.decide import decide
from baumeister.server.tables.decisions.seating import start_events
from baumeister.server.tables.pace import Days, Live
from baumeister.server.tables.table import Table
from baumeister.server.tables.viewer import Secrets, User
from baumeister.server.wire.updates import table_message

ADA, BEA = (User(name, frozenset([name]), name.capitalize()) for name in ("ada", "bea"))
SECRETS = Secrets("a" * 64)


def table_of(game: str, options: dict[str, Any], pace: Any = None) -> Table:
    """A started table in which Ada has every seat but the last, which is Bea's."""
    count = options["players"]
    seats = (c.SeatPlan("me"),) * (count - 1) + (c.SeatPlan("open"),)
    new = c.NewTable(game, options, seats, pace=pace or Live(bank=900, increment=10))
    table = Table(create(new, ADA, "c" * 64, "invite", 0))
    table.apply(e.Sat(at=0, seat=count - 1, person="bea", name="Bea"))
    for event in start_events(table, SECRETS, 0):
        table.apply(event)
    return table


KEYS = itertools.count()


def do(table: Table, user: User, at: int, seat: int, action: str | None) -> None:
    """Act, or take back."""
    version, key = table.version_for(seat), f"key-{next(KEYS):08}"
    command: Any = c.Retract(seat, version, key)
    if action is not None:
        command = c.Act(seat, action, version, key)
    for event in decide(table, user, command, SECRETS, at):
        table.apply(event)


def first(table: Table, seat: int) -> str:
    return str(table.match.legal(seat)[0])


# --- simultaneous decisions -----------------------------------------------------------


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))), ids=str)
def test_nobody_is_refused_because_another_was_quicker(order: tuple[int, ...]) -> None:
    table = table_of("tangram-city", {"players": 3})
    for _ in range(6):
        known = [table.version_for(seat) for seat in range(3)]
        texts = [first(table, seat) for seat in range(3)]
        for seat in order:
            command = c.Act(seat, texts[seat], known[seat], f"key-{next(KEYS):08}")
            for event in decide(table, BEA if seat == 2 else ADA, command, SECRETS, 1):
                table.apply(event)
        assert table.owing == (0, 1, 2)


def in_the_last_round(pace: Any) -> Table:
    """Three tiles and a fountain at once."""
    table = table_of("tangram-city", {"players": 2, "printed_field": False}, pace)
    while table.match.state.round < 6:
        for seat, user in ((0, ADA), (1, BEA)):
            do(table, user, 1000, seat, first(table, seat))
    return table


@pytest.mark.parametrize("pace", [Live(bank=900, increment=10), Days(days=2)], ids=repr)
def test_parts_of_a_decision_do_not_show_on_the_clock(pace: Any) -> None:
    table = in_the_last_round(pace)
    deadline = table.clocks.deadline(0)
    for at in range(2000, 9000, 1000):
        do(table, ADA, at, 0, first(table, 0))
        assert table.clocks.deadline(0) == deadline
        do(table, ADA, at + 500, 0, None)
        assert table.clocks.deadline(0) == deadline
    for _ in range(4):
        assert table.clocks.deadline(0) == deadline
        do(table, ADA, 9000, 0, first(table, 0))
    assert table.clocks.deadline(0) is None


# --- what counts ----------------------------------------------------------------------


def test_the_rooms_of_the_chat_do_not_count_each_other() -> None:
    table = table_of("manhattan", {"players": 2})
    for number in range(3):
        table.apply(e.Said(at=1, room="players", person="ada", name="Ada", text=f"ours {number}"))
    before = table_message("t", table, BEA, 5)
    for _ in range(200):
        table.apply(e.Said(at=1, room="watchers", person="cy", name="Cy", text="theirs"))
    assert table_message("t", table, BEA, 5) == before
    assert [line.n for line in before.chat] == [1, 2, 3]


def test_a_key_is_remembered_however_busy_others_are() -> None:
    """A repeated decision is acknowledged, without revealing how often others changed theirs."""
    table = table_of("tangram-city", {"players": 2})
    again = c.Act(0, first(table, 0), table.version_for(0), "my-own-key")
    for event in decide(table, ADA, again, SECRETS, 1):
        table.apply(event)
    do(table, ADA, 1, 0, None)
    for _ in range(100):
        do(table, BEA, 1, 1, first(table, 1))
        do(table, BEA, 1, 1, None)
    assert decide(table, ADA, again, SECRETS, 1) == []


def test_after_an_undo_versions_reveal_nothing_about_others() -> None:
    """Every seat's own version increases, never decreases, and only by its own decisions."""
    told = []
    for changes in (0, 3):
        table = table_of("manhattan", {"players": 3, "start": 0})
        do(table, ADA, 1, 0, first(table, 0))
        table.match._changes[0] += changes  # seat 0 has changed its mind before
        before = table.version_for(2)
        table.apply(e.Undone(at=2, to=table.story.lines - 1))
        assert table.version_for(2) > before
        told.append(table.version_for(2))
    assert told[0] == told[1]


def test_errors_reveal_nothing() -> None:
    """A refusal names only what belongs to the seat."""
    table = table_of("manhattan", {"players": 2, "start": 0})
    for seat, user in ((0, ADA), (1, BEA)):
        do(table, user, 1, seat, str(table.match.legal(seat)[0]))
    with pytest.raises(BaumeisterError) as caught:
        do(table, BEA, 2, 1, "build 1 A1 1 blue")
    assert caught.value.reason == "1 has nothing to decide now; waiting for 0"
