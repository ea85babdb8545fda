"""Compare the stored logs with the ledger, on a copy: the server's files are not touched."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from baumeister.records import loads
from baumeister.server.store.database import StoreError
from baumeister.server.store.postgres import PostgresDatabase
from baumeister.server.store.queries.tables import first_checksum, next_checksum
from baumeister.server.store.sqlite import SqliteDatabase
from baumeister.server.store.store import FILE
from baumeister.server.tables import events as e
from baumeister.server.tables.recorded import fairness_of, record_of_table
from baumeister.server.tables.table import Status, Table

from .ledger import Ledger, Sent

Logs = dict[str, list[e.AnyEvent]]
Rows = list[tuple[Any, ...]]
ROWS = "SELECT table_id, n, data, sum FROM log ORDER BY table_id, n"


@dataclass
class Audit:
    """Checks the database after every death of the server; remembers how far each log went."""

    ledger: Ledger
    url: str | None = None
    """A PostgreSQL URL: the logs are there."""
    known: dict[str, tuple[int, int]] = field(default_factory=dict)
    """By table: the number of rows and their checksum at the last check."""
    found: int = 0
    missing: int = 0
    """Commands that a death left unanswered, by whether the log has them."""
    bot_moves: int = 0
    rows: int = 0
    replaced: int = 0
    """Bots that were replaced by a simpler one."""

    def look(self, data: Path, *, note_open: bool = True) -> Logs:
        """Check every promise so far, and look for unanswered commands."""
        done = [entry for entry in self.ledger.sent.values() if entry.state == "done"]
        if self.url:
            logs = self._checked(self._postgres_rows(self.url))
        else:
            with _copy(data) as folder:
                logs = self._checked(self._sqlite_rows(folder))
        times = self._keys(logs)
        for entry in done:
            if entry.key not in times:
                self.ledger.wrong(f"acknowledged, then lost: {entry}")
        for entry in self.ledger.sent.values():
            if entry.state == "refused" and entry.key in times:
                self.ledger.wrong(f"refused, but done: {entry}")
            if entry.state == "open" and entry.under_way and note_open:
                entry.found = entry.key in times
                entry.under_way = False
                self.found += entry.found
                self.missing += not entry.found
        self._tables(logs)
        return logs

    def _postgres_rows(self, url: str) -> Rows:
        try:
            database = PostgresDatabase(url)
            is_made = database.execute("SELECT to_regclass('log')")[0][0] is not None
            rows = database.execute(ROWS) if is_made else []
            database.close()
        except StoreError as error:
            self.ledger.wrong(str(error))
            return []
        return rows

    def _sqlite_rows(self, folder: Path) -> Rows:
        if not (folder / FILE).exists():
            return []  # it died before it created the database
        try:
            database = SqliteDatabase(folder / FILE)
            problems = database.execute("PRAGMA integrity_check(3)")
            if problems != [("ok",)]:
                self.ledger.wrong(f"the database is damaged: {problems}")
            is_made = database.execute("SELECT 1 FROM sqlite_master WHERE name = 'log'")
            rows = database.execute(ROWS) if is_made else []
            database.close()
        except StoreError as error:
            self.ledger.wrong(str(error))
            return []
        return rows

    def _checked(self, rows: Rows) -> Logs:
        logs: Logs = {}
        sums: dict[str, list[int]] = {}
        for table, n, text, stored in rows:
            before = sums.setdefault(table, [])
            total = next_checksum(before[-1] if before else first_checksum(table), text.encode())
            if n != len(before) or total != stored:
                self.ledger.wrong(f"the log of table {table} is damaged at row {n}")
            before.append(stored)
            logs.setdefault(table, []).extend(e.decode(text.encode()))
        for table, (length, total) in self.known.items():
            if len(sums.get(table, [])) < length or sums[table][length - 1] != total:
                self.ledger.wrong(f"the log of table {table} was rewritten")
        self.known = {table: (len(each), each[-1]) for table, each in sums.items()}
        self.rows = len(rows)
        return logs

    def _keys(self, logs: Logs) -> set[str]:
        """The keys in the logs: each once, as it was sent, in a possible order."""
        seen: set[str] = set()
        self.bot_moves = 0
        self.replaced = sum(
            isinstance(event, e.BotReplaced) for events in logs.values() for event in events
        )
        for table, events in logs.items():
            entries: list[Sent] = []
            for event in events:
                if not isinstance(event, e.Acted | e.Retracted):
                    continue
                if not event.key:
                    self.bot_moves += 1
                    continue
                entry = self.ledger.sent.get(event.key)
                if event.key in seen:
                    self.ledger.wrong(f"table {table}: applied twice: {event}")
                elif entry is None or (entry.table, entry.seat, entry.action) != _said(
                    table, event
                ):
                    self.ledger.wrong(f"table {table}: nobody sent this: {event}")
                else:
                    entries.append(entry)
                seen.add(event.key)
            self._order(table, entries)
        return seen

    def _order(self, table: str, entries: list[Sent]) -> None:
        """Check that a command acknowledged before another was sent precedes it."""
        earliest: int | None = None
        for entry in reversed(entries):
            if earliest is not None and earliest < entry.first:
                self.ledger.wrong(f"table {table}: out of order: {entry}")
            if entry.answered is not None:
                earliest = entry.answered if earliest is None else min(earliest, entry.answered)

    def _tables(self, logs: Logs) -> None:
        """Check tables, seats and rematches that were acknowledged, and that there are no
        others."""
        tags: dict[str, str] = {}
        rematch: dict[str, str] = {}
        for table, events in logs.items():
            created = events[0]
            if not isinstance(created, e.Created):
                self.ledger.wrong(f"table {table} does not begin with its creation")
            elif created.rematch_of is None:
                tag = next(seat.name for seat in created.seats if seat.name)
                if tags.setdefault(tag, table) != table:
                    self.ledger.wrong(f"created twice: {tag}")
            elif rematch.setdefault(created.rematch_of, table) != table:
                self.ledger.wrong(f"table {created.rematch_of} has two rematches")
        for table, events in logs.items():
            told = [event.table for event in events if isinstance(event, e.Rematched)]
            if told != ([rematch[table]] if table in rematch else []):
                self.ledger.wrong(f"table {table}: an incomplete rematch")
        for tag, table in self.ledger.made.items():
            if tags.get(tag) != table:
                self.ledger.wrong(f"acknowledged, then lost: the table of {tag}")
        for table, following in self.ledger.rematches.items():
            if rematch.get(table) != following:
                self.ledger.wrong(f"acknowledged, then lost: the rematch of {table}")
        for table, seat, person in self.ledger.sat:
            sat = [event for event in logs.get(table, []) if isinstance(event, e.Sat)]
            if [event.person for event in sat if event.seat == seat] != [person]:
                self.ledger.wrong(f"acknowledged, then lost: seat {seat} of table {table}")

    def close(self, logs: Logs, folder: Path) -> int:
        """At the end: check that every game was finished and served as stored. Writes the records
        and returns their number."""
        folder.mkdir()
        for table_id, events in logs.items():
            table = Table(events[0])  # type: ignore[arg-type]
            for event in events[1:]:
                table.apply(event)
            if table.status != Status.OVER:
                self.ledger.wrong(f"table {table_id} did not finish: it is {table.status.value}")
                continue
            record = record_of_table(table, None)
            (folder / f"{table_id}.bau.json").write_text(record.dumps(), "utf-8")
            served = self.ledger.records.get(table_id)
            if served is not None and loads(served).log != record.log:
                self.ledger.wrong(f"table {table_id}: the served record differs")
            if not fairness_of(table).keeps_promise:
                self.ledger.wrong(f"table {table_id}: the seed does not match its commitment")
        return len(logs)


def _said(table: str, event: e.Acted | e.Retracted) -> tuple[str, int, str | None]:
    return table, event.seat, event.action if isinstance(event, e.Acted) else None


@contextmanager
def _copy(data: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        for file in (FILE, f"{FILE}-wal"):
            if (data / file).exists():
                shutil.copy(data / file, name)
        yield Path(name)
