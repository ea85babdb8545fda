"""Decisions during the game: actions, chance, clocks and resignations."""

from __future__ import annotations

import msgspec

from baumeister.bots import stand_in_code
from baumeister.core.chance import CHANCE
from baumeister.core.errors import StaleError
from baumeister.records import Fairness
from baumeister.server.tables import commands as c
from baumeister.server.tables import events as e
from baumeister.server.tables.decisions.checks import check_own, check_playing, check_seat
from baumeister.server.tables.errors import FlagError, TableError
from baumeister.server.tables.pace import Untimed
from baumeister.server.tables.recorded import fairness_of
from baumeister.server.tables.table import AnyMatch, Status, Table
from baumeister.server.tables.viewer import Secrets, User


def play(
    table: Table, user: User, command: c.Act | c.Retract, secrets: Secrets, now: int
) -> list[e.AnyEvent]:
    seat = command.seat
    check_seat(table, seat)
    if any(table.knows_key(seat, person, command.key) for person in user.ids):
        return []  # even if the seat was lost meanwhile: the command was executed
    check_own(table, user, seat)
    check_playing(table)
    if table.paused:
        raise TableError("the game is paused; resume it first")
    deadline = table.clocks.deadline(seat)
    if deadline is not None and now >= deadline:
        raise FlagError("your time ran out before this arrived")
    if isinstance(command, c.Act):
        grace = table.created.grace if table.people() - user.ids else 0
        acted = e.Acted(at=now, seat=seat, action=command.action, key=command.key, grace=grace)
        return _acted(table, acted, command.version, secrets)
    _check_version(table, seat, command.version)
    table.match.copy().retract(seat)
    if not table.clocks.may_take_back(seat, now):
        raise TableError("not enough time is left to take that back")
    return [e.Retracted(at=now, seat=seat, key=command.key)]


def _acted(table: Table, acted: e.Acted, version: int, secrets: Secrets) -> list[e.AnyEvent]:
    _check_version(table, acted.seat, version)
    draft = table.match.copy()
    alone = draft.actors == (acted.seat,)
    draft.submit(acted.seat, acted.action)
    if acted.grace and alone and draft.actors == (CHANCE,):
        return [acted]  # chance follows after the grace
    acted = msgspec.structs.replace(acted, grace=0)
    return [acted, *chance(table, draft, secrets, acted.at)]


def _check_version(table: Table, seat: int, version: int) -> None:
    now = table.version_for(seat)
    if version != now:
        raise StaleError(f"based on version {version}, the seat is at {now}")


def chance(table: Table, draft: AnyMatch, secrets: Secrets, now: int) -> list[e.AnyEvent]:
    """The events of chance from here on, and the end of the game if it is reached."""
    public = fairness_of(table)
    fair = Fairness(public.commitment, public.salts, secrets.seed)
    events: list[e.AnyEvent] = []
    rolled = tuple(str(entry.action) for entry in fair.roll(draft))
    if rolled:
        events.append(e.Rolled(at=now, actions=rolled))
    if not draft.actors:
        events.append(e.Ended(at=now, seed=secrets.seed))
    return events


def grace_events(table: Table, secrets: Secrets, now: int) -> list[e.AnyEvent]:
    """The events of chance once a decision can no longer be taken back freely."""
    if table.grace is None or table.status != Status.PLAYING or now < table.grace.until:
        return []
    return chance(table, table.match.copy(), secrets, now)


def bot_acts(table: Table, acted: e.Acted, version: int, secrets: Secrets) -> list[e.AnyEvent]:
    """A bot's decision, if it is still its turn."""
    if acted.seat not in table.owing or table.seats[acted.seat].kind != "bot":
        return []
    return _acted(table, acted, version, secrets)


def bot_failed(table: Table, seat: int, bot: str, simpler: str, now: int) -> list[e.AnyEvent]:
    """Replace a bot that failed, if it still has the seat."""
    had = table.seats[seat]
    if table.status != Status.PLAYING or had.kind != "bot" or had.bot != bot:
        return []
    return [e.BotReplaced(at=now, seat=seat, bot=simpler)]


def resign(
    table: Table, user: User, command: c.Resign, secrets: Secrets, now: int
) -> list[e.AnyEvent]:
    """Give up a seat for good."""
    check_own(table, user, command.seat)
    check_playing(table)
    bot = stand_in_code(table.game) if command.then == "bot" else None
    return leave_events(e.Gone(at=now, seat=command.seat, why="resigned", bot=bot), secrets)


def flag_events(table: Table, secrets: Secrets, now: int) -> list[e.AnyEvent]:
    """The events if a clock has run out."""
    first = table.clocks.next_flag()
    if first is None or first[0] > now:
        return []
    pace = table.clocks.pace
    bot = stand_in_code(table.game) if getattr(pace, "flag", "bot") == "bot" else None
    return leave_events(e.Gone(at=now, seat=first[1], why="flag", bot=bot), secrets)


def leave_events(gone: e.Gone, secrets: Secrets) -> list[e.AnyEvent]:
    """A person leaves a seat for good; without a bot to take over, the game ends."""
    if gone.bot is not None:
        return [gone]
    return [gone, e.Ended(at=gone.at, seed=secrets.seed, gone=gone.seat)]


def restart_events(table: Table, now: int, was: int | None) -> list[e.AnyEvent]:
    """The table continues at `now` where it was at `was`; None: where it was is unknown."""
    if table.status != Status.PLAYING or now == was:
        return []
    if was is None:
        return [e.Back(at=now)] if table.clocks.since and table.clocks.left else []
    timed = not isinstance(table.clocks.pace, Untimed)
    waits = table.clocks.since and (timed or len(table.people()) > 1)
    return [e.Back(at=now, was=was)] if waits or table.grace else []
