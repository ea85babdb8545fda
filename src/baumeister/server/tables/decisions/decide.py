"""Decide on a command: the events that follow from it, or a typed error.

Nothing is changed here: events are stored first, then applied.
"""

from __future__ import annotations

from typing import Final

from baumeister.server.tables import commands as c
from baumeister.server.tables import events as e
from baumeister.server.tables.decisions.chat import chat_event
from baumeister.server.tables.decisions.consent import consent
from baumeister.server.tables.decisions.playing import flag_events, grace_events, play, resign
from baumeister.server.tables.decisions.presence import stand_in, take_over
from baumeister.server.tables.decisions.seating import arrange, check_permission, start_events
from baumeister.server.tables.errors import TableError
from baumeister.server.tables.table import Status, Table
from baumeister.server.tables.viewer import Secrets, User

MAX_EVENTS: Final = 5000
"""Ten times what a long game needs; beyond it, commands that could be repeated forever are
refused."""
MAX_ARRANGED: Final = 500
"""Changes of a table before its game."""
ENDLESS: Final = (
    c.Stand,
    c.FillWithBot,
    c.LetIn,
    c.Salt,
    c.Ask,
    c.Retract,
    c.StandIn,
    c.SwitchChat,
    c.SwitchWatching,
)
MAX_CHAT_LINES: Final = 2000
"""Chat lines per room."""


def decide(
    table: Table, user: User, command: c.AnyCommand, secrets: Secrets, now: int
) -> list[e.AnyEvent]:
    """The events of a command; none if it was executed before."""
    _check_limits(table, command)
    match command:
        case c.Act() | c.Retract():
            return play(table, user, command, secrets, now)
        case c.Ask() | c.Answer() | c.Resume():
            return consent(table, user, command, now)
        case c.Resign():
            return resign(table, user, command, secrets, now)
        case c.StandIn():
            return stand_in(table, user, command, now)
        case c.TakeOver():
            return take_over(table, user, command, now)
        case c.Say():
            return [chat_event(table, user, command, now)]
        case c.Rematch():
            raise TypeError("a rematch is not a command to this table")
        case c.Sit(seat=seat) if seat in table.seats_of(user.ids):
            return []  # a repetition: the first answer was lost
    check_permission(table, user, command)
    return arrange(table, user, command, secrets, now)


def _check_limits(table: Table, command: c.AnyCommand) -> None:
    """Refuse endless repetition: a table is kept in memory as a whole. Playing the game to its end
    is always possible."""
    match command:
        case c.Say(room=room):
            if table.chat_said[room] >= MAX_CHAT_LINES:
                raise TableError("this chat room is full")
            return
        case c.Act(seat=seat):
            endless = seat not in table.owing
        case _:
            endless = isinstance(command, ENDLESS)
    gathering = table.status == Status.GATHERING
    if endless and table.events >= (MAX_ARRANGED if gathering else MAX_EVENTS):
        raise TableError("too many changes at this table: only moves are accepted now")


def automatic_events(table: Table, secrets: Secrets, now: int) -> list[e.AnyEvent]:
    """Events that happen without a command: the start once every seat is ready, chance after the
    grace for undo, a flag fall."""
    if table.status == Status.GATHERING and table.created.autostart:
        return start_events(table, secrets, now)
    return grace_events(table, secrets, now) or flag_events(table, secrets, now)
