"""Users, and what they may see of a table."""

from __future__ import annotations

from hashlib import sha256
from hmac import compare_digest
from typing import NamedTuple

from baumeister.server.tables.table import Status, Table


class User(NamedTuple):
    """A user: the current id, all ids this person has had, and the name."""

    id: str
    ids: frozenset[str]
    name: str


class Secrets(NamedTuple):
    """What only the service may know about a table."""

    seed: str

    def __repr__(self) -> str:
        return "<Secrets>"


def takes_part(table: Table, user: User | None) -> bool:
    """True for the host and the players of the table."""
    return user is not None and (table.created.host in user.ids or table.has_player(user.ids))


def is_removed(table: Table, user: User | None) -> bool:
    """True if the host has removed the user and not let them in again."""
    return user is not None and not user.ids.isdisjoint(table.removed)


def preview_key(table: Table) -> str:
    """A key that shows the result of the finished game to previews of links, and nothing else.

    It may be part of an address: the invitation does not follow from it.
    """
    return sha256(f"preview {table.created.invite}".encode()).hexdigest()[:22]


def may_preview(table: Table, user: User | None, key: str) -> bool:
    """True if the game is over and the user may see its result."""
    known = table.created.watchable and compare_digest(key.encode(), preview_key(table).encode())
    return table.status == Status.OVER and (known or may_watch(table, user, None))


def may_join(table: Table, user: User | None, invite: str | None) -> bool:
    """True if the user may take a seat or, if spectators are allowed, watch."""
    if is_removed(table, user):
        return False
    if table.created.listed or takes_part(table, user):
        return True
    return invite is not None and compare_digest(invite.encode(), table.created.invite.encode())


def may_watch(table: Table, user: User | None, invite: str | None) -> bool:
    """True if the user may see the table now. Once the game has started, others than its players
    need a table that is open to spectators."""
    open_to_all = table.watchable or table.status == Status.GATHERING
    return (open_to_all or takes_part(table, user)) and may_join(table, user, invite)
