"""Database statements about the sessions of a person, and about deleting a person."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from baumeister.server.store.database import Database
from baumeister.server.store.queries.base import BaseStore, marks

OWNED: Final = (
    *("sessions", "passkeys", "mail", "seats", "studies", "designs"),
    *("puzzle_results", "puzzle_days", "trainer"),
)
"""The tables with rows of one person alone."""
_COLUMNS: Final = "hash, person, issued, expires, replaces, chain, began, seen, device, confirmed"


class NewSession(NamedTuple):
    hash: str
    person: str
    issued: int
    expires: int
    replaces: str | None


class DeviceRow(NamedTuple):
    """A session as its owner sees it: all secrets of one device."""

    chain: str
    began: int
    seen: int
    device: str


class SessionStore(BaseStore):
    async def touch_session(self, token_hash: str, now: int, device: str) -> None:
        sql = "UPDATE sessions SET seen = ?, device = ? WHERE hash = ?"
        await self._write(sql, (now, device, token_hash))

    async def devices_of(self, person: str, now: int, limit: int = 100) -> list[DeviceRow]:
        """The living sessions of a person, the most recently used first."""
        sql = (
            "SELECT chain, MIN(began), MAX(seen), MAX(device) FROM sessions"
            " WHERE person = ? AND expires > ? GROUP BY chain"
            " ORDER BY MAX(seen) DESC, MIN(began) DESC, chain LIMIT ?"
        )
        return [DeviceRow(*row) for row in await self._read(sql, (person, now, limit))]

    async def end_session(self, person: str, chain: str) -> bool:
        """End a session with all its secrets; False if this person has no such session."""

        def work(database: Database) -> bool:
            sql = "DELETE FROM sessions WHERE person = ? AND chain = ? RETURNING hash"
            return bool(database.execute(sql, (person, chain)))

        return await self._writer.run(work, person)

    async def end_other_sessions(self, person: str, chain: str) -> None:
        sql = "DELETE FROM sessions WHERE person = ? AND chain <> ?"
        await self._write(sql, (person, chain))

    async def delete_people(self, people: Iterable[str]) -> None:
        """Delete people with all that is theirs alone. Tables keep the names of their seats."""
        ids = list(people)

        def work(database: Database) -> None:
            for table in OWNED:
                database.execute(f"DELETE FROM {table} WHERE person IN ({marks(ids)})", ids)
            database.execute(f"DELETE FROM people WHERE id IN ({marks(ids)})", ids)

        await self._writer.run(work, ids[0])


def insert_session(database: Database, row: NewSession, confirmed: int) -> None:
    """Add a session. One that replaces another continues it, unless that one has ended."""
    into = f"INSERT INTO sessions ({_COLUMNS})"
    if row.replaces is None:
        new = (row.hash[:16], row.issued, 0, "", confirmed)
        values = (*row, *new)
        database.execute(f"{into} VALUES ({marks(values)})", values)
    else:
        same = "chain, began, seen, device, confirmed FROM sessions WHERE hash = ?"
        types = "CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS BIGINT)"
        database.execute(f"{into} SELECT {types}, CAST(? AS TEXT), {same}", (*row, row.replaces))
