"""Updates: what is new at a table since a client was last told, made once for all who need it."""

from __future__ import annotations

from typing import Final

from baumeister.server.tables import events as e
from baumeister.server.tables.table import Status, Table
from baumeister.server.tables.viewer import User
from baumeister.server.wire import messages as m
from baumeister.server.wire.serialise import encode
from baumeister.server.wire.shared import Mark, Parts, shared_of
from baumeister.server.wire.table_messages import (
    MISSING,
    Wanted,
    chat_lines,
    message_of,
    seat_state,
    viewer_of,
)

_SEATS: Final = b'"seats":'


class LastSent:
    """What a client was last sent of a table, so that updates contain only what is new."""

    __slots__ = ("chat", "mark", "own", "room")

    def __init__(self, story: int = 0, chat: int = 0) -> None:
        self.mark = Mark(length=story)
        self.chat = chat
        self.room: e.Room | None = None
        self.own: tuple[int, ...] = ()
        """The user's chat room and seats; they change with the info."""

    def invalidate(self) -> None:
        """Send everything again: the user's identity may have changed."""
        self.mark = Mark(length=self.mark.length)


def table_message(
    table_id: str,
    table: Table,
    user: User | None,
    now: int,
    *,
    mutes: frozenset[str] = frozenset(),
) -> m.TableMessage:
    """The whole table as a user, or a stranger, may see it."""
    message = table_update(table_id, table, user, LastSent(), now, mutes=mutes)
    assert message is not None
    return message


def table_update(
    table_id: str,
    table: Table,
    user: User | None,
    last_sent: LastSent,
    now: int,
    *,
    mutes: frozenset[str] = frozenset(),
) -> m.TableMessage | None:
    """What is new since the last message and the user may know; None if there is nothing."""
    wanted = _wanted(table, user, last_sent, mutes)
    return message_of(table_id, table, user, wanted, now) if wanted else None


def encoded_update(
    table_id: str,
    table: Table,
    user: User | None,
    last_sent: LastSent,
    now: int,
    *,
    mutes: frozenset[str] = frozenset(),
) -> bytes | None:
    """`table_update` as JSON. Spectators who need the same get the same bytes; players share all
    but their seats."""
    wanted = _wanted(table, user, last_sent, mutes)
    if wanted is None:
        return None
    if wanted.info:  # what the table says about the user
        return encode(message_of(table_id, table, user, wanted, now))
    head, tail = _public_parts(table_id, table, wanted, now)
    if tail is None:
        return head
    started = table.status in (Status.PLAYING, Status.OVER)
    seats = [seat_state(table, seat) for seat in wanted.own] if started else []
    return b"".join((head, _SEATS, encode(seats), tail))


def _public_parts(table_id: str, table: Table, wanted: Wanted, now: int) -> Parts:
    """The message without the seats of the user."""
    shared, own, story, moved = shared_of(table), wanted.own, wanted.story, wanted.moved
    viewer = viewer_of(own)
    if viewer is not None and shared.story(table, viewer, story) is shared.story(
        table, None, story
    ):
        viewer = None  # sees no more of it than everybody
    needs_seats = moved and bool(own)
    updates = shared.updates_at(now)
    key = (story, moved, needs_seats, viewer, wanted.chat)
    parts = updates.get(key)
    if parts is None:
        mine = wanted if viewer is not None else wanted._replace(own=())
        data = encode(message_of(table_id, table, None, mine, now, without_seats=needs_seats))
        head, _, tail = data.partition(MISSING) if needs_seats else (data, b"", None)
        parts = updates[key] = head, tail
    return parts


def _wanted(
    table: Table, user: User | None, last_sent: LastSent, mutes: frozenset[str]
) -> Wanted | None:
    """What the client needs, noted as sent; None if it has everything."""
    mark, before = shared_of(table).mark, last_sent.mark
    if mark is before:
        return None
    is_new = before.info != mark.info
    if is_new or last_sent.room is None:
        ids = user.ids if user else frozenset()
        last_sent.own, room = table.seats_of(ids), table.room_of(ids)
        if last_sent.room not in (None, room):
            last_sent.chat = 0  # the user sat down or stood up: send the other room's chat
        last_sent.room = room
    own, room, said = last_sent.own, last_sent.room, last_sent.chat
    chat = None
    if table.chat_said[room] > said and (lines := chat_lines(table, room, said, mutes)):
        last_sent.chat = lines[-1].n
        chat = room, said, mutes
    moved = (
        is_new
        or before.length != mark.length
        or not before.versions
        or any(before.versions[seat] != mark.versions[seat] for seat in own)
    )
    last_sent.mark = mark
    if not (moved or chat) and before.moment == mark.moment:
        return None
    return Wanted(own, min(before.length, mark.length), chat, moved, is_new)


def fresh_message(
    table_id: str, table: Table, user: User, now: int, story: int | None = None
) -> m.TableMessage:
    """The table for a client that acted on an old version; the story from where the client's ends,
    if known."""
    last_sent = LastSent(table.story.length if story is None else story, chat=1 << 53)
    last_sent.mark.info = table.info_version
    message = table_update(table_id, table, user, last_sent, now)
    assert message is not None
    return message
