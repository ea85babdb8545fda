"""What happens when somebody asks something of a table: events, or a typed error.

Nothing changes here: the events are stored first, then applied.
"""

from __future__ import annotations

from hmac import compare_digest
from typing import Final, NamedTuple

import msgspec

from baumeister.bots import bot_codes
from baumeister.core.errors import BaumeisterError, GameOverError, StaleError, short
from baumeister.core.registry import find
from baumeister.records import Fairness, check_name, check_salt
from baumeister.server.tables import commands as c
from baumeister.server.tables import events as e
from baumeister.server.tables.errors import (
    BadInputError,
    FlagError,
    ForbiddenError,
    NoTableError,
    SeatTakenError,
    TableError,
)
from baumeister.server.tables.table import AnyMatch, Status, Table
from baumeister.server.tables.undo import undo_target

STAND_IN: Final = "greedy"
"""The bot that takes over a seat."""


JOINER: Final = "\u200d"
"""Holds emoji together; the one invisible character that talk may have."""
MOST_EVENTS: Final = 5000
"""Ten times what a long game needs; then nothing is done that could be done for ever."""
MOST_SAID: Final = 2000
"""Lines of talk in one room."""


class Who(NamedTuple):
    """Somebody: the id, all ids this person has had, and the name."""

    id: str
    ids: frozenset[str]
    name: str


class Secrets(NamedTuple):
    """What the table keeps to itself."""

    seed: str

    def __repr__(self) -> str:
        return "<Secrets>"


# --- making a table --------------------------------------------------------------------


def create(new: c.NewTable, who: Who, commitment: str, invite: str, now: int) -> e.Created:
    """The first event of a table; OptionsError or TableError if it cannot be."""
    game = find(new.game)
    options = game.options(new.options)
    count = game.players(options)
    plans = new.seats or (c.SeatPlan("me"), *(c.SeatPlan("open"),) * (count - 1))
    if len(plans) != count:
        raise BadInputError(f"the game has {count} seats, {len(plans)} are given")
    return e.Created(
        at=now,
        game=game.id,
        options=game.options_data(options),
        seats=tuple(_planned(plan, who, number) for number, plan in enumerate(plans)),
        pace=new.pace,
        host=who.id,
        invite=invite,
        commitment=commitment,
        listed=new.listed,
        watchable=new.watchable,
        chat=new.chat,
        bot_pace=new.bot_pace,
        autostart=new.start,
    )


def _planned(plan: c.SeatPlan, who: Who, number: int) -> e.Seat:
    if plan.kind == "open":
        return e.Seat()
    if plan.kind == "me":
        return e.Seat("human", _name(plan.name or who.name), who.id)
    code = _bot(plan.bot)
    return e.Seat("bot", _name(plan.name or f"{code.capitalize()} {number + 1}"), bot=code)


def begin(table: Table, secrets: Secrets, now: int) -> list[e.AnyEvent]:
    """The events that start the game, if every seat is taken and everybody is ready."""
    full = all(seat.kind != "open" and seat.ready for seat in table.seats)
    if table.status != Status.GATHERING or not full:
        return []
    return [e.Started(at=now), *_chance(table, table.match.copy(), secrets, now)]


def due(table: Table, secrets: Secrets, now: int) -> list[e.AnyEvent]:
    """What happens by itself: the start once all is ready, a flag once time is up."""
    if table.status == Status.GATHERING and table.created.autostart:
        return begin(table, secrets, now)
    return flag(table, secrets, now)


def rematch(table: Table, who: Who, commitment: str, invite: str, now: int) -> e.Created:
    """The first event of the next table: the same people, everybody one seat on."""
    if not any(seat.person in who.ids for seat in table.seats):
        raise ForbiddenError("only who played may ask for a rematch")
    if table.status != Status.OVER:
        raise TableError("the game is not over")
    seats = [_again(seat, who) for seat in table.seats]
    return msgspec.structs.replace(
        table.created,
        at=now,
        seats=(seats[-1], *seats[:-1]),
        host=who.id,
        invite=invite,
        commitment=commitment,
        chat=table.chat_on,
        autostart=True,
        rematch_of=None,
    )


