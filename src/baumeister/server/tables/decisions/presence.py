"""Presence: who is connected, and bots that play on for people who have left."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from baumeister.bots import stand_in_code
from baumeister.server.tables import commands as c
from baumeister.server.tables import events as e
from baumeister.server.tables.decisions.checks import check_playing, check_seat
from baumeister.server.tables.errors import ForbiddenError, TableError
from baumeister.server.tables.table import Status, Table
from baumeister.server.tables.viewer import User

MAX_EVENTS: Final = 2000
"""After so many changes the presence of people is no longer recorded."""


def left_events(
    table: Table, seats: Iterable[int], here: Callable[[str], bool], now: int
) -> list[e.AnyEvent]:
    """The people of these seats who are not here any more."""
    return [
        e.Left(at=now, seat=seat)
        for seat in seats
        if matters(table) and seat not in table.left and not here(_person(table, seat))
    ]


def came_events(
    table: Table, here: Callable[[str], bool], now: int, *, returns: bool = False
) -> list[e.AnyEvent]:
    """The people who were marked as having left and are here; they take over from their bots.

    With `returns` also somebody does who was connected all the time.
    """
    events: list[e.AnyEvent] = []
    for seat in range(len(table.seats)):
        if here(_person(table, seat)):
            came = seat in table.left
            if came:
                events.append(e.Came(at=now, seat=seat))
            if (came or returns) and _is_away(table, seat):
                events.append(e.Returned(at=now, seat=seat))
    return events


def stand_in(table: Table, user: User, command: c.StandIn, now: int) -> list[e.AnyEvent]:
    """Let a bot play on for somebody who has left."""
    seat = command.seat
    check_seat(table, seat)
    check_playing(table)
    if not table.seats_of(user.ids) or table.seats[seat].person in user.ids:
        raise ForbiddenError("only the other players may let a bot play on")
    if _is_away(table, seat):
        return []  # somebody else was quicker
    at = table.stand_in_at(seat)
    if at is None:
        raise TableError("nobody waits for this seat")
    if now < at:
        raise TableError("wait a little longer: a bot cannot play on yet")
    return [e.Gone(at=now, seat=seat, why="away", bot=stand_in_code(table.game))]


def take_over(table: Table, user: User, command: c.TakeOver, now: int) -> list[e.AnyEvent]:
    """Take over your seat from the bot."""
    seat = command.seat
    check_seat(table, seat)
    if _person(table, seat) not in user.ids:
        raise ForbiddenError("this is not your seat")
    check_playing(table)
    return [e.Returned(at=now, seat=seat)] if _is_away(table, seat) else []


def matters(table: Table) -> bool:
    """True while people play with each other."""
    if table.status not in (Status.GATHERING, Status.PLAYING):
        return False
    return len(table.people()) > 1 and table.presence_events < MAX_EVENTS


def _is_away(table: Table, seat: int) -> bool:
    return table.status == Status.PLAYING and table.seats[seat].gone == "away"


def _person(table: Table, seat: int) -> str:
    """The person who plays here; empty if nobody does."""
    held = table.seats[seat]
    plays = held.kind == "human" or held.gone == "away"
    return held.person or "" if plays else ""
