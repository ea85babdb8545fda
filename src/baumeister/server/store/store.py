"""The store: every statement there is, over either database."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from baumeister.server.store.database import DamagedError, Database, StoreError, TableRow
from baumeister.server.store.postgres import PostgresDatabase
from baumeister.server.store.sqlite import SqliteDatabase, new_database
from baumeister.server.store.writer import Worker

FILE: Final = "baumeister.db"
_TABLE: Final = "id, created, updated, status, listed, wakes, summary, seed"
_GUEST: Final = "login IS NULL AND passkeys = 0"
"""Of a person: nobody can log in as it."""


class Log(NamedTuple):
    """The rows of a table's log from some point on, and the sum to go on with."""

    rows: list[bytes]
    total: int


class PersonRow(NamedTuple):
    id: str
    name: str
    login: str | None
    mutes: str
    passkeys: int = 0


class PasskeyRow(NamedTuple):
    id: str
    person: str
    public_key: str
    sign_count: int
    created: int
    name: str


class SessionRow(NamedTuple):
    person: str
    issued: int
    expires: int
    replaces: str | None


def chained(sum_before: int, data: bytes) -> int:
    """The sum of a row, over its data and all rows before it."""
    return zlib.crc32(data, sum_before)


def first_sum(table_id: str) -> int:
    return zlib.crc32(table_id.encode())


