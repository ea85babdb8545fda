"""Database statements about finished tables, for the explorer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from baumeister.server.store.queries.base import BaseStore, marks

_FIELDS: Final = "SELECT id, updated, length FROM tables WHERE status = 'over'"


class Finished(NamedTuple):
    """A finished table and the length of its log, which grows with every change."""

    id: str
    updated: int
    length: int


class FinishedStore(BaseStore):
    async def finished_listed(self, limit: int) -> list[Finished]:
        """The finished public tables, newest first."""
        sql = f"{_FIELDS} AND listed = 1 ORDER BY updated DESC LIMIT ?"
        return [Finished(*row) for row in await self._read(sql, (limit,))]

    async def finished_of(self, people: Iterable[str], limit: int) -> list[Finished]:
        """The finished tables at which a user with these ids played, newest first."""
        ids = list(people)
        sql = (
            f"{_FIELDS} AND id IN (SELECT table_id FROM seats WHERE person IN ({marks(ids)}))"
            " ORDER BY updated DESC LIMIT ?"
        )
        return [Finished(*row) for row in await self._read(sql, (*ids, limit))]
