"""Accounts over time: passwords, sessions, confirmation and deletion."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path

import pytest

from baumeister.server.people.accounts import CONFIRMED_FOR
from baumeister.server.people.devices import device_of
from baumeister.server.settings import Settings
from tests.server.client import JSON, Client, RefusedError
from tests.server.party import DAY, Clock, party, people
from tests.server.running import HASHER, Running, running, settings
from tests.server.test_passkeys import begin, log_in, register

TANGRAM = {"game": "tangram-city", "options": {"players": 2}}
PASSWORD = "correct horse battery"
OTHER = "staple of a lifetime"
ANDROID = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


async def sign_up(client: Client, password: str = PASSWORD) -> str:
    login = f"ada-{secrets.token_hex(4)}"
    await client.post("/api/account", {"login": login, "password": password})
    return login


async def code_of(request: object) -> str:
    with pytest.raises(RefusedError) as caught:
        await request  # type: ignore[misc]
    return str(caught.value.code)


async def user(service: Running, cookie: str) -> JSON | None:
    async with Client(service.url).http as http:
        answer = await http.get("/api/me", headers={"Cookie": cookie})
        found: JSON | None = answer.raise_for_status().json()
        return found


async def log_in_elsewhere(service: Running, login: str, password: str = PASSWORD) -> Client:
    """Log in from another device, with a socket."""
    other = Client(service.url)
    other.http.headers["User-Agent"] = ANDROID
    await other.post("/api/login", {"login": login, "password": password})
    await other.connect()
    return other


# --- passwords -------------------------------------------------------------------------


def test_hashing_is_expensive() -> None:
    """The tests have another hasher; this is the one of a real service."""
    assert HASHER.hash(PASSWORD).startswith("$argon2id$v=19$m=65536,t=3,")


@pytest.mark.parametrize(
    "weak", ["password123", "qwertyuiop", "1234567890", "baumeister2024", "motdepasse", "{login}"]
)
def test_common_passwords_are_refused(service: Running, weak: str) -> None:
    async def live() -> None:
        async with people(service.url, 1) as [ada]:
            login = f"lovelace-{secrets.token_hex(2)}"
            body = {"login": login, "password": weak.format(login=login)}
            assert await code_of(ada.post("/api/account", body)) == "weak-password"
            assert (await ada.get("/api/me"))["login"] is None
            if weak == "qwertyuiop":
                await ada.post("/api/account", {"login": login, "password": PASSWORD})
                change = {"old": PASSWORD, "password": weak}
                refused = await code_of(ada.post("/api/account/password", change))
                assert refused == "weak-password"

    asyncio.run(live())


def test_a_changed_password_ends_the_other_sessions(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 1) as [ada]:
            login = await sign_up(ada)
            phone = await log_in_elsewhere(service, login)
            body = {"old": OTHER, "password": OTHER}
            assert await code_of(ada.post("/api/account/password", body)) == "login"
            assert await phone.get("/api/me") is not None, "nothing has changed"
            before = ada.cookie
            me = await ada.post("/api/account/password", {"old": PASSWORD, "password": OTHER})
            assert await ada.get("/api/me") == me
            assert await user(service, before) is None
            await asyncio.wait_for(phone.socket.wait_closed(), 30)
            assert await phone.get("/api/me") is None
            again = {"login": login, "password": PASSWORD}
            assert await code_of(phone.post("/api/login", again)) == "login"
            assert await phone.post("/api/login", {"login": login, "password": OTHER}) == me
            await phone.__aexit__()

    asyncio.run(live())


def test_only_accounts_with_a_password_change_it(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 1) as [ada]:
            body = {"old": PASSWORD, "password": OTHER}
            assert await code_of(ada.post("/api/account/password", body)) == "login"
            stranger = Client(service.url)
            assert await code_of(stranger.post("/api/account/password", body)) == "forbidden"
            await stranger.http.aclose()

    asyncio.run(live())


# --- the cookie from before ------------------------------------------------------------


@pytest.mark.parametrize("by", ["password", "passkey"])
def test_the_cookie_of_a_guest_ends_when_it_becomes_an_account(service: Running, by: str) -> None:
    """Somebody may have copied it: it must not open the account."""

    async def live() -> None:
        async with people(service.url, 1) as [ada]:
            before, me = ada.cookie, await ada.get("/api/me")
            if by == "password":
                await sign_up(ada)
            else:
                await register(ada)
            assert ada.cookie != before
            assert await user(service, before) is None
            assert (await ada.get("/api/me"))["id"] == me["id"]
            await asyncio.wait_for(ada.socket.wait_closed(), 30)

    asyncio.run(live())


def test_logging_in_again_replaces_the_session(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 1) as [ada]:
            login = await sign_up(ada)
            before = ada.cookie
            await ada.post("/api/login", {"login": login, "password": PASSWORD})
            assert await user(service, before) is None
            assert len(await ada.get("/api/me/sessions")) == 1

    asyncio.run(live())


# --- sessions --------------------------------------------------------------------------


def test_sessions_are_listed_and_ended(timed: Running, clock: Clock) -> None:
    async def live() -> None:
        async with people(timed.url, 2) as [ada, bob]:
            login = await sign_up(ada)
            await ada.get("/api/me")
            clock.now += 1000
            phone = await log_in_elsewhere(timed, login)
            await phone.get("/api/me")
            began = clock.now
            clock.now += 2 * DAY
            assert (await phone.get("/api/me"))["login"] == login  # with a new secret
            await phone.get("/api/me")
            theirs, own = await ada.get("/api/me/sessions")
            assert (theirs["device"], theirs["current"]) == ("Firefox, Android", False)
            assert (theirs["began"], theirs["seen"]) == (began, clock.now)
            assert (own["device"], own["current"]) == ("python-httpx", True)
            assert [each["current"] for each in await phone.get("/api/me/sessions")] == [
                True,
                False,
            ]
            refused = await bob.http.delete(f"/api/me/sessions/{theirs['id']}")
            assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
            cookie = phone.cookie
            ended = await ada.http.delete(f"/api/me/sessions/{theirs['id']}")
            assert ended.status_code == 204
            await asyncio.wait_for(phone.socket.wait_closed(), 30)
            assert await user(timed, cookie) is None
            assert await ada.get("/api/me/sessions") == [{**own, "seen": clock.now}]
            await phone.__aexit__()

    asyncio.run(live())


def test_all_other_sessions_end_at_once_or_only_this_one(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 1) as [ada]:
            login = await sign_up(ada)
            others = [await log_in_elsewhere(service, login) for _ in range(2)]
            assert (await ada.http.delete("/api/me/sessions")).status_code == 204
            for other in others:
                assert await other.get("/api/me") is None
                await other.__aexit__()
            third = await log_in_elsewhere(service, login)
            [mine] = [each for each in await ada.get("/api/me/sessions") if each["current"]]
            await ada.http.delete(f"/api/me/sessions/{mine['id']}")
            assert await ada.get("/api/me") is None
            assert (await third.get("/api/me"))["login"] == login
            await third.__aexit__()

    asyncio.run(live())


def test_an_ended_session_cannot_be_renewed(timed: Running, clock: Clock) -> None:
    """The secret that was to replace it ends with it."""

    async def live() -> None:
        async with people(timed.url, 1) as [ada]:
            await sign_up(ada)
            old = ada.cookie
            clock.now += 2 * DAY
            await ada.get("/api/me")
            new = ada.cookie
            assert new != old
            [mine] = await ada.get("/api/me/sessions")
            await ada.http.delete(f"/api/me/sessions/{mine['id']}")
            assert await user(timed, old) is None
            assert await user(timed, new) is None

    asyncio.run(live())


@pytest.mark.parametrize(
    ("says", "device"),
    [
        (ANDROID, "Firefox, Android"),
        (
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
                " Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0"
            ),
            "Edge, Windows",
        ),
        (
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15"
                " (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
            ),
            "Safari, iPhone",
        ),
        ("curl/8.1", "curl"),
        ("<script>alert(1)</script>", ""),
        ("", ""),
    ],
)
def test_devices_are_named(says: str, device: str) -> None:
    assert device_of(says) == device


# --- confirmation ----------------------------------------------------------------------


def test_credentials_need_a_recent_login(timed: Running, clock: Clock) -> None:
    async def live() -> None:
        async with people(timed.url, 1) as [ada]:
            login = await sign_up(ada)
            phone = await register(ada)  # signing up was recent enough
            [kept] = await ada.get("/api/passkeys")
            clock.now += CONFIRMED_FOR + 1
            assert await code_of(begin(ada, "register")) == "log-in-again"
            address = ada.post("/api/me/mail", {"address": "ada@example.org"})
            assert await code_of(address) == "log-in-again"
            for path in ("/api/me", f"/api/passkeys/{kept['id']}"):
                answer = await ada.http.delete(path)
                assert (answer.status_code, answer.json()["code"]) == (403, "log-in-again")
            assert (await ada.get("/api/me"))["login"] == login
            await log_in(ada, phone)
            assert (await begin(ada, "register"))["challenge"]
            clock.now += CONFIRMED_FOR + 1
            await ada.post("/api/login", {"login": login, "password": PASSWORD})
            answer = await ada.http.delete(f"/api/passkeys/{kept['id']}")
            assert answer.status_code == 204

    asyncio.run(live())


def test_a_password_is_added_to_a_passkey_after_a_recent_login(
    timed: Running, clock: Clock
) -> None:
    async def live() -> None:
        async with people(timed.url, 1) as [ada]:
            phone = await register(ada)
            clock.now += CONFIRMED_FOR + 1
            assert await code_of(sign_up(ada)) == "log-in-again"
            await log_in(ada, phone)
            await sign_up(ada)

    asyncio.run(live())


# --- deletion --------------------------------------------------------------------------


async def _delete(client: Client) -> None:
    answer = await client.http.delete("/api/me")
    assert answer.status_code == 204, answer.text


def test_a_deleted_account_leaves_its_names_and_nothing_else(service: Running) -> None:
    async def live() -> None:
        async with party(service.url, TANGRAM) as at:
            ada, bob = at.players
            login = await sign_up(bob)
            phone = await register(bob)
            me = await bob.get("/api/me")
            waiting = await bob.post("/api/tables", TANGRAM)
            await _delete(bob)
            assert await bob.get("/api/me") is None
            again = {"login": login, "password": PASSWORD}
            assert await code_of(bob.post("/api/login", again)) == "login"
            assert await code_of(log_in(bob, phone)) == "login"
            # a bot plays on, and the name stays as a guest's
            await ada.until(lambda: ada.tables[at.table]["info"]["seats"][1]["kind"] == "bot")
            assert ada.tables[at.table]["info"]["seats"][1]["name"] == "Bob"
            store = service.service.store
            assert await store.person(me["id"]) is None
            assert await store.passkeys_of(me["id"]) == []
            assert await store.tables_of([me["id"]]) == []
            row = await store.table(waiting["table"])
            assert row is not None
            assert row.status == "closed"
            # the login is free again
            await ada.post("/api/account", {"login": login, "password": OTHER})

    asyncio.run(live())


def test_a_deleted_account_takes_its_adopted_guests_with_it(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 2) as [ada, guest]:
            login = await sign_up(ada)
            before = (await guest.get("/api/me"))["id"]
            made = await guest.post("/api/tables", TANGRAM)
            await guest.post("/api/login", {"login": login, "password": PASSWORD})
            await _delete(guest)
            assert await ada.get("/api/me") is None
            store = service.service.store
            assert await store.person(before) is None
            row = await store.table(made["table"])
            assert row is not None
            assert row.status == "closed"

    asyncio.run(live())


def test_a_guest_is_deleted_without_a_login(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 1) as [ada]:
            await _delete(ada)
            assert await ada.get("/api/me") is None
            assert (await ada.http.delete("/api/me")).json()["code"] == "forbidden"

    asyncio.run(live())


def test_sessions_and_deletion_with_postgresql(postgres: str, tmp_path: Path) -> None:
    """The same statements in the other database: a renewed session, its end, a deletion."""
    clock = Clock()
    given: Settings = settings(tmp_path, database=postgres, clock=clock)

    async def live(service: Running) -> None:
        async with people(service.url, 1) as [ada]:
            login = await sign_up(ada)
            phone = await log_in_elsewhere(service, login)
            clock.now += 2 * DAY
            await ada.get("/api/me")
            await ada.get("/api/me")
            sessions = await ada.get("/api/me/sessions")
            assert sorted(each["current"] for each in sessions) == [False, True]
            assert (await ada.http.delete("/api/me/sessions")).status_code == 204
            assert await phone.get("/api/me") is None
            await ada.post("/api/login", {"login": login, "password": PASSWORD})
            await _delete(ada)
            assert await ada.get("/api/me") is None
            await phone.__aexit__()

    with running(given) as service:
        asyncio.run(live(service))