class Store:
    """Writes go through one thread, reads through another; all methods are coroutines."""

    def __init__(self, connect: Callable[[], Database], place: str) -> None:
        self.place = place
        """Where it is, for messages; without passwords."""
        self._writer = Worker(connect(), "store-writer", group=True)
        self._reader = Worker(connect(), "store-reader", group=False)

    @property
    def commits(self) -> tuple[int, int]:
        """Commits so far, and how many writes they held."""
        return self._writer.commits, self._writer.jobs

    def close(self) -> None:
        self._writer.close()
        self._reader.close()

    # --- tables ------------------------------------------------------------------------

    async def create_table(self, row: TableRow, data: bytes, people: Iterable[str]) -> None:
        await self._writer.ask(lambda database: _create(database, row, data, people), row.id)

    async def append(
        self,
        table_id: str,
        n: int,
        data: bytes,
        total: int,
        *,
        row: TableRow | None = None,
        people: Iterable[str] = (),
        left: Iterable[str] = (),
        makes: tuple[TableRow, bytes, Iterable[str]] | None = None,
    ) -> bool:
        """Add row `n` to the log; False if there is another already. True means durable. The
        table is among those of `people`, and no longer among those of who has `left`. `makes`
        is a table that comes to be by this, in the same commit: both or neither.

        Where this very row is there already, that is as good: the connection may have been
        lost just after its commit.
        """

        def work(database: Database) -> bool:
            added = database.execute(
                "INSERT INTO log VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING n",
                (table_id, n, data.decode(), total),
            )
            if not added:
                sql = "SELECT data, sum FROM log WHERE table_id = ? AND n = ?"
                return database.execute(sql, (table_id, n)) == [(data.decode(), total)]
            database.execute("UPDATE tables SET length = ? WHERE id = ?", (n + 1, table_id))
            if row is not None:
                database.execute(
                    "UPDATE tables SET updated = ?, status = ?, listed = ?, wakes = ?, summary = ?"
                    " WHERE id = ?",
                    (row.updated, row.status, int(row.listed), int(row.wakes), row.summary, row.id),
                )
            _seat(database, table_id, people)
            for person in left:
                database.execute(
                    "DELETE FROM seats WHERE person = ? AND table_id = ?", (person, table_id)
                )
            if makes is not None:
                _create(database, *makes)
            return True

        return await self._writer.ask(work, table_id)

    async def log(self, table_id: str, since: int = 0, total: int | None = None) -> Log:
        """The rows from `since` on; DamagedError if they are not what was written."""

        def work(database: Database) -> Log:
            return read_log(database, table_id, since, total)

        return await self._reader.ask(work)

    async def table(self, table_id: str) -> TableRow | None:
        return await self._reader.ask(lambda database: read_table(database, table_id))

    async def lengths(self, tables: Iterable[str]) -> dict[str, int]:
        """How many rows the logs of these tables have."""
        ids = list(tables)
        found: dict[str, int] = {}
        for first in range(0, len(ids), 500):
            some = ids[first : first + 500]
            marks = ", ".join("?" * len(some))
            found |= await self._read(f"SELECT id, length FROM tables WHERE id IN ({marks})", some)
        return found

    async def tables_that_wake(self) -> list[str]:
        """Tables being played that go on by themselves: bots to move, clocks to run."""
        sql = "SELECT id FROM tables WHERE status IN ('playing', 'gathering') AND wakes = 1"
        return [row[0] for row in await self._read(sql)]

    async def listed(self, limit: int = 100) -> list[TableRow]:
        """Open to all, gathering or being played, the latest first."""
        sql = (
            f"SELECT {_TABLE} FROM tables WHERE status IN ('gathering', 'playing') AND listed = 1"
            " ORDER BY updated DESC LIMIT ?"
        )
        return [_row(row) for row in await self._read(sql, (limit,))]

    async def tables_of(self, people: Iterable[str], limit: int = 200) -> list[TableRow]:
        ids = list(people)
        marks = ", ".join("?" * len(ids))
        sql = (
            f"SELECT {_TABLE} FROM tables WHERE id IN"
            f" (SELECT table_id FROM seats WHERE person IN ({marks}))"
            " ORDER BY updated DESC LIMIT ?"
        )
        return [_row(row) for row in await self._read(sql, (*ids, limit))]

    async def count_by_status(self) -> dict[str, int]:
        rows = await self._read("SELECT status, COUNT(*) FROM tables GROUP BY status")
        return {status: count for status, count in rows}  # noqa: C416

    # --- people ------------------------------------------------------------------------

    async def add_person(self, person: str, name: str, now: int) -> None:
        await self._write(
            "INSERT INTO people (id, name, created, seen) VALUES (?, ?, ?, ?)",
            (person, name, now, now),
        )

    async def person(self, person: str) -> PersonRow | None:
        sql = "SELECT id, name, login, mutes, passkeys FROM people WHERE id = ?"
        rows = await self._read(sql, (person,))
        return PersonRow(*rows[0]) if rows else None

    async def ids_of(self, person: str) -> frozenset[str]:
        """The person's own id and those of the guests it has adopted."""
        rows = await self._read("SELECT id FROM people WHERE became = ?", (person,))
        return frozenset([person, *(row[0] for row in rows)])

    async def rename(self, person: str, name: str) -> None:
        await self._write("UPDATE people SET name = ? WHERE id = ?", (name, person))

    async def mute(self, person: str, mutes: str) -> None:
        await self._write("UPDATE people SET mutes = ? WHERE id = ?", (mutes, person))

    async def set_login(self, person: str, login: str, password: str) -> bool:
        """Make a guest an account; False if the login is taken, there is one already, or an
        account has adopted the guest meanwhile."""

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

        return await self._writer.ask(work, person)

    async def set_password(self, person: str, password: str) -> None:
        await self._write("UPDATE people SET password = ? WHERE id = ?", (password, person))

    async def by_login(self, login: str) -> tuple[str, str] | None:
        """The person and the password's hash."""
        sql = "SELECT id, password FROM people WHERE login = ?"
        rows = await self._read(sql, (login,))
        return (rows[0][0], rows[0][1]) if rows else None

    async def adopt(self, guest: str, account: str) -> bool:
        """The account takes over what the guest has, its earlier guests included; False, and
        nothing, if the guest has become an account meanwhile."""

        def work(database: Database) -> bool:
            sql = f"UPDATE people SET became = ? WHERE id = ? AND {_GUEST} RETURNING id"
            if not database.execute(sql, (account, guest)):
                return False
            database.execute("UPDATE people SET became = ? WHERE became = ?", (account, guest))
            return True

        return await self._writer.ask(work, account)

    # --- passkeys ----------------------------------------------------------------------

    async def add_passkey(self, row: PasskeyRow, challenge: str, expires: int, most: int) -> bool:
        """The person has an account by this. False if the challenge was used, the passkey is
        known, the person has so many or has become another."""

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

        return await self._writer.ask(work, row.person)

    async def use_passkey(self, row: PasskeyRow, count: int, challenge: str, expires: int) -> bool:
        """It has signed this challenge, its `count`-th; False if that has been told before, or
        the passkey is not what it was when it was read."""

        def work(database: Database) -> bool:
            return _first_use(database, challenge, expires) and bool(
                database.execute(
                    "UPDATE passkeys SET sign_count = ? WHERE id = ? AND sign_count = ?"
                    " RETURNING id",
                    (count, row.id, row.sign_count),
                )
            )

        return await self._writer.ask(work, row.person)

    async def passkey(self, passkey: str) -> PasskeyRow | None:
        rows = await self._read("SELECT * FROM passkeys WHERE id = ?", (passkey,))
        return PasskeyRow(*rows[0]) if rows else None

    async def passkeys_of(self, person: str) -> list[PasskeyRow]:
        sql = "SELECT * FROM passkeys WHERE person = ? ORDER BY created, id"
        return [PasskeyRow(*row) for row in await self._read(sql, (person,))]

    async def delete_passkey(self, person: str, passkey: str) -> bool:
        """False if the person has no such passkey."""

        def work(database: Database) -> bool:
            sql = "DELETE FROM passkeys WHERE id = ? AND person = ? RETURNING id"
            if not database.execute(sql, (passkey, person)):
                return False
            sql = "UPDATE people SET passkeys = passkeys - 1 WHERE id = ?"
            database.execute(sql, (person,))
            return True

        return await self._writer.ask(work, person)

    # --- sessions ----------------------------------------------------------------------

    async def add_session(
        self, token_hash: str, person: str, issued: int, expires: int, replaces: str | None = None
    ) -> None:
        await self._write(
            "INSERT INTO sessions VALUES (?, ?, ?, ?, ?)",
            (token_hash, person, issued, expires, replaces),
        )

    async def session(self, token_hash: str) -> SessionRow | None:
        sql = "SELECT person, issued, expires, replaces FROM sessions WHERE hash = ?"
        rows = await self._read(sql, (token_hash,))
        return SessionRow(*rows[0]) if rows else None

    async def confirm_session(self, token_hash: str, replaced: str, expires: int) -> None:
        """The session has been used: the one it replaces ends then at the latest."""

        def work(database: Database) -> None:
            database.execute(
                "UPDATE sessions SET expires = ? WHERE hash = ? AND expires > ?",
                (expires, replaced, expires),
            )
            database.execute("UPDATE sessions SET replaces = NULL WHERE hash = ?", (token_hash,))

        await self._writer.ask(work, token_hash)

    async def end_sessions(self, person: str) -> None:
        await self._write("DELETE FROM sessions WHERE person = ?", (person,))

    async def sweep_people(self, now: int, unseen_since: int) -> None:
        """Sessions and challenges that have ended go, and guests who never sat down and have not
        come back."""

        def work(database: Database) -> None:
            database.execute("DELETE FROM sessions WHERE expires < ?", (now,))
            database.execute("DELETE FROM used_challenges WHERE expires < ?", (now,))
            gone = (
                f"SELECT id FROM people WHERE {_GUEST} AND became IS NULL AND created < ?"
                " AND NOT EXISTS (SELECT 1 FROM seats WHERE person = people.id)"
                " AND NOT EXISTS (SELECT 1 FROM sessions WHERE person = people.id AND issued > ?)"
                " AND NOT EXISTS (SELECT 1 FROM people AS other WHERE other.became = people.id)"
            )
            when = (unseen_since, unseen_since)
            database.execute(f"DELETE FROM sessions WHERE person IN ({gone})", when)
            database.execute(f"DELETE FROM people WHERE id IN ({gone})", when)

        await self._writer.ask(work)

    # --- inside ------------------------------------------------------------------------

    async def meta(self, key: str, default: str) -> str:
        """A value kept for good; the default is what it is from the first time on."""

        def work(database: Database) -> str:
            database.execute(
                "INSERT INTO meta VALUES (?, ?) ON CONFLICT DO NOTHING", (key, default)
            )
            return str(database.execute("SELECT value FROM meta WHERE key = ?", (key,))[0][0])

        return await self._writer.ask(work)

    async def _read(self, sql: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        return await self._reader.ask(lambda database: database.execute(sql, list(values)))

    async def _write(self, sql: str, values: Iterable[Any] = ()) -> None:
        await self._writer.ask(lambda database: database.execute(sql, list(values)))


def read_table(database: Database, table_id: str) -> TableRow | None:
    rows = database.execute(f"SELECT {_TABLE} FROM tables WHERE id = ?", (table_id,))
    return _row(rows[0]) if rows else None


def read_log(database: Database, table_id: str, since: int = 0, total: int | None = None) -> Log:
    """The rows of a log, checked against their sums and their number."""
    known = database.execute("SELECT length FROM tables WHERE id = ?", (table_id,))
    rows = database.execute(
        "SELECT n, data, sum FROM log WHERE table_id = ? AND n >= ? ORDER BY n", (table_id, since)
    )
    total = first_sum(table_id) if total is None else total
    found = []
    for expected, (n, data, stored) in enumerate(rows, start=since):
        encoded = str(data).encode()
        total = chained(total, encoded)
        if n != expected or total != stored:
            raise DamagedError(f"the log of table {table_id} is damaged at row {expected}")
        found.append(encoded)
    length = since + len(found)
    if not known or known[0][0] > length:  # more is no harm: they were written in between
        raise DamagedError(f"the log of table {table_id} is damaged: it ends at row {length}")
    return Log(found, total)


def _create(database: Database, row: TableRow, data: bytes, people: Iterable[str]) -> None:
    marks = ", ".join("?" * len(row))
    values = [int(each) if isinstance(each, bool) else each for each in row]
    database.execute(f"INSERT INTO tables ({_TABLE}, length) VALUES ({marks}, 1)", values)
    total = chained(first_sum(row.id), data)
    database.execute("INSERT INTO log VALUES (?, 0, ?, ?)", (row.id, data.decode(), total))
    _seat(database, row.id, people)


def _seat(database: Database, table_id: str, people: Iterable[str]) -> None:
    for person in people:
        database.execute(
            "INSERT INTO seats VALUES (?, ?) ON CONFLICT DO NOTHING", (person, table_id)
        )


def _first_use(database: Database, challenge: str, expires: int) -> bool:
    sql = "INSERT INTO used_challenges VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING expires"
    return bool(database.execute(sql, (challenge, expires)))


def _row(values: tuple[Any, ...]) -> TableRow:
    row = TableRow(*values)
    return row._replace(listed=bool(row.listed), wakes=bool(row.wakes))


def is_postgres(url: str) -> bool:
    return url.startswith(("postgresql://", "postgres://"))


def connector(
    data: Path, url: str | None
) -> tuple[Callable[[], SqliteDatabase | PostgresDatabase], str]:
    """How to connect, and the place in words."""
    if url is None:
        path = data / FILE
        try:
            data.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                new_database(path)
            elif path.stat().st_size == 0:
                raise DamagedError(f"{path.name} is empty")
        except OSError as error:
            raise StoreError(f"{data}: {error.strerror}") from None
        return (lambda: SqliteDatabase(path)), str(path)
    if not is_postgres(url):
        raise StoreError("a database URL begins with postgresql://")
    return (lambda: PostgresDatabase(url)), "PostgreSQL"


def open_store(data: Path, url: str | None = None) -> Store:
    """The store in this folder, or in this PostgreSQL; checked and brought up to date."""
    connect, place = connector(data, url)
    first = connect()
    try:
        first.prepare()
    finally:
        first.close()
    return Store(connect, place)
