"""Apply the events around the game: seats, proposals, pauses and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from baumeister.bots.words import character
from baumeister.server.tables import events as e
from baumeister.server.tables.naming import distinct
from baumeister.server.tables.state import Proposal, Status

if TYPE_CHECKING:
    from baumeister.server.tables.table import Table


def arrange(table: Table, event: e.AnyEvent) -> None:
    """Apply an event that is not a decision of the game itself."""
    match event:
        case e.Started():
            table.status = Status.PLAYING
            table.started = event.at
            table.note(event, what="started")
        case e.Asked():
            table.proposal = Proposal(event)
            table.note(event, what="asked", matter=event.matter, seat=event.seat)
        case e.Answered(seat=seat, yes=yes):
            _answered(table, seat, yes)
            table.note(event, what="answered", seat=seat, yes=yes)
        case e.Paused() | e.Resumed():
            table.paused = isinstance(event, e.Paused)
            table.proposal = None
            table.clocks.reset_days()
            table.note(event, what="paused" if table.paused else "resumed")
        case e.Ended():
            table.status = Status.OVER
            table.ended = event
            table.proposal = None
            table.note(event, what="ended", gone=event.gone)
        case e.Closed():
            table.status = Status.CLOSED
            table.note(event, what="closed")
        case e.Rematched(table=following):
            table.rematch = following
            table.rematches += 1
            table.note(event, what="rematch", table=following)
        case e.ChatSwitched(on=on):
            table.chat_on = on
        case e.WatchingSwitched(on=on):
            table.watchable = on
        case e.LetIn(person=person):
            table.removed.pop(person, None)
        case _:
            _arrange_seat(table, event)


def _arrange_seat(table: Table, event: e.AnyEvent) -> None:
    match event:
        case e.Sat(seat=seat, person=person, name=name):
            table.put(seat, e.Seat("human", name, person))
            table.left.pop(seat, None)
            table.note(event, what="sat", seat=seat, name=name)
        case e.Stood(seat=seat, removed=removed):
            had = table.seats[seat]
            if removed and had.person:
                table.removed[had.person] = had.name
            table.put(seat, e.Seat())
            table.salt(seat, "")
            table.left.pop(seat, None)
            table.note(event, what="stood", seat=seat)
        case e.Readied(seat=seat):
            had = table.seats[seat]
            table.put(seat, e.Seat("human", had.name, had.person))
        case e.Gone(seat=seat, why=why, bot=bot):
            _gone(table, seat, why, bot)
            table.note(event, what=why, seat=seat, bot=bot)
        case e.Returned(seat=seat):
            had = table.seats[seat]
            table.put(seat, e.Seat("human", had.name, had.person))
            table.note(event, what="returned", seat=seat)
        case e.BotReplaced(seat=seat, bot=bot):
            had = table.seats[seat]
            name = had.name or distinct(character(bot).name, [each.name for each in table.seats])
            table.put(seat, e.Seat("bot", name, had.person, bot, gone=had.gone))
            table.note(event, what="bot", seat=seat, bot=bot)
        case _:
            raise TypeError(f"{type(event).__name__} cannot happen here")


def _answered(table: Table, seat: int, yes: bool) -> None:
    if table.proposal is not None:
        if yes:
            table.proposal.agreed.add(seat)
        else:
            table.proposal = None


def _gone(table: Table, seat: int, why: Any, bot: str | None) -> None:
    had = table.seats[seat]
    kind: Any = "bot" if bot else "human"
    table.put(seat, e.Seat(kind, had.name, had.person, bot, gone=why))
    table.proposal = None  # it needs the consent of other people now
