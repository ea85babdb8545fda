"""Messages of the operator's interface."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from baumeister.server.wire.payloads.play import TableSummary


class OperatedTable(Struct, frozen=True):
    """A table as the operator sees it: no hidden cards, and a hash of its creator's address."""

    table: TableSummary
    origin: str | None
    """A hash of the address that created it: the same for the same address."""
    watchers: int
    """Connections to this process that watch it."""


class BanInfo(Struct, frozen=True):
    kind: str
    value: str
    made: int
    reason: str


class Overview(Struct, frozen=True):
    """The state of the service."""

    version: str
    tables: dict[str, int]
    rows: dict[str, int]
    """Rows of each kind in the database, and its `bytes`."""
    free: int | None
    """Free bytes on the disk of the data folder; null with PostgreSQL."""
    bans: list[BanInfo]


class NewBan(Struct, frozen=True, forbid_unknown_fields=True):
    """Ban an account or a guest (`person`: login or id), an IP address or network (`address`), or
    the address that created a table (`table`)."""

    kind: Literal["person", "address", "table"]
    value: Annotated[str, Meta(min_length=1, max_length=64)]
    reason: Annotated[str, Meta(max_length=200)] = ""


class LiftedBan(Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["person", "address", "origin"]
    value: Annotated[str, Meta(min_length=1, max_length=64)]
