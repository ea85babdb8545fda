"""People: guests, secrets, accounts, and their effect on open sockets."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.client import Client, RefusedError
from tests.server.party import DAY, MINUTE, Clock, party, people
from tests.server.running import Running

TANGRAM = {"game": "tangram-city", "options": {"players": 2}}
PASSWORD = "correct horse battery"


async def _closed(client: Client) -> None:
    """Wait until the service has closed the socket."""
    await asyncio.wait_for(client.socket.wait_closed(), 30)


@pytest.mark.parametrize(
    "name", ["", "   ", "A\tb", "\u202eadA", "A\u200bda", "x" * 61, "A\u2028b"]
)
def test_names_that_are_refused(service: Running, name: str) -> None:
    async def try_it() -> None:
        async with people(service.url, 1) as [ada]:
            body = {"name": name}
            for send in (
                ada.http.post("/api/people", json=body),
                ada.http.patch("/api/me", json=body),
            ):
                answer = await send
                assert answer.status_code == 400
                assert answer.json()["code"] in ("bad-input", "malformed")

    asyncio.run(try_it())


def test_the_secret_is_kept_from_scripts_and_other_sites(service: Running) -> None:
    async def look() -> None:
        async with people(service.url, 1) as [ada]:
            answer = await ada.http.post("/api/people", json={"name": "Ada"})
            cookie = answer.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=lax" in cookie

    asyncio.run(look())


def test_joining_by_link(service: Running) -> None:
    """The invitation travels in bodies and messages; without it the table does not exist."""

    async def join() -> None:
        async with people(service.url, 3) as [ada, bob, cat]:
            made = await ada.post("/api/tables", {**TANGRAM, "options": {"players": 3}})
            table, invite = made["table"], made["invite"]
            for refused in (bob.watch(table), bob.do(table, do="sit", seat=1)):
                with pytest.raises(RefusedError) as caught:
                    await refused
                assert caught.value.code == "no-table"
            await bob.watch(table, invite)
            await bob.do(table, do="sit", seat=1)
            sit = {"command": {"do": "sit", "seat": 2}, "invite": invite}
            await cat.post(f"/api/tables/{table}/commands", sit)
            shown = await cat.get(f"/api/tables/{table}")
            assert [seat["name"] for seat in shown["info"]["seats"]] == ["Ada", "Bob", "Cat"]
            assert shown["info"]["status"] == "playing"

    asyncio.run(join())


def test_a_secret_is_renewed_after_a_day(timed: Running, clock: Clock) -> None:
    async def live() -> None:
        async with people(timed.url, 1) as [ada]:
            old = ada.http.cookies["baumeister"]
            me = await ada.get("/api/me")
            assert ada.http.cookies["baumeister"] == old
            clock.now += DAY + 1
            await ada.get("/api/me")
            new = ada.http.cookies["baumeister"]
            assert new != old

            async def user(secret: str) -> object:
                async with Client(timed.url).http as http:
                    answer = await http.get("/api/me", headers={"Cookie": f"baumeister={secret}"})
                    return answer.raise_for_status().json()

            clock.now += 5 * DAY
            assert await user(old) == me, "the answer with the new one might have been lost"
            assert await ada.get("/api/me") == me
            clock.now += 9 * MINUTE
            assert await user(old) == me, "requests may be under way with it"
            clock.now += 2 * MINUTE
            assert await user(old) is None, "nobody"
            assert await ada.get("/api/me") == me

    asyncio.run(live())


def test_a_socket_never_invalidates_the_secret(timed: Running, clock: Clock) -> None:
    """A socket cannot carry a new secret."""

    async def live() -> None:
        async with people(timed.url, 1) as [ada]:
            secret = ada.http.cookies["baumeister"]
            for _ in range(3):
                clock.now += 2 * DAY
                await ada.reconnect()
                made = ada.http.cookies["baumeister"]
                assert made == secret
            await ada.ask("ping")
            assert (await ada.get("/api/me"))["name"] == "Ada"

    asyncio.run(live())


def test_forged_and_old_secrets_are_refused(timed: Running, clock: Clock) -> None:
    async def live() -> None:
        async with people(timed.url, 1) as [ada]:
            secret = ada.http.cookies["baumeister"]
            ada.http.cookies.clear()
            for wrong in (secret[:-1] + ("0" if secret[-1] != "0" else "1"), "x.y", ""):
                answer = await ada.http.get("/api/me", headers={"Cookie": f"baumeister={wrong}"})
                assert answer.json() is None
            clock.now += 401 * DAY
            answer = await ada.http.get("/api/me", headers={"Cookie": f"baumeister={secret}"})
            assert answer.json() is None

    asyncio.run(live())


def test_suggested_names_do_not_repeat_among_recent_visitors(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 1) as [ada]:
            suggested = {"name": "Bold Girder", "otherwise": ["Quiet Gable"]}
            names = [(await ada.post("/api/people", suggested))["name"] for _ in range(4)]
            assert names == ["Bold Girder", "Quiet Gable", "Bold Girder 2", "Bold Girder 3"]
            chosen = await ada.post("/api/people", {"name": "Bold Girder"})
            assert chosen["name"] == "Bold Girder"  # somebody's own choice is kept

    asyncio.run(live())


def test_an_account_adopts_the_games_of_a_guest(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 1) as [home], party(service.url, TANGRAM) as at:
            guest, table = at.players[1], at.table
            login = f"ada-{home.http.cookies['baumeister'][:8].lower().replace('_', '.')}"
            account = await home.post("/api/account", {"login": login, "password": PASSWORD})
            await home.reconnect()
            with pytest.raises(RefusedError):
                await home.watch(table)
            with pytest.raises(RefusedError) as caught:
                await guest.post("/api/login", {"login": login, "password": PASSWORD + "!"})
            assert caught.value.code == "login"
            found = await guest.post("/api/login", {"login": login.upper(), "password": PASSWORD})
            assert found["id"] == account["id"]
            await _closed(guest)
            # at home, on a socket that was open all the time: the seat is there and playable
            await home.watch(table)
            await home.until(lambda: bool(home.owed(table)))
            [seat] = home.owed(table)
            assert seat["seat"] == 1
            await home.act(table, 1, seat["legal"][0], seat["version"])
            assert [each["id"] for each in await home.get("/api/me/tables")] == [table]
            # and in the guest's browser, which now belongs to the account
            await guest.reconnect()
            decided = [seat["legal"][0]]
            await guest.until(
                lambda: [each.get("decided") for each in guest.tables[table]["seats"]] == [decided]
            )

    asyncio.run(live())


def test_wrong_credentials_are_refused(service: Running) -> None:
    async def live() -> None:
        async with people(service.url, 2) as [ada, bob]:
            login = f"bob-{ada.http.cookies['baumeister'][:8].lower().replace('_', '.')}"
            for bad in ({"login": "ä" * 4}, {"password": "short"}, {"login": "no space"}):
                with pytest.raises(RefusedError) as caught:
                    await ada.post("/api/account", {"login": login, "password": PASSWORD, **bad})
                assert caught.value.code in ("bad-input", "malformed")
            await ada.post("/api/account", {"login": login, "password": PASSWORD})
            for user in (ada, bob):
                with pytest.raises(RefusedError) as caught:
                    await user.post("/api/account", {"login": login, "password": PASSWORD})
                assert caught.value.code == "login"
            with pytest.raises(RefusedError) as caught:
                await bob.post("/api/login", {"login": "nobody.here", "password": PASSWORD})
            assert caught.value.code == "login"

    asyncio.run(live())


def test_logging_out_closes_every_socket_and_session(service: Running) -> None:
    async def live() -> None:
        async with party(service.url, TANGRAM) as at:
            ada, bob = at.players
            other = Client(service.url)
            other.http.cookies.update(ada.http.cookies)
            await other.connect()
            await other.watch(at.table)
            cookie = dict(ada.http.cookies)
            await ada.post("/api/logout", {})
            await _closed(ada)
            await _closed(other)
            ada.http.cookies.update(cookie)
            assert await ada.get("/api/me") is None
            await bob.ask("ping")
            await other.__aexit__()

    asyncio.run(live())


def test_a_new_name_is_used_at_once(service: Running) -> None:
    async def live() -> None:
        async with party(service.url, TANGRAM, watchers=1) as at:
            [eve] = at.watchers
            await eve.http.patch("/api/me", json={"name": "Eva"})
            await eve.do(at.table, do="say", room="watchers", text="hello")
            await eve.until(lambda: bool(eve.tables[at.table]["chat"]))
            assert eve.tables[at.table]["chat"][0]["name"] == "Eva"

    asyncio.run(live())
