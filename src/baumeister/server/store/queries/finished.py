"""Database statements about finished tables and their analyses."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable
from typing import Final, NamedTuple

from baumeister.server.store.queries.base import BaseStore, marks

_SELECT_FINISHED: Final = "SELECT id, updated, length FROM tables WHERE status = 'over'"


class Finished(NamedTuple):
    """A finished table. A greater length of its log than before means that it has changed."""

    id: str
    updated: int
    length: int


class FinishedStore(BaseStore):
    async def finished_listed(self, limit: int) -> list[Finished]:
        """The finished public tables, newest first."""
        sql = f"{_SELECT_FINISHED} AND listed = 1 ORDER BY updated DESC LIMIT ?"
        return [Finished(*row) for row in await self._read(sql, (limit,))]

    async def finished_of(self, people: Iterable[str], limit: int) -> list[Finished]:
        """The finished tables at which a user with one of these ids played, newest first."""
        ids = list(people)
        sql = (
            f"{_SELECT_FINISHED} AND id IN"
            f" (SELECT table_id FROM seats WHERE person IN ({marks(ids)}))"
            " ORDER BY updated DESC LIMIT ?"
        )
        return [Finished(*row) for row in await self._read(sql, (*ids, limit))]


class AnalysisStore(BaseStore):
    async def save_analysis(
        self, key: str, table_id: str, version: int, made: int, data: bytes
    ) -> None:
        """Store an analysis of a finished table; a newer version replaces an older one."""
        text = b64encode(zlib.compress(data)).decode()
        await self._write(
            "INSERT INTO analyses VALUES (?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET"
            " version = excluded.version, made = excluded.made, analysis = excluded.analysis"
            " WHERE analyses.version < excluded.version",
            (key, table_id, version, made, text),
        )

    async def analysis(self, key: str, version: int) -> bytes | None:
        """The stored analysis if it has this version, else None."""
        sql = "SELECT analysis FROM analyses WHERE key = ? AND version = ?"
        rows = await self._read(sql, (key, version))
        return zlib.decompress(b64decode(rows[0][0])) if rows else None
