"""What can only happen to PostgreSQL: lost connections and unsafe settings."""

from __future__ import annotations

import asyncio
from pathlib import Path

import psycopg
import pytest

from baumeister.server.serve import free_port
from baumeister.server.store import Store, StoreError, open_store
from baumeister.server.store.database import UnreachableError
from tests.server.stores import Log, Place, data, row

CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"


def cut_all(url: str) -> int:
    """Terminate every other connection to this database."""
    with psycopg.connect(url, autocommit=True) as connection:
        sql = f"{CUT} AND datname = current_database()"
        return len(connection.execute(sql).fetchall())


def test_reading_and_writing_continue_after_a_lost_connection(
    postgres: str, tmp_path: Path
) -> None:
    store = open_store(tmp_path, postgres)

    async def play() -> None:
        log = Log(store)
        await log.create()
        for _ in range(5):
            assert cut_all(postgres) >= 1
            assert await log.add()
            assert await store.table("t1") == row()
        assert (await store.log("t1")).rows == [data(n) for n in range(6)]

    asyncio.run(play())
    store.close()


def test_lost_connections_lose_nothing_acknowledged(postgres: str, tmp_path: Path) -> None:
    store = open_store(tmp_path, postgres)

    async def write(log: Log) -> tuple[str, int]:
        while log.n < 15:
            try:
                assert await log.add()
            except StoreError:  # not acknowledged: it may or may not be stored, so try again
                await asyncio.sleep(0.01)
        return log.id, log.n

    async def cut(writing: asyncio.Future[object]) -> None:
        while not writing.done():
            await asyncio.to_thread(cut_all, postgres)
            await asyncio.sleep(0.03)

    async def play() -> None:
        logs = [Log(store, f"t{number}") for number in range(10)]
        await asyncio.gather(*(log.create() for log in logs))
        writing = asyncio.gather(*map(write, logs))
        await asyncio.gather(writing, cut(writing))
        for table, n in writing.result():
            assert (await store.log(table)).rows == [data(number) for number in range(n)]

    asyncio.run(play())
    store.close()


def test_a_transaction_cut_in_half_is_not_written(postgres: str, tmp_path: Path) -> None:
    store = open_store(tmp_path, postgres)
    tries: list[int] = []

    def work(database: object) -> None:
        database.execute("INSERT INTO meta VALUES ('one', '1')")  # type: ignore[attr-defined]
        tries.append(1)
        if len(tries) == 1:
            cut_all(postgres)
            with pytest.raises(StoreError):
                database.execute("SELECT 1")  # type: ignore[attr-defined]
        database.execute("INSERT INTO meta VALUES ('two', '2')")  # type: ignore[attr-defined]

    async def play() -> None:
        await store._writer.run(work)

    asyncio.run(play())
    store.close()
    place = Place(tmp_path, postgres)
    assert place.sql("SELECT key FROM meta WHERE key <> 'schema' ORDER BY key") == [
        ("one",),
        ("two",),
    ]
    assert len(tries) == 2


def test_commits_are_synchronous_whatever_the_settings_say(postgres: str, tmp_path: Path) -> None:
    name = postgres.rpartition("/")[2]
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    store: Store = open_store(tmp_path, postgres)

    async def setting() -> object:
        return await store._writer.run(lambda d: d.execute("SHOW synchronous_commit"))

    assert asyncio.run(setting()) == [("on",)]
    store.close()


def test_an_unreachable_server(tmp_path: Path) -> None:
    with pytest.raises(UnreachableError, match="cannot be reached") as error:
        open_store(tmp_path, f"postgresql://ada:secret@127.0.0.1:{free_port()}/none")
    assert "secret" not in str(error.value)
    with pytest.raises(StoreError, match="postgresql://"):
        open_store(tmp_path, "mysql://127.0.0.1/x")
