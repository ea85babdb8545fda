"""Bots of the operator, offered beside the levels."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from baumeister.bots.house import HouseBot, house_bot, offer
from baumeister.core.errors import BaumeisterError
from tests.server.client import RefusedError, play_on
from tests.server.party import people
from tests.server.running import running, settings

EXAMPLE = Path(__file__).parents[2] / "docs/examples/bot.py"
RITA = f"manhattan/Rita B.=external:{sys.executable} {EXAMPLE}"
NEW: dict[str, Any] = {"game": "manhattan", "options": {"players": 3, "rounds": 1}}


def test_house_bots_play_at_tables(tmp_path: Path) -> None:
    bots = (house_bot(RITA), house_bot("Last=tests.bots.own:GivenGame"))

    async def play(url: str) -> None:
        async with people(url, 1) as [ada]:
            games = {game["id"]: game for game in await ada.get("/api/games")}
            infos = {bot["code"]: bot for bot in games["manhattan"]["bots"]}
            assert infos["house:rita-b"]["name"] == "Rita B."
            assert infos["house:last"]["level"] == 0
            assert "house:rita-b" not in {bot["code"] for bot in games["tangram-city"]["bots"]}
            seats = [{"kind": "me"}]
            seats += [{"kind": "bot", "bot": code} for code in ("house:rita-b", "house:last")]
            table = str((await ada.post("/api/tables", {**NEW, "seats": seats}))["table"])
            await ada.watch(table)
            await play_on(ada, table, random.Random(1))
            info = ada.tables[table]["info"]
            assert [seat["bot"] for seat in info["seats"][1:]] == ["house:rita-b", "house:last"]
            assert [seat["name"] for seat in info["seats"][1:]] == ["Rita B.", "Last"]
            for code in ("house:nobody", f"external:{sys.executable} {EXAMPLE}"):
                seats[1] = {"kind": "bot", "bot": code}
                with pytest.raises(RefusedError):
                    await ada.post("/api/tables", {**NEW, "seats": seats})

    try:
        # no time at all, but that of a program to start
        with running(settings(tmp_path, bots=bots, bot_timeout=0.0)) as service:
            asyncio.run(play(service.url))
    finally:
        offer(())


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("greedy", "NAME=CODE"),
        ("a/b/Rita=greedy", "no game 'a/b'"),
        ("=greedy", "NAME=CODE"),
        ("Rita=deep-blue", "no bot 'deep-blue'"),
        ("tangram-city/Rita=tests.bots.own:GivenGame", "does not play tangram-city"),
    ],
)
def test_unusable_house_bots_are_refused(given: str, reason: str) -> None:
    with pytest.raises(BaumeisterError, match=reason):
        house_bot(given)


def test_a_house_bot_is_offered_for_the_games_it_plays() -> None:
    assert house_bot("Five=manhattan:5:nodes=20") == HouseBot(
        "Five", "manhattan:5:nodes=20", frozenset({"manhattan"})
    )
