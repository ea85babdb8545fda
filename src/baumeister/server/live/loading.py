"""Load a table from its log and check it against its row."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from baumeister.core.errors import IllegalError
from baumeister.records import commitment_of
from baumeister.server.store import DamagedError, TableRow
from baumeister.server.tables import events as e
from baumeister.server.tables.pace import Untimed
from baumeister.server.tables.table import Status, Table
from baumeister.server.wire.messages import Summary
from baumeister.server.wire.table_messages import summary


class OutdatedError(ValueError):
    """A table that was played by an older version of the rules and differs by the present one."""

    def __init__(self, version: int, clause: str | None = None) -> None:
        which = f"{clause} was" if clause else "the scoring was"
        super().__init__(f"was played by version {version} of the rules; {which} corrected since")


_ORDER: Final = {status.value: number for number, status in enumerate(Status)}


def fold(row: TableRow, rows: Iterable[bytes]) -> Table:
    """The table with this log; DamagedError if the log cannot be replayed or contradicts the
    row."""
    try:
        table = table_from([event for data in rows for event in e.decode(data)])
    except OutdatedError as error:
        raise DamagedError(f"table {row.id} {error}") from None
    except Exception as error:  # anything may be wrong with a damaged log
        what = type(error).__name__  # not its text, which is shown to users
        raise DamagedError(f"the log of table {row.id} cannot be replayed ({what})") from None
    if row.seed and table.created.commitment and _breaks(row.seed, table.created.commitment):
        raise DamagedError(f"the seed of table {row.id} does not match its commitment")
    # The row was read before the log, so the log may be ahead of it, but not behind.
    if _ORDER.get(row.status, len(_ORDER)) > _ORDER[table.status.value]:
        raise DamagedError(f"table {row.id} is {row.status}, its log says {table.status.value}")
    if _is_scored_otherwise(row, table):
        raise DamagedError(f"table {row.id} {OutdatedError(table.created.rules_version)}")
    return table


def row_of(table_id: str, table: Table, seed: str, now: int) -> TableRow:
    """The row of a table: what lists and the start of the service need."""
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
    """Fold events into a table."""
    created = events[0]
    if not isinstance(created, e.Created):
        raise TypeError("the log does not begin with the creation of the table")
    table = Table(created)
    for event in events[1:]:
        try:
            table.apply(event)
        except IllegalError:
            if clause := _corrected(table, event):
                raise OutdatedError(created.rules_version, clause) from None
            raise
    return table


def _corrected(table: Table, event: e.AnyEvent) -> str | None:
    """The clause, corrected since the table was created, that refuses an action in its log."""
    if not isinstance(event, e.Acted):
        return None
    game = table.game
    action = game.parse(event.action)
    return game.corrected(table.created.rules_version, table.match.state, action, None)


def _is_scored_otherwise(row: TableRow, table: Table) -> bool:
    """Whether a finished game of an older version of the rules has other points now."""
    if table.created.rules_version >= table.game.rules_version or table.status != Status.OVER:
        return False
    before, now = msgspec.json.decode(row.summary, type=Summary).scores, summary(table).scores
    return bool(before) and before != now


def _breaks(seed: str, commitment: str) -> bool:
    try:
        return commitment_of(seed) != commitment
    except ValueError:  # not hexadecimal
        return True
