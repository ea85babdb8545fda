"""Database statements about passkeys."""

from __future__ import annotations

from typing import NamedTuple

from baumeister.server.store.database import Database
from baumeister.server.store.queries.base import BaseStore


class PasskeyRow(NamedTuple):
    id: str
    person: str
    public_key: str
    sign_count: int
    created: int
    name: str


class PasskeyStore(BaseStore):
    async def add_passkey(self, row: PasskeyRow, challenge: str, expires: int, most: int) -> bool:
        """Add a passkey. False if the challenge was used before, the passkey is known, or the
        person has `most` passkeys or was adopted by an account."""

        def work(database: Database) -> bool:
            if not _first_use(database, challenge, expires):
                return False
            if database.execute("SELECT 1 FROM passkeys WHERE id = ?", (row.id,)):
                return False
            counted = database.execute(
                "UPDATE people SET passkeys = passkeys + 1"
                " WHERE id = ? AND became IS NULL AND passkeys < ? RETURNING id",
                (row.person, most),
            )
            if counted:
                database.execute("INSERT INTO passkeys VALUES (?, ?, ?, ?, ?, ?)", row)
            return bool(counted)

        return await self._writer.run(work, row.person)

    async def use_passkey(self, row: PasskeyRow, count: int, challenge: str, expires: int) -> bool:
        """Record a login. False if the challenge was used before or the passkey has changed since
        it was read."""

        def work(database: Database) -> bool:
            return _first_use(database, challenge, expires) and bool(
                database.execute(
                    "UPDATE passkeys SET sign_count = ? WHERE id = ? AND sign_count = ?"
                    " RETURNING id",
                    (count, row.id, row.sign_count),
                )
            )

        return await self._writer.run(work, row.person)

    async def passkey(self, passkey: str) -> PasskeyRow | None:
        rows = await self._read("SELECT * FROM passkeys WHERE id = ?", (passkey,))
        return PasskeyRow(*rows[0]) if rows else None

    async def passkeys_of(self, person: str) -> list[PasskeyRow]:
        sql = "SELECT * FROM passkeys WHERE person = ? ORDER BY created, id"
        return [PasskeyRow(*row) for row in await self._read(sql, (person,))]

    async def delete_passkey(self, person: str, passkey: str) -> bool:
        """Delete a passkey; False if the person has no such passkey."""

        def work(database: Database) -> bool:
            sql = "DELETE FROM passkeys WHERE id = ? AND person = ? RETURNING id"
            if not database.execute(sql, (passkey, person)):
                return False
            sql = "UPDATE people SET passkeys = passkeys - 1 WHERE id = ?"
            database.execute(sql, (person,))
            return True

        return await self._writer.run(work, person)


def _first_use(database: Database, challenge: str, expires: int) -> bool:
    sql = "INSERT INTO used_challenges VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING expires"
    return bool(database.execute(sql, (challenge, expires)))
