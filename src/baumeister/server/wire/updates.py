"""Updates: what is new at a table since a client was last told, made once for all who need it."""

from __future__ import annotations

from typing import Final

from baumeister.server.tables import events as e
from baumeister.server.tables.table import Status, Table
from baumeister.server.tables.viewer import User
from baumeister.server.wire import messages as m
from baumeister.server.wire.serialise import encode
from baumeister.server.wire.shared import Parts, shared_of
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

    __slots__ = ("chat", "info", "moment", "own", "position", "room", "story")

    def __init__(self, story: int = 0, chat: int = 0) -> None:
        self.story = story
        self.chat = chat
        self.info = -1
        self.position: tuple[int, ...] | None = None
        """The versions of the seats at that time."""
        self.moment: object = None
        """The seats that owed a decision, and whatever else changes without a move."""
        self.room: e.Room | None = None
        self.own: tuple[int, ...] = ()
        """The user's chat room and seats; they change with the info."""

    def invalidate(self) -> None:
        """Send everything again: the user's identity may have changed."""
        self.info, self.position = -1, None


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
    shared = shared_of(table)
    story, chat, mutes, moved = wanted.story, wanted.chat, wanted.mutes, wanted.moved
    viewer = viewer_of(wanted.own)
    if shared.story(table, viewer, story) is shared.story(table, None, story):
        viewer = None  # sees no more of it than everybody
    needs_seats = moved and bool(wanted.own)
    updates = shared.updates_at(now)
    key = (story, chat, wanted.room, mutes, moved, needs_seats, viewer)
    parts = updates.get(key)
    if parts is None:
        mine = wanted._replace(own=() if viewer is None else wanted.own)
        data = encode(message_of(table_id, table, None, mine, now, without_seats=needs_seats))
        head, _, tail = data.partition(MISSING) if needs_seats else (data, b"", None)
        parts = updates[key] = head, tail
    return parts


def _wanted(
    table: Table, user: User | None, last_sent: LastSent, mutes: frozenset[str]
) -> Wanted | None:
    """What the client needs, noted as sent; None if it has everything."""
    shared = shared_of(table)
    if last_sent.room is None or last_sent.info != table.info_version:
        ids = user.ids if user else frozenset()
        last_sent.own, room = table.seats_of(ids), table.room_of(ids)
        if last_sent.room not in (None, room):
            last_sent.chat = 0  # the user sat down or stood up: send the other room's chat
        last_sent.room = room
    own, room = last_sent.own, last_sent.room
    info, length = table.info_version, table.story.length
    position = (info, length, *map(table.version_for, own))
    story, moved, is_new = last_sent.story, position != last_sent.position, last_sent.info != info
    chat = chat_lines(table, room, last_sent.chat, mutes)
    if not (moved or is_new or chat or story < length) and shared.moment == last_sent.moment:
        return None
    wanted = Wanted(own, room, min(story, length), last_sent.chat, mutes, moved, is_new)
    last_sent.story = length
    last_sent.info = info
    last_sent.position = position
    last_sent.moment = shared.moment
    if chat:
        last_sent.chat = chat[-1].n
    return wanted


def fresh_message(
    table_id: str, table: Table, user: User, now: int, story: int | None = None
) -> m.TableMessage:
    """The table for a client that acted on an old version; the story from where the client's ends,
    if known."""
    last_sent = LastSent(table.story.length if story is None else story, chat=1 << 53)
    last_sent.info = table.info_version
    message = table_update(table_id, table, user, last_sent, now)
    assert message is not None
    return message
