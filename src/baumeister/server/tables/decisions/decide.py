"""What happens when somebody asks something of a table: events, or a typed error.

Nothing changes here: the events are stored first, then applied.
"""

from __future__ import annotations

from typing import Final

from baumeister.server.tables import commands as c
from baumeister.server.tables import events as e
from baumeister.server.tables.decisions.chat import chat_event
from baumeister.server.tables.decisions.consent import consent
from baumeister.server.tables.decisions.playing import flag_events, play, resign
from baumeister.server.tables.decisions.seating import arrange, check_permission, start_events
from baumeister.server.tables.errors import TableError
from baumeister.server.tables.table import Status, Table
from baumeister.server.tables.viewer import Secrets, User

MAX_EVENTS: Final = 5000
"""Ten times what a long game needs; then nothing is done that could be done for ever."""
MAX_CHAT_LINES: Final = 2000
"""Lines of talk in one room."""


def decide(
    table: Table, user: User, command: c.AnyCommand, secrets: Secrets, now: int
) -> list[e.AnyEvent]:
    """The events of one command; none if it has been taken before."""
    _check_limits(table, command)
    match command:
        case c.Act() | c.Retract():
            return play(table, user, command, secrets, now)
        case c.Ask() | c.Answer() | c.Resume():
            return consent(table, user, command, now)
        case c.Resign():
            return resign(table, user, command, secrets, now)
        case c.Say():
            return [chat_event(table, user, command, now)]
        case c.Rematch():
            raise TypeError("a rematch makes another table")
        case c.Sit(seat=seat) if seat in table.seats_of(user.ids):
            return []  # sent again, as the answer was lost
    check_permission(table, user, command)
    return arrange(table, user, command, secrets, now)


def _check_limits(table: Table, command: c.AnyCommand) -> None:
    """A table is read as a whole and kept in memory: whatever can be done again and again has
    an end. The game can always be played to its own."""
    match command:
        case c.Say(room=room):
            if table.chat_said[room] >= MAX_CHAT_LINES:
                raise TableError("enough has been said at this table")
            return
        case c.Act(seat=seat):
            endless = seat not in table.owing
        case _:
            endless = isinstance(command, c.Stand | c.Salt | c.Ask | c.Retract | c.SwitchChat)
    if endless and table.events >= MAX_EVENTS:
        raise TableError("too much has been changed at this table: play on")


def automatic_events(table: Table, secrets: Secrets, now: int) -> list[e.AnyEvent]:
    """What happens by itself: the start once all is ready, a flag once time is up."""
    if table.status == Status.GATHERING and table.created.autostart:
        return start_events(table, secrets, now)
    return flag_events(table, secrets, now)
