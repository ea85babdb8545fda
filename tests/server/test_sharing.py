"""Links to finished games carry a preview: `og:` tags and a picture, for those who may see it."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import httpx
import pytest

from baumeister.server.http.pages.towers import towers
from tests.server.party import people
from tests.server.running import Running

NAMES = ('<b onload="x">', "Bo & Co")
SHORT = {
    "game": "tangram-city",
    "options": {"players": 2},
    "seats": [{"kind": "me", "name": name} for name in NAMES],
}


async def over(service: Running, **more: Any) -> tuple[str, str]:
    """A finished table and the key of its previews."""
    async with people(service.url, 1) as [ada]:
        made = await ada.post("/api/tables", {**SHORT, **more})
        resigned = {"command": {"do": "resign", "seat": 0, "then": "nobody"}}
        await ada.post(f"/api/tables/{made['table']}/commands", resigned)
        info = (await ada.get(f"/api/tables/{made['table']}"))["info"]
        return made["table"], info["preview"]


def page(service: Running, path: str) -> str:
    headers = {"Accept": "text/html"}
    return httpx.get(f"{service.url}/{path}", headers=headers, trust_env=False).text


def tags(text: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="(og:[^"]*)" content="([^"]*)">', text))


@pytest.mark.parametrize("kind", ["replay", "table"])
def test_a_shared_link_shows_the_result(service: Running, kind: str) -> None:
    table, preview = asyncio.run(over(service))
    found = tags(page(service, f"{kind}/{table}?preview={preview}"))
    escaped = "&lt;b onload=&quot;x&quot;&gt;"
    assert re.fullmatch(rf"Tangram City: Bo &amp; Co \d+, {escaped} \d+", found["og:title"])
    image = httpx.get(found["og:image"].replace("&amp;", "&"), trust_env=False)
    assert image.headers["content-type"] == "image/png"
    assert image.content.startswith(b"\x89PNG")


def test_nothing_is_shown_without_the_key(service: Running) -> None:
    table, preview = asyncio.run(over(service))
    plain = page(service, "replay/nothing")
    for path in (
        f"replay/{table}",
        f"replay/{table}?preview=x",
        f"replay/{table}?preview={preview}%22",
    ):
        assert page(service, path) == plain
    assert "og:" not in plain
    answer = httpx.get(f"{service.url}/api/tables/{table}/picture.png", trust_env=False)
    assert answer.status_code == 404


def test_a_listed_game_needs_no_key(service: Running) -> None:
    table, _ = asyncio.run(over(service, listed=True))
    assert "Bo &amp; Co" in tags(page(service, f"replay/{table}"))["og:title"]


@pytest.mark.parametrize("points", [[], [0], [-3, 0], [5, 60, 12, 7, 9]])
def test_any_result_can_be_drawn(points: list[int]) -> None:
    assert towers(points, [1] * len(points)).startswith(b"\x89PNG")
