"""Every command and endpoint is bounded, and one hostile client leaves others alone."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import socket
from contextlib import suppress
from pathlib import Path
from typing import get_args

import httpx
import pytest
import websockets

from baumeister.server.app import HANDLERS
from baumeister.server.logs import LimitedFilter
from baumeister.server.people import limit_table
from baumeister.server.people.limit_table import COMMANDS, ENDPOINTS, LIMITS, REQUESTS
from baumeister.server.people.sessions import ROTATE_AFTER
from baumeister.server.socket import protocols
from baumeister.server.store.queries.people import MAX_SUCCESSORS
from baumeister.server.tables import commands as c
from baumeister.server.tables.decisions import creation, decide
from baumeister.server.tables.errors import TableError
from baumeister.server.wire import requests as r
from tests.server.client import Client, RefusedError, play_on
from tests.server.desk import ADA, Desk, new
from tests.server.party import DAY, Clock
from tests.server.running import Running, running, settings
from tests.waiting import until

SMALL = {"game": "manhattan", "options": {"players": 2, "rounds": 1}}


# --- the table of limits -----------------------------------------------------------------


def test_every_endpoint_has_a_limit() -> None:
    assert {handler.fn.__name__ for handler in HANDLERS} == set(ENDPOINTS)
    assert set(ENDPOINTS.values()) <= set(LIMITS)


def test_every_command_and_message_has_a_limit() -> None:
    assert {each.__struct_config__.tag for each in get_args(c.AnyCommand)} == set(COMMANDS)
    messages = {each.__struct_config__.tag for each in get_args(r.AnyRequest)}
    assert messages == {*REQUESTS, "do"}
    for kind in {*COMMANDS.values(), *REQUESTS.values()}:
        assert LIMITS[kind].connection is not None, kind


def test_sockets_and_requests_of_an_address_share_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = limit_table.Limit(limit_table.Rate(4, 0.001), limit_table.Rate(3, 0.001))
    monkeypatch.setitem(LIMITS, "say", few)

    async def play(url: str) -> None:
        async with Client(url, "Ada") as ada, Client(url, "Bob") as bob:
            table = (await ada.post("/api/tables", {**SMALL, "listed": True}))["table"]
            await ada.watch(table)
            await bob.watch(table)
            line = {"do": "say", "room": "players", "text": "hello"}
            await ada.do(table, **line)
            await ada.post(f"/api/tables/{table}/commands", {"command": line})
            for _ in range(2):
                await bob.do(table, **{**line, "room": "watchers"})
            for refused in (
                bob.do(table, **{**line, "room": "watchers"}),
                ada.do(table, **line),
                ada.post(f"/api/tables/{table}/commands", {"command": line}),
            ):
                with pytest.raises(RefusedError) as caught:
                    await refused
                assert caught.value.code == "too-often"

    with running(settings(tmp_path, rate_limits=True)) as found:
        asyncio.run(play(found.url))


# --- commands ----------------------------------------------------------------------------


def test_a_bot_for_a_bots_seat_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide, "MAX_ARRANGED", 20)
    desk = Desk(new(start=False))
    desk.do(ADA, c.FillWithBot(1, "random"))
    assert desk.do(ADA, c.FillWithBot(1, "random")) == [], "nothing changes"
    for number in range(30):
        try:
            desk.do(ADA, c.FillWithBot(1, ("greedy", "random")[number % 2]))
        except TableError as error:
            assert "too many changes" in error.reason
    assert desk.table.events <= 22
    desk.do(ADA, c.Start())
    assert desk.table.status == "playing"


def test_rematches_that_are_called_off_are_bounded(
    service: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(creation, "MAX_REMATCHES", 2)

    async def play() -> None:
        async with Client(service.url, "Ada") as ada, Client(service.url, "Bob") as bob:
            made = await ada.post("/api/tables", SMALL)
            table = made["table"]
            await ada.watch(table)
            await bob.watch(table, made["invite"])
            await bob.do(table, do="sit", seat=1)
            rng = random.Random(1)
            await asyncio.gather(play_on(ada, table, rng), play_on(bob, table, rng))
            for _ in range(2):
                following = (await ada.do(table, do="rematch"))["table"]
                await ada.do(following, do="close")
            with pytest.raises(RefusedError, match="too many rematches"):
                await ada.do(table, do="rematch")

    asyncio.run(play())


def test_an_old_cookie_makes_few_sessions(timed: Running, clock: Clock) -> None:
    async def count(person: str) -> int:
        sql = "SELECT COUNT(*) FROM sessions WHERE person = ?"
        return int((await timed.service.store._read(sql, (person,)))[0][0])

    def sessions(person: str) -> int:
        loop = timed.service._tasks[0].get_loop()
        return asyncio.run_coroutine_threadsafe(count(person), loop).result(60)

    with httpx.Client(base_url=timed.url, trust_env=False) as client:
        person = client.post("/api/people", json={"name": "Ada"}).json()["id"]
        cookie = {"Cookie": f"baumeister={client.cookies['baumeister']}"}
        client.cookies.clear()
        clock.now += ROTATE_AFTER + 1
        renewed = set()
        for _ in range(30):
            answer = client.get("/api/me", headers=cookie)
            renewed.add(answer.cookies["baumeister"])
            client.cookies.clear()
        assert len(renewed) == 1
        assert sessions(person) == 2
        for _ in range(10):  # days later, still with the old one
            clock.now += DAY
            client.get("/api/me", headers=cookie)
            client.cookies.clear()
        assert sessions(person) <= MAX_SUCCESSORS + 1


# --- connections and logs ----------------------------------------------------------------


def test_silent_connections_of_an_address_are_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocols, "MAX_CONNECTIONS", 3)
    with running(settings(tmp_path, rate_limits=True)) as found:
        silent = [socket.create_connection(("127.0.0.1", found.port)) for _ in range(3)]
        until(lambda: len(found.server.server_state.connections) == 3)
        refused = socket.create_connection(("127.0.0.1", found.port), timeout=30)
        with refused, suppress(ConnectionResetError):
            assert refused.recv(10) == b""
        other = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(base_url=found.url, transport=other) as client:
            assert client.get("/health").status_code == 200
        for each in silent:
            each.close()
        until(lambda: len(found.server.server_state.connections) <= 1)
        with httpx.Client(base_url=found.url, trust_env=False) as client:
            assert client.get("/health").status_code == 200


def test_an_event_is_logged_few_times_a_minute() -> None:
    limited = LimitedFilter(most=3, seconds=60)

    def passes(message: str, at: float) -> tuple[bool, int]:
        record = logging.LogRecord("x", logging.ERROR, "", 0, message, None, None)
        record.created = at
        return limited.filter(record), getattr(record, "left_out", 0)

    assert [passes("again", 1000.0)[0] for _ in range(10)] == [True] * 3 + [False] * 7
    assert passes("other", 1000.0) == (True, 0)
    assert passes("again", 1061.0) == (True, 7)


# --- one hostile client ------------------------------------------------------------------


async def _flood(found: Running, stop: asyncio.Event) -> int:
    """Everything a guest can do, as fast as possible, from another address."""
    sent = 0
    transport = httpx.AsyncHTTPTransport(local_address="127.0.0.3")
    async with httpx.AsyncClient(base_url=found.url, transport=transport, timeout=60) as http:
        await http.post("/api/people", json={"name": "Mallory"})
        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in http.cookies.items())}
        bots = [{"kind": "bot", "bot": "greedy"}] * 2
        while not stop.is_set():
            with suppress(OSError, websockets.WebSocketException):
                async with websockets.connect(
                    found.socket_url,
                    additional_headers=headers,
                    proxy=None,
                    local_addr=("127.0.0.3", 0),
                    close_timeout=0.2,
                ) as connection:
                    for number in range(50):
                        await connection.send(json.dumps({"type": "ping", "id": number}))
            await asyncio.gather(
                *(http.post("/api/tables", json={**SMALL, "seats": bots}) for _ in range(5)),
                *(http.post("/api/practice", json={"game": "manhattan"}) for _ in range(5)),
                *(http.get("/api/tables") for _ in range(5)),
            )
            sent += 65
    return sent


def test_a_hostile_client_leaves_an_honest_player_alone(tmp_path: Path) -> None:
    async def play(found: Running) -> None:
        stop = asyncio.Event()
        flood = asyncio.create_task(_flood(found, stop))
        async with Client(found.url, "Ada") as ada:
            seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
            short = {"players": 2, "rounds": 1, "blocks": 3}
            asked = {"game": "manhattan", "options": short, "seats": seats}
            table = str((await ada.post("/api/tables", asked))["table"])
            await ada.watch(table)
            await play_on(ada, table, random.Random(1))
            assert ada.status(table) == "over"
            assert len(await ada.get("/api/me/tables")) == 1
        stop.set()
        assert await flood > 0

    with running(settings(tmp_path, rate_limits=True)) as found:
        asyncio.run(asyncio.wait_for(play(found), 60))
