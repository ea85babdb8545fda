"""Passkeys over real HTTP with real keys."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from baumeister.server.people.passkeys import CHALLENGE_LIFETIME, MAX_PASSKEYS
from baumeister.server.service import GUEST_LIFETIME
from tests.server.authenticator import JSON, Authenticator, data, text
from tests.server.client import Client, RefusedError
from tests.server.party import Clock, party, people
from tests.server.running import Running, running, settings

TANGRAM = {"game": "tangram-city", "options": {"players": 2}}
PASSWORD = "correct horse battery"


async def begin(client: Client, what: str, **headers: str) -> JSON:
    found = await client.http.post(f"/api/passkeys/{what}/begin", headers=headers)
    return client._read(found)


async def register(client: Client, **more: Any) -> Authenticator:
    """Register a new passkey for this client."""
    phone = Authenticator(client.url, **more)
    made = phone.create(await begin(client, "register"))
    kept = await client.post("/api/passkeys/register/finish", {"credential": made, "name": "Phone"})
    assert kept["id"] == text(phone.id)
    return phone


async def log_in(client: Client, phone: Authenticator) -> JSON:
    return await finish(client, phone.get(await begin(client, "login")))


async def finish(client: Client, credential: JSON) -> JSON:
    return await client.post("/api/passkeys/login/finish", {"credential": credential})


async def refused(client: Client, credential: JSON) -> str:
    """The reason of the refusal; also checks that nobody's identity has changed."""
    before = dict(client.http.cookies)
    with pytest.raises(RefusedError) as caught:
        await finish(client, credential)
    assert caught.value.code == "login"
    assert dict(client.http.cookies) == before
    return str(caught.value.problem["reason"])


def changed(credential: JSON, **response: Any) -> JSON:
    return {**credential, "response": {**credential["response"], **response}}


def test_a_passkey_makes_an_account_of_a_guest(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 1) as [ada]:
            me = await ada.get("/api/me")
            assert not me["account"]
            phone = await register(ada)
            assert await ada.get("/api/me") == {**me, "account": True}
            [mine] = await ada.get("/api/passkeys")
            assert (mine["id"], mine["name"]) == (text(phone.id), "Phone")
            for _ in range(2):
                stranger = Client(service.url)
                assert await log_in(stranger, phone) == {**me, "account": True}
                assert await stranger.get("/api/me") == {**me, "account": True}
                await stranger.http.aclose()

    asyncio.run(live())


def test_a_passkey_without_a_counter_works(service: Running) -> None:
    """Passkeys synced between devices always report 0."""

    async def live() -> None:
        async with people(service.url, 2) as [ada, bob]:
            phone = await register(ada, counts=False)
            shown = phone.get(await begin(bob, "login"))
            assert (await finish(bob, shown))["name"] == "Ada"
            assert (await log_in(bob, phone))["name"] == "Ada"

    asyncio.run(live())


def test_logging_in_by_a_passkey_adopts_the_games_of_a_guest(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 1) as [home], party(service.url, TANGRAM) as at:
            phone = await register(home)
            await home.reconnect()
            guest = at.players[1]
            with pytest.raises(RefusedError):
                await home.watch(at.table)
            await log_in(guest, phone)
            await asyncio.wait_for(guest.socket.wait_closed(), 30)
            await home.watch(at.table)
            await home.until(lambda: bool(home.owed(at.table)))
            [seat] = home.owed(at.table)
            assert seat["seat"] == 1
            assert [each["id"] for each in await guest.get("/api/me/tables")] == [at.table]

    asyncio.run(live())


def test_an_account_with_a_passkey_is_not_adopted(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 2) as [ada, bob]:
            login = f"bob-{bob.http.cookies['baumeister'][:8].lower().replace('_', '.')}"
            await bob.post("/api/account", {"login": login, "password": PASSWORD})
            phone, key = await register(ada), await register(bob)
            made = await ada.post("/api/tables", TANGRAM)
            me = await ada.get("/api/me")
            # first with a password, then with a passkey: the browser belongs to another account now
            await ada.post("/api/login", {"login": login, "password": PASSWORD})
            assert await ada.get("/api/me/tables") == []
            await log_in(ada, phone)
            assert (await log_in(ada, key))["login"] == login
            assert await ada.get("/api/me/tables") == []
            assert await log_in(ada, phone) == me
            assert [each["id"] for each in await ada.get("/api/me/tables")] == [made["table"]]

    asyncio.run(live())


def test_a_guest_with_a_passkey_is_not_forgotten(timed: Running, clock: Clock) -> None:
    async def live() -> None:
        async with people(timed.url, 2) as [ada, bob]:
            phone = await register(ada)
            stranger = Client(timed.url)
            clock.now += GUEST_LIFETIME + 1
            await timed.service.store.sweep_people(clock.now, clock.now - GUEST_LIFETIME)
            assert await bob.get("/api/me") is None
            assert (await log_in(stranger, phone))["name"] == "Ada"
            await stranger.http.aclose()

    asyncio.run(live())


# --- refusals -------------------------------------------------------------------------


