"""Analyses are stored with the finished game: computed once, also after a restart."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import httpx
import pytest

from baumeister.server.store import Store
from baumeister.server.work import analyses
from tests.server.client import JSON, Client, play_on
from tests.server.running import Running, running, settings

SHORT: JSON = {"players": 2, "rounds": 1, "blocks": 2}


def test_a_newer_version_replaces_an_older_one(store: Store) -> None:
    async def work() -> None:
        assert await store.analysis("k", 1) is None
        await store.save_analysis("k", "t1", 2, 10, b'{"a": 1}')
        await store.save_analysis("k", "t1", 2, 11, b"the same again")
        assert await store.analysis("k", 2) == b'{"a": 1}'
        await store.save_analysis("k", "t1", 1, 12, b"older")
        assert await store.analysis("k", 1) is None
        await store.save_analysis("k", "t1", 3, 13, b"newer")
        assert (await store.analysis("k", 2), await store.analysis("k", 3)) == (None, b"newer")

    asyncio.run(work())


async def played(url: str) -> tuple[str, dict[str, str]]:
    """A finished table of one person and a bot, and the invitation to it as a header."""
    async with Client(url) as ada:
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
        asked = {"game": "manhattan", "options": SHORT, "seats": seats, "bot_pace": False}
        made = await ada.post("/api/tables", asked)
        table = str(made["table"])
        await ada.watch(table)
        await play_on(ada, table, random.Random(1))
        return table, {"X-Invite": made["invite"]}


def stored(service: Running, table: str, invite: dict[str, str]) -> Any:
    answer = httpx.get(f"{service.url}/api/tables/{table}/analysis", headers=invite, timeout=30)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_computed_once_and_shared_by_all_visitors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = settings(tmp_path, analysis_seconds=0.01)
    with running(given) as service:
        table, invite = asyncio.run(played(service.url))
        assert stored(service, table, invite) is None
        record = httpx.get(f"{service.url}/api/tables/{table}/record", headers=invite).json()
        asked = {"record": record, "table": table}
        url = f"{service.url}/api/analysis"
        assert httpx.post(url, json=asked).status_code == 404, "not without the invitation"
        answer = httpx.post(url, json=asked, headers=invite, timeout=60)
        assert '"done":1.0' in answer.text.splitlines()[-1].replace(" ", "")
        other = {**asked, "record": {**record, "log": record["log"][:-1]}}
        refused = httpx.post(url, json=other, headers=invite, timeout=60)
        assert refused.status_code == 400
        assert "not the record" in refused.text

    with running(given) as service:  # nothing is cached after a restart

        async def never(*_: Any, **__: Any) -> None:
            raise AssertionError("computed again")

        monkeypatch.setattr(service.service.hub.pools.analysts, "run", never)
        found = stored(service, table, invite)  # a stranger without a session
        assert len(found["lines"]) == len(record["log"])
        assert any(line.get("words") for line in found["lines"])
        again = httpx.post(f"{service.url}/api/analysis", json={"record": record}, timeout=60)
        assert again.text.count("\n") <= 2
        assert '"type":"error"' not in again.text
        monkeypatch.setattr(analyses, "VERSION", analyses.VERSION + 1)
        service.service.hub.analyses._cache.clear()
        assert stored(service, table, invite) is None, "a better analysis may be made"
