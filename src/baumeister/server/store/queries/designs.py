"""Database statements about designs: parts of games that people draw themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from baumeister.server.store.database import Database
from baumeister.server.store.queries.base import BaseStore, marks

MAX_DESIGNS: Final = 50
"""Designs of a person."""


class DesignRow(NamedTuple):
    id: str
    game: str
    name: str
    updated: int


class DesignStore(BaseStore):
    async def designs_of(self, people: Iterable[str]) -> list[DesignRow]:
        """The designs of a person with these ids, the latest first."""
        ids = list(people)
        sql = (
            "SELECT id, game, name, updated FROM designs"
            f" WHERE person IN ({marks(ids)}) ORDER BY updated DESC, id"
        )
        return [DesignRow(*row) for row in await self._read(sql, ids)]

    async def design(self, design: str, people: Iterable[str]) -> tuple[DesignRow, str] | None:
        """A design of this person and its contents."""
        ids = list(people)
        sql = (
            "SELECT id, game, name, updated, design FROM designs"
            f" WHERE id = ? AND person IN ({marks(ids)})"
        )
        rows = await self._read(sql, (design, *ids))
        return (DesignRow(*rows[0][:4]), rows[0][4]) if rows else None

    async def save_design(
        self, person: str, people: Iterable[str], row: DesignRow, design: str
    ) -> bool:
        """Save or replace a design; False if the person has too many, or it is somebody else's."""
        ids = list(people)

        def work(database: Database) -> bool:
            owner = database.execute("SELECT person FROM designs WHERE id = ?", (row.id,))
            if owner:
                sql = (
                    "UPDATE designs SET game = ?, name = ?, updated = ?, design = ? WHERE id = ?"
                    f" AND person IN ({marks(ids)}) RETURNING id"
                )
                return bool(database.execute(sql, (*row[1:], design, row.id, *ids)))
            sql = f"SELECT COUNT(*) FROM designs WHERE person IN ({marks(ids)})"
            if database.execute(sql, ids)[0][0] >= MAX_DESIGNS:
                return False
            database.execute(
                "INSERT INTO designs VALUES (?, ?, ?, ?, ?, ?)",
                (row.id, person, row.game, row.name, row.updated, design),
            )
            return True

        return await self._writer.run(work, row.id)

    async def delete_design(self, design: str, people: Iterable[str]) -> None:
        ids = list(people)
        sql = f"DELETE FROM designs WHERE id = ? AND person IN ({marks(ids)})"
        await self._write(sql, (design, *ids))
