"""The machine of the service: who may join, and moving from 127.0.0.1 to localhost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from baumeister.server.network import Network
from tests.server.running import Running, running, settings


class Desk(Network):
    """A network that only remembers how it was asked to listen."""

    def __init__(self, data: Path) -> None:
        super().__init__(data, 8420)
        self.asked: list[bool] = []
        self.refuses = False

    async def note(self, on: bool) -> None:
        if self.refuses:
            raise OSError(98, "Address already in use")
        self.asked.append(on)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.fixture
def service(tmp_path: Path, desk: Desk) -> Iterator[Running]:
    with running(settings(tmp_path, network=desk)) as found:
        desk.listen = desk.note
        yield found


def client(service: Running, host: str = "localhost", **headers: str) -> httpx.Client:
    """A browser on this machine that has opened the page under this name."""
    return httpx.Client(
        base_url=service.url, headers={"Host": f"{host}:{service.port}", **headers}, trust_env=False
    )


def test_asked_once_and_remembered(service: Running, desk: Desk, tmp_path: Path) -> None:
    with client(service) as here:
        assert here.get("/api/network").json() == {"chosen": None, "address": None}
        assert here.post("/api/network", json={"on": False}).json()["chosen"] is False
        assert desk.asked == []
        assert here.post("/api/network", json={"on": True}).json()["chosen"] is True
        desk.refuses = True
        refused = here.post("/api/network", json={"on": False})
        assert (refused.status_code, refused.json()["code"]) == (409, "network")
        assert "already in use" in refused.json()["reason"]
    assert desk.asked == [True]
    assert Network(tmp_path).chosen is True


@pytest.mark.parametrize(
    ("host", "headers"),
    [
        ("evil.example", {}),  # a name that points to this machine
        ("192.168.1.7", {}),
        ("localhost", {"X-Forwarded-For": "203.0.113.5"}),
        ("localhost", {"Origin": "http://evil.example"}),
    ],
)
def test_only_on_this_machine(
    service: Running, desk: Desk, host: str, headers: dict[str, str]
) -> None:
    with client(service, host, **headers) as there:
        if "Origin" not in headers:
            assert there.get("/api/network").json() is None
        for path, body in (
            ("network", {"on": True}),
            ("move", {}),
            ("move/finish", {"token": "x"}),
        ):
            answer = there.post(f"/api/{path}", json=body)
            assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert desk.asked == []


def test_nothing_is_asked_of_an_operator(tmp_path: Path) -> None:
    with running(settings(tmp_path)) as service, client(service) as here:
        assert here.get("/api/network").json() is None
        assert here.post("/api/network", json={"on": True}).status_code == 403


def test_a_guest_moves_with_all_games(service: Running) -> None:
    new = {"game": "tangram-city", "options": {"players": 1}}
    with client(service, "127.0.0.1") as old, client(service) as fresh:
        ada = old.post("/api/people", json={"name": "Ada"}).json()
        table = old.post("/api/tables", json=new).json()["table"]
        fresh.post("/api/people", json={"name": "Somebody"})
        other = fresh.post("/api/tables", json=new).json()["table"]
        token = old.post("/api/move").json()["token"]
        moved = fresh.post("/api/move/finish", json={"token": token}).json()
        assert (moved["id"], moved["name"]) == (ada["id"], "Ada")
        assert {each["id"] for each in fresh.get("/api/me/tables").json()} == {table, other}
        assert old.get("/api/me").json()["id"] == ada["id"]  # a bookmark still works
        again = fresh.post("/api/move/finish", json={"token": token})
        assert (again.status_code, again.json()["code"]) == (403, "login")


def test_an_account_is_not_replaced(service: Running) -> None:
    with client(service, "127.0.0.1") as old, client(service) as fresh:
        old.post("/api/people", json={"name": "Ada"})
        fresh.post("/api/people", json={"name": "Grace"})
        fresh.post("/api/account", json={"login": "grace", "password": "correct horse battery"})
        token = old.post("/api/move").json()["token"]
        assert fresh.post("/api/move/finish", json={"token": token}).status_code == 403
        assert fresh.get("/api/me").json()["name"] == "Grace"
