"""What operators need: retention, bans, orders by command line and page, health, clear errors."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from baumeister.cli.operator import admin
from baumeister.server.operating import health, orders, retention
from baumeister.server.people.limit_table import MAX_LISTED
from baumeister.server.service import check_redis
from baumeister.server.store import StoreError, open_store
from baumeister.server.store import thread as threads
from baumeister.server.store.postgres import PostgresDatabase
from baumeister.server.store.queries.operating import Ban, last_time
from tests.server.client import Client, RefusedError
from tests.server.party import DAY, Clock
from tests.server.running import Running, running, settings
from tests.waiting import until

SMALL = {"game": "manhattan", "options": {"players": 2, "rounds": 1}}
MINE = {**SMALL, "seats": [{"kind": "me"}, {"kind": "me"}]}
TOKEN = "an operator's long secret"


def inside(found: Running, work: Any) -> Any:
    """Run a coroutine on the loop of the service."""
    loop = found.service._tasks[0].get_loop()
    return asyncio.run_coroutine_threadsafe(work, loop).result(60)


def http(found: Running, **given: Any) -> httpx.Client:
    return httpx.Client(base_url=found.url, trust_env=False, timeout=60, **given)


def guest(client: httpx.Client) -> str:
    return str(client.post("/api/people", json={"name": "Ada"}).json()["id"])


def made(client: httpx.Client, **given: Any) -> str:
    return str(client.post("/api/tables", json={**MINE, **given}).json()["table"])


# --- retention ---------------------------------------------------------------------------


def test_tables_expire_in_small_batches(
    timed: Running, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "BATCH", 2)
    monkeypatch.setattr(retention, "PAUSE", 0.0)
    with http(timed) as client:
        guest(client)
        running_one, over = made(client), made(client)
        gathering = [made(client, seats=[{"kind": "me"}, {"kind": "open"}]) for _ in range(5)]
        resign = {"command": {"do": "resign", "seat": 0, "then": "nobody"}}
        client.post(f"/api/tables/{over}/commands", json=resign).raise_for_status()
        assert inside(timed, timed.service.expire()) == 0
        clock.now += 31 * DAY
        assert inside(timed, timed.service.expire()) == 5
        known = {each["id"] for each in client.get("/api/me/tables").json()}
        assert known == {running_one, over}
        assert client.get(f"/api/tables/{gathering[0]}").status_code == 404
        clock.now += 160 * DAY
        pause = {"command": {"do": "ask", "matter": "pause", "seat": 0}}
        fresh = made(client)
        client.post(f"/api/tables/{running_one}/commands", json=pause).raise_for_status()
        clock.now += 100 * DAY
        assert inside(timed, timed.service.expire()) == 0, "it was paused 100 days ago"
        clock.now += 100 * DAY
        assert inside(timed, timed.service.expire()) == 2
        assert client.get(f"/api/tables/{fresh}").status_code == 404
        clock.now += 400 * DAY
        assert inside(timed, timed.service.expire()) == 1
        used = inside(timed, timed.service.store.disk_use())
        assert (used["tables"], used["log"]) == (0, 0)


def test_a_watched_table_does_not_expire(timed: Running, clock: Clock) -> None:
    async def play() -> None:
        async with Client(timed.url) as ada:
            table = str((await ada.post("/api/tables", SMALL))["table"])
            await ada.watch(table)
            clock.now += 1000 * DAY
            expired = asyncio.run_coroutine_threadsafe(
                timed.service.expire(), timed.service._tasks[0].get_loop()
            )
            assert await asyncio.wrap_future(expired) == 0

    asyncio.run(play())


def test_the_time_of_a_log_row_is_that_of_its_last_event() -> None:
    assert last_time('[{"at": 5, "what": "x"}, {"at": 9}]') == 9
    assert last_time("[]") == 0


# --- health and errors of the store ------------------------------------------------------


def test_health_notices_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "LASTS", 0.0)
    with running(settings(tmp_path)) as found, http(found) as client:
        assert client.get("/health").json()["status"] == "ok"
        monkeypatch.setattr(health, "MIN_FREE", 1 << 62)
        answer = client.get("/health")
        assert answer.status_code == 503
        assert "disk is full" in answer.json()["reason"]


def test_health_notices_a_hanging_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "LASTS", 0.0)
    monkeypatch.setattr(health, "TIMEOUT", 0.2)
    go = threading.Event()
    with running(settings(tmp_path)) as found, http(found) as client:

        async def hang() -> None:
            found.service.store._writer.run(lambda _: go.wait(60))

        inside(found, hang())
        answer = client.get("/health")
        go.set()
        assert answer.status_code == 503
        assert "has not answered" in answer.json()["reason"]


def test_nobody_waits_for_ever_for_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Every error of the store is logged, also those that only a socket hears of."""
    go = threading.Event()

    async def play(found: Running) -> None:
        async with Client(found.url) as ada:
            table = str((await ada.post("/api/tables", MINE))["table"])
            await ada.watch(table)
            monkeypatch.setattr(threads, "TIMEOUT", 0.2)
            blocked = asyncio.run_coroutine_threadsafe(
                _block(found, go), found.service._tasks[0].get_loop()
            )
            await asyncio.wrap_future(blocked)
            with pytest.raises(RefusedError) as refused:
                await ada.do(table, do="say", room="players", text="hello")
            assert refused.value.code == "store"
            go.set()
            monkeypatch.setattr(threads, "TIMEOUT", 20.0)
            await ada.do(table, do="say", room="players", text="again")

    with caplog.at_level(logging.ERROR), running(settings(tmp_path)) as found:
        asyncio.run(play(found))
    assert any("not answered" in getattr(each, "reason", "") for each in caplog.records)


