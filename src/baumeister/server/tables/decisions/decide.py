"""What happens when somebody asks something of a table: events, or a typed error.

Nothing changes here: the events are stored first, then applied.
"""

from __future__ import annotations

from typing import Final

from baumeister.server.tables import commands as c
from baumeister.server.tables import events as e
from baumeister.server.tables.decisions.chat import said
from baumeister.server.tables.decisions.consent import consent
from baumeister.server.tables.decisions.gathering import begin, check_may_arrange, gather
from baumeister.server.tables.decisions.playing import flag, play, resign
from baumeister.server.tables.errors import TableError
from baumeister.server.tables.table import Status, Table
from baumeister.server.tables.viewer import Secrets, Who

MOST_EVENTS: Final = 5000
"""Ten times what a long game needs; then nothing is done that could be done for ever."""
MOST_SAID: Final = 2000
"""Lines of talk in one room."""


def decide(
    table: Table, who: Who, command: c.AnyCommand, secrets: Secrets, now: int
) -> list[e.AnyEvent]:
    """The events of one command; none if it has been taken before."""
    _bounded(table, command)
    match command:
        case c.Act() | c.Retract():
            return play(table, who, command, secrets, now)
        case c.Ask() | c.Answer() | c.Resume():
            return consent(table, who, command, now)
        case c.Resign():
            return resign(table, who, command, secrets, now)
        case c.Say():
            return [said(table, who, command, now)]
        case c.Rematch():
            raise TypeError("a rematch makes another table")
        case c.Sit(seat=seat) if seat in table.seats_of(who.ids):
            return []  # sent again, as the answer was lost
    check_may_arrange(table, who, command)
    return gather(table, who, command, secrets, now)


def _bounded(table: Table, command: c.AnyCommand) -> None:
    """A table is read as a whole and kept in memory: whatever can be done again and again has
    an end. The game can always be played to its own."""
    match command:
        case c.Say(room=room):
            if table.chat_said[room] >= MOST_SAID:
                raise TableError("enough has been said at this table")
            return
        case c.Act(seat=seat):
            endless = seat not in table.owing
        case _:
            endless = isinstance(command, c.Stand | c.Salt | c.Ask | c.Retract | c.SwitchChat)
    if endless and table.events >= MOST_EVENTS:
        raise TableError("too much has been changed at this table: play on")


def due(table: Table, secrets: Secrets, now: int) -> list[e.AnyEvent]:
    """What happens by itself: the start once all is ready, a flag once time is up."""
    if table.status == Status.GATHERING and table.created.autostart:
        return begin(table, secrets, now)
    return flag(table, secrets, now)
