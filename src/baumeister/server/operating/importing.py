"""Import of recorded games into the store."""

from __future__ import annotations

from baumeister.records import Record
from baumeister.server import ids
from baumeister.server.clock import wall_clock
from baumeister.server.live.loading import row_of, table_from
from baumeister.server.store import Store
from baumeister.server.tables import events as e
from baumeister.server.tables.imported import events_of


async def add_game(store: Store, record: Record, *, play_on: bool = False) -> tuple[str, str]:
    """Store a checked record as a table; returns the id of the table and its invitation."""
    now, table_id, invite = wall_clock(), ids.table_id(), ids.secret()
    found = events_of(record, now=now, invite=invite, new_seed=ids.seed(), play_on=play_on)
    row = row_of(table_id, table_from(found.events), found.seed, now)
    await store.create_table(row, e.encode(found.events), ())
    return table_id, invite
