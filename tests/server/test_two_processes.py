"""Two server processes on one PostgreSQL and one Redis serve the players of one table."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from baumeister.records import check_text
from tests.server.client import JSON, Client, RefusedError, choices
from tests.server.databases import Redis
from tests.server.processes import processes

MANHATTAN: JSON = {
    "game": "manhattan",
    "options": {"players": 3, "rounds": 1},
    "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "greedy"}],
}
TANGRAM: JSON = {"game": "tangram-city", "options": {"players": 2}}
LOST = (ConnectionError, OSError, websockets.ConnectionClosed)


class Player:
    """A player who switches to the other process when theirs is gone, and repeats unacknowledged
    commands with the same key."""

    def __init__(self, client: Client, urls: list[str], seed: int) -> None:
        self.client = client
        self.urls = urls
        self.rng = random.Random(seed)
        self.acknowledged: list[str] = []

    async def move_to_another(self) -> None:
        client = self.client
        await client.disconnect()
        cookies = client.http.cookies
        await client.http.aclose()
        client.url = next(url for url in self.urls if url != client.url)
        client.http = httpx.AsyncClient(
            base_url=client.url, timeout=60, trust_env=False, cookies=cookies
        )
        await client.reconnect()

    async def play(self, table: str, acknowledged: Callable[[], None]) -> None:
        client = self.client
        said: JSON | None = None
        while True:
            try:
                if said is None:
                    await client.until(lambda: self._over(table) or client.owed(table) or self._cut)
                    if self._over(table):
                        return
                    if self._cut:
                        raise ConnectionError
                    seat = client.owed(table)[0]
                    said = {
                        "seat": seat["seat"],
                        "action": choices(seat, self.rng),
                        "version": seat["version"],
                        "key": secrets.token_urlsafe(9),
                    }
                await client.act(table, **said)
                self.acknowledged.append(f"{said['seat']} {said['action']}")
                acknowledged()
                said = await self._wait_for_what_follows(table, said)
            except RefusedError as error:
                if error.code == "too-often":
                    await asyncio.sleep(0.3)
                elif error.code in ("stale", "not-your-turn", "game-over"):
                    said = None
                else:
                    raise
            except LOST:
                await self.move_to_another()

    async def _wait_for_what_follows(self, table: str, said: JSON) -> None:
        def moved() -> bool:
            seats = self.client.tables[table]["seats"]
            own = [each for each in seats if each["seat"] == said["seat"]]
            return self._over(table) or self._cut or own[0]["version"] != said["version"]

        await self.client.until(moved)

    def _over(self, table: str) -> bool:
        return self.client.status(table) == "over"

    @property
    def _cut(self) -> bool:
        return self.client._reader is None or self.client._reader.done()


async def _gather(host: Client, guest: Client, new: JSON) -> str:
    made = await host.post("/api/tables", new)
    table, invite = made["table"], made["invite"]
    await host.watch(table)
    await guest.watch(table, invite)
    await guest.do(table, do="sit", seat=1)
    return str(table)


def _moves_of(record: Any, seat: int) -> list[str]:
    return [line for line in record.log if line.startswith(f"{seat} ")]


@pytest.mark.parametrize("killed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_games_continue_when_either_process_is_killed(
    postgres: str, redis: Redis, tmp_path: Path, killed: int
) -> None:
    async def play(urls: list[str], kill: Callable[[], None]) -> None:
        async with Client(urls[0], "Ada") as ada, Client(urls[1], "Bob") as bob:
            tables = [await _gather(ada, bob, new) for new in (MANHATTAN, TANGRAM)]
            moves = iter(range(10_000))

            def one_more() -> None:
                if next(moves) == 7:
                    kill()

            players = {
                (table, seat): Player(client, urls, 10 * number + seat)
                for number, table in enumerate(tables)
                for seat, client in enumerate((ada, bob))
            }
            # a client plays one table after the other: each has one connection
            async with asyncio.timeout(120):
                for table in tables:
                    both = [players[table, seat].play(table, one_more) for seat in (0, 1)]
                    await asyncio.gather(*both)
            assert next(moves) > 8, "nobody was killed"
            assert ada.url == bob.url == urls[1 - killed]
            for table in tables:
                client = (bob, ada)[killed]
                answer = await client.http.get(f"/api/tables/{table}/record")
                record = check_text(answer.text)
                assert record.result is not None
                assert record.chance is not None
                assert record.chance.keeps_promise
                for seat in (0, 1):
                    assert _moves_of(record, seat) == players[table, seat].acknowledged
                for seen in (ada, bob):
                    story = [line for line in seen.tables[table]["story"] if isinstance(line, str)]
                    assert len(story) == len(record.log)

    arguments = ("--database", postgres, "--redis", redis.url, "--data", str(tmp_path))
    with processes(tmp_path, 2, *arguments) as started:
        asyncio.run(play([each.url for each in started], started[killed].kill))


def test_without_redis_for_a_while_spectators_still_see_the_game(
    postgres: str, redis: Redis, tmp_path: Path
) -> None:
    """First it hangs, then it is gone, then it is back."""
    short = {"players": 2, "rounds": 1, "blocks": 2}
    both = [{"kind": "me"}, {"kind": "me"}]
    new = {"game": "manhattan", "options": short, "seats": both, "listed": True}

    async def one_game(ada: Client, watcher: Client) -> None:
        table = (await ada.post("/api/tables", new))["table"]
        await ada.watch(table)
        await watcher.watch(table)
        await asyncio.wait_for(Player(ada, [], 1).play(table, lambda: None), 60)
        await watcher.until(lambda: watcher.status(table) == "over", 60)
        assert len(ada.tables[table]["story"]) == len(watcher.tables[table]["story"])

    async def play(urls: list[str]) -> None:
        async with Client(urls[0], "Ada") as ada, Client(urls[1], "Eve") as watcher:
            redis.hang()
            await one_game(ada, watcher)
            redis.stop()
            await one_game(ada, watcher)
            redis.start()
            await one_game(ada, watcher)

    arguments = ("--database", postgres, "--redis", redis.url, "--data", str(tmp_path))
    with processes(tmp_path, 2, *arguments) as started:
        asyncio.run(play([each.url for each in started]))


@pytest.mark.slow
def test_without_redis_at_all(postgres: str, tmp_path: Path) -> None:
    """They see each other's moves later, but they do."""

    async def play(urls: list[str]) -> None:
        async with Client(urls[0], "Ada") as ada, Client(urls[1], "Bob") as bob:
            new = {"game": "manhattan", "options": {"players": 2, "rounds": 1}}
            table = await _gather(ada, bob, new)
            await asyncio.wait_for(ada.until(lambda: ada.status(table) == "playing"), 30)

    with processes(tmp_path, 2, "--database", postgres, "--data", str(tmp_path)) as started:
        asyncio.run(play([each.url for each in started]))