async def _block(found: Running, go: threading.Event) -> None:
    found.service.store._writer.run(lambda _: go.wait(60)).add_done_callback(_forget)


def _forget(done: asyncio.Future[Any]) -> None:
    if not done.cancelled():
        done.exception()


def test_metrics_say_how_late_the_event_loop_is(service: Running) -> None:
    metrics = service.service.metrics
    until(lambda: "baumeister_loop_delay_seconds_count 0.0" not in metrics.text().decode())
    assert metrics.loop_ran._value.get() > 0


def test_redis_absent_is_a_clear_message() -> None:
    with pytest.raises(StoreError, match=r"Redis cannot be reached at 127\.0\.0\.1:1"):
        check_redis("redis://:secret@127.0.0.1:1/0")


def test_postgresql_gives_up_in_time(postgres: str) -> None:
    database = PostgresDatabase(postgres)
    try:
        shown = [
            database.execute(f"SHOW {name}")[0][0]
            for name in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
        ]
    finally:
        database.close()
    assert shown == ["30s", "15s", "1min"]


# --- bans and listed tables --------------------------------------------------------------


@pytest.fixture
def operated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr("baumeister.server.service.INTERVAL", 0.02)
    given = settings(tmp_path, operator="ada", operator_token=TOKEN)
    with running(given) as found:
        yield found


def test_an_address_lists_few_tables(tmp_path: Path) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}]
    with running(settings(tmp_path, rate_limits=True)) as found, http(found) as client:
        guest(client)
        for _ in range(MAX_LISTED):
            made(client, seats=seats, listed=True)
        sql = "SELECT COUNT(*) FROM origins"
        until(lambda: inside(found, found.service.store._read(sql))[0][0] == MAX_LISTED)
        guest(client)
        answer = client.post("/api/tables", json={**SMALL, "seats": seats, "listed": True})
        assert answer.status_code == 409
        assert "at most" in answer.json()["reason"]
        other = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(base_url=found.url, transport=other) as neighbour:
            guest(neighbour)
            assert made(neighbour, seats=seats, listed=True)


def test_a_banned_address_is_shut_out(operated: Running) -> None:
    store = operated.service.store
    other = httpx.HTTPTransport(local_address="127.0.0.2")
    with http(operated) as client, httpx.Client(base_url=operated.url, transport=other) as eve:
        guest(eve)
        table = made(eve)
        until(lambda: inside(operated, store.origin_of(table)) is not None)
        headers = {"X-Operator": TOKEN}
        ban = {"kind": "table", "value": table, "reason": "spam"}
        client.post("/api/operator/bans", json=ban, headers=headers).raise_for_status()
        answer = eve.get("/api/me")
        assert (answer.status_code, answer.json()["code"]) == (403, "banned")
        assert client.get("/api/me").status_code == 200
        [found] = client.get("/api/operator", headers=headers).json()["bans"]
        lifted = {"kind": "origin", "value": found["value"]}
        client.post("/api/operator/bans/lift", json=lifted, headers=headers).raise_for_status()
        assert eve.get("/api/me").status_code == 200
        wide = {"kind": "address", "value": "127.0.0.2/31"}
        client.post("/api/operator/bans", json=wide, headers=headers).raise_for_status()
        assert eve.get("/api/me").status_code == 403
    assert inside(operated, store.bans())[0].value == "127.0.0.2/31"


def test_a_banned_person_loses_the_connection(operated: Running) -> None:
    async def play() -> None:
        async with Client(operated.url, "Eve") as eve, Client(operated.url, "Ada") as ada:
            person = (await eve.get("/api/me"))["id"]
            answer = await ada.http.post(
                "/api/operator/bans",
                json={"kind": "person", "value": person},
                headers={"X-Operator": TOKEN},
            )
            assert answer.status_code == 204
            async with asyncio.timeout(30):
                await eve.socket.wait_closed()
            with pytest.raises(RefusedError) as refused:
                await eve.get("/api/me/tables")
            assert refused.value.code == "banned"
            await ada.ask("ping")

    asyncio.run(play())


# --- the operator's page -----------------------------------------------------------------


