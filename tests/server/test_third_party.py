"""A third-party game that brings only its rules can be played, replayed and practised."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from baumeister.core.data import text_of
from baumeister.core.plugin import Plugin
from baumeister.core.registry import find, plugin, register, registry
from baumeister.server.wire import catalogue
from baumeister.server.wire.games import wire_of
from baumeister.server.wire.plain import PlainWire
from tests.server.client import Client, RefusedError, play_on
from tests.server.running import Running, running, settings
from tests.server.third_party import NAME, PLAYERS, TakeAway, register_game

JSON = dict[str, Any]
MODULE = "tests.server.third_party"


@pytest.fixture
def registered() -> Iterator[None]:
    register_game()
    catalogue._catalogue.cache_clear()
    yield
    del registry().plugins[NAME]
    catalogue._catalogue.cache_clear()


@pytest.fixture
def service(registered: None, tmp_path: Path) -> Iterator[Running]:
    del registered
    with running(settings(tmp_path, worker_module=MODULE)) as found:
        yield found


def run(service: Running, play: Any) -> None:
    async def visit() -> None:
        async with Client(service.url) as client:
            await play(client)

    asyncio.run(visit())


def test_the_catalogue_lists_it_without_texts_and_levels(service: Running) -> None:
    async def play(client: Client) -> None:
        info = next(each for each in await client.get("/api/games") if each["id"] == NAME)
        assert (info["title"], info["ui"]) == ("Take Away", None)
        assert info["defaults"] == {"players": PLAYERS, "stones": 8}
        assert info["editions"] == info["clauses"] == []
        assert {bot["level"] for bot in info["bots"]} == {0}

    run(service, play)


def test_a_game_with_bots_is_played_to_its_end(service: Running) -> None:
    async def play(client: Client) -> None:
        bots = [{"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "random"}]
        seats = [{"kind": "me"}, *bots, *bots, bots[0]]
        new = {"game": NAME, "options": {"stones": 12}, "seats": seats, "bot_pace": False}
        table = (await client.post("/api/tables", new))["table"]
        await client.watch(table)
        await client.until(lambda: client.owed(table))
        seat = client.owed(table)[0]
        view = seat["view"]
        assert view["game"] == NAME
        assert f"stones: {view['fields']['stones']}" in view["text"]
        with pytest.raises(RefusedError, match="one or two"):
            await client.ask("preview", table=table, seat=0, action="take 9")
        found = await client.ask("preview", table=table, seat=0, action="take 1")
        assert found["preview"]["fields"]["taken"] == found["standing"]
        await play_on(client, table, random.Random(1))
        result = client.tables[table]["info"]["result"]
        assert sum(result["scores"]) == 12
        assert result["details"]["reason"] == "stones"
        record = await client.get(f"/api/tables/{table}/record")
        body = {"record": record, "every": True}
        replayed = await client.post("/api/replay", body)
        assert replayed["rounds"] == []
        assert replayed["position"]["view"]["fields"]["stones"] == 0
        with pytest.raises(RefusedError, match="has not been scored"):
            await client.get(f"/api/tables/{table}/rounds/1")

    run(service, play)


def test_practice(service: Running) -> None:
    async def play(client: Client) -> None:
        body: JSON = {"game": NAME, "seat": 5, "log": ["* start 5"], "options": {"stones": 3}}
        found = await client.post("/api/practice", body)
        assert found["legal"] == ["take 1", "take 2"]
        assert found["position"]["hands"] is found["scored"] is None
        found = await client.post(
            "/api/practice", {**body, "action": "take 2", "then": ["0 take 1"]}
        )
        assert found["result"]["winners"] == [5]

    run(service, play)


def test_a_stand_in_takes_over_from_a_player_who_resigns(service: Running) -> None:
    async def play(client: Client) -> None:
        new = {"game": NAME, "options": {"players": 1}, "bot_pace": False}
        table = (await client.post("/api/tables", new))["table"]
        await client.watch(table)
        await client.do(table, do="resign", seat=0)
        await client.until(lambda: client.tables[table]["info"]["status"] == "over")
        assert client.tables[table]["info"]["seats"][0]["bot"] == "greedy"

    run(service, play)


def test_a_game_whose_entry_fails_is_left_out_of_the_catalogue(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Broken(TakeAway):
        id = "broken"

        def record_schema(self) -> dict[str, Any]:
            raise RuntimeError

    register(Plugin(Broken()))
    catalogue._catalogue.cache_clear()
    try:
        with caplog.at_level(logging.ERROR, "baumeister.server"):
            listed = [info.id for info in catalogue.catalogue("en")]
        assert "broken" not in listed
        assert {"manhattan", "tangram-city"} <= set(listed)
        assert [record.game for record in caplog.records] == ["broken"]  # type: ignore[attr-defined]
    finally:
        del registry().plugins["broken"]
        catalogue._catalogue.cache_clear()


def test_a_wire_module_that_fails_is_replaced_by_the_plain_one() -> None:
    register(Plugin(TakeAway(), wire="no.such.module"))
    try:
        assert isinstance(wire_of(find(NAME)), PlainWire)
    finally:
        del registry().plugins[NAME]


@pytest.mark.parametrize("game_id", ["manhattan", "tangram-city"])
def test_any_view_has_a_plain_form(game_id: str) -> None:
    game = find(game_id)
    view = game.view(game.new(game.options({})), None)
    shown = PlainWire(game).view(view)
    assert shown.game == game_id
    assert shown.text == text_of(shown.fields)
    assert shown.fields["phase"] == "start"
    assert not {"seat", "options"} & set(shown.fields)
    assert plugin(game_id).wire is not None
