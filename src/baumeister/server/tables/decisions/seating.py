"""Decisions before the game: seats, bots, salts and the start."""

from __future__ import annotations

from baumeister.server.tables import commands as c
from baumeister.server.tables import events as e
from baumeister.server.tables.decisions.checks import (
    check_open,
    check_own,
    check_seat,
    checked_bot,
    checked_name,
    checked_salt,
)
from baumeister.server.tables.decisions.playing import chance
from baumeister.server.tables.errors import ForbiddenError, NoTableError, RemovedError, TableError
from baumeister.server.tables.naming import distinct
from baumeister.server.tables.table import Status, Table
from baumeister.server.tables.viewer import Secrets, User, is_removed, may_join


def start_events(table: Table, secrets: Secrets, now: int) -> list[e.AnyEvent]:
    """The events that start the game, if every seat is taken and ready."""
    if table.status != Status.GATHERING or not table.is_complete:
        return []
    return [e.Started(at=now), *chance(table, table.match.copy(), secrets, now)]


def arrange(
    table: Table, user: User, command: c.AnyCommand, secrets: Secrets, now: int
) -> list[e.AnyEvent]:
    """The events of a command before the game."""
    match command:
        case c.SwitchChat(on=on):
            return [e.ChatSwitched(at=now, on=on)] if on != table.chat_on else []
        case c.SwitchWatching(on=on):
            return [e.WatchingSwitched(at=now, on=on)] if on != table.watchable else []
        case c.Start():
            started = start_events(table, secrets, now)
            if not started:
                raise TableError("not every seat is taken and ready")
            return started
        case c.Close():
            return [e.Closed(at=now)]
        case c.Salt(seat=seat, salt=salt):
            check_own(table, user, seat)
            return [e.Salted(at=now, seat=seat, salt=checked_salt(salt))]
        case c.Sit(seat=seat, name=name):
            check_open(table, seat)
            called = distinct(checked_name(name or user.name), [each.name for each in table.seats])
            sat = e.Sat(at=now, seat=seat, person=user.id, name=called)
            if not command.salt:
                return [sat]
            return [sat, e.Salted(at=now, seat=seat, salt=checked_salt(command.salt))]
        case c.FillWithBot(seat=seat, bot=bot):
            check_seat(table, seat)
            had_bot = table.seats[seat].kind == "bot"
            if not had_bot:
                check_open(table, seat)
            filled = e.BotReplaced(at=now, seat=seat, bot=checked_bot(bot, table.game))
            if had_bot and table.seats[seat].bot == filled.bot:
                return []
            return [e.Stood(at=now, seat=seat), filled] if had_bot else [filled]
        case c.Stand(seat=seat):
            check_seat(table, seat)
            if table.seats[seat].kind == "open":
                raise TableError("nobody sits there")
            had = table.seats[seat]
            # a seat kept for a rematch may be freed without offence
            removed = had.kind == "human" and had.ready and had.person not in user.ids
            return [e.Stood(at=now, seat=seat, removed=removed)]
        case c.LetIn(person=person):
            if person not in table.removed:
                raise TableError("nobody with this id was removed")
            return [e.LetIn(at=now, person=person)]
    raise TypeError(f"{type(command).__name__} is not a seating command")


def check_permission(table: Table, user: User, command: c.AnyCommand) -> None:
    """Refuse a command that this user may not give, or not at this stage."""
    is_host = table.created.host in user.ids
    match command:
        case c.SwitchChat() | c.SwitchWatching():
            allowed = is_host
        case c.Sit(invite=invite):
            allowed = may_join(table, user, invite)
            if is_removed(table, user):
                raise RemovedError
            if not allowed:
                raise NoTableError
        case c.Start():
            allowed = is_host or bool(table.seats_of(user.ids))
        case c.Stand(seat=seat):
            check_seat(table, seat)
            allowed = is_host or seat in table.seats_of(user.ids)
        case c.Salt():
            allowed = True
        case _:
            allowed = is_host
    if not allowed:
        raise ForbiddenError("only the host of the table may do that")
    if isinstance(command, c.Sit) and table.status == Status.PLAYING:
        return  # an imported game continues: its seats are open to invited people
    if isinstance(command, c.Close) and _is_alone(table, user):
        return  # nobody else loses anything
    switches = isinstance(command, c.SwitchChat | c.SwitchWatching | c.LetIn)
    if table.status != Status.GATHERING and not switches:
        raise TableError("the game has started" if table.status == Status.PLAYING else "it is over")


def _is_alone(table: Table, user: User) -> bool:
    """True if a game is being played and no other person takes part."""
    people = [seat.person for seat in table.seats if seat.kind == "human"]
    return table.status == Status.PLAYING and all(person in user.ids for person in people)
