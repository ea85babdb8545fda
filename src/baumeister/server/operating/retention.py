"""Delete what has expired, in small batches so that nobody waits for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from baumeister.server.operating.keep import Keep
from baumeister.server.store import Store
from baumeister.server.tables.pace import DAY

log = logging.getLogger("baumeister.server")

BATCH: Final = 20
PAUSE: Final = 0.2
"""Seconds between batches."""


async def expire(
    store: Store, keep: Keep, now: int, delete: Callable[[str], Awaitable[bool]]
) -> int:
    """Delete expired tables and analyses; returns how many tables. `delete` refuses a table that
    is in use."""
    deleted = 0
    for statuses, days in (
        (("over",), keep.finished),
        (("playing",), keep.unfinished),
        (("gathering", "closed"), keep.unstarted),
    ):
        if days:
            deleted += await _expire_tables(store, statuses, now - days * DAY, delete)
    before = now - keep.analyses * DAY
    while keep.analyses and await store.expire_analyses(before, BATCH) == BATCH:
        await asyncio.sleep(PAUSE)
    if deleted:
        log.info("expired", extra={"reason": f"{deleted} tables"})
    return deleted


async def _expire_tables(
    store: Store, statuses: tuple[str, ...], before: int, delete: Callable[[str], Awaitable[bool]]
) -> int:
    """Lists show when seats last changed, which may be long before the last decision: so a table
    that is still in use stays, and ends the search for this time."""
    deleted = 0
    while True:
        found = await store.unchanged_tables(statuses, before, BATCH)
        gone = [await delete(table_id) for table_id, last in found if last < before]
        deleted += sum(gone)
        if len(found) < BATCH or sum(gone) < BATCH:
            return deleted
        await asyncio.sleep(PAUSE)
