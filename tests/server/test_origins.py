"""Origins with their scheme, and the host names that an operator trusts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import websockets
from websockets.exceptions import InvalidStatus

from tests.server.running import Running, running, settings

NAME = "play.example"


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service behind a proxy that terminates TLS, with one trusted host name."""
    data: Path = tmp_path_factory.mktemp("named")
    proxy = {"proxy_headers": True, "forwarded_allow_ips": "127.0.0.1"}
    with running(settings(data, host_names=frozenset([NAME])), **proxy) as found:
        yield found


def sign_in(service: Running, **headers: str) -> httpx.Response:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    url = f"{service.url}/api/people"
    return httpx.post(url, json={"name": "Ada"}, headers=names, trust_env=False)


def knock(service: Running, **headers: str) -> int:
    """The status with which a WebSocket is refused, or 101."""

    async def connect() -> int:
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            async with websockets.connect(service.socket_url, additional_headers=names, proxy=None):
                return 101
        except InvalidStatus as refused:
            return int(refused.response.status_code)

    return asyncio.run(connect())


@pytest.mark.parametrize(
    ("origin", "proto", "allowed"),
    [
        (f"https://{NAME}", "https", True),
        (f"https://{NAME}:443", "https", True),
        (f"http://{NAME}", "https", False),
        (f"https://{NAME}", "http", False),
        (f"http://{NAME}", "http", True),
        (f"http://{NAME}:8080", "http", False),
    ],
)
def test_the_scheme_belongs_to_the_origin(
    named: Running, origin: str, proto: str, allowed: bool
) -> None:
    """A page without TLS may be anybody's, whatever its name."""
    given = {"Host": NAME, "Origin": origin, "X_Forwarded_Proto": proto}
    answer = sign_in(named, **given)
    assert answer.status_code == (201 if allowed else 403)
    if not allowed:
        assert "scheme, host and port" in answer.json()["reason"]


def test_a_socket_needs_the_scheme_too(service: Running) -> None:
    host = f"127.0.0.1:{service.port}"
    assert knock(service, Origin=f"http://{host}") == 101
    assert knock(service, Origin=f"https://{host}") == 403


@pytest.mark.parametrize("host", ["evil.example", f"{NAME}.evil.example", "[", ""])
def test_other_host_names_are_refused(named: Running, host: str) -> None:
    for path in ("/", "/api/me"):
        answer = httpx.get(f"{named.url}{path}", headers={"Host": host}, trust_env=False)
        if host:
            assert (answer.status_code, answer.json()["code"]) == (421, "host")
            assert "--host-name" in answer.json()["reason"]
        else:
            assert answer.status_code in (400, 421)


def test_trusted_names_this_machine_and_health_checks_are_served(named: Running) -> None:
    def status(path: str, **headers: str) -> int:
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        return httpx.get(f"{named.url}{path}", headers=names, trust_env=False).status_code

    assert status("/api/me", Host=NAME) == 200
    assert status("/api/me", Host="PLAY.example:8420") == 200
    assert status("/api/me", Host=f"127.0.0.1:{named.port}") == 200
    forwarded = {"X_Forwarded_For": "203.0.113.9"}
    assert status("/api/me", Host=f"127.0.0.1:{named.port}", **forwarded) == 421
    assert status("/health", Host="10.0.0.7", **forwarded) == 200