def _again(seat: e.Seat, who: Who) -> e.Seat:
    if seat.person is None:
        return seat
    return e.Seat("human", seat.name, seat.person, ready=seat.person in who.ids)


def agree_to_rematch(table: Table, who: Who, now: int) -> list[e.AnyEvent]:
    """On the next table: this person is ready too."""
    if table.status != Status.GATHERING:
        return []
    own = table.seats_of(who.ids)
    if not own:
        raise ForbiddenError("only who played may agree to a rematch")
    return [e.Readied(at=now, seat=seat) for seat in own if not table.seats[seat].ready]


# --- commands --------------------------------------------------------------------------


def decide(
    table: Table, who: Who, command: c.AnyCommand, secrets: Secrets, now: int
) -> list[e.AnyEvent]:
    """The events of one command; none if it has been taken before."""
    _bounded(table, command)
    match command:
        case c.Act() | c.Retract():
            return _play(table, who, command, secrets, now)
        case c.Ask() | c.Answer() | c.Resume():
            return _consent(table, who, command, now)
        case c.Resign():
            _own(table, who, command.seat)
            _playing(table)
            bot = STAND_IN if command.then == "bot" else None
            return _gone(e.Gone(at=now, seat=command.seat, why="resigned", bot=bot), secrets)
        case c.Say():
            return [_said(table, who, command, now)]
        case c.Rematch():
            raise TypeError("a rematch makes another table")
        case c.Sit(seat=seat) if seat in table.seats_of(who.ids):
            return []  # sent again, as the answer was lost
    _host_or_seated(table, who, command)
    return _gather(table, who, command, secrets, now)


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


def _gone(gone: e.Gone, secrets: Secrets) -> list[e.AnyEvent]:
    """A person leaves a seat for good; if nobody plays on, that is the end."""
    if gone.bot is not None:
        return [gone]
    return [gone, e.Ended(at=gone.at, seed=secrets.seed, gone=gone.seat)]


def back(table: Table, now: int) -> list[e.AnyEvent]:
    """The service is there again: live clocks have not run meanwhile."""
    return [e.Back(at=now)] if table.clocks.since and table.clocks.left else []


def flag(table: Table, secrets: Secrets, now: int) -> list[e.AnyEvent]:
    """The events if somebody's time is up now."""
    first = table.clocks.next_flag()
    if first is None or first[0] > now:
        return []
    pace = table.clocks.pace
    bot = STAND_IN if getattr(pace, "flag", "bot") == "bot" else None
    return _gone(e.Gone(at=now, seat=first[1], why="flag", bot=bot), secrets)


def bot_acts(table: Table, acted: e.Acted, version: int, secrets: Secrets) -> list[e.AnyEvent]:
    """A bot's decision, if it is still asked for."""
    if acted.seat not in table.owing or table.seats[acted.seat].kind != "bot":
        return []
    return _acted(table, acted, version, secrets)


def bot_failed(table: Table, seat: int, bot: str, simpler: str, now: int) -> list[e.AnyEvent]:
    """A simpler bot plays on, if it is still this one's game."""
    had = table.seats[seat]
    if table.status != Status.PLAYING or had.kind != "bot" or had.bot != bot:
        return []
    return [e.BotReplaced(at=now, seat=seat, bot=simpler)]


# --- play ------------------------------------------------------------------------------


def _play(
    table: Table, who: Who, command: c.Act | c.Retract, secrets: Secrets, now: int
) -> list[e.AnyEvent]:
    seat = command.seat
    _exists(table, seat)
    if any(table.knows_key(seat, person, command.key) for person in who.ids):
        return []  # also if the seat was lost since: it was taken, and is answered so again
    _own(table, who, seat)
    _playing(table)
    if table.paused:
        raise TableError("the game is paused; resume it first")
    deadline = table.clocks.deadline(seat)
    if deadline is not None and now >= deadline:
        raise FlagError("your time was up before this arrived")
    if isinstance(command, c.Act):
        acted = e.Acted(at=now, seat=seat, action=command.action, key=command.key)
        return _acted(table, acted, command.version, secrets)
    if command.version != table.version_for(seat):
        raise StaleError(
            f"based on version {command.version}, the seat is at {table.version_for(seat)}"
        )
    table.match.copy().retract(seat)
    if not table.clocks.may_take_back(seat, now):
        raise TableError("too little time is left to take that back")
    return [e.Retracted(at=now, seat=seat, key=command.key)]


