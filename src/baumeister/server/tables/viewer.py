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


def has_part(table: Table, who: Who | None) -> bool:
    """Whether the table is this person's, as the host or as a player."""
    return who is not None and (table.created.host in who.ids or table.has_player(who.ids))


def may_enter(table: Table, who: Who | None, invite: str | None) -> bool:
    """Whether somebody may sit down or, if the table can be watched, look on."""
    if table.created.listed or has_part(table, who):
        return True
    return invite is not None and compare_digest(invite.encode(), table.created.invite.encode())


def may_look(table: Table, who: Who | None, invite: str | None) -> bool:
    """Whether somebody may see the table as it is now: once the game has begun, who has no
    part in it only if it can be watched."""
    in_sight = has_part(table, who) or table.created.watchable or table.status == Status.GATHERING
    return in_sight and may_enter(table, who, invite)
