"""The requests that clients send through a socket (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from baumeister.server.tables.commands import AnyCommand, SeatNumber, Text

TableId = Annotated[str, Meta(max_length=32, pattern="^[A-Za-z0-9_-]+$")]
RequestId = Annotated[int, Meta(ge=0, le=2**53)]


class Request(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A request; `id` is repeated in the answer."""

    id: RequestId


class Watch(Request, frozen=True, tag="watch"):
    """Watch a table; `story` and `chat` are the numbers of entries you already have."""

    table: TableId
    invite: Annotated[str, Meta(max_length=64)] | None = None
    story: Annotated[int, Meta(ge=0)] = 0
    chat: Annotated[int, Meta(ge=0)] = 0


class Unwatch(Request, frozen=True, tag="unwatch"):
    table: TableId


class Do(Request, frozen=True, tag="do"):
    """Send a command to a table."""

    table: TableId
    command: AnyCommand


class Preview(Request, frozen=True, tag="preview"):
    """Ask what an action would change, without playing it."""

    table: TableId
    seat: SeatNumber
    action: Text


class Hint(Request, frozen=True, tag="hint"):
    """Ask what a bot would do in this seat."""

    table: TableId
    seat: SeatNumber


class Analyse(Request, frozen=True, tag="analyse"):
    """Ask for an analysis of a finished game."""

    table: TableId
    open_cards: bool = False
    """Judge decisions with all cards open, not by what each player could know."""


class Ping(Request, frozen=True, tag="ping"):
    pass


AnyRequest = Watch | Unwatch | Do | Preview | Hint | Analyse | Ping
