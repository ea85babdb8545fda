"""The audit of the crash test detects every kind of broken promise (bench/crashing/audit.py)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from bench.crashing.audit import Audit
from bench.crashing.ledger import Ledger

from baumeister.server.store import TableRow, open_store
from baumeister.server.store.queries.tables import first_checksum, next_checksum
from baumeister.server.tables import events as e
from baumeister.server.tables.pace import Untimed

CREATED = e.Created(
    at=0, game="manhattan", options={}, seats=(e.Seat("human", "tag", "ada"),), pace=Untimed(),
    host="ada", invite="", commitment="",
)  # fmt: skip
FIRST = e.Acted(at=1, seat=0, action="build 1 A1 1", key="first")
SECOND = e.Acted(at=2, seat=0, action="build 2 A1 2", key="second")


def _store(folder: Path, tables: dict[str, list[e.AnyEvent]]) -> None:
    async def write() -> None:
        store = open_store(folder)
        for table, events in tables.items():
            data = e.encode(events[:1])
            row = TableRow(table, 0, 0, "playing", False, False, "{}", "")
            await store.create_table(row, data, [])
            total = next_checksum(first_checksum(table), data)
            for n, event in enumerate(events[1:], start=1):
                data = e.encode([event])
                total = next_checksum(total, data)
                await store.append(table, n, data, total)
        store.close()

    asyncio.run(write())


def _ledger() -> Ledger:
    """Two commands, sent one after the other and acknowledged."""
    ledger = Ledger(made={"tag": "t"})
    for event in (FIRST, SECOND):
        ledger.done(ledger.send("t", 0, event.action, event.key))
    return ledger


def test_a_log_that_keeps_every_promise(tmp_path: Path) -> None:
    ledger = _ledger()
    _store(tmp_path, {"t": [CREATED, FIRST, SECOND]})
    Audit(ledger).look(tmp_path)
    assert ledger.violations == []


def _again(of: str, tag: str) -> e.Created:
    return e.Created(
        at=0, game="manhattan", options={}, seats=(e.Seat("human", tag, "ada"),), pace=Untimed(),
        host="ada", invite="", commitment="", rematch_of=of,
    )  # fmt: skip


KEPT: list[e.AnyEvent] = [CREATED, FIRST, SECOND]
BROKEN: dict[str, dict[str, list[e.AnyEvent]]] = {
    "then lost": {"t": [CREATED, FIRST]},
    "the table of tag": {},
    "applied twice": {"t": [*KEPT, SECOND]},
    "out of order": {"t": [CREATED, SECOND, FIRST]},
    "nobody sent this": {"t": [*KEPT, e.Acted(at=3, seat=0, action="?", key="third")]},
    "created twice": {"t": KEPT, "u": [CREATED]},
    "incomplete rematch": {"t": KEPT, "u": [_again("t", "tag")]},
    "two rematches": {"t": KEPT, "u": [_again("t", "a")], "v": [_again("t", "b")]},
}


@pytest.mark.parametrize("found", BROKEN)
def test_a_broken_promise_is_seen(tmp_path: Path, found: str) -> None:
    ledger = _ledger()
    _store(tmp_path, BROKEN[found])
    Audit(ledger).look(tmp_path)
    assert any(found in each for each in ledger.violations)


def _rewrite(folder: Path, sql: str) -> None:
    from baumeister.server.store.sqlite import SqliteDatabase
    from baumeister.server.store.store import FILE

    database = SqliteDatabase(folder / FILE)
    database.execute(sql)
    database.close()


REWRITTEN: dict[str, str] = {
    "was rewritten": "DELETE FROM log WHERE n = 2",
    "is damaged at row 1": "UPDATE log SET data = '[]' WHERE n = 1",
}


@pytest.mark.parametrize("found", REWRITTEN)
def test_a_log_that_was_changed_is_seen(tmp_path: Path, found: str) -> None:
    ledger = _ledger()
    audit = Audit(ledger)
    _store(tmp_path, {"t": KEPT})
    audit.look(tmp_path)
    assert ledger.violations == []
    _rewrite(tmp_path, REWRITTEN[found])
    audit.look(tmp_path)
    assert any(found in each for each in ledger.violations)


LIES: dict[str, Callable[[Ledger], None]] = {
    "but done": lambda ledger: setattr(ledger.sent["second"], "state", "refused"),
    "acknowledged, then lost": lambda ledger: ledger.sat.append(("t", 0, "ben")),
    "the rematch of t": lambda ledger: ledger.rematch("t", "u"),
}


@pytest.mark.parametrize("found", LIES)
def test_a_broken_answer_is_seen(tmp_path: Path, found: str) -> None:
    ledger = _ledger()
    LIES[found](ledger)
    _store(tmp_path, {"t": KEPT})
    Audit(ledger).look(tmp_path)
    assert any(found in each for each in ledger.violations)


def test_commands_unanswered_at_a_death_are_found_and_may_not_be_refused(tmp_path: Path) -> None:
    ledger = Ledger(made={"tag": "t"})
    for event in (FIRST, SECOND):
        ledger.send("t", 0, event.action, event.key).under_way = True
    _store(tmp_path, {"t": [CREATED, FIRST]})
    audit = Audit(ledger)
    audit.look(tmp_path)
    assert (audit.found, audit.missing) == (1, 1)
    ledger.refuse(ledger.sent["second"], "stale")
    assert ledger.violations == []
    ledger.refuse(ledger.sent["first"], "stale")
    assert any("sent again it was refused" in each for each in ledger.violations)
