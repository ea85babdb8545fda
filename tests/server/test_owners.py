"""Two processes on one PostgreSQL, without Redis: one of them owns each table.

Both run in this process, each with its own event loop and connections; tests/server/
test_two_processes.py kills real ones.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import websockets

from baumeister.server.live import owners
from baumeister.server.people.limit_table import LIMITS
from baumeister.server.store import FencedError, StoreError
from tests.server.client import JSON, Client, RefusedError, play_on
from tests.server.databases import empty_database
from tests.server.party import MINUTE, Clock, move
from tests.server.running import Running, running, settings

BOTS: JSON = {
    "game": "manhattan",
    "options": {"players": 2, "rounds": 1},
    "seats": [{"kind": "bot", "bot": "greedy"}] * 2,
    "bot_pace": False,
    "listed": True,
    "start": False,
}
TWO: JSON = {"game": "manhattan", "options": {"players": 2, "rounds": 1, "start": 0}}
Pair = tuple[Running, Running]


def _start(stack: ExitStack, url: str, folder: Path, **more: Any) -> Running:
    return stack.enter_context(running(settings(folder, database=url, **more)))


@pytest.fixture
def stack(postgres: str) -> Iterator[ExitStack]:
    del postgres  # dropped after the services have stopped
    with ExitStack() as found:
        yield found


@pytest.fixture(scope="module")
def pair(cluster: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    folder = tmp_path_factory.mktemp("pair")
    with empty_database(cluster) as url, ExitStack() as found:
        first, second = _start(found, url, folder), _start(found, url, folder)
        _wait(lambda: bool(first.service.processes.others and second.service.processes.others))
        yield first, second


def _wait(condition: Callable[[], bool]) -> None:
    async def wait() -> None:
        async with asyncio.timeout(60):
            while not condition():
                await asyncio.sleep(0.01)

    asyncio.run(wait())


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


def _in(service: Running, work: Coroutine[Any, Any, Any]) -> Any:
    """Run something in the event loop of a service."""
    return service.submit(work).result(60)


async def _gather(ada: Client, ben: Client, new: JSON = TWO) -> str:
    made = await ada.post("/api/tables", new)
    table = str(made["table"])
    await ada.watch(table)
    await ben.watch(table, made["invite"])
    await ben.do(table, do="sit", seat=1)
    for each in (ada, ben):
        await each.until(lambda each=each: each.status(table) == "playing")
    return table


def test_bots_think_once(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    for each in pair:
        pool = each.service.hub.pools.bots
        real = pool.run

        async def run(name: str, *arguments: Any, real: Any = real, **more: Any) -> Any:
            asked.append(name)
            return await real(name, *arguments, **more)

        monkeypatch.setattr(pool, "run", run)

    async def play() -> int:
        async with Client(pair[0].url) as ada, Client(pair[1].url) as ben:
            table = (await ada.post("/api/tables", BOTS))["table"]
            for each in (ada, ben):
                await each.watch(table)
            await ada.do(table, do="start")
            for each in (ada, ben):
                await each.until(lambda each=each: each.status(table) == "over")
            record = (await ada.http.get(f"/api/tables/{table}/record")).json()
            return sum(line[0] in "01" for line in record["log"])

    moves = asyncio.run(play())
    assert asked == ["decide"] * moves


def test_a_game_between_two_processes_has_one_owner(pair: Pair) -> None:
    async def play() -> None:
        async with Client(pair[0].url, "Ada") as ada, Client(pair[1].url, "Ben") as ben:
            table = await _gather(ada, ben)
            lives = [each.service.hub.cache.tables[table] for each in pair]
            assert [live.owned for live in lives] == [True, False]
            rng = random.Random(1)
            await asyncio.gather(*(play_on(each, table, rng) for each in (ada, ben)))
            assert [live.epoch for live in lives] == [1, 1]
            stories = [each.tables[table]["story"] for each in (ada, ben)]
            assert len(stories[0]) == len(stories[1])

    asyncio.run(play())


def test_an_error_at_the_owner_is_explained_where_the_player_is(pair: Pair) -> None:
    async def play() -> None:
        async with Client(pair[0].url, "Ada") as ada, Client(pair[1].url, "Ben") as ben:
            table = await _gather(ada, ben)
            with pytest.raises(RefusedError) as caught:
                await ben.act(table, 1, "nonsense", 0)
            assert caught.value.code in ("malformed", "stale", "not-your-turn")
            with pytest.raises(RefusedError, match="not your seat"):
                await ben.act(table, 0, "nonsense", 0)

    asyncio.run(play())


def test_reads_are_current(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the processes cannot talk: a copy is compared with the database."""

    async def play() -> None:
        async with Client(pair[0].url, "Ada") as ada, Client(pair[1].url, "Ben") as ben:
            table = await _gather(ada, ben)
            pair[0].service.hub.cache.tables[table].followers.clear()
            for number in range(5):
                await ada.do(table, do="say", room="players", text=str(number))
                shown = await ben.get(f"/api/tables/{table}")
                assert [line["text"] for line in shown["chat"]][-1] == str(number)

    asyncio.run(play())


