"""Database statements about people and sessions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from baumeister.server.store.database import Database
from baumeister.server.store.queries.base import BaseStore, marks
from baumeister.server.store.queries.sessions import OWNED, NewSession, insert_session

_GUEST: Final = "login IS NULL AND passkeys = 0"
"""Condition: nobody can log in as this person."""

MAX_SUCCESSORS: Final = 4
"""Unused successors of a session."""
MAX_SESSIONS: Final = 50
"""Sessions of a person."""


class PersonRow(NamedTuple):
    id: str
    name: str
    login: str | None
    mutes: str
    passkeys: int = 0


class SessionRow(NamedTuple):
    person: str
    issued: int
    expires: int
    replaces: str | None
    chain: str
    """Shared by all secrets of one device."""
    seen: int
    device: str
    confirmed: int
    """When its owner last logged in; 0: never, as a guest."""


class PeopleStore(BaseStore):
    async def add_person(self, person: str, name: str, now: int) -> None:
        await self._write(
            "INSERT INTO people (id, name, created, seen) VALUES (?, ?, ?, ?)",
            (person, name, now, now),
        )

    async def names_since(self, created: int) -> frozenset[str]:
        """The names of everybody who came since then."""
        rows = await self._read("SELECT DISTINCT name FROM people WHERE created >= ?", (created,))
        return frozenset(row[0] for row in rows)

    async def person(self, person: str) -> PersonRow | None:
        sql = "SELECT id, name, login, mutes, passkeys FROM people WHERE id = ?"
        rows = await self._read(sql, (person,))
        return PersonRow(*rows[0]) if rows else None

    async def ids_of(self, person: str) -> frozenset[str]:
        """The person's id and the ids of all guests it has adopted."""
        rows = await self._read("SELECT id FROM people WHERE became = ?", (person,))
        return frozenset([person, *(row[0] for row in rows)])

    async def rename(self, person: str, name: str) -> None:
        await self._write("UPDATE people SET name = ? WHERE id = ?", (name, person))

    async def mute(self, person: str, mutes: str) -> None:
        await self._write("UPDATE people SET mutes = ? WHERE id = ?", (mutes, person))

    async def set_login(self, person: str, login: str, password: str) -> bool:
        """Turn a guest into an account. False if the login is taken, or the guest has a login or
        was adopted meanwhile."""

        def work(database: Database) -> bool:
            if database.execute("SELECT 1 FROM people WHERE login = ?", (login,)):
                return False
            return bool(
                database.execute(
                    "UPDATE people SET login = ?, password = ?"
                    " WHERE id = ? AND login IS NULL AND became IS NULL RETURNING id",
                    (login, password, person),
                )
            )

        return await self._writer.run(work, person)

    async def set_password(self, person: str, password: str) -> None:
        await self._write("UPDATE people SET password = ? WHERE id = ?", (password, person))

    async def person_by_login(self, login: str) -> tuple[str, str] | None:
        """The id and the password hash of an account."""
        sql = "SELECT id, password FROM people WHERE login = ?"
        rows = await self._read(sql, (login,))
        return (rows[0][0], rows[0][1]) if rows else None

    async def adopt(self, guest: str, account: str) -> bool:
        """Let an account adopt a guest and the guest's own adoptions. False, and no change, if the
        guest has become an account meanwhile."""

        def work(database: Database) -> bool:
            sql = f"UPDATE people SET became = ? WHERE id = ? AND {_GUEST} RETURNING id"
            if not database.execute(sql, (account, guest)):
                return False
            database.execute("UPDATE people SET became = ? WHERE became = ?", (account, guest))
            return True

        return await self._writer.run(work, account)

    # --- sessions ----------------------------------------------------------------------

    async def add_session(
        self,
        token_hash: str,
        person: str,
        issued: int,
        expires: int,
        replaces: str | None = None,
        *,
        confirmed: int = 0,
    ) -> None:
        """Add a session; of too many the oldest end. Successors of one session that were never used
        count apart, as only somebody who still has the old secret makes them."""
        row = NewSession(token_hash, person, issued, expires, replaces)

        def work(database: Database) -> None:
            insert_session(database, row, confirmed)
            latest = "SELECT hash FROM sessions WHERE {} ORDER BY issued DESC, hash LIMIT {}"
            if replaces is not None:
                kept = latest.format("replaces = ?", MAX_SUCCESSORS)
                sql = f"DELETE FROM sessions WHERE replaces = ? AND hash NOT IN ({kept})"
                database.execute(sql, (replaces, replaces))
            kept = latest.format("person = ?", MAX_SESSIONS)
            sql = f"DELETE FROM sessions WHERE person = ? AND hash NOT IN ({kept})"
            database.execute(sql, (person, person))

        await self._writer.run(work, token_hash)

    async def session(self, token_hash: str) -> SessionRow | None:
        sql = (
            "SELECT person, issued, expires, replaces, chain, seen, device, confirmed"
            " FROM sessions WHERE hash = ?"
        )
        rows = await self._read(sql, (token_hash,))
        return SessionRow(*rows[0]) if rows else None

    async def confirm_session(self, token_hash: str, replaced: str, expires: int) -> None:
        """Shorten the life of the replaced session once the new one has been used."""

        def work(database: Database) -> None:
            database.execute(
                "UPDATE sessions SET expires = ? WHERE hash = ? AND expires > ?",
                (expires, replaced, expires),
            )
            database.execute("UPDATE sessions SET replaces = NULL WHERE hash = ?", (token_hash,))

        await self._writer.run(work, token_hash)

    async def end_sessions(self, person: str) -> None:
        await self._write("DELETE FROM sessions WHERE person = ?", (person,))

    async def logged_in(self, people: Iterable[str]) -> set[str]:
        """Those of these people who have a session."""
        ids = sorted(people)
        found: set[str] = set()
        for first in range(0, len(ids), 500):
            batch = ids[first : first + 500]
            sql = f"SELECT DISTINCT person FROM sessions WHERE person IN ({marks(batch)})"
            found |= {row[0] for row in await self._read(sql, batch)}
        return found

    async def sweep_people(self, now: int, unseen_since: int, limit: int = 500) -> int:
        """Delete expired sessions and challenges, and some guests who have no table and have not
        returned; returns how many guests."""

        def work(database: Database) -> int:
            database.execute("DELETE FROM sessions WHERE expires < ?", (now,))
            database.execute("DELETE FROM used_challenges WHERE expires < ?", (now,))
            gone = (
                f"SELECT id FROM people WHERE {_GUEST} AND became IS NULL AND created < ?"
                " AND NOT EXISTS (SELECT 1 FROM seats WHERE person = people.id)"
                " AND NOT EXISTS (SELECT 1 FROM sessions WHERE person = people.id AND issued > ?)"
                " AND NOT EXISTS (SELECT 1 FROM people AS other WHERE other.became = people.id)"
            )
            rows = database.execute(f"{gone} LIMIT ?", (unseen_since, unseen_since, limit))
            for (person,) in rows:
                for table in OWNED:
                    database.execute(f"DELETE FROM {table} WHERE person = ?", (person,))
                database.execute("DELETE FROM people WHERE id = ?", (person,))
            return len(rows)

        return await self._writer.run(work)
