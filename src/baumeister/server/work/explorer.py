"""The explorer's digests of finished games: made in a worker, a few at a time, and kept.

A table counts for those who may watch it: everybody if it is public, else those who took part.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final, NamedTuple

from baumeister.explorer import Digest, digest
from baumeister.explorer.digest import Shared
from baumeister.records import RecordError
from baumeister.server.live.loading import fold
from baumeister.server.store import DamagedError, Store, TableRow
from baumeister.server.store.queries.finished import Finished
from baumeister.server.tables.recorded import record_of_table
from baumeister.server.tables.table import Status
from baumeister.server.work.fair import NOBODY, Asker
from baumeister.server.work.jobs import JobError, WorkerPool

MAX_LISTED: Final = 1000
"""Public games that are counted, the newest."""
MAX_OWN: Final = 300
"""Games of one user that are counted, the newest."""
MAX_KEPT: Final = 3000
BATCH: Final = 25
"""Games read for one request."""
TIMEOUT: Final = 30.0


class Seen(NamedTuple):
    """The digest of a table and who may see it."""

    digest: Digest | None
    """None if the game was not played to its end, or its log is damaged."""
    is_open: bool = False
    """Public and open to spectators."""
    people: frozenset[str] = frozenset()
    """The host and the players."""
    removed: frozenset[str] = frozenset()

    def by(self, ids: frozenset[str]) -> bool:
        """Whether a user with these ids may see the table, as `tables.viewer.may_watch` has it."""
        takes_part = not ids.isdisjoint(self.people)
        return (self.is_open or takes_part) and ids.isdisjoint(self.removed)


class Known(NamedTuple):
    """The digests that a user may see, oldest first, and how many are still to be read."""

    digests: list[Digest]
    unread: int


def read(tables: Iterable[tuple[TableRow, list[bytes]]]) -> list[Seen]:
    """The digests of these tables; for a worker, since every game is replayed."""
    return [_seen(row, rows) for row, rows in tables]


def _seen(row: TableRow, rows: list[bytes]) -> Seen:
    try:
        table = fold(row, rows)
        found = digest(record_of_table(table, None), row.id)
    except (DamagedError, RecordError):
        return Seen(None)
    if table.status != Status.OVER:
        return Seen(None)
    people = {table.created.host, *(seat.person for seat in table.seats)}
    return Seen(
        found,
        table.created.listed and table.watchable,
        frozenset(person for person in people if person),
        frozenset(table.removed),
    )


class Explorer:
    """Digests of the newest finished games, by table and length of its log."""

    def __init__(self, store: Store, workers: WorkerPool) -> None:
        self._store = store
        self._workers = workers
        self._kept: OrderedDict[str, tuple[int, Seen]] = OrderedDict()
        self._shared = Shared()
        self._reading = asyncio.Lock()
        self.counting = asyncio.Lock()
        """Tables are counted one after the other."""

    async def known(self, ids: frozenset[str], asker: Asker = NOBODY, *, mine: bool) -> Known:
        """What a user with these ids may see, after reading at most BATCH more games."""
        listed = [] if mine else await self._store.finished_listed(MAX_LISTED)
        own = await self._store.finished_of(ids, MAX_OWN) if ids else []
        wanted = {each.id: each for each in (*listed, *own)}
        async with self._reading:
            unread = [each for each in wanted.values() if not self._has(each)]
            await self._read(unread[:BATCH], asker)
        ordered = sorted(wanted.values(), key=lambda each: (each.updated, each.id))
        seen = [self._kept[each.id][1] for each in ordered if self._has(each)]
        found = [each.digest for each in seen if each.digest is not None and each.by(ids)]
        return Known(found, sum(not self._has(each) for each in wanted.values()))

    def _has(self, table: Finished) -> bool:
        kept = self._kept.get(table.id)
        return kept is not None and kept[0] >= table.length

    async def _read(self, tables: list[Finished], asker: Asker) -> None:
        logs = []
        for each in tables:
            row = await self._store.table(each.id)
            if row is None:  # deleted meanwhile
                self._keep(each, Seen(None))
                continue
            try:
                log = await self._store.log(each.id)
            except DamagedError:
                self._keep(each, Seen(None))
                continue
            # workers need no seed, and the log may have grown since it was listed
            logs.append((each._replace(length=len(log.rows)), row._replace(seed=""), log.rows))
        if not logs:
            return
        question = [(row, rows) for _, row, rows in logs]
        found = await self._workers.run("read_games", question, timeout=TIMEOUT, asker=asker)
        if not isinstance(found, list) or len(found) != len(logs):
            raise JobError("the worker sent an invalid answer")
        for (table, _, _), seen in zip(logs, found, strict=True):
            self._keep(table, seen)

    def _keep(self, table: Finished, seen: Seen) -> None:
        if seen.digest is not None:
            seen = seen._replace(digest=self._shared.of(seen.digest))
        self._kept[table.id] = table.length, seen
        self._kept.move_to_end(table.id)
        while len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)
