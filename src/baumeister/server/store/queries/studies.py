"""Database statements about studies of the analysis board."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable
from typing import NamedTuple

from baumeister.server.store.database import Database
from baumeister.server.store.queries.base import BaseStore, marks


class StudyRow(NamedTuple):
    id: str
    person: str
    changed: int
    title: str


class StudyStore(BaseStore):
    async def save_study(
        self, row: StudyRow, study: bytes, people: Iterable[str], most: int
    ) -> bool:
        """Store a study, or a new version of it. False if it belongs to nobody of these people,
        or if they have too many already."""
        text, ids = b64encode(zlib.compress(study)).decode(), sorted(people)

        def work(database: Database) -> bool:
            found = database.execute("SELECT person FROM studies WHERE id = ?", (row.id,))
            if found and found[0][0] not in ids:
                return False
            count = database.execute(
                f"SELECT COUNT(*) FROM studies WHERE person IN ({marks(ids)})", ids
            )
            if not found and int(count[0][0]) >= most:
                return False
            database.execute("DELETE FROM studies WHERE id = ?", (row.id,))
            database.execute("INSERT INTO studies VALUES (?, ?, ?, ?, ?)", (*row, text))
            return True

        return await self._writer.run(work, row.id)

    async def study(self, study_id: str) -> tuple[StudyRow, bytes] | None:
        sql = "SELECT id, person, changed, title, study FROM studies WHERE id = ?"
        rows = await self._read(sql, (study_id,))
        if not rows:
            return None
        *row, text = rows[0]
        return StudyRow(*row), zlib.decompress(b64decode(text))

    async def studies_of(self, people: Iterable[str]) -> list[StudyRow]:
        """The studies of these people, the last changed first."""
        ids = sorted(people)
        sql = (
            f"SELECT id, person, changed, title FROM studies WHERE person IN ({marks(ids)})"
            " ORDER BY changed DESC, id"
        )
        return [StudyRow(*row) for row in await self._read(sql, ids)]

    async def delete_study(self, study_id: str, people: Iterable[str]) -> bool:
        """Delete a study of one of these people; False if there is none."""
        ids = sorted(people)
        sql = f"DELETE FROM studies WHERE id = ? AND person IN ({marks(ids)}) RETURNING id"
        return bool(
            await self._writer.run(lambda database: database.execute(sql, (study_id, *ids)))
        )
