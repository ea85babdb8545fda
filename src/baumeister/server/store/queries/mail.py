"""Database statements about mail addresses."""

from __future__ import annotations

from typing import NamedTuple

from baumeister.server.store.database import Database
from baumeister.server.store.queries.base import BaseStore


class MailRow(NamedTuple):
    person: str
    address: str
    language: str


class MailStore(BaseStore):
    async def mail_of(self, person: str) -> MailRow | None:
        """The address of a person, or of the account that adopted this guest."""
        sql = (
            "SELECT person, address, language FROM mail"
            " WHERE person = (SELECT became FROM people WHERE id = ?) OR person = ?"
            " ORDER BY person = ?"  # the account's first
        )
        rows = await self._read(sql, (person, person, person))
        return MailRow(*rows[0]) if rows else None

    async def set_mail(self, row: MailRow) -> None:
        def work(database: Database) -> None:
            database.execute("DELETE FROM mail WHERE person = ?", (row.person,))
            database.execute("INSERT INTO mail VALUES (?, ?, ?)", row)

        await self._writer.run(work, row.person)

    async def delete_mail(self, person: str) -> None:
        await self._write("DELETE FROM mail WHERE person = ?", (person,))
