"""Rate limits: clients that exceed them are told to wait, floods end, and nobody else notices."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from websockets.exceptions import ConnectionClosed, InvalidStatus

from baumeister.server.people import limit_table
from baumeister.server.people.limit_table import LIMITS, Limit, Rate
from baumeister.server.people.limits import AddressLimits, Buckets, RateError, network_of
from baumeister.server.socket import protocols
from baumeister.server.tables.decisions import decide
from tests.server.client import Client, RefusedError
from tests.server.running import Running, running, settings

NEW = {"game": "manhattan", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "me"}]}


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Running]:
    with running(settings(tmp_path, rate_limits=True)) as service:
        yield service


@pytest.fixture
def unforgiving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Buckets that take minutes to refill, however slow the machine is."""
    for kind, limit in LIMITS.items():
        slow = [rate and rate._replace(per_second=0.01) for rate in limit]
        monkeypatch.setitem(LIMITS, kind, Limit(*slow))


# --- buckets ---------------------------------------------------------------------------


def test_a_bucket_fills_up_again() -> None:
    buckets = Buckets({"x": Limit(Rate(2, 0.5))}, "address")
    buckets.take("x", 0.0)
    buckets.take("x", 0.0)
    with pytest.raises(RateError) as refused:
        buckets.take("x", 1.0)
    assert refused.value.wait == 1.0
    buckets.take("x", 2.0)
    with pytest.raises(RateError):
        buckets.take("x", 2.0)


def test_addresses_are_counted_apart_and_forgotten_in_turn() -> None:
    found = AddressLimits({"x": Limit(Rate(1, 0.001))}, max_addresses=2)
    found.take("1.1.1.1", "x", 0.0)
    found.take("2.2.2.2", "x", 0.0)
    with pytest.raises(RateError):
        found.take("1.1.1.1", "x", 0.0)
    found.take("3.3.3.3", "x", 0.0)
    assert len(found._buckets) == 2


def test_an_ipv6_network_counts_as_one_client() -> None:
    assert (
        network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2:ffff::1") == "2001:db8:1:2::"
    )
    assert network_of("2001:db8:1:3::1") != network_of("2001:db8:1:2::1")
    assert network_of("::ffff:10.0.0.1") == network_of("10.0.0.1") == "10.0.0.1"
    assert network_of("fe80::1%eth0") == "fe80::"
    assert network_of("testclient") == "testclient"


# --- HTTP ------------------------------------------------------------------------------


def test_guessing_passwords_is_rate_limited(
    limited: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "login", Limit(Rate(3, 0.1)))
    with httpx.Client(base_url=limited.url, trust_env=False, verify=False) as client:
        codes = []
        for number in range(LIMITS["login"].address.burst + 3):
            guess = {"login": "somebody", "password": f"guess number {number}"}
            answer = client.post("/api/login", json=guess)
            codes.append(answer.status_code)
        assert set(codes) == {403, 429}
        assert codes.count(403) <= LIMITS["login"].address.burst + 1
        assert answer.json()["code"] == "too-often"
        assert 1 <= int(answer.headers["retry-after"]) <= 11


@pytest.mark.usefixtures("unforgiving")
def test_every_kind_of_request_has_its_limit(limited: Running) -> None:
    with httpx.Client(base_url=limited.url, trust_env=False, verify=False) as client:
        client.post("/api/people", json={"name": "Ada"})
        for path, body, kind in (
            ("/api/people", {"name": "x" * 61}, "people"),
            ("/api/tables", {"game": "none"}, "tables"),
            ("/api/replay", {"record": 1}, "upload"),
            ("/api/practice", {"game": "none"}, "practice"),
            ("/api/judgement", {"record": 1}, "judgement"),
            ("/api/me/mutes", {"person": 1}, "write"),
        ):
            answers = [client.post(path, json=body) for _ in range(LIMITS[kind].address.burst + 1)]
            assert {each.status_code for each in answers[:-1]} <= {400, 429}
            last = answers[-1]
            assert last.status_code == 429
            assert f"({kind})" in last.json()["reason"]
            assert int(last.headers["retry-after"]) >= 1
        answers = [client.get("/api/me") for _ in range(LIMITS["read"].address.burst + 1)]
        assert {each.status_code for each in answers} == {200, 429}


# --- sockets ---------------------------------------------------------------------------


@pytest.mark.usefixtures("unforgiving")
def test_too_many_messages_of_a_kind_are_refused(limited: Running) -> None:
    """Other kinds of message still work, and the connection stays open."""

    async def play() -> None:
        async with Client(limited.url, "Ada") as ada:
            codes = []
            for _ in range(5 + 3):
                try:
                    await ada.ask("ping")
                except RefusedError as error:
                    codes.append(error.problem)
            assert codes
            assert {each["code"] for each in codes} == {"too-often"}
            assert "(ping)" in codes[0]["reason"]
            with pytest.raises(RefusedError) as refused:
                await ada.ask("watch", table="nothing")
            assert refused.value.code == "no-table"

    asyncio.run(play())