def test_a_logout_closes_the_sockets_at_every_process(pair: Pair) -> None:
    async def play() -> None:
        async with Client(pair[0].url, "Ada") as ada:
            elsewhere = Client(pair[1].url)
            elsewhere.http.cookies.update(dict(ada.http.cookies))
            await elsewhere.connect()
            await elsewhere.ask("ping")
            await ada.post("/api/logout", {})
            reader = elsewhere._reader
            assert reader
            await asyncio.wait_for(reader, 60)
            with pytest.raises((ConnectionError, websockets.ConnectionClosed)):
                await elsewhere.ask("ping")
            assert elsewhere.socket.close_code == 1008
            await elsewhere.__aexit__()

    asyncio.run(play())


def test_a_logout_is_noticed_although_nobody_told(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pair[0].service.processes, "tell_all", lambda *_: None)
    monkeypatch.setattr("baumeister.server.service.POLL_INTERVAL", 0.05)

    async def play() -> None:
        async with Client(pair[0].url, "Ada") as ada, Client(pair[1].url, "Ben") as ben:
            elsewhere = Client(pair[1].url)
            elsewhere.http.cookies.update(dict(ada.http.cookies))
            await elsewhere.connect()
            await ada.post("/api/logout", {})
            pair[1].service.processes.missed_messages = True  # as after a lost connection
            reader = elsewhere._reader
            assert reader
            await asyncio.wait_for(reader, 60)
            await ben.ask("ping")
            await elsewhere.__aexit__()

    asyncio.run(play())


def test_another_name_reaches_every_process(pair: Pair) -> None:
    async def play() -> None:
        async with Client(pair[0].url, "Ada") as ada, Client(pair[1].url, "Ben") as ben:
            table = await _gather(ada, ben)
            elsewhere = Client(pair[1].url)
            elsewhere.http.cookies.update(dict(ada.http.cookies))
            await elsewhere.connect()
            await ada.http.patch("/api/me", json={"name": "Countess"})
            person = (await ada.get("/api/me"))["id"]
            people = pair[1].service.hub.sessions.people
            await _until(lambda: [s.user.name for s in people[person] if s.user] == ["Countess"])
            await elsewhere.watch(table)
            await elsewhere.do(table, do="say", room="players", text="it is me")
            await ben.until(lambda: bool(ben.tables[table]["chat"]))
            assert ben.tables[table]["chat"][-1]["name"] == "Countess"
            await elsewhere.__aexit__()

    asyncio.run(play())


def test_rate_limits_hold_for_all_processes_together(
    stack: ExitStack, postgres: str, tmp_path: Path
) -> None:
    pair = [_start(stack, postgres, tmp_path, rate_limits=True) for _ in range(2)]
    _wait(lambda: all(each.service.processes.others for each in pair))

    async def play() -> None:
        one, other = (Client(each.url) for each in pair)
        burst = LIMITS["people"].address.burst

        def level() -> float:
            """What the other process has left for us."""
            buckets = pair[1].service.limits._buckets.get("127.0.0.1")
            return buckets._levels.get("people", (burst, 0.0))[0] if buckets else burst

        for _ in range(burst):
            await one.http.post("/api/people", json={"name": "Ada"})
        await _until(lambda: level() < 2)
        answers = [await other.http.post("/api/people", json={"name": "Ada"}) for _ in range(4)]
        assert [each.status_code for each in answers][-1] == 429
        for each in (one, other):
            await each.__aexit__()

    asyncio.run(play())


def test_a_stop_hands_the_tables_over_at_once(
    stack: ExitStack, postgres: str, tmp_path: Path
) -> None:
    """The players of the other process notice nothing, and those of this one continue there."""
    owner = ExitStack()
    first = _start(owner, postgres, tmp_path)
    second = _start(stack, postgres, tmp_path)
    _wait(lambda: bool(first.service.processes.others and second.service.processes.others))

    async def play() -> None:
        async with Client(first.url, "Ada") as ada, Client(second.url, "Ben") as ben:
            table = await _gather(ada, ben)
            _in(first, first.service.drain())
            # still connected to the process that gave its tables away
            await ada.do(table, do="say", room="players", text="and now?")
            await ben.until(lambda: bool(ben.tables[table]["chat"]))
            await ada.until(lambda: bool(ada.tables[table]["chat"]))
            assert second.service.hub.cache.tables[table].owned
            await asyncio.to_thread(owner.close)
            assert ada.socket.close_code == 1012
            await move(ada, second.url)
            rng = random.Random(1)
            await asyncio.gather(*(play_on(each, table, rng) for each in (ada, ben)))

    asyncio.run(play())


