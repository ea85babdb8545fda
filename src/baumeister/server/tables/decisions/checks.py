"""Checks of commands: the seat, its holder, the stage of the game, names and codes."""

from __future__ import annotations

from baumeister.bots import bot_codes
from baumeister.bots.house import house_bots
from baumeister.core.errors import BaumeisterError, GameOverError, short
from baumeister.core.game import AnyGame
from baumeister.records import check_name, check_salt
from baumeister.server.tables.errors import (
    BadInputError,
    ForbiddenError,
    SeatTakenError,
    TableError,
)
from baumeister.server.tables.table import Status, Table
from baumeister.server.tables.viewer import User


def check_own(table: Table, user: User, seat: int) -> None:
    check_seat(table, seat)
    if seat not in table.seats_of(user.ids):
        raise ForbiddenError("this is not your seat")


def check_seat(table: Table, seat: int) -> None:
    if seat >= len(table.seats):
        raise BadInputError(f"the seats of this table are 0 to {len(table.seats) - 1}")


def check_open(table: Table, seat: int) -> None:
    check_seat(table, seat)
    if table.seats[seat].kind != "open":
        free = [number for number, each in enumerate(table.seats) if each.kind == "open"]
        where = f"; free: {', '.join(map(str, free))}" if free else "; the table is full"
        raise SeatTakenError(f"seat {seat} is taken{where}")


def check_playing(table: Table) -> None:
    if table.status in (Status.OVER, Status.CLOSED):
        raise GameOverError("the game has ended")
    if table.status != Status.PLAYING:
        raise TableError("the game has not started")


def checked_name(name: str) -> str:
    try:
        return check_name(name)
    except BaumeisterError as error:
        raise BadInputError(error.reason) from None


def checked_bot(code: str | None, game: AnyGame) -> str:
    known = [*bot_codes(game), *(bot.code for bot in house_bots(game))]
    if code not in known:
        raise BadInputError(f"no bot {short(code)}; there are: {', '.join(known)}")
    return str(code)


def checked_salt(salt: str) -> str:
    try:
        return check_salt(salt)
    except BaumeisterError as error:
        raise BadInputError(error.reason) from None
