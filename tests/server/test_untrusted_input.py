"""Untrusted input: cookies, origins, names, bodies and addresses."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from websockets.exceptions import InvalidStatus

from tests.server.client import Client
from tests.server.running import Running, running, settings

NEW = {"game": "manhattan", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "me"}]}
DAY = 24 * 3600 * 1000


def plain(url: str) -> httpx.Client:
    return httpx.Client(base_url=url, trust_env=False, timeout=60, verify=False)


@pytest.fixture
def guest(service: Running) -> Any:
    with plain(service.url) as client:
        assert client.post("/api/people", json={"name": "Ada"}).status_code == 201
        yield client


# --- cookies ---------------------------------------------------------------------------


def test_a_forged_cookie_is_not_a_session(guest: httpx.Client) -> None:
    real = guest.cookies["baumeister"]
    token, mark = real.split(".")
    other = token[:-1] + ("A" if token[-1] != "A" else "B")
    forged = [f"{other}.{mark}", f"{token}.{'0' * 32}", token, f"{token}.", f".{mark}", real + "x"]
    forged += ["", "x" * 5000, "' OR 1=1 --", f"{real}.{real}", real.swapcase()]
    with plain(str(guest.base_url)) as stranger:
        for cookie in forged:
            answer = stranger.get("/api/me", headers={"Cookie": f"baumeister={cookie}"})
            assert answer.json() is None
    assert guest.get("/api/me").status_code == 200


def test_scripts_and_other_sites_cannot_read_the_cookie(guest: httpx.Client) -> None:
    answer = guest.post("/api/people", json={"name": "Ada"})
    header = answer.headers["set-cookie"].lower()
    assert "httponly" in header
    assert "samesite=lax" in header
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cache-control"] == "no-store"


def test_an_expired_session_is_not_a_session(tmp_path: Path) -> None:
    now = [1_800_000_000_000]
    with running(settings(tmp_path, clock=lambda: now[0])) as service:
        with plain(service.url) as client:
            client.post("/api/people", json={"name": "Ada"})
            now[0] += 399 * DAY
            old = client.cookies["baumeister"]
            assert client.get("/api/me").status_code == 200
            new = client.cookies["baumeister"]
            assert new != old
        now[0] += 2 * DAY
        with plain(service.url) as client:
            for cookie, known in ((old, False), (new, True)):
                headers = {"Cookie": f"baumeister={cookie}"}
                assert (client.get("/api/me", headers=headers).json() is not None) == known
                client.cookies.clear()


def test_logging_out_ends_every_session_and_socket(service: Running) -> None:
    async def play() -> None:
        async with Client(service.url, "Ada") as ada:
            old = ada.cookie
            await ada.ask("ping")
            assert (await ada.http.post("/api/logout")).status_code == 204
            async with asyncio.timeout(20):
                await ada.socket.wait_closed()
            assert ada.socket.close_code == 1008
            answer = await ada.http.get("/api/me", headers={"Cookie": old})
            assert answer.json() is None

    asyncio.run(play())


# --- origins ---------------------------------------------------------------------------

FOREIGN = ["http://evil.example", "null", "http://[", "https://evil.example:1", "", "file://"]


@pytest.mark.parametrize("origin", FOREIGN)
def test_foreign_pages_may_not_act(service: Running, guest: httpx.Client, origin: str) -> None:
    answer = guest.post("/api/tables", json=NEW, headers={"Origin": origin})
    assert answer.status_code == 403
    assert answer.json()["code"] == "forbidden"
    assert "access-control-allow-origin" not in answer.headers

    async def connect() -> None:
        cookie = f"baumeister={guest.cookies['baumeister']}"
        headers = {"Cookie": cookie, "Origin": origin}
        with pytest.raises(InvalidStatus) as refused:
            await websockets.connect(service.socket_url, additional_headers=headers, proxy=None)
        assert refused.value.response.status_code == 403

    asyncio.run(connect())


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_browsers_are_trusted_about_the_origin_of_a_page(guest: httpx.Client, site: str) -> None:
    answer = guest.post("/api/logout", headers={"Sec-Fetch-Site": site})
    assert answer.status_code == 403
    assert guest.get("/api/me").status_code == 200


def test_our_own_page_may_act(service: Running, guest: httpx.Client) -> None:
    headers = {"Origin": service.url, "Sec-Fetch-Site": "same-origin"}
    assert guest.post("/api/tables", json=NEW, headers=headers).status_code == 201


# --- names and other texts -------------------------------------------------------------

MARKS = [
    "a\u202eb",
    "a\u2066b",
    "a\u200fb",
    "a\rb",
    "a\nb",
    "a\0b",
    "a\x1b[31mb",
    "\u2028",
    "a\x7f",
]


@pytest.mark.parametrize("text", MARKS, ids=ascii)
def test_control_and_bidi_characters_are_refused_everywhere(guest: httpx.Client, text: str) -> None:
    table = guest.post("/api/tables", json={**NEW, "start": False}).json()["table"]
    attempts: list[tuple[str, str, Any]] = [
        ("POST", "/api/people", {"name": text}),
        ("PATCH", "/api/me", {"name": text}),
        ("POST", "/api/tables", {**NEW, "seats": [{"kind": "me", "name": text}, {"kind": "me"}]}),
    ]
    commands = [{"do": "salt", "seat": 0, "salt": text}]
    if not any(char.isspace() for char in text):  # whitespace in chat becomes one space
        commands.append({"do": "say", "room": "players", "text": f"x{text}y"})
    attempts += [("POST", f"/api/tables/{table}/commands", {"command": each}) for each in commands]
    for method, path, body in attempts:
        answer = guest.request(method, path, json=body)
        assert answer.status_code == 400, (path, body, answer.text)


SQL = ["'; DROP TABLE log; --", "%' OR '1'='1", '" OR ""="', "?", "%s", "$1", ":a", "\\"]


@pytest.mark.parametrize("text", SQL)
def test_sql_in_texts_is_only_text(guest: httpx.Client, text: str) -> None:
    assert guest.patch("/api/me", json={"name": text}).json()["name"] == text
    assert guest.get("/api/me").json()["name"] == text
    login = {"login": f"abc{text}"[:30], "password": "long enough " + text}
    assert guest.post("/api/login", json=login).status_code == 403
    assert guest.post("/api/account", json=login).status_code == 400
    assert guest.post("/api/me/mutes", json={"person": text}).status_code == 204
    assert guest.get("/api/me").json()["mutes"] == [text]
    assert guest.get("/api/me/tables").json() == []


# --- ids, bodies, headers --------------------------------------------------------------

IDS = ["..%2f..%2fetc%2fpasswd", "%2e%2e", "%00", "a%0d%0aX:1", "a%22", "a" * 33, "a;b", "%ff", "~"]


@pytest.mark.parametrize("table", IDS)
def test_ids_are_only_ids(guest: httpx.Client, table: str) -> None:
    for path in ("", "/record", "/positions/0", "/rounds/1"):
        answer = guest.get(f"/api/tables/{table}{path}")
        assert answer.status_code in (400, 404)
        assert answer.json()["type"] == "error"
        assert "content-disposition" not in answer.headers


def test_the_file_name_of_a_record_is_safe(guest: httpx.Client) -> None:
    table = guest.post("/api/tables", json=NEW).json()["table"]
    answer = guest.get(f"/api/tables/{table}/record")
    name = answer.headers["content-disposition"]
    assert re.fullmatch(r'attachment; filename="[A-Za-z0-9_-]{16}\.bau\.json"', name)
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("path", "size"),
    [
        ("/api/people", 17_000),
        ("/api/tables", 70_000),
        ("/api/practice", 70_000),
        ("/api/replay", 1_100_000),
        ("/api/judgement", 1_100_000),
    ],
)
def test_bodies_have_a_maximum_size(guest: httpx.Client, path: str, size: int) -> None:
    body = b'{"name":"' + b"a" * size + b'"}'
    for content in (body, iter([body[:9], body[9:]])):  # the second one without a Content-Length
        answer = guest.post(path, content=content)
        assert answer.status_code == 413
        assert answer.json()["code"] == "too-large"


@pytest.mark.parametrize("depth", [500, 990, 5000])
@pytest.mark.parametrize("path", ["/api/options", "/api/tables", "/api/replay"])
def test_deeply_nested_bodies_do_no_harm(guest: httpx.Client, path: str, depth: int) -> None:
    deep = "[" * depth + "]" * depth
    body = f'{{"game":"manhattan","options":{{"a":{deep}}}}}'
    if path == "/api/replay":
        body = f'{{"record":{{"a":{deep}}}}}'
    assert guest.post(path, content=body).status_code == 400


HARMLESS = (
    *("language", "open_cards", "preview", "status"),
    *("game", "kind", "theme", "difficulty", "first"),
)
"""Parameters of addresses that say nothing about a person or a table."""


def test_invitations_are_never_in_an_address(service: Running, guest: httpx.Client) -> None:
    """Addresses end up in logs and in Referer headers: no secret is accepted or sent in one."""
    schema = guest.get("/api/schema/openapi.json").json()
    for path, operations in schema["paths"].items():
        for operation in operations.values():
            for parameter in operation.get("parameters", []):
                secret = "invite" in parameter["name"].lower()
                assert not secret or parameter["in"] == "header", path
                harmless = parameter["name"] in HARMLESS
                assert parameter["in"] != "query" or harmless, path
    made = guest.post("/api/tables", json=NEW)
    assert "location" not in made.headers
    invite = made.json()["invite"]
    assert invite not in str(made.headers)
    with plain(service.url) as stranger:
        table = made.json()["table"]
        by_query = stranger.get(f"/api/tables/{table}?invite={invite}&X-Invite={invite}")
        assert by_query.status_code == 404
        by_header = stranger.get(f"/api/tables/{table}", headers={"X-Invite": invite})
        assert by_header.status_code == 200
        assert invite not in by_header.text