@pytest.mark.parametrize("fails", ["lease", "claim", "log"])
def test_a_table_is_handed_over_although_the_store_fails(
    stack: ExitStack,
    postgres: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fails: str,
) -> None:
    """Nobody does anything at the table, but its bots play on."""
    owner = ExitStack()
    first = _start(owner, postgres, tmp_path)
    second = _start(stack, postgres, tmp_path)
    _wait(lambda: bool(first.service.processes.others and second.service.processes.others))
    monkeypatch.setattr(owners, "RETRY", 0.01)
    store = second.service.store
    real = getattr(store, fails)
    failed: list[bool] = []

    async def fail_once(*arguments: Any) -> Any:
        if not failed:
            failed.append(True)
            raise StoreError("the connection was lost")
        return await real(*arguments)

    async def play() -> None:
        async with Client(first.url, "Ada") as ada, Client(second.url, "Ben") as ben:
            table = (await ada.post("/api/tables", BOTS))["table"]
            await ben.watch(table)
            first.service.hub._closing = True  # no bot thinks there
            await ada.do(table, do="start")
            await ben.until(lambda: ben.status(table) == "playing")
            monkeypatch.setattr(store, fails, fail_once)
            _in(first, first.service.drain())
            await ben.until(lambda: ben.status(table) == "over")
            assert failed

    asyncio.run(play())
    owner.close()


def test_a_process_that_lost_its_table_writes_nothing(pair: Pair) -> None:
    """As after a hang: it still thinks that it is the owner."""
    first, second = (each.service.hub for each in pair)

    async def play() -> None:
        async with Client(pair[0].url, "Ada") as ada, Client(pair[1].url, "Ben") as ben:
            table = await _gather(ada, ben)
            live = second.cache.tables[table]

            async def steal() -> None:
                await second.owners._take(live, await second.store.lease(table), force=True)

            _in(pair[1], steal())
            mistaken = first.cache.tables[table]
            assert mistaken.owned
            assert live.owned
            with pytest.raises(FencedError):
                _in(pair[0], first.event_log.commit(mistaken, lambda t: [_said()]))
            assert mistaken.n < live.n or mistaken.n == live.n
            await ada.do(table, do="say", room="players", text="to the new owner")
            assert not mistaken.owned
            await ben.until(lambda: bool(ben.tables[table]["chat"]))
            await ada.until(lambda: bool(ada.tables[table]["chat"]))

    asyncio.run(play())


def _said() -> Any:
    from baumeister.server.tables import events as e

    return e.Said(at=0, room="players", person="nobody", name="", text="lost")


def test_clocks_are_the_same_at_every_process(
    stack: ExitStack, postgres: str, tmp_path: Path
) -> None:
    """Although the clocks of their machines differ by an hour."""
    clocks = (Clock(), Clock(Clock().now + 60 * MINUTE))
    pair = [_start(stack, postgres, tmp_path, clock=clock) for clock in clocks]
    offsets = pair[1].service.processes
    me = pair[0].service.processes.me
    _wait(lambda: abs(offsets.clock_of(me) - clocks[0].now) < 10)

    async def play() -> None:
        pace = {"kind": "live", "bank": 600, "increment": 0}
        async with Client(pair[0].url, "Ada") as ada, Client(pair[1].url, "Ben") as ben:
            table = await _gather(ada, ben, {**TWO, "pace": pace})
            for clock in clocks:
                clock.now += MINUTE
            for each in (ada, ben):
                shown = await each.get(f"/api/tables/{table}")
                assert shown["clocks"]["left"] == [9 * MINUTE, 10 * MINUTE]

    asyncio.run(play())


def test_a_stranger_cannot_talk_to_a_process(pair: Pair) -> None:
    address = pair[0].service.processes._listener._server.sockets[0].getsockname()  # type: ignore

    async def knock() -> bytes:
        reader, writer = await asyncio.open_connection(*address)
        hello = b'{"t":"hello","nonce":"x","process":"me","proof":"guessed"}'
        writer.write(len(hello).to_bytes(4, "big") + hello)
        size = int.from_bytes(await reader.readexactly(4), "big")
        await reader.readexactly(size)  # its greeting
        rest = await asyncio.wait_for(reader.read(), 60)
        writer.close()
        return rest

    assert asyncio.run(knock()) == b""
