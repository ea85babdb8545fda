"""Mail for games with days per decision: confirmed addresses only, and nobody who is here."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import httpx
import pytest

from baumeister.server.mail.settings import MailSettings, MailSettingsError
from tests.server.client import Client, RefusedError
from tests.server.party import people
from tests.server.running import Running, running, settings
from tests.server.smtp import Post, post
from tests.waiting import until

DAYS = {
    "game": "tangram-city",
    "options": {"players": 2},
    "pace": {"kind": "days", "days": 3},
    "seats": [{"kind": "me"}, {"kind": "open"}],
    "listed": True,
}


@pytest.fixture
def server() -> Iterator[Post]:
    with post() as found:
        yield found


@pytest.fixture
def service(tmp_path: Path, server: Post) -> Iterator[Running]:
    mail = MailSettings.of(server.url, "games@play.test", "https://play.test/games")
    with running(settings(tmp_path, mail=mail, mail_delay=0.05)) as found:
        yield found


def link(mail: EmailMessage, name: str) -> str:
    found = re.search(rf"https://play\.test/games/me#{name}=(\S+)", mail.get_content())
    assert found, mail.get_content()
    return found[1]


async def confirmed(client: Client, server: Post, address: str, language: str = "de") -> None:
    headers = {"Accept-Language": language}
    before = len(server.mails)
    answer = await client.http.post("/api/me/mail", json={"address": address}, headers=headers)
    assert answer.status_code == 204, answer.text
    await asyncio.to_thread(until, lambda: len(server.mails) > before)
    await client.http.post(
        "/api/mail/confirm", json={"token": link(server.mails[-1], "confirm-mail")}
    )
    assert (await client.get("/api/me/mail")) == {"offered": True, "address": address}


def test_an_absent_player_is_told_in_their_language(service: Running, server: Post) -> None:
    async def play() -> str:
        async with people(service.url, 2) as [ada, bob]:
            await confirmed(ada, server, "ada@example.org", "fr")
            await confirmed(bob, server, "bob@example.org")
            assert "Bestätige" in server.mails[-1]["subject"]
            await bob.disconnect()
            made = await ada.post("/api/tables", DAYS)
            command = {"command": {"do": "sit", "seat": 1}, "invite": made["invite"]}
            await bob.post(f"/api/tables/{made['table']}/commands", command)
            await asyncio.to_thread(until, lambda: len(server.mails) == 3)
            await asyncio.sleep(0.3)  # ada, who is here, is told by the page
            return str(made["table"])

    table = asyncio.run(play())
    assert len(server.mails) == 3
    mail = server.mails[-1]
    assert mail["to"] == "bob@example.org"
    assert mail["from"] == "Baumeister <games@play.test>"
    assert mail["subject"] == "Tangram City: Du bist am Zug"
    assert f"https://play.test/games/table/{table}" in mail.get_content()
    stop = httpx.post(
        f"{service.url}/api/mail/stop", json={"token": link(mail, "stop-mail")}, trust_env=False
    )
    assert stop.status_code == 204
    assert asyncio.run(service_mail(service)) == []


async def service_mail(service: Running) -> list[object]:
    """Addresses other than Ada's."""
    store = service.service.store
    rows = await store._read("SELECT address FROM mail WHERE address <> 'ada@example.org'")
    return list(rows)


def test_links_cannot_be_made_up_and_addresses_are_checked(service: Running, server: Post) -> None:
    async def look() -> None:
        async with people(service.url, 2) as [ada, bob]:
            for address in ("nobody", "a@b", "ada@example.org\nBcc: x@y.org", "a b@example.org"):
                with pytest.raises(RefusedError) as caught:
                    await ada.post("/api/me/mail", {"address": address})
                assert caught.value.code == "bad-input"
            await confirmed(bob, server, "bob@example.org")
            good = link(server.mails[-1], "confirm-mail")
            for token in ("", "AAAA", good[:-4], ("B" if good[0] == "A" else "A") + good[1:]):
                for path in ("confirm", "stop"):
                    with pytest.raises(RefusedError) as caught:
                        await ada.post(f"/api/mail/{path}", {"token": token})
                    assert caught.value.code == "login"
            with pytest.raises(RefusedError):  # a link for another purpose
                await ada.post("/api/mail/stop", {"token": good})
            for _ in range(2):
                await ada.http.post("/api/me/mail", json={"address": "bob@example.org"})
            with pytest.raises(RefusedError, match="enough mail"):
                await ada.post("/api/me/mail", {"address": "Bob@example.org"})
            await bob.http.delete("/api/me/mail")
            assert (await bob.get("/api/me/mail"))["address"] is None

    asyncio.run(look())


def test_without_a_mail_server_nothing_is_promised(tmp_path: Path) -> None:
    async def look() -> None:
        with running(settings(tmp_path)) as service:
            async with people(service.url, 1) as [ada]:
                assert await ada.get("/api/me/mail") == {"offered": False, "address": None}
                with pytest.raises(RefusedError, match="sends no mail"):
                    await ada.post("/api/me/mail", {"address": "ada@example.org"})

    asyncio.run(look())


def test_an_unreachable_server_is_reported(tmp_path: Path) -> None:
    async def look() -> None:
        mail = MailSettings.of("smtp://127.0.0.1:1", "games@play.test", "https://play.test")
        with running(settings(tmp_path, mail=mail)) as service:
            async with people(service.url, 1) as [ada]:
                with pytest.raises(RefusedError, match="could not be sent"):
                    await ada.post("/api/me/mail", {"address": "ada@example.org"})

    asyncio.run(look())


@pytest.mark.parametrize(
    ("smtp", "sender", "url", "problem"),
    [
        ("mail.example", "a@b.org", "https://x.org", "--smtp"),
        ("smtp://", "a@b.org", "https://x.org", "--smtp"),
        ("smtp://mail.example", "", "https://x.org", "--mail-from"),
        ("smtp://mail.example", "a@b.org", "x.org", "--public-url"),
    ],
)
def test_wrong_settings_are_explained(smtp: str, sender: str, url: str, problem: str) -> None:
    with pytest.raises(MailSettingsError, match=problem):
        MailSettings.of(smtp, sender, url)


def test_settings_of_a_url() -> None:
    found = MailSettings.of("smtps://ada:p%40ss@mail.example", "a@b.org", "https://x.org/games")
    assert (found.host, found.port, found.tls) == ("mail.example", 465, True)
    assert (found.user, found.password, found.url) == ("ada", "p@ss", "https://x.org/games/")
    assert "ss" not in repr(found)
