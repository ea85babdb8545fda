"""Database statements about processes and the tables they own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from baumeister.server.store.database import Database
from baumeister.server.store.queries.base import BaseStore


class ProcessRow(NamedTuple):
    id: str
    address: str
    beats: int
    clock: int
    gone: int


class Lease(NamedTuple):
    """Who owns a table; a write with an older epoch is refused."""

    owner: str
    epoch: int
    length: int


class Claimed(NamedTuple):
    epoch: int
    clock: int | None
    """What the clock of the previous owner last showed; None: unknown."""


class LeaseStore(BaseStore):
    async def register(self, process: str, address: str, clock: int) -> None:
        await self._write("INSERT INTO processes VALUES (?, ?, 0, ?, 0)", (process, address, clock))

    async def beat(self, process: str, clock: int, *, gone: bool = False) -> None:
        """Renew the lease of a process; `gone`: it has stopped."""
        await self._write(
            "UPDATE processes SET beats = beats + 1, clock = ?, gone = ? WHERE id = ?",
            (clock, int(gone), process),
        )

    async def processes(self) -> list[ProcessRow]:
        rows = await self._read("SELECT id, address, beats, clock, gone FROM processes")
        return [ProcessRow(*row) for row in rows]

    async def lease(self, table_id: str) -> Lease | None:
        sql = "SELECT owner, epoch, length FROM tables WHERE id = ?"
        rows = await self._read(sql, (table_id,))
        return Lease(*rows[0]) if rows else None

    async def claim(self, table_id: str, process: str, lease: Lease) -> Claimed | None:
        """Make this process the owner; None if the lease has changed meanwhile.

        From then on nothing that the previous owner writes is accepted.
        """

        def work(database: Database) -> Claimed | None:
            found = database.execute(
                "UPDATE tables SET owner = ?, epoch = epoch + 1"
                " WHERE id = ? AND owner = ? AND epoch = ? RETURNING epoch",
                (process, table_id, lease.owner, lease.epoch),
            )
            if not found:
                return None
            sql = "SELECT clock FROM processes WHERE id = ?"
            clock = database.execute(sql, (lease.owner,))
            return Claimed(found[0][0], clock[0][0] if clock else None)

        return await self._writer.run(work, table_id)

    async def forget_processes(self, ended: Iterable[str]) -> None:
        """Delete the rows of ended processes, except where a running clock still needs them."""
        for process in ended:
            await self._write(
                "DELETE FROM processes WHERE id = ? AND NOT EXISTS"
                " (SELECT 1 FROM tables WHERE owner = processes.id AND status = 'playing')",
                (process,),
            )
