"""Refusals by the rules are in the player's language."""

from __future__ import annotations

import asyncio
import json

import httpx
import pytest
import websockets

from baumeister.server.languages import accepted
from tests.server.client import Client, RefusedError
from tests.server.running import Running

NEW = {"game": "manhattan", "options": {"players": 2, "start": 0}, "seats": [{"kind": "me"}] * 2}
TRIED = {"do": "act", "seat": 0, "action": "build 5 A5 1 orange", "version": 3}
SAID = {
    "en": "you cannot build yet: everybody chooses blocks first",
    "de": "Bauen geht noch nicht: Erst wählen alle ihre Bausteine",
    "nl": "bouwen kan nog niet: eerst kiest iedereen bouwblokken",
    "fr": "trop tôt pour construire\N{NO-BREAK SPACE}: chacun choisit d’abord ses blocs",
}


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de", "de"),
        ("de-CH, en;q=0.9", "de"),
        ("en;q=0.3, fr;q=0.8, nl;q=0.5", "fr"),
        ("it, nl;q=0.1, *;q=0.5", "nl"),
        ("fr;q=0, nl;q=x, de;q=nan", "en"),
        ("", "en"),
        (",;=,,q", "en"),
        ("it," * 10_000 + "de", "en"),
    ],
)
def test_accept_language(header: str, language: str) -> None:
    assert accepted(header) == language


def test_refusals_over_http_are_in_the_language_of_the_header(service: Running) -> None:
    async def play() -> None:
        async with Client(service.url) as client:
            table = (await client.post("/api/tables", NEW))["table"]
            for number, (language, said) in enumerate(SAID.items()):
                answer = await client.http.post(
                    f"/api/tables/{table}/commands",
                    json={"command": {**TRIED, "key": f"key-number-{number}"}},
                    headers={"Accept-Language": f"{language}-XX, en;q=0.5"},
                )
                problem = answer.json()
                assert problem["code"] == "illegal", problem
                assert problem["clause"] == "M2.2"
                assert problem["reason"] == said

    asyncio.run(play())


@pytest.mark.parametrize(
    ("query", "language"),
    [("", "en"), ("?language=tlh", "en"), *((f"?language={each}", each) for each in SAID)],
)
def test_refusals_on_the_socket_are_in_the_language_it_asked_for(
    service: Running, query: str, language: str
) -> None:
    async def play() -> None:
        async with Client(service.url) as client:
            table = (await client.post("/api/tables", NEW))["table"]
            async with websockets.connect(
                service.socket_url + query,
                additional_headers={"Cookie": client.cookie, "Accept-Language": "it"},
                proxy=None,
            ) as socket:
                asked = [
                    {"type": "do", "command": {**TRIED, "key": "key-number-1"}},
                    {"type": "preview", "seat": 0, "action": TRIED["action"]},
                ]
                for each in asked:
                    await socket.send(json.dumps({**each, "id": 1, "table": table}))
                    problem = json.loads(await asyncio.wait_for(socket.recv(), 60))
                    assert problem.get("clause") == "M2.2", problem
                    assert problem["reason"] == SAID[language]

    asyncio.run(play())


def test_other_errors_stay_english(service: Running) -> None:
    """Clients translate them by their code."""

    async def ask() -> None:
        async with Client(service.url) as client:
            client.http.headers["Accept-Language"] = "de"
            with pytest.raises(RefusedError, match="there is no such table"):
                await client.get("/api/tables/nowhere")

    asyncio.run(ask())


def test_the_clauses_of_the_games_in_a_language(service: Running) -> None:
    def title(query: str) -> str:
        answer = httpx.get(f"{service.url}/api/games{query}", trust_env=False)
        [manhattan] = [game for game in answer.json() if game["id"] == "manhattan"]
        [clause] = [each for each in manhattan["clauses"] if each["id"] == "M2.5"]
        found: str = clause["title"]
        return found

    assert title("") == title("?language=tlh") == "Taking over a building"
    assert title("?language=de") == title("?language=de-AT") == "Ein Gebäude übernehmen"
    assert title("?language=nl") == "Een gebouw overnemen"
    assert title("?language=fr") == "Prendre le contrôle d’un immeuble"
