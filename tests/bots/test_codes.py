"""Bots by their codes."""

from __future__ import annotations

import re
from typing import Any

import pytest

from baumeister.bots import (
    BotError,
    Budget,
    Decision,
    UnknownBotError,
    bot_codes,
    level_of,
    make_bot,
)
from baumeister.bots.codes import record_kind
from baumeister.core.registry import find, games
from baumeister.fast import compiled
from baumeister.records.reading import KIND
from baumeister.testing import random_match
from tests.bots.play import AnyMatch, asked, begun

needs_core = pytest.mark.skipif(not compiled(), reason="needs the compiled core")


def ask(code: str, match: AnyMatch, budget: Budget | None = None) -> Decision:
    return asked(make_bot(code, match.game), match, budget)


@pytest.mark.parametrize("game_id", games())
def test_every_offered_code_makes_a_bot_that_decides(game_id: str) -> None:
    match = begun(game_id, players=2)
    for code in bot_codes(match.game):
        decision = ask(code, match, Budget(nodes=20))
        assert decision.action in match.legal(match.waiting_for[0])


def test_a_number_is_a_level_of_the_game() -> None:
    match = begun("manhattan")
    assert [level_of(code) for code in bot_codes(match.game)] == [1, 2, 3, 4, 5, 0, 0]
    assert type(make_bot("3", match.game)) is type(make_bot("manhattan:3", match.game))


@needs_core
def test_settings_of_the_search() -> None:
    match = begun("manhattan", players=3)
    assert ask("search:nodes=70", match).simulations == 70
    assert ask("search:nodes=70:leaf=round", match).simulations == 70
    assert ask("search:nodes=70:leaf=round:policy=network", match).simulations == 70
    assert ask("search:nodes=70", match, Budget(nodes=30)).simulations == 30
    short = ask("search:nodes=100000000", match, Budget(seconds=0.01))
    assert short.cut_short
    assert not ask("search:nodes=70", match, Budget(seconds=60)).cut_short
    assert not ask("5", match, Budget(seconds=0.9, nodes=20)).cut_short  # all nodes
    assert ask("5", match, Budget(seconds=0.01)).cut_short


@pytest.mark.parametrize(
    "code",
    [
        *("", "deep-blue", "0", "6", "manhattan", "manhattan:9", "tangram-city:1", "external:"),
        *("manhattan:3:nodes", "manhattan:4:seconds=nan", "manhattan:4:seconds=inf"),
        *("search:nodes=many", "search:nodes=-1", "search:speed=3", "random:nodes=3"),
        *("search:seconds=0", f"search:nodes={10**30}", "search:exploration=nan"),
        *("search:paranoid=maybe", "search:depth=0", "search:depth=1.5"),
    ],
)
def test_an_unknown_code_is_refused_with_a_list_of_codes(code: str) -> None:
    with pytest.raises(UnknownBotError, match=r"there are: .*"):
        make_bot(code, find("manhattan"))


def test_search_settings_are_checked() -> None:
    with pytest.raises(BotError, match="game, round, none"):
        make_bot("search:leaf=moon", find("manhattan"))
    with pytest.raises(BotError, match="one of none, network in this game"):
        make_bot("search:policy=gut", find("manhattan"))
    with pytest.raises(BotError, match="one of none in this game"):
        make_bot("search:policy=network", find("tangram-city"))
    with pytest.raises(BotError, match="one of none, network in this game"):
        make_bot("search:value=gut", find("manhattan"))
    for code in ("search:value=network", "search:policy=network:value=network:leaf=game"):
        with pytest.raises(BotError, match="a value network needs a policy"):
            make_bot(code, find("manhattan"))


@needs_core
def test_the_settings_of_a_code_reach_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}

    def search_decision(*given: Any) -> Decision:
        asked.update(given[-1])
        return Decision(None)

    monkeypatch.setattr("baumeister.bots.generic.search.search_decision", search_decision)
    ask("search:nodes=70:paranoid=yes:depth=2:exploration=0.7", begun("manhattan"))
    assert (asked["paranoid"], asked["depth"], asked["exploration"]) == (True, 2, 0.7)


@needs_core
@pytest.mark.parametrize(
    ("options", "search"),
    [
        ({"players": 3}, "search:nodes=60:policy=network:value=network"),
        ({"players": 3, "districts": 2}, "search:nodes=60:policy=network"),
    ],
)
def test_levels_4_and_5_are_a_search_with_networks(options: dict[str, Any], search: str) -> None:
    """Small games, which the value network does not know, are played out."""
    game = find("manhattan")
    for decisions in (0, 30):  # choosing blocks, building
        match = random_match(game, game.options(options), 3, decisions)
        found = ask(search, match)
        assert ask("4:nodes=60", match) == ask("5:nodes=60", match) == found


def test_records_take_codes_but_not_commands() -> None:
    for code in [
        *bot_codes(find("manhattan")),
        "search:nodes=5000:leaf=round",
        "external:rm -rf x",
    ]:
        assert re.fullmatch(KIND, record_kind(code)), code
    assert record_kind("external:rm -rf x") == "bot:external"


def test_programs_are_not_started_unless_allowed() -> None:
    with pytest.raises(UnknownBotError, match="not started here"):
        make_bot("external:true", find("manhattan"))