def _acted(table: Table, acted: e.Acted, version: int, secrets: Secrets) -> list[e.AnyEvent]:
    draft = table.match.copy()
    if version != table.version_for(acted.seat):
        now = table.version_for(acted.seat)
        raise StaleError(f"based on version {version}, the seat is at {now}")
    draft.submit(acted.seat, acted.action)
    return [acted, *_chance(table, draft, secrets, acted.at)]


def _chance(table: Table, draft: AnyMatch, secrets: Secrets, now: int) -> list[e.AnyEvent]:
    """What chance does now, and the end if that is where it leads."""
    public = table.fairness()
    fair = Fairness(public.commitment, public.salts, secrets.seed)
    events: list[e.AnyEvent] = []
    rolled = tuple(str(entry.action) for entry in fair.roll(draft))
    if rolled:
        events.append(e.Rolled(at=now, actions=rolled))
    if not draft.actors:
        events.append(e.Ended(at=now, seed=secrets.seed))
    return events


# --- consent ---------------------------------------------------------------------------


def _consent(
    table: Table, who: Who, command: c.Ask | c.Answer | c.Resume, now: int
) -> list[e.AnyEvent]:
    _own(table, who, command.seat)
    _playing(table)
    asked: e.AnyEvent
    match command:
        case c.Resume(seat=seat):
            if not table.paused:
                raise TableError("the game is not paused")
            return [e.Resumed(at=now, seat=seat)]
        case c.Ask(matter=matter, seat=seat):
            if table.proposal:
                raise TableError(f"the table is asked about {table.proposal.matter} already")
            if matter == "pause" and table.paused:
                raise TableError("the game is paused already")
            to = undo_target(table, seat) if matter == "undo" else 0
            asked = e.Asked(at=now, matter=matter, seat=seat, to=to)
            agreed = {seat}
        case c.Answer(seat=seat, yes=yes):
            if not table.proposal or (yes and seat in table.proposal.agreed):
                raise TableError("nothing was asked of you")
            if not yes:  # from who asked: it is withdrawn
                return [e.Answered(at=now, seat=seat, yes=False)]
            asked = e.Answered(at=now, seat=seat, yes=True)
            agreed = table.proposal.agreed | {seat}
            matter, to = table.proposal.matter, table.proposal.to
    people = {table.seats[each].person for each in agreed} | who.ids
    if any(table.seats[each].person not in people for each in table.humans()):
        return [asked]
    if matter == "pause":
        return [asked, e.Paused(at=now)]
    return [asked, e.Undone(at=now, to=to)]


# --- around the game -------------------------------------------------------------------


def _gather(
    table: Table, who: Who, command: c.AnyCommand, secrets: Secrets, now: int
) -> list[e.AnyEvent]:
    """Before the game: who sits where."""
    events: list[e.AnyEvent] = []
    match command:
        case c.SwitchChat(on=on):
            return [e.ChatSwitched(at=now, on=on)] if on != table.chat_on else []
        case c.Start():
            started = begin(table, secrets, now)
            if not started:
                raise TableError("not every seat is taken and ready")
            return started
        case c.Close():
            return [e.Closed(at=now)]
        case c.Salt(seat=seat, salt=salt):
            _own(table, who, seat)
            return [e.Salted(at=now, seat=seat, salt=_checked_salt(salt))]
        case c.Sit(seat=seat, name=name):
            _open(table, seat)
            events = [e.Sat(at=now, seat=seat, person=who.id, name=_name(name or who.name))]
            if command.salt:
                events.append(e.Salted(at=now, seat=seat, salt=_checked_salt(command.salt)))
        case c.FillWithBot(seat=seat, bot=bot):
            _exists(table, seat)
            if table.seats[seat].kind == "bot":
                events = [e.Stood(at=now, seat=seat)]
            else:
                _open(table, seat)
            events.append(e.BotReplaced(at=now, seat=seat, bot=_bot(bot)))
        case c.Stand(seat=seat):
            _exists(table, seat)
            if table.seats[seat].kind == "open":
                raise TableError("nobody sits there")
            return [e.Stood(at=now, seat=seat)]
    return events


