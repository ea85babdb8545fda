"""Chat at a table."""

from __future__ import annotations

from typing import Final

from baumeister.server.tables import commands as c
from baumeister.server.tables import events as e
from baumeister.server.tables.errors import BadInputError, ForbiddenError, TableError
from baumeister.server.tables.table import Table
from baumeister.server.tables.viewer import User

JOINER: Final = "\u200d"
"""Joins emoji; the only invisible character allowed in chat."""


def chat_event(table: Table, user: User, command: c.Say, now: int) -> e.Said:
    if not table.chat_on:
        raise TableError("the chat of this table is turned off")
    if command.room != table.room_of(user.ids):
        raise ForbiddenError("players and spectators have separate chat rooms")
    text = " ".join(command.text.split())
    if not text or not text.replace(JOINER, "").isprintable():
        raise BadInputError("a chat line must have printable characters")
    return e.Said(at=now, room=command.room, person=user.id, name=user.name, text=text)