def test_all_mismatches_get_the_same_refusal(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 3) as [ada, bob, eve]:
            phone, others = await register(ada), await register(bob)
            unknown = Authenticator(service.url)
            unknown.host, unknown.user = phone.host, phone.user
            fake = Authenticator(service.url)
            fake.host, fake.user, fake.id = phone.host, phone.user, phone.id
            fake.count = 100
            asked = await begin(eve, "login")
            shown = phone.get(asked)
            signature = bytearray(data(shown["response"]["signature"]))
            signature[-1] ^= 1
            known = bytearray(data(shown["response"]["authenticatorData"]))
            known[-1] += 1
            absent = bytearray(data(shown["response"]["authenticatorData"]))
            absent[32] = 0
            elsewhere = Authenticator("https://evil.example")
            elsewhere.__dict__ |= {**phone.__dict__, "origin": "https://evil.example"}
            other_host = Authenticator(service.url)
            other_host.__dict__ |= {**phone.__dict__, "host": "evil.example"}
            wrong = {
                "unknown": unknown.get(asked),
                "another key": fake.get(asked),
                "signature": changed(shown, signature=text(bytes(signature))),
                "no signature": changed(shown, signature=""),
                "signed something else": changed(shown, authenticatorData=text(bytes(known))),
                "nobody there": changed(shown, authenticatorData=text(bytes(absent))),
                "no data": changed(shown, authenticatorData=""),
                "somebody else": changed(shown, userHandle=others.user),
                "nobody": changed(shown, userHandle=""),
                "another's": {**shown, "id": text(others.id), "rawId": text(others.id)},
                "origin": elsewhere.get(asked),
                "host": other_host.get({**asked, "rpId": "evil.example"}),
                "no client data": changed(shown, clientDataJSON=text(b"[]")),
            }
            said = {why: await refused(eve, credential) for why, credential in wrong.items()}
            assert set(said.values()) == {"this passkey is not valid here"}, said
            # none of this has done any harm
            assert (await finish(eve, shown))["name"] == "Ada"

    asyncio.run(live())


def test_a_challenge_is_answered_once(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 1) as [ada]:
            for counts in (True, False):
                phone = await register(ada, counts=counts)
                stranger, other = Client(service.url), Client(service.url)
                asked = await begin(stranger, "login")
                shown, again = phone.get(asked), phone.get(asked)
                both = await asyncio.gather(
                    finish(stranger, shown), finish(other, shown), return_exceptions=True
                )
                assert [isinstance(each, RefusedError) for each in both].count(True) == 1
                for late in (shown, again):
                    third = Client(service.url)
                    await refused(third, late)
                    await third.http.aclose()
                await stranger.http.aclose()
                await other.http.aclose()
            asked = await begin(ada, "register")
            done = []
            for _ in range(2):
                made = Authenticator(service.url).create(asked)
                done.append(
                    await ada.http.post("/api/passkeys/register/finish", json={"credential": made})
                )
            assert [answer.status_code for answer in done] == [201, 403]

    asyncio.run(live())


def test_a_challenge_is_for_one_person_and_one_purpose(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 2) as [ada, bob]:
            phone = await register(ada)
            foreign = {
                "somebody else's": await begin(bob, "login"),
                "to register": {**await begin(ada, "register"), "rpId": phone.host},
                "made up": {"rpId": phone.host, "challenge": text(bytes(56))},
                "short": {"rpId": phone.host, "challenge": text(b"x")},
                "none": {"rpId": phone.host, "challenge": ""},
            }
            for why, asked in foreign.items():
                assert "begin again" in await refused(ada, phone.get(asked)), why
            for asked in (await begin(bob, "register"), await begin(ada, "login")):
                options = {**await begin(ada, "register"), "challenge": asked["challenge"]}
                made = {"credential": Authenticator(service.url).create(options)}
                with pytest.raises(RefusedError) as caught:
                    await ada.post("/api/passkeys/register/finish", made)
                assert caught.value.code == "login"

    asyncio.run(live())


def test_a_challenge_expires_and_is_forgotten(timed: Running, clock: Clock) -> None:
    async def live() -> None:
        async with people(timed.url, 1) as [ada]:
            phone = await register(ada)
            asked = await begin(ada, "login")
            clock.now += CHALLENGE_LIFETIME - 1
            await finish(ada, phone.get(asked))
            late = await begin(ada, "login")
            clock.now += CHALLENGE_LIFETIME
            assert "begin again" in await refused(ada, phone.get(late))
            store = timed.service.store
            count = "SELECT COUNT(*) FROM used_challenges"
            assert await store._read(count) == [(2,)]
            clock.now += 1
            await store.sweep_people(clock.now, 0)
            assert await store._read(count) == [(0,)]

    asyncio.run(live())


def test_a_decreasing_counter_reveals_a_copy(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 1) as [ada]:
            phone = await register(ada)
            await log_in(ada, phone)
            await log_in(ada, phone)
            phone.count = 1
            assert await refused(ada, phone.get(await begin(ada, "login"))), "again 2"
            phone.count = -1
            assert await refused(ada, phone.get(await begin(ada, "login"))), "none"
            phone.count = 2
            await log_in(ada, phone)

    asyncio.run(live())