def _host_or_seated(table: Table, who: Who, command: c.AnyCommand) -> None:
    """Whether this person may arrange this, at this stage."""
    is_host = table.created.host in who.ids
    match command:
        case c.SwitchChat():
            allowed = is_host
        case c.Sit(invite=invite):
            allowed = may_enter(table, who, invite)
            if not allowed:
                raise NoTableError
        case c.Start():
            allowed = is_host or bool(table.seats_of(who.ids))
        case c.Stand(seat=seat):
            _exists(table, seat)
            allowed = is_host or seat in table.seats_of(who.ids)
        case c.Salt():
            allowed = True
        case _:
            allowed = is_host
    if not allowed:
        raise ForbiddenError("only the host of the table may do that")
    if isinstance(command, c.Sit) and table.status == Status.PLAYING:
        return  # an imported game goes on: its seats are open to who is invited
    if table.status != Status.GATHERING and not isinstance(command, c.SwitchChat):
        raise TableError("the game has begun" if table.status == Status.PLAYING else "it is over")


def may_enter(table: Table, who: Who | None, invite: str | None) -> bool:
    """Whether somebody may sit down or, if the table can be watched, look on."""
    if table.created.listed:
        return True
    if who is not None and (table.created.host in who.ids or table.room_of(who.ids) == "players"):
        return True
    return invite is not None and compare_digest(invite.encode(), table.created.invite.encode())


def may_look(table: Table, who: Who | None, invite: str | None) -> bool:
    """Whether somebody may see the table as it is now: once the game has begun, who has no
    part in it only if it can be watched."""
    is_part = who is not None and (
        table.created.host in who.ids or any(seat.person in who.ids for seat in table.seats)
    )
    in_sight = is_part or table.created.watchable or table.status == Status.GATHERING
    return in_sight and may_enter(table, who, invite)


def _said(table: Table, who: Who, command: c.Say, now: int) -> e.Said:
    if not table.chat_on:
        raise TableError("the chat of this table is off")
    if command.room != table.room_of(who.ids):
        raise ForbiddenError("players and watchers talk apart")
    text = " ".join(command.text.split())
    if not text or not text.replace(JOINER, "").isprintable():
        raise BadInputError("say something in printable characters")
    return e.Said(at=now, room=command.room, person=who.id, name=who.name, text=text)


def _own(table: Table, who: Who, seat: int) -> None:
    _exists(table, seat)
    if seat not in table.seats_of(who.ids):
        raise ForbiddenError("that is not your seat")


def _exists(table: Table, seat: int) -> None:
    if seat >= len(table.seats):
        raise BadInputError(f"the table has the seats 0 to {len(table.seats) - 1}")


def _open(table: Table, seat: int) -> None:
    _exists(table, seat)
    if table.seats[seat].kind != "open":
        free = [number for number, each in enumerate(table.seats) if each.kind == "open"]
        where = f"; free: {', '.join(map(str, free))}" if free else "; the table is full"
        raise SeatTakenError(f"seat {seat} is taken{where}")


def _playing(table: Table) -> None:
    if table.status in (Status.OVER, Status.CLOSED):
        raise GameOverError("the game has ended")
    if table.status != Status.PLAYING:
        raise TableError("the game has not begun")


def _name(name: str) -> str:
    try:
        return check_name(name)
    except BaumeisterError as error:
        raise BadInputError(error.reason) from None


def _bot(code: str | None) -> str:
    if code not in bot_codes():
        raise BadInputError(f"no bot {short(code)}; there are: {', '.join(bot_codes())}")
    return str(code)


def _checked_salt(salt: str) -> str:
    try:
        return check_salt(salt)
    except BaumeisterError as error:
        raise BadInputError(error.reason) from None
