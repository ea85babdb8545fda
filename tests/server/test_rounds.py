"""Scored rounds, and records replayed at once."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from baumeister.core.registry import find
from baumeister.records import replay
from baumeister.server.wire.positions import scored_rounds
from baumeister.testing import record_of_random
from tests.manhattan.positions import any_options as manhattan_options
from tests.server.client import Client, RefusedError, choices, play_on
from tests.server.running import Running
from tests.tangram_city.positions import any_options as tangram_options

seeds = st.integers(0, 10**9)


def numbers(scored: Any) -> list[list[int]]:
    """The counts of a scored round, as in `rounds` of views."""
    if isinstance(scored, dict):
        return list(scored["items"])
    return [[city["area"], city["buildings"], city["green"]] for city in scored]


# --- scorings -------------------------------------------------------------------------


@given(manhattan_options(), seeds)
def test_m2_9_every_round_is_explained_as_it_was_scored(chosen, seed):
    """M4.11: also where another urban card replaced fake news."""
    game = find("manhattan")
    steps = list(replay(record_of_random(game, chosen, seed)))
    found = [round_ for _, round_ in scored_rounds(game, steps)]
    end = steps[-1].after
    assert [each.round for each in found] == list(range(1, chosen.rounds + 1))
    assert found[-1].line == len(steps)
    assert found[-1].points == list(game.outcome(end).scores)
    has_monster = {"godzilla", "baby-godzilla"} & set(chosen.variants)  # it may leave nothing
    assert has_monster or all(sum(each.points) for each in found)
    for each, items in zip(found, end.rounds, strict=True):
        assert each.scored.items == [list(one) for one in items]
        assert (each.scored.urban is not None) == chosen.urban
        if each.scored.urban:
            assert each.scored.urban.name != "fake-news"
            assert each.scored.urban.points == [one.urban for one in items]


@given(tangram_options(), seeds)
def test_t2_4_every_city_is_explained_as_it_was_scored(chosen, seed):
    game = find("tangram-city")
    steps = list(replay(record_of_random(game, chosen, seed)))
    found = [round_ for _, round_ in scored_rounds(game, steps)]
    assert len(found) == 6
    assert found[-1].points == list(game.outcome(steps[-1].after).scores)
    for each, scores in zip(found, steps[-1].after.rounds, strict=True):
        counts = [(city.area, city.buildings, city.green) for city in each.scored]
        assert counts == [tuple(score) for score in scores]


# --- at a table -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "options"),
    [("manhattan", {"players": 2, "rounds": 2, "blocks": 2, "urban": True}), ("tangram-city", {})],
)
def test_a_table_shows_its_rounds_once_they_are_scored(
    service: Running, game: str, options: dict[str, Any]
) -> None:
    async def play() -> None:
        async with Client(service.url) as client:
            seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
            new = {"game": game, "options": options, "seats": seats, "bot_pace": False}
            made = await client.post("/api/tables", new)
            table, invite = made["table"], made["invite"]
            await client.watch(table, invite)
            where = f"/api/tables/{table}/rounds"
            with pytest.raises(RefusedError) as refused:
                await client.get(f"{where}/1")
            assert refused.value.code == "bad-input"
            await play_on(client, table, random.Random(1))
            rounds = client.tables[table]["seats"][0]["view"]["rounds"]
            assert len(rounds) > 1
            for number, items in enumerate(rounds, start=1):
                found = await client.get(f"{where}/{number}")
                position = await client.get(f"/api/tables/{table}/positions/{found['line']}")
                assert numbers(found["scored"]) == items == found["view"]["rounds"][-1]
                assert len(found["view"]["rounds"]) == number
                assert found["view"] == position["view"]
                assert found["standing"] == position["standing"]
            with pytest.raises(RefusedError):
                await client.get(f"{where}/{len(rounds) + 1}")

    asyncio.run(play())


def test_m7_a_round_shows_only_your_own_hand(service: Running) -> None:
    async def play() -> None:
        async with Client(service.url, "Ada") as ada, Client(service.url, "Eve") as eve:
            new = {
                "game": "manhattan",
                "options": {"players": 2, "rounds": 2, "blocks": 1},
                "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}],
                "bot_pace": False,
                "listed": True,
            }
            table = (await ada.post("/api/tables", new))["table"]
            await ada.watch(table)
            await until_round(ada, table, 2)
            one, other = [await each.get(f"/api/tables/{table}/rounds/1") for each in (ada, eve)]
            assert len(one["view"]["hand"]) == 4
            assert other["view"]["hand"] == []
            assert one["scored"] == other["scored"]

    asyncio.run(play())


async def until_round(client: Client, table: str, number: int) -> None:
    """Play my seat until the round has started."""
    rng = random.Random(1)
    while True:
        await client.until(lambda: client.owed(table))
        seat = client.owed(table)[0]
        if seat["view"]["round"] == number:
            return
        await client.act(table, seat["seat"], choices(seat, rng), seat["version"])

        def moved(version: int = seat["version"]) -> bool:
            return bool(client.tables[table]["seats"][0]["version"] != version)

        await client.until(moved)


# --- replaying a record ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("manhattan", {"players": 4, "urban": True, "choice": "one-by-one"}),
        ("manhattan", {"players": 3, "choice": "secret"}),
        ("tangram-city", {"players": 5}),
    ],
)
def test_all_positions_of_a_record_come_at_once(
    service: Running, game: str, options: dict[str, Any]
) -> None:
    rules = find(game)
    record = record_of_random(rules, rules.options(options), 7)
    body = {"record": json.loads(record.dumps()), "every": True, "seat": 1}
    with httpx.Client(base_url=service.url, trust_env=False, timeout=60) as client:
        answer = client.post("/api/replay", json=body)
        found = answer.json()
        assert answer.headers["content-encoding"] == "gzip"
        assert "accept-encoding" in answer.headers["vary"].lower()
        lines = found["lines"]
        assert [each["line"] for each in found["positions"]] == list(range(len(lines) + 1))
        assert [each["standing"] for each in found["positions"][1:]] == found["standing"]
        assert found["position"] == found["positions"][-1]
        assert found["positions"][0]["owing"] == found["positions"][-1]["owing"] == []
        for before, line in zip(found["positions"], lines, strict=False):
            actor = line.split()[0]
            assert (actor == "*") == (not before["owing"])
            assert actor == "*" or int(actor) in before["owing"]
        rounds = found["positions"][-1]["view"]["rounds"]
        assert [numbers(each["scored"]) for each in found["rounds"]] == rounds
        for each in found["rounds"]:
            assert len(found["positions"][each["line"]]["view"]["rounds"]) == each["round"]
            assert len(found["positions"][each["line"] - 1]["view"]["rounds"]) < each["round"]
        some = client.post("/api/replay", json={**body, "every": False, "line": 20}).json()
        assert some["positions"] is None
        assert some["position"] == found["positions"][20]
    for each in found["positions"]:
        if game == "manhattan":
            assert each["hands"][1] == each["view"]["hand"]
            assert list(map(len, each["hands"])) == each["view"]["hand_sizes"]
        else:
            assert each["hands"] is None


def test_only_long_responses_without_secrets_are_compressed(service: Running) -> None:
    with httpx.Client(base_url=service.url, trust_env=False) as client:
        games = client.get("/api/games")
        assert games.headers["content-encoding"] == "gzip"
        plain = client.get("/api/games", headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.json() == games.json()
        made = client.post("/api/people", json={"name": "x" * 60})
        new = {"game": "manhattan", "seats": [{"kind": "me"}] * 4}
        table = client.post("/api/tables", json=new).json()["table"]
        shown = client.get(f"/api/tables/{table}")
        short = client.post("/api/replay", json={"record": {}})
        assert short.status_code == 400
        for answer in (made, shown, short):
            assert "content-encoding" not in answer.headers
