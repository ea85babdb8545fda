"""Who asks, and whether they may look and come in."""

from __future__ import annotations

from hmac import compare_digest
from typing import NamedTuple

from baumeister.server.tables.table import Status, Table


class User(NamedTuple):
    """Somebody: the id, all ids this person has had, and the name."""

    id: str
    ids: frozenset[str]
    name: str


class Secrets(NamedTuple):
    """What the table keeps to itself."""

    seed: str

    def __repr__(self) -> str:
        return "<Secrets>"


def takes_part(table: Table, user: User | None) -> bool:
    """Whether the table is this person's, as the host or as a player."""
    return user is not None and (table.created.host in user.ids or table.has_player(user.ids))


def may_join(table: Table, user: User | None, invite: str | None) -> bool:
    """Whether somebody may sit down or, if the table can be watched, look on."""
    if table.created.listed or takes_part(table, user):
        return True
    return invite is not None and compare_digest(invite.encode(), table.created.invite.encode())


def may_watch(table: Table, user: User | None, invite: str | None) -> bool:
    """Whether somebody may see the table as it is now: once the game has begun, who has no
    part in it only if it can be watched."""
    open_to_all = table.created.watchable or table.status == Status.GATHERING
    return (open_to_all or takes_part(table, user)) and may_join(table, user, invite)
