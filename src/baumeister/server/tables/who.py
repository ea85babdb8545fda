"""Who asks, and whether they may look and come in."""

from __future__ import annotations

from hmac import compare_digest
from typing import NamedTuple

from baumeister.server.tables.table import Status, Table


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
