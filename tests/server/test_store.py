"""The store: the same suite over SQLite and a real PostgreSQL."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from baumeister.server.store import DamagedError, Store, StoreError
from baumeister.server.store import database as schema
from baumeister.server.store.database import UnreachableError
from baumeister.server.store.queries.passkeys import PasskeyRow
from baumeister.server.store.queries.people import PersonRow
from baumeister.server.store.queries.tables import first_checksum, next_checksum
from tests.server.stores import Log, Place, Spy, data, row

# --- tables ----------------------------------------------------------------------------


def test_data_survives_a_restart(place: Place) -> None:
    async def write(store: Store) -> int:
        log = Log(store)
        await log.create()
        for _ in range(4):
            assert await log.add()
        return log.total

    async def read(store: Store, total: int) -> None:
        assert await store.table("t1") == row()
        found = await store.log("t1")
        assert found.rows == [data(n) for n in range(5)]
        assert found.total == total
        before = next_checksum(next_checksum(first_checksum("t1"), data(0)), data(1))
        assert (await store.log("t1", 2, before)).rows == [data(n) for n in (2, 3, 4)]
        assert (await store.log("t1", 5, total)).rows == []

    first = place.open()
    total = asyncio.run(write(first))
    asyncio.run(read(first, total))
    first.close()
    second = place.open()
    asyncio.run(read(second, total))
    second.close()


def test_missing_rows(store: Store) -> None:
    async def read() -> None:
        assert await store.table("t1") is None
        assert await store.person("ada") is None
        assert await store.session("x") is None
        assert await store.person_by_login("ada") is None
        assert await store.lengths(["t1"]) == {}
        with pytest.raises(DamagedError):
            await store.log("t1")

    asyncio.run(read())


def test_two_stores_race_for_each_row_and_one_wins(place: Place, store: Store) -> None:
    """Both lose some races and read on; no row is lost or duplicated."""
    rounds = 30

    async def play(store: Store, name: str, log: Log, begin: threading.Barrier) -> list[bytes]:
        own = []
        for number in range(rounds):
            await asyncio.to_thread(begin.wait)
            content = f'["{name} {number}"]'.encode()
            while not await log.add(content):
                found = await store.log("t1", log.n, log.total)
                assert found.rows, "a row is taken, but not there"
                log.n, log.total = log.n + len(found.rows), found.total
            own.append(content)
        return own

    other = place.open()
    begin = threading.Barrier(2)
    asyncio.run(Log(store).create())
    written: dict[str, list[bytes]] = {}

    def run(name: str, store: Store) -> None:
        log = Log(store)
        log.n, log.total = 1, next_checksum(log.total, data())
        written[name] = asyncio.run(play(store, name, log, begin))

    threads = [threading.Thread(target=run, args=each) for each in (("a", store), ("b", other))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rows = asyncio.run(other.log("t1")).rows[1:]
    other.close()
    assert sorted(rows) == sorted(written["a"] + written["b"])
    for name in "ab":
        assert [each for each in rows if each in written[name]] == written[name]


def test_a_row_that_is_taken_is_refused_and_changes_nothing(store: Store) -> None:
    async def race() -> None:
        log = Log(store)
        await log.create()
        late = Log(store)
        late.n, late.total = log.n, log.total
        assert await log.add()
        changed = row(status="over", summary='{"late": true}')
        assert not await late.add(b'["other"]', row=changed, people=["eve"])
        assert await store.table("t1") == row()
        assert await store.tables_of(["eve"]) == []
        assert (await store.log("t1")).rows == [data(0), data(1)]

    asyncio.run(race())


def test_an_identical_row_counts_as_added(store: Store) -> None:
    """The connection broke just after the commit, so the writer tries again."""

    async def again() -> None:
        log = Log(store)
        await log.create()
        total = next_checksum(log.total, data(1))
        assert await store.append("t1", 1, data(1), total)
        assert await store.append("t1", 1, data(1), total)
        assert (await store.log("t1")).rows == [data(0), data(1)]
        assert await store.lengths(["t1"]) == {"t1": 2}

    asyncio.run(again())


def test_a_table_is_created_once(store: Store) -> None:
    async def twice() -> None:
        await Log(store).create()
        with pytest.raises(StoreError):
            await Log(store).create()
        assert len((await store.log("t1")).rows) == 1

    asyncio.run(twice())


def test_an_append_updates_lists(store: Store) -> None:
    async def change() -> None:
        log = Log(store)
        await log.create()
        after = row(updated=9, status="over", listed=False, wakes=True, summary='{"a": 1}')
        assert await log.add(row=after, people=["ada", "bob"])
        assert await store.table("t1") == after
        assert await store.tables_of(["bob"]) == [after]
        assert await store.lengths(["t1", "t2"]) == {"t1": 2}

    asyncio.run(change())


def test_lists(store: Store) -> None:
    async def lists() -> None:
        for number, status in enumerate(["gathering", "playing", "over", "closed"]):
            for listed in (False, True):
                name = f"{status}{int(listed)}"
                more: dict[str, Any] = {"status": status, "listed": listed, "updated": number}
                await store.create_table(row(name, wakes=listed, **more), data(), [name, "all"])
        assert [each.id for each in await store.listed()] == ["playing1", "gathering1"]
        assert [each.id for each in await store.listed(1)] == ["playing1"]
        assert sorted(await store.tables_to_resume()) == ["gathering1", "playing1"]
        assert {each.id for each in await store.tables_of(["over0", "over1"])} == {"over0", "over1"}
        of_all = await store.tables_of(["all", "nobody"])
        assert len(of_all) == 8
        assert [each.updated for each in of_all] == [3, 3, 2, 2, 1, 1, 0, 0]
        assert len(await store.tables_of(["all"], 3)) == 3
        counts = await store.count_by_status()
        assert counts == dict.fromkeys(["gathering", "playing", "over", "closed"], 2)
        many = [f"x{number}" for number in range(1200)]
        assert await store.lengths([*many, "over0"]) == {"over0": 1}

    asyncio.run(lists())


# --- people ----------------------------------------------------------------------------


def test_people_and_accounts(store: Store) -> None:
    async def people() -> None:
        for person in ("ada", "guest1", "guest2", "bob"):
            await store.add_person(person, person.title(), 5)
        with pytest.raises(StoreError):
            await store.add_person("ada", "Again", 6)
        assert await store.person("ada") == PersonRow("ada", "Ada", None, "[]")
        await store.rename("ada", "Ada L.")
        await store.mute("ada", '["bob"]')
        assert await store.set_login("ada", "ada", "hash")
        assert not await store.set_login("ada", "lovelace", "hash2"), "there is one already"
        assert not await store.set_login("bob", "ada", "hash3"), "the login is taken"
        assert await store.person("ada") == PersonRow("ada", "Ada L.", "ada", '["bob"]')
        assert await store.person_by_login("ada") == ("ada", "hash")
        await store.set_password("ada", "hash4")
        assert await store.person_by_login("ada") == ("ada", "hash4")

        await store.adopt("guest1", "guest2")
        assert await store.ids_of("guest2") == {"guest1", "guest2"}
        await store.adopt("guest2", "ada")
        assert await store.ids_of("ada") == {"ada", "guest1", "guest2"}
        assert await store.set_login("bob", "bob", "hash")
        await store.adopt("bob", "ada")
        assert "bob" not in await store.ids_of("ada"), "an account is not adopted"

    asyncio.run(people())


def test_a_login_is_given_to_one_of_two(place: Place, store: Store) -> None:
    other = place.open()

    async def people() -> None:
        await store.add_person("ada", "Ada", 1)
        await store.add_person("eve", "Eve", 1)
        got = await asyncio.gather(
            store.set_login("ada", "queen", "a"),
            other.set_login("eve", "queen", "e"),
            return_exceptions=True,
        )
        assert [each is True for each in got].count(True) == 1
        assert all(isinstance(each, bool | StoreError) for each in got)

    asyncio.run(people())
    other.close()


def test_sessions(store: Store) -> None:
    async def sessions() -> None:
        await store.add_session("h1", "ada", 10, 100)
        await store.add_session("h2", "ada", 10, 200, confirmed=9)
        await store.touch_session("h2", 7, "Firefox")
        await store.add_session("h3", "bob", 10, 300)
        assert await store.session("h1") == ("ada", 10, 100, None, "h1", 0, "", 0)
        await store.add_session("h4", "ada", 10, 400, replaces="h2")
        await store.confirm_session("h4", "h2", 50)
        await store.confirm_session("h4", "h2", 150)
        assert await store.session("h2") == ("ada", 10, 50, None, "h2", 7, "Firefox", 9), (
            "only ever shorter"
        )
        assert await store.session("h4") == ("ada", 10, 400, None, "h2", 7, "Firefox", 9), "goes on"
        assert await store.devices_of("ada", 60) == [
            ("h2", 10, 7, "Firefox"),
            ("h1", 10, 0, ""),
        ]
        await store.sweep_people(60, 0)
        assert await store.session("h2") is None
        await store.end_sessions("ada")
        assert await store.session("h1") is None
        assert await store.session("h3") == ("bob", 10, 300, None, "h3", 0, "", 0)

    asyncio.run(sessions())


def test_guests_who_never_sat_down_are_forgotten(store: Store) -> None:
    """Guests who took a seat, created an account or have returned since then are kept."""

    async def people() -> None:
        for person in ("never-sat", "sat", "account", "came-back", "new"):
            await store.add_person(person, "P", 900 if person == "new" else 10)
            issued = 900 if person == "came-back" else 10
            await store.add_session(f"of-{person}", person, issued, 5000)
        await store.set_login("account", "ada", "hash")
        await store.create_table(row(), data(), ["sat"])
        await store.sweep_people(1000, 500)
        left = {p for p in ("sat", "account", "came-back", "new") if await store.person(p)}
        assert left == {"sat", "account", "came-back", "new"}
        assert await store.person("never-sat") is None
        assert await store.session("of-never-sat") is None
        assert await store.session("of-sat") is not None

    asyncio.run(people())


def test_a_person_with_a_passkey_is_an_account(place: Place, store: Store) -> None:
    other = place.open()

    def passkey(number: int, person: str) -> PasskeyRow:
        return PasskeyRow(f"p{number}", person, "key", 0, 5, "Phone")

    async def people() -> None:
        for person in ("ada", "bob", "cat", "guest"):
            await store.add_person(person, person.title(), 5)
        await store.adopt("guest", "ada")
        assert await store.add_passkey(passkey(1, "ada"), "c1", 50, 2)
        assert not await other.add_passkey(passkey(2, "ada"), "c1", 50, 2), "a used challenge"
        assert not await other.add_passkey(passkey(1, "bob"), "c2", 50, 2), "a known passkey"
        assert not await store.add_passkey(passkey(2, "guest"), "c3", 50, 2), "adopted"
        assert await other.add_passkey(passkey(2, "ada"), "c4", 50, 2)
        assert not await store.add_passkey(passkey(3, "ada"), "c5", 50, 2), "two at most"
        assert await other.passkeys_of("ada") == [passkey(1, "ada"), passkey(2, "ada")]
        assert await store.person("ada") == PersonRow("ada", "Ada", None, "[]", 2)

        assert not await store.adopt("ada", "bob")
        assert await store.ids_of("bob") == {"bob"}, "its guests are not taken either"
        await store.sweep_people(1000, 500)
        assert await store.person("ada"), "it is not forgotten"
        assert await store.person("cat") is None

        row = passkey(1, "ada")
        used = await asyncio.gather(
            store.use_passkey(row, 1, "c6", 2000), other.use_passkey(row, 1, "c6", 2000)
        )
        assert sorted(used) == [False, True], "a challenge is used once, by whichever process"
        assert not await store.use_passkey(row, 2, "c7", 2000), "it has been used since then"
        assert await store.passkey("p1") == row._replace(sign_count=1)

        assert not await store.delete_passkey("bob", "p1")
        assert await store.delete_passkey("ada", "p1")
        assert not await store.delete_passkey("ada", "p1")
        assert await store.person("ada") == PersonRow("ada", "Ada", None, "[]", 1)
        assert await store.delete_passkey("ada", "p2")
        assert await store.set_login("ada", "ada", "hash")
        assert not await store.set_login("guest", "guest", "hash"), "it is ada"

    asyncio.run(people())
    other.close()


def test_meta_keeps_its_first_value(place: Place, store: Store) -> None:
    other = place.open()

    async def meta() -> None:
        both = await asyncio.gather(store.meta("key", "mine"), other.meta("key", "yours"))
        assert both[0] == both[1]
        assert await store.meta("key", "third") == both[0]

    asyncio.run(meta())
    other.close()


# --- group commit ----------------------------------------------------------------------


@pytest.fixture
def spy(store: Store) -> Spy:
    return Spy.on(store)


def test_waiting_writes_share_a_commit(store: Store, spy: Spy) -> None:
    async def write() -> None:
        spy.go.clear()
        first = asyncio.ensure_future(store.meta("first", ""))
        await spy.held()  # it is running, alone
        order: list[str] = []

        async def one(number: int) -> None:
            log = Log(store, f"t{number}")
            await log.create()
            order.append("answer")
            assert spy.done[-1] == "durable", "told before it was on disk"

        many = [asyncio.ensure_future(one(number)) for number in range(100)]
        await asyncio.sleep(0)  # all have been queued
        assert not order
        assert not first.done()
        spy.go.set()
        await asyncio.gather(first, *many)
        assert spy.done == ["commit", "durable"] * 2
        assert store.commits == (2, 101)

    asyncio.run(write())


def test_a_failing_write_does_not_affect_others(store: Store, spy: Spy) -> None:
    async def write() -> None:
        spy.go.clear()
        first = asyncio.ensure_future(store.meta("first", ""))
        await spy.held()
        good = [asyncio.ensure_future(Log(store, f"t{n}").create()) for n in range(5)]
        bad = asyncio.ensure_future(Log(store, "t2").create())  # a second table with that id
        odd = store._writer.run(lambda _: 1 // 0)
        await asyncio.sleep(0)
        spy.go.set()
        assert await asyncio.gather(first, *good) == ["", *[None] * 5]
        with pytest.raises(StoreError):
            await bad
        with pytest.raises(ZeroDivisionError):
            await odd
        assert len(await store.listed()) == 5

    asyncio.run(write())


def test_a_failed_commit_is_rolled_back_and_the_store_continues(store: Store, spy: Spy) -> None:
    async def write() -> None:
        spy.fail_commit = [StoreError("the disk is full"), StoreError("the disk is full")]
        with pytest.raises(StoreError, match="full"):
            await Log(store).create()
        assert await store.table("t1") is None
        await Log(store).create()
        assert await store.table("t1") == row()

    asyncio.run(write())


def test_an_uncertain_commit_is_retried_and_not_applied_twice(store: Store, spy: Spy) -> None:
    """It was committed, but the answer was lost."""

    async def write() -> None:
        log = Log(store)
        await log.create()
        commit = spy.commit

        def lost() -> None:
            commit()
            spy.commit = commit  # type: ignore[method-assign]
            raise StoreError("the connection was lost")

        spy.commit = lost  # type: ignore[method-assign]
        assert await log.add()
        assert (await store.log("t1")).rows == [data(0), data(1)]

    asyncio.run(write())


def test_an_unreachable_database_fails_all_writes_at_once(store: Store, spy: Spy) -> None:
    async def write() -> None:
        tries: list[int] = []

        def unreachable() -> None:
            spy.begins.set()
            spy.go.wait()
            tries.append(1)
            raise UnreachableError("no route")

        begin = spy.begin
        spy.begin = unreachable  # type: ignore[method-assign]
        spy.go.clear()
        asked = [asyncio.ensure_future(store.meta(f"{n}", "")) for n in range(50)]
        await spy.held()
        spy.go.set()
        failed = await asyncio.gather(*asked, return_exceptions=True)
        assert all(isinstance(each, UnreachableError) for each in failed)
        assert len(tries) <= 4, "each of fifty would have waited for its own timeout"
        spy.begin = begin  # type: ignore[method-assign]
        assert await store.meta("51", "back") == "back"

    asyncio.run(write())


def test_closing_finishes_waiting_writes_and_refuses_others(place: Place) -> None:
    store = place.open()

    async def write() -> None:
        asked = [asyncio.ensure_future(Log(store, f"t{n}").create()) for n in range(50)]
        await asyncio.sleep(0)
        await asyncio.to_thread(store.close)
        await asyncio.gather(*asked)
        with pytest.raises(StoreError, match="closed"):
            await store.meta("late", "")
        with pytest.raises(StoreError, match="closed"):
            await store.table("t1")

    asyncio.run(write())
    store.close()
    assert place.sql("SELECT COUNT(*) FROM tables") == [(50,)]


def test_a_cancelled_write_disturbs_nobody(store: Store, spy: Spy) -> None:
    async def write() -> None:
        spy.go.clear()
        gone = asyncio.ensure_future(Log(store).create())
        await spy.held()
        gone.cancel()
        spy.go.set()
        await Log(store, "t2").create()

    asyncio.run(write())
    asyncio.run(asyncio.wait_for(store.table("t1"), 60))


def test_sqlite_syncs_at_every_commit(tmp_path: Path) -> None:
    """2 is FULL: `strace -e fdatasync` shows one before each answer."""
    store = Place(tmp_path, None).open()

    async def settings() -> list[object]:
        asked = [
            store._writer.run(lambda d, p=p: d.execute(f"PRAGMA {p}"))
            for p in ("synchronous", "journal_mode")
        ]
        return [(await each)[0][0] for each in asked]

    assert asyncio.run(settings()) == [2, "wal"]
    store.close()


# --- damage and migrations -------------------------------------------------------------


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM log WHERE n = 0",
        "DELETE FROM log WHERE n = 2",
        "DELETE FROM log WHERE n = 4",
        "DELETE FROM log",
        "UPDATE log SET data = '[]' WHERE n = 2",
        "UPDATE log SET data = '[]' WHERE n = 4",
        "UPDATE log SET sum = sum + 1 WHERE n = 3",
        "UPDATE log SET n = n + 10 WHERE n >= 3",
        "UPDATE log SET table_id = 't2'",
    ],
)
def test_a_modified_log_is_reported_and_not_changed(
    place: Place, store: Store, damage: str
) -> None:
    async def write() -> None:
        log = Log(store)
        await log.create()
        for _ in range(4):
            await log.add()

    asyncio.run(write())
    place.sql(damage)
    before = place.sql("SELECT * FROM log ORDER BY table_id, n")
    with pytest.raises(DamagedError, match="t1 is damaged"):
        asyncio.run(store.log("t1"))
    assert place.sql("SELECT * FROM log ORDER BY table_id, n") == before


def test_an_older_schema_is_migrated(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    store = place.open()
    asyncio.run(Log(store).create())
    store.close()
    steps = schema.migrations()
    newest = steps[-1][0]
    further = [
        (newest + 1, ["ALTER TABLE tables ADD COLUMN liked INTEGER NOT NULL DEFAULT 7"]),
        (newest + 2, ["CREATE TABLE extra (a TEXT)", "INSERT INTO extra VALUES ('x')"]),
    ]
    monkeypatch.setattr(schema, "migrations", lambda: steps + further)
    newer = place.open()
    assert asyncio.run(newer.table("t1")) == row()
    newer.close()
    assert place.sql("SELECT liked FROM tables") == [(7,)]
    assert place.sql("SELECT a FROM extra") == [("x",)]
    assert place.sql("SELECT value FROM meta WHERE key = 'schema'") == [(str(newest + 2),)]
    place.open().close()  # and nothing happens twice
    assert place.sql("SELECT a FROM extra") == [("x",)]
    monkeypatch.undo()
    with pytest.raises(StoreError, match="newer Baumeister"):
        place.open()
    assert place.sql("SELECT value FROM meta WHERE key = 'schema'") == [(str(newest + 2),)]


def test_a_failed_migration_leaves_the_previous_schema(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.open().close()
    steps = schema.migrations()
    newest = steps[-1][0]
    broken = [(newest + 1, ["CREATE TABLE half (a TEXT)", "CREATE NONSENSE"])]
    monkeypatch.setattr(schema, "migrations", lambda: steps + broken)
    with pytest.raises(StoreError):
        place.open()
    monkeypatch.undo()
    assert place.sql("SELECT value FROM meta WHERE key = 'schema'") == [(str(newest),)]
    with pytest.raises(StoreError):
        place.sql("SELECT * FROM half")
    place.open().close()


def test_concurrent_processes_migrate_once(postgres: str, tmp_path: Path) -> None:
    place = Place(tmp_path, postgres)
    results: list[object] = []
    begin = threading.Barrier(4)

    def start() -> None:
        begin.wait()
        try:
            place.open().close()
            results.append("open")
        except StoreError as error:
            results.append(error)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == ["open"] * 4
    assert place.sql("SELECT COUNT(*) FROM meta WHERE key = 'schema'") == [(1,)]


@pytest.mark.parametrize("said", [None, "", "one", "-1"])
def test_a_database_without_a_schema_version_is_damaged(place: Place, said: str | None) -> None:
    place.open().close()
    place.sql("DELETE FROM meta")
    if said is not None:
        place.sql("INSERT INTO meta VALUES ('schema', ?)", said)
    with pytest.raises(DamagedError, match="schema"):
        place.open()