def test_a_deleted_passkey_is_refused(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 2) as [ada, bob]:
            phone, key = await register(ada), await register(ada)
            path = f"/api/passkeys/{text(phone.id)}"
            assert (await bob.http.delete(path)).status_code == 403
            assert (await ada.http.delete(path)).status_code == 204
            assert (await ada.http.delete(path)).status_code == 403
            reason = await refused(ada, phone.get(await begin(ada, "login")))
            assert reason == "this passkey is not valid here"
            assert [each["id"] for each in await ada.get("/api/passkeys")] == [text(key.id)]
            assert (await ada.get("/api/me"))["account"]
            await ada.http.delete(f"/api/passkeys/{text(key.id)}")
            assert not (await ada.get("/api/me"))["account"], "a guest again"

    asyncio.run(live())


def test_registrations_that_are_refused(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 2) as [ada, bob]:
            phone = await register(ada)
            options = await begin(ada, "register")
            assert [each["id"] for each in options["excludeCredentials"]] == [text(phone.id)]
            other_host = {**options, "rp": {"id": "evil.example"}}
            made = Authenticator(service.url).create(options)
            wrong: list[tuple[Client, JSON]] = [
                (ada, Authenticator("https://evil.example").create(options)),
                (ada, Authenticator(service.url).create(other_host)),
                (ada, changed(made, attestationObject=text(b"\xa1"))),
                (ada, changed(made, attestationObject=text(b"\x81" * 8000))),
                (ada, {**made, "id": "AAAA", "rawId": "AAAA"}),
                (bob, phone.create(await begin(bob, "register"))),
            ]
            for client, credential in wrong:
                with pytest.raises(RefusedError) as caught:
                    await client.post("/api/passkeys/register/finish", {"credential": credential})
                assert caught.value.code == "login"
            assert len(await ada.get("/api/passkeys")) == 1
            assert await bob.get("/api/passkeys") == []
            assert not (await bob.get("/api/me"))["account"]

    asyncio.run(live())


def test_the_passkeys_of_a_person_are_limited(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 1) as [ada]:
            for _ in range(MAX_PASSKEYS):
                await register(ada)
            with pytest.raises(RefusedError) as caught:
                await register(ada)
            assert caught.value.code == "login"
            assert len(await ada.get("/api/passkeys")) == MAX_PASSKEYS

    asyncio.run(live())


def test_the_origin_is_what_the_browser_says(service: Running) -> None:
    """Behind a proxy the service is reached at another address than the page."""
    page = {"Origin": "http://play.example", "Host": "play.example"}

    async def live() -> None:
        async with people(service.url, 1) as [ada]:
            wrong = await ada.http.post(
                "/api/passkeys/login/begin", headers={"Origin": "https://evil.example"}
            )
            assert (wrong.status_code, wrong.json()["code"]) == (403, "forbidden")
            phone = Authenticator(page["Origin"])
            made = {"credential": phone.create(await begin(ada, "register", **page))}
            assert phone.host == "play.example"
            path = "/api/passkeys/register/finish"
            assert (await ada.http.post(path, json=made)).status_code == 403, "another page"
            assert (await ada.http.post(path, json=made, headers=page)).status_code == 201
            nowhere = await ada.http.post("/api/passkeys/login/begin", headers={"Host": "["})
            assert (nowhere.status_code, nowhere.json()["code"]) == (400, "bad-input")

    asyncio.run(live())


def test_strangers_have_no_passkeys(service: Running) -> None:
    async def live() -> None:
        stranger = Client(service.url)
        for method, path in (
            ("GET", "/api/passkeys"),
            ("POST", "/api/passkeys/register/begin"),
            ("DELETE", "/api/passkeys/AAAA"),
        ):
            answer = await stranger.http.request(method, path)
            assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
        await stranger.http.aclose()

    asyncio.run(live())


def test_any_process_accepts_the_answer_to_a_challenge(postgres: str, tmp_path: Path) -> None:
    """Two processes on one database, behind a proxy that distributes requests."""
    page = {"Origin": "http://play.example", "Host": "play.example"}
    given = [settings(tmp_path / name, database=postgres) for name in "ab"]

    async def live(one: str, other: str) -> None:
        async with people(one, 1) as [ada]:
            phone = Authenticator(page["Origin"], counts=False)
            made = {"credential": phone.create(await begin(ada, "register", **page))}
            path = f"{other}/api/passkeys/register/finish"
            assert (await ada.http.post(path, json=made, headers=page)).status_code == 201
            stranger = Client(one)
            shown = {"credential": phone.get(await begin(stranger, "login", **page))}
            path = "/api/passkeys/login/finish"
            first = await stranger.http.post(other + path, json=shown, headers=page)
            assert (first.status_code, first.json()["name"]) == (200, "Ada")
            stranger.http.cookies.clear()
            again = await stranger.http.post(one + path, json=shown, headers=page)
            assert (again.status_code, again.json()["code"]) == (403, "login")
            await stranger.http.aclose()

    with running(given[0]) as one, running(given[1]) as other:
        asyncio.run(live(one.url, other.url))