def test_a_flood_ends_and_nobody_else_notices(limited: Running) -> None:
    async def play() -> None:
        async with Client(limited.url, "Ada") as ada:
            flood = await websockets.connect(limited.socket_url, proxy=None)
            reader = asyncio.create_task(_read_all(flood))
            with suppress(ConnectionClosed):
                for number in range(100_000):
                    await flood.send(json.dumps({"type": "ping", "id": number}))
            await reader
            # a client that does not stop is disconnected
            assert flood.close_code in (1006, 1008, 1013)
            await ada.ask("ping")

    asyncio.run(play())


async def _read_all(connection: Any) -> None:
    with suppress(ConnectionClosed):
        while True:
            await connection.recv()


def test_the_sockets_of_an_address_are_limited(
    limited: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limit_table, "MAX_SOCKETS", 2)

    async def play() -> None:
        first = [await websockets.connect(limited.socket_url, proxy=None) for _ in range(2)]
        with pytest.raises(InvalidStatus):
            await websockets.connect(limited.socket_url, proxy=None)
        await first[0].close()
        async with asyncio.timeout(20):
            while True:
                try:
                    again = await websockets.connect(limited.socket_url, proxy=None)
                    break
                except InvalidStatus:
                    await asyncio.sleep(0.01)
        for each in (again, first[1]):
            await each.close()

    asyncio.run(play())


# --- unbounded tables -----------------------------------------------------------------


def test_endless_commands_are_limited_but_the_game_can_be_finished(
    service: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decide, "MAX_EVENTS", 12)
    monkeypatch.setattr(decide, "MAX_CHAT_LINES", 3)

    async def play() -> None:
        async with Client(service.url, "Ada") as ada:
            made = await ada.post("/api/tables", NEW)
            table = made["table"]
            await ada.watch(table)
            for _ in range(3):
                await ada.do(table, do="say", room="players", text="again")
            with pytest.raises(RefusedError) as refused:
                await ada.do(table, do="say", room="players", text="again")
            assert "full" in refused.value.problem["reason"]
            refused_at: dict[str, Any] = {}
            for number in range(30):
                try:
                    await ada.do(table, do="ask", matter="pause", seat=0)
                except RefusedError as error:
                    refused_at = {"number": number, **error.problem}
                    break
                await ada.do(table, do="resume", seat=0)
            assert refused_at["code"] == "not-now"
            assert 2 < refused_at["number"] < 10
            for _ in range(4):
                await ada.until(lambda: ada.owed(table))
                seat = ada.owed(table)[0]
                parts = seat.get("product") or [seat.get("legal")]
                action = " ".join(part[0] for part in parts)
                await ada.act(table, seat["seat"], action, seat["version"])
                await ada.ask("ping")
                assert seat not in ada.owed(table)

    asyncio.run(play())


# --- incomplete requests --------------------------------------------------------------

HALVES = [
    b"",
    b"GET /api/me HTT",
    b"GET /api/me HTTP/1.1\r\nHost: x\r\nX-A: ",
    b"POST /api/people HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
]


@pytest.mark.parametrize("half", HALVES, ids=["nothing", "a line", "a header", "a body"])
def test_an_incomplete_request_does_not_hold_a_connection(
    service: Running, monkeypatch: pytest.MonkeyPatch, half: bytes
) -> None:
    monkeypatch.setattr(protocols, "REQUEST_TIMEOUT", 0.3)
    with socket.create_connection(("127.0.0.1", service.port), timeout=30) as connection:
        connection.sendall(half)
        with suppress(ConnectionResetError):
            while connection.recv(1000):
                pass


def test_endless_headers_are_refused(service: Running) -> None:
    with socket.create_connection(("127.0.0.1", service.port), timeout=30) as connection:
        connection.sendall(b"GET /api/me HTTP/1.1\r\nHost: x\r\nX-A: " + b"a" * 200_000)
        answer = b""
        with suppress(ConnectionResetError):
            while part := connection.recv(1000):
                answer += part
        assert not answer or answer.startswith(b"HTTP/1.1 400")


def test_a_socket_outlives_the_request_timeout(
    service: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocols, "REQUEST_TIMEOUT", 1.0)

    async def play() -> None:
        async with Client(service.url, "Ada") as ada:
            await asyncio.sleep(1.5)
            await ada.ask("ping")

    asyncio.run(play())
