"""Leaving all tables, before a user is deleted."""

from __future__ import annotations

import logging
from typing import Final

from baumeister.core.errors import BaumeisterError
from baumeister.server.live.hub import Hub
from baumeister.server.tables import commands as c
from baumeister.server.tables.table import Status, Table
from baumeister.server.tables.viewer import User

log = logging.getLogger("baumeister.server")

MAX_TABLES: Final = 500


async def leave_tables(hub: Hub, user: User) -> None:
    """Free the user's seats before games, and let bots play on in running ones."""
    for row in await hub.store.tables_of(user.ids, MAX_TABLES):
        if row.status not in (Status.GATHERING, Status.PLAYING):
            continue
        try:
            table = (await hub.open(row.id)).table
            for command in _farewells(table, user):
                await hub.execute(row.id, user, command)
        except BaumeisterError as error:  # the others may still let a bot play on
            log.error("leaving a table", extra={"reason": error.reason})


def _farewells(table: Table, user: User) -> list[c.AnyCommand]:
    own = table.seats_of(user.ids)
    is_alone = all(person in user.ids for person in table.people())
    is_host = table.created.host in user.ids
    if is_host and (is_alone or table.status == Status.GATHERING):
        return [c.Close()]
    if table.status == Status.GATHERING:
        return [c.Stand(seat) for seat in own]
    return [c.Resign(seat) for seat in own]
