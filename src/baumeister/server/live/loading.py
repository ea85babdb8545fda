"""From the rows of a log to the table: the fold, and whether it agrees with the rest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from baumeister.records import commitment_of
from baumeister.server.store import DamagedError, TableRow
from baumeister.server.tables import events as e
from baumeister.server.tables.pace import Untimed
from baumeister.server.tables.table import Status, Table
from baumeister.server.wire.table_messages import summary

_ORDER: Final = {status.value: number for number, status in enumerate(Status)}


def fold(row: TableRow, rows: Iterable[bytes]) -> Table:
    """The table whose log this is; DamagedError if it cannot be."""
    try:
        table = table_from([event for data in rows for event in e.decode(data)])
    except Exception as error:  # whatever it is: what was written could be played
        what = type(error).__name__  # not its text: whoever asked for the table reads this
        raise DamagedError(f"the log of table {row.id} cannot be played ({what})") from None
    if row.seed and table.created.commitment and _breaks(row.seed, table.created.commitment):
        raise DamagedError(f"the seed of table {row.id} is not the one promised")
    # the row was read before the log, so the log may say more, but never less
    if _ORDER.get(row.status, len(_ORDER)) > _ORDER[table.status.value]:
        raise DamagedError(f"table {row.id} is {row.status}, its log says {table.status.value}")
    return table


def row_of(table_id: str, table: Table, seed: str, now: int) -> TableRow:
    """What lists and the start of the service need of a table."""
    bots = any(seat.kind == "bot" for seat in table.seats)
    return TableRow(
        id=table_id,
        created=table.created.at,
        updated=now,
        status=table.status.value,
        listed=table.created.listed,
        wakes=bots or not isinstance(table.created.pace, Untimed),
        summary=msgspec.json.encode(summary(table)).decode(),
        seed=seed,
    )


def table_from(events: list[e.AnyEvent]) -> Table:
    """The fold itself."""
    created = events[0]
    if not isinstance(created, e.Created):
        raise TypeError("it does not begin with the table's creation")
    table = Table(created)
    for event in events[1:]:
        table.apply(event)
    return table


def _breaks(seed: str, commitment: str) -> bool:
    try:
        return commitment_of(seed) != commitment
    except ValueError:  # not even hexadecimal
        return True
