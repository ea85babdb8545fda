"""A damaged SQLite database is reported and not modified."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from baumeister.core.errors import BaumeisterError
from baumeister.server.operating.archive import Archive
from baumeister.server.store import DamagedError, Store, StoreError, open_store
from tests.server.stores import Log, data

TABLES = 40


async def _fill(store: Store) -> None:
    for number in range(TABLES):
        log = Log(store, f"table-{number:03}")
        await log.create()
        for _ in range(12):
            await log.add()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a database that was closed properly."""
    folder = tmp_path_factory.mktemp("whole")
    store = open_store(folder)
    asyncio.run(_fill(store))
    store.close()
    return (folder / "baumeister.db").read_bytes()


@pytest.fixture
def file(tmp_path: Path, whole: bytes) -> Path:
    path = tmp_path / "baumeister.db"
    path.write_bytes(whole)
    return path


async def _read_all(store: Store) -> None:
    await store.count_by_status()
    for number in range(TABLES):
        assert await store.table(f"table-{number:03}") is not None
        rows = (await store.log(f"table-{number:03}")).rows
        assert rows == [data(n) for n in range(13)]


def _read(folder: Path) -> None:
    """Open and read everything, then check as thoroughly as `baumeister verify`."""
    store = open_store(folder)
    try:
        asyncio.run(_read_all(store))
    finally:
        store.close()
    archive = Archive.open(folder)
    try:
        archive.check()
    finally:
        archive.close()


def test_an_intact_database_is_read_and_not_changed(file: Path, whole: bytes) -> None:
    _read(file.parent)
    assert file.read_bytes() == whole


PAGE = 4096
FLIPS = [0, 18, 21, 30, 59, 100, 103, 105, PAGE + 1, PAGE + 3, PAGE + 8, 2 * PAGE, 3 * PAGE + 5]


@pytest.mark.parametrize("at", FLIPS)
def test_a_flipped_byte_in_the_structure(file: Path, whole: bytes, at: int) -> None:
    changed = bytearray(whole)
    changed[at] ^= 0xFF
    file.write_bytes(changed)
    with pytest.raises((DamagedError, StoreError)):
        _read(file.parent)
    assert file.read_bytes() == changed


def test_a_flipped_byte_in_any_row_of_any_log(file: Path, whole: bytes) -> None:
    """A sample of bytes. What is read is correct, or the damage is reported; a few of these bytes
    are in unused space."""
    at = [n for n in range(len(whole)) if whole[n : n + 6] == b'"said"'][::15]
    reported = 0
    for number, place in enumerate(at):
        changed = bytearray(whole)
        changed[place] = 0xFF if number % 2 else changed[place] ^ 1  # FF makes it invalid UTF-8
        file.write_bytes(changed)
        try:
            _read(file.parent)
        except DamagedError:
            reported += 1
        assert file.read_bytes() == changed
    assert reported >= 0.7 * len(at) >= 20


@pytest.mark.parametrize("part", [0.0, 0.001, 0.01, 0.5, 0.9, 0.999])
def test_a_truncated_file(file: Path, whole: bytes, part: float) -> None:
    cut = whole[: int(len(whole) * part)]
    file.write_bytes(cut)
    with pytest.raises(DamagedError):
        _read(file.parent)
    assert file.read_bytes() == cut


def _other_program(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE photos (name TEXT)")
    other.close()


def _text(path: Path) -> None:
    path.write_text("Dear diary,\n" * 500)


@pytest.mark.parametrize("write", [_other_program, _text])
def test_a_foreign_database_is_not_touched(tmp_path: Path, write: Callable[[Path], None]) -> None:
    path = tmp_path / "baumeister.db"
    write(path)
    before = path.read_bytes()
    with pytest.raises(StoreError):
        open_store(tmp_path)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["baumeister.db"]


def test_a_journal_without_its_database_is_kept(tmp_path: Path) -> None:
    """It contains the latest writes, and SQLite would discard it."""
    wal = tmp_path / "baumeister.db-wal"
    wal.write_bytes(b"the last moves")
    with pytest.raises(DamagedError, match="missing"):
        open_store(tmp_path)
    assert wal.read_bytes() == b"the last moves"
    assert not (tmp_path / "baumeister.db").exists()


def test_a_killed_start_is_not_damage(tmp_path: Path) -> None:
    (tmp_path / "baumeister.db.new").write_bytes(b"half")
    open_store(tmp_path).close()
    open_store(tmp_path).close()
    assert [each.name for each in tmp_path.iterdir()] == ["baumeister.db"]


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(BaumeisterError):
        open_store(tmp_path / "data")


def test_others_on_the_machine_cannot_read_it(tmp_path: Path) -> None:
    """It contains the seeds of running games."""
    store = open_store(tmp_path)
    asyncio.run(Log(store).create())
    assert {path.stat().st_mode & 0o077 for path in tmp_path.iterdir()} == {0}
    store.close()


def test_a_full_disk_acknowledges_nothing_and_the_store_recovers(tmp_path: Path) -> None:
    store = open_store(tmp_path)

    async def limit(pages: int) -> None:
        await store._writer.run(lambda d: d.execute(f"PRAGMA max_page_count = {pages}"))

    async def play() -> None:
        log = Log(store)
        await log.create()
        pages = (await store._reader.run(lambda d: d.execute("PRAGMA page_count")))[0][0]
        await limit(pages + 4)
        written = [data(0)]

        async def fill() -> None:
            while True:
                content = f'["{len(written)}{"x" * 500}"]'.encode()
                assert await log.add(content)
                written.append(content)

        with pytest.raises(StoreError, match="the disk is full"):
            await fill()
        assert len(written) > 1
        with pytest.raises(StoreError, match="the disk is full"):
            await log.add(b'["' + b"y" * 20_000 + b'"]')
        assert (await store.log("t1")).rows == written
        await limit(1_000_000)
        assert await log.add(b'["room again"]')
        assert (await store.log("t1")).rows == [*written, b'["room again"]']

    asyncio.run(play())
    store.close()