def test_only_the_operator_may_operate(operated: Running) -> None:
    with http(operated) as client:
        for path in ("/api/operator", "/api/operator/tables"):
            assert client.get(path).status_code == 403
            assert client.get(path, headers={"X-Operator": "wrong"}).status_code == 403
            assert client.get(path, headers={"X-Operator": TOKEN}).status_code == 200
        guest(client)
        account = {"login": "ada", "password": "correct horse battery"}
        client.post("/api/account", json=account).raise_for_status()
        assert client.get("/api/operator").json()["tables"] == {}
    with http(operated) as client:
        guest(client)
        client.post("/api/account", json={**account, "login": "bob"}).raise_for_status()
        assert client.get("/api/operator").status_code == 403


def test_nobody_operates_unless_it_was_asked_for(service: Running) -> None:
    with http(service) as client:
        assert client.get("/api/operator", headers={"X-Operator": ""}).status_code == 403


def test_the_operator_closes_and_deletes_tables(operated: Running) -> None:
    async def play() -> None:
        async with Client(operated.url) as ada:
            table = str((await ada.post("/api/tables", MINE))["table"])
            await ada.watch(table)
            ada.http.headers["X-Operator"] = TOKEN
            [found] = await ada.get("/api/operator/tables")
            assert (found["table"]["id"], found["watchers"]) == (table, 1)
            record = await ada.get(f"/api/operator/tables/{table}/record")
            assert all("?" in line for line in record["log"] if "deal" in line), "hidden cards"
            await ada.http.post(f"/api/operator/tables/{table}/close")
            await ada.until(lambda: ada.status(table) == "closed")
            await ada.http.post(f"/api/operator/tables/{table}/delete")
            assert await ada.get("/api/operator/tables") == []
            with pytest.raises(RefusedError) as refused:
                await ada.get(f"/api/tables/{table}")
            assert refused.value.code == "no-table"

    asyncio.run(play())


# --- the operator's command line ---------------------------------------------------------


def test_the_command_line_works_while_the_service_runs(
    operated: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def said() -> Any:
        return json.loads(capsys.readouterr().out)

    with http(operated) as client:
        person = guest(client)
        first, second = made(client), made(client)
        admin.list_command(data=tmp_path, json=True)
        assert {each["table"] for each in said()} == {first, second}
        admin.show(first, data=tmp_path, json=True)
        shown = said()
        assert (shown["status"], shown["host"]) == ("playing", person)
        admin.close(first, data=tmp_path)
        assert "done" in capsys.readouterr().out
        assert client.get(f"/api/tables/{first}").json()["info"]["status"] == "closed"
        admin.delete(second, data=tmp_path)
        assert client.get(f"/api/tables/{second}").status_code == 404
        admin.export(tmp_path / "out", data=tmp_path)
        assert [path.name for path in (tmp_path / "out").iterdir()] == [f"{first}.bau.json"]
        admin.ban(person=person, data=tmp_path, reason="rude")
        assert client.get("/api/me").status_code == 403
        capsys.readouterr()
        admin.bans(data=tmp_path, json=True)
        assert [each["reason"] for each in said()] == ["rude"]
        admin.unban(person=person, data=tmp_path)
        assert client.get("/api/me").status_code == 200
        capsys.readouterr()
        admin.disk(data=tmp_path, json=True)
        assert said()["tables"] == 1
        with pytest.raises(SystemExit):
            admin.close("nothing", data=tmp_path)
        with pytest.raises(SystemExit):
            admin.ban(person="nobody", data=tmp_path)


def test_an_order_waits_for_the_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(admin, "WAIT", 0.0)
    monkeypatch.setattr("baumeister.server.service.INTERVAL", 0.02)
    with running(settings(tmp_path)) as found, http(found) as client:
        guest(client)
        table = made(client, listed=True)
    admin.close(table, data=tmp_path)
    assert "as soon as it runs" in capsys.readouterr().err
    with running(settings(tmp_path)) as found, http(found) as client:
        address = f"/api/tables/{table}"
        until(lambda: client.get(address).json()["info"]["status"] == "closed")


def test_operators_use_postgresql_alike(
    postgres: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = open_store(tmp_path, postgres)

    async def work() -> None:
        await store.ban(Ban("address", "192.0.2.0/24", 5, ""))
        await store.note_origin("t", "o", 5)
        assert await store.origin_of("t") == "o"
        assert await store.listed_from("o") == 0
        assert await store.unchanged_tables(("over",), 9, 5) == []
        assert await store.expire_analyses(9, 5) == 0
        assert await store.sweep_people(9, 5) == 0
        await store.order(orders.new_order("ban", "x", 5))
        [order] = await store.orders(9)
        await store.order_done(order, 10, 0)
        await store.probe()

    try:
        asyncio.run(work())
        admin.bans(database=postgres, json=True)
        assert json.loads(capsys.readouterr().out)[0]["value"] == "192.0.2.0/24"
        admin.disk(database=postgres, json=True)
        assert json.loads(capsys.readouterr().out)["bans"] == 1
    finally:
        store.close()
