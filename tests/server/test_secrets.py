"""Single places through which a secret could leak: logs, crashes, bots, metrics."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from baumeister.core.chance import CHANCE
from baumeister.core.match import Match
from baumeister.core.registry import find
from baumeister.server.logs import JsonFormatter
from baumeister.server.people.auth import is_local
from baumeister.server.socket import connection
from baumeister.server.store.queries.tables import next_checksum
from baumeister.server.tables import events as e
from tests.server.inside import Socket, World, live, quiet

Work = Callable[[World, str, str], Awaitable[None]]
"""What the user with this cookie does at this table."""


def at_a_table(new: dict[str, Any], data: Path, work: Work) -> World:
    """A service with one user, who created this table."""
    game = find(new["game"])
    match = Match(game, game.options(new["options"]))
    chance = {}
    while match.actors == (CHANCE,):
        action = next(iter(game.chance(match.state)))[0]
        chance[match.version] = str(action)
        match.submit(CHANCE, action)
    world = World(chance, "a" * 64)

    async def play() -> None:
        answer = await world.post("/api/people", {"name": "Ada"})
        cookie = "baumeister=" + answer.split("baumeister=")[1].split(";")[0]
        made = json.loads((await world.post("/api/tables", new, cookie)).split("\n", 1)[1])
        await work(world, cookie, made["table"])

    asyncio.run(live(world, data, play))
    return world


def test_a_log_line_names_the_place_but_no_values() -> None:
    hand = (1, 2, 7, 9)
    record = logging.LogRecord("asyncio", logging.ERROR, "", 0, "lost\nfuture: %s", (hand,), None)
    try:
        raise ValueError(f"not in hand: {hand}")
    except ValueError:
        record.exc_info = sys.exc_info()
    line = json.loads(JsonFormatter().format(record))
    assert line["event"] == "lost"
    assert line["error"] == "ValueError"
    assert "7" not in json.dumps({key: line[key] for key in line if key not in ("time", "where")})


def test_a_failed_bots_hand_is_not_logged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The refusal of the bot's action names its cards; the log must not."""
    new = {
        "game": "manhattan",
        "options": {"players": 2, "start": 0, "choice": "secret"},
        "seats": [{"kind": "bot", "bot": "greedy"}, {"kind": "me"}],
    }

    async def work(world: World, cookie: str, table: str) -> None:
        async def wrong(*_: Any, **__: Any) -> str:
            return "choose orange 4444 yellow 4444"

        hub = world.service.hub
        # on the pool, not on its class, which `fixed` has patched
        monkeypatch.setattr(hub.pools.bots, "run", wrong)
        async with asyncio.timeout(20):
            while not hub.cache.tables[table].table.match.pending:
                await asyncio.sleep(0.001)

    world = at_a_table(new, tmp_path, work)
    assert [json.loads(line) for line in world.heard.lines] == [
        {"level": "warning", "event": "bot replaced", "reason": "illegal", "bot": "greedy"}
    ]


def test_bots_get_only_their_view(tmp_path: Path) -> None:
    new = {
        "game": "tangram-city",
        "options": {"players": 2, "start": 0},
        "seats": [{"kind": "bot", "bot": "greedy"}, {"kind": "me"}],
    }
    expected = []

    async def work(world: World, cookie: str, table: str) -> None:
        hub = world.service.hub
        match = hub.cache.tables[table].table.match.copy()
        legal = match.legal(0)
        expected.append(
            repr(
                ("decide", "tangram-city", "greedy", match.view(0), [len(legal), *map(str, legal)])
            )
        )
        async with asyncio.timeout(20):
            while hub._tasks:
                await asyncio.sleep(0.001)

    assert at_a_table(new, tmp_path, work).thought == expected


def test_a_damaged_table_names_no_cards(tmp_path: Path) -> None:
    new = {"game": "manhattan", "options": {"players": 2, "start": 0}}
    answers: list[str] = []

    async def work(world: World, cookie: str, table: str) -> None:
        hub = world.service.hub
        known = hub.cache.tables.pop(table)
        data = e.encode([e.Started(at=1), e.Rolled(at=1, actions=("start 0", "deal 0 5555555"))])
        await world.service.store.append(table, known.n, data, next_checksum(known.total, data))
        answers.append(await world.get(f"/api/tables/{table}", cookie))

    world = at_a_table(new, tmp_path, work)
    assert '"code":"damaged"' in answers[0]
    assert "cannot be replayed (IllegalError)" in answers[0]
    assert world.heard.lines
    assert "555" not in "".join((*answers, *world.heard.lines))


def test_a_crash_reveals_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new = {"game": "tangram-city", "options": {"players": 1, "start": 0}}
    got: list[str] = []

    def crash(*_: object) -> None:
        raise ValueError("the next card is 17")

    monkeypatch.setattr(connection, "preview", crash)

    async def work(world: World, cookie: str, table: str) -> None:
        socket = Socket(world.app, cookie)
        request = {"type": "preview", "id": 1, "table": table, "seat": 0, "action": "side a"}
        await socket.say(json.dumps({"type": "watch", "id": 1, "table": table}))
        await socket.say(json.dumps(request))
        await quiet()
        got.extend(socket.got)

    world = at_a_table(new, tmp_path, work)
    assert "close" in got[-1]
    assert "next card" not in "".join((*got, *world.heard.lines))


def test_metrics_are_for_this_machine_only() -> None:
    class Asking:
        def __init__(self, host: str | None, **headers: str) -> None:
            self.headers = headers
            self.client = type("Address", (), {"host": host}) if host else None

    assert is_local(Asking("127.0.0.1"))
    assert is_local(Asking("::1"))
    for stranger in (
        Asking("203.0.113.7"),
        Asking("127.0.0.1", **{"x-forwarded-for": "203.0.113.7"}),
        Asking("127.0.0.1", forwarded="for=203.0.113.7"),
        Asking("a-name"),
        Asking(None),
    ):
        assert not is_local(stranger)
