"""Creation of tables, also as rematches."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from baumeister.bots.words import character
from baumeister.core.game import AnyGame
from baumeister.core.registry import find
from baumeister.server.tables import commands as c
from baumeister.server.tables import events as e
from baumeister.server.tables.decisions.checks import checked_bot, checked_name
from baumeister.server.tables.errors import BadInputError, ForbiddenError, TableError
from baumeister.server.tables.naming import distinct
from baumeister.server.tables.table import Status, Table
from baumeister.server.tables.viewer import User


def create(
    new: c.NewTable,
    user: User,
    commitment: str,
    invite: str,
    now: int,
    *,
    grace: int = 0,
    away: int = 180_000,
) -> e.Created:
    """The first event of a table; OptionsError or TableError if the request is invalid."""
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
        seats=_planned(plans, user, game),
        pace=new.pace,
        host=user.id,
        invite=invite,
        commitment=commitment,
        listed=new.listed,
        watchable=new.watchable,
        chat=new.chat,
        bot_pace=new.bot_pace,
        friendly=new.friendly,
        autostart=new.start,
        grace=grace,
        away=away,
        rules_version=game.rules_version,
    )


def _planned(plans: Iterable[c.SeatPlan], user: User, game: AnyGame) -> tuple[e.Seat, ...]:
    """The seats as planned; their names differ."""
    seats: list[e.Seat] = []
    for plan in plans:
        seat = _seat(plan, user, game)
        name = distinct(seat.name, [each.name for each in seats])
        seats.append(msgspec.structs.replace(seat, name=name))
    return tuple(seats)


def _seat(plan: c.SeatPlan, user: User, game: AnyGame) -> e.Seat:
    if plan.kind == "open":
        return e.Seat()
    if plan.kind == "me":
        return e.Seat("human", checked_name(plan.name or user.name), user.id)
    code = checked_bot(plan.bot, game)
    return e.Seat("bot", checked_name(plan.name or character(code).name), bot=code)


def rematch(
    table: Table, user: User, commitment: str, invite: str, *, of: str, now: int
) -> e.Created:
    """The first event of a rematch: the same people, everybody one seat further."""
    if not table.has_player(user.ids):
        raise ForbiddenError("only players of this game may ask for a rematch")
    if table.status != Status.OVER:
        raise TableError("the game is not over")
    seats = [_again(seat, user) for seat in table.seats]
    return msgspec.structs.replace(
        table.created,
        at=now,
        options=table.game.options_data(table.game.options_of(table.match.state)),
        rules_version=table.game.rules_version,
        seats=(seats[-1], *seats[:-1]),
        host=user.id,
        invite=invite,
        commitment=commitment,
        chat=table.chat_on,
        watchable=table.watchable,
        autostart=True,
        rematch_of=of,
    )


def _again(seat: e.Seat, user: User) -> e.Seat:
    if seat.person is None:
        return seat
    return e.Seat("human", seat.name, seat.person, ready=seat.person in user.ids)


def accept_rematch(table: Table, user: User, now: int) -> list[e.AnyEvent]:
    """On the new table: mark this user's seats as ready."""
    if table.status != Status.GATHERING:
        return []
    own = table.seats_of(user.ids)
    if not own:
        raise ForbiddenError("only players of the last game may agree to a rematch")
    return [e.Readied(at=now, seat=seat) for seat in own if not table.seats[seat].ready]
