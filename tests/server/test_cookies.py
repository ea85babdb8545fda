"""Cookies: where they are valid and how they are renewed."""

from __future__ import annotations

import asyncio

import pytest

from baumeister.server.people.sessions import OVERLAP, ROTATE_AFTER
from tests.server.client import Client
from tests.server.recorded import Clock
from tests.server.running import running, settings


def test_a_session_survives_with_sockets_alone(tmp_path):
    """A secret is renewed only where the response can carry the new one."""
    clock = Clock()

    async def visit(url: str) -> None:
        async with Client(url) as client:
            me = await client.get("/api/me")
            cookie = client.cookie
            clock.now += ROTATE_AFTER + 1
            await client.reconnect()
            clock.now += OVERLAP + 1
            assert client.cookie == cookie
            assert await client.get("/api/me") == me
            assert client.cookie != cookie

    with running(settings(tmp_path, clock=clock)) as service:
        asyncio.run(visit(service.url))


@pytest.mark.parametrize(
    ("headers", "base", "proxy", "expected"),
    [
        ({}, "", False, "Path=/"),
        ({}, "/games", False, "Path=/games"),
        ({"X-Forwarded-Proto": "https"}, "/games", True, "Path=/games; SameSite=lax; Secure"),
        ({"X-Forwarded-Proto": "https"}, "", False, "Path=/; SameSite=lax"),
    ],
    ids=["plain", "base path", "TLS by a proxy", "nobody's proxy"],
)
def test_the_cookie_matches_the_request(tmp_path, headers, base, proxy, expected):
    """Secure if the trusted proxy says HTTPS; only below the base path."""
    import httpx

    given = {"proxy_headers": proxy, "forwarded_allow_ips": "127.0.0.1"}
    with running(settings(tmp_path, base_path=base), **given) as service:
        answer = httpx.post(
            f"{service.url}/api/people", json={"name": "Ada"}, headers=headers, trust_env=False
        )
    cookie = answer.headers["set-cookie"]
    assert f"; {expected};" in f"; {cookie.partition('; ')[2]};".replace("HttpOnly; ", ""), cookie
    assert ("Secure" in cookie) == ("Secure" in expected)
    assert "HttpOnly" in cookie
