"""Bots by their codes."""

from __future__ import annotations

import re

import pytest

from baumeister.bots import (
    LEVELS,
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


def ask(code: str, match: AnyMatch, budget: Budget | None = None) -> Decision:
    return asked(make_bot(code, match.game), match, budget)


@pytest.mark.parametrize("game_id", games())
def test_every_code_that_is_offered_makes_a_bot_that_decides(game_id: str) -> None:
    match = begun(game_id, players=2)
    for code in bot_codes(game_id):
        decision = ask(code, match, Budget(nodes=20))
        assert decision.action in match.legal(match.waiting_for[0])


def test_levels_go_by_their_number_where_the_game_is_known() -> None:
    assert [level_of(code) for code in bot_codes("manhattan")] == [*LEVELS, 0, 0]
    match = begun("manhattan")
    assert type(make_bot("3", match.game)) is type(make_bot("manhattan:3", match.game))


@pytest.mark.skipif(not compiled(), reason="search needs the compiled core")
def test_settings_are_part_of_the_code() -> None:
    match = begun("manhattan", players=3)
    assert ask("search:nodes=70", match).simulations == 70
    assert ask("search:nodes=70:leaf=round", match).simulations == 70
    assert ask("search:nodes=70:leaf=round:policy=learned", match).simulations == 70
    assert ask("search:nodes=70", match, Budget(nodes=30)).simulations == 30
    hasty = ask("search:nodes=100000000", match, Budget(seconds=0.01))
    assert hasty.cut_short
    assert not ask("search:nodes=70", match, Budget(seconds=60)).cut_short
    assert not ask("5", match, Budget(seconds=0.9, nodes=20)).cut_short  # as much as was asked for
    assert ask("5", match, Budget(seconds=0.01)).cut_short


@pytest.mark.parametrize(
    "code",
    [
        *("", "deep-blue", "0", "6", "manhattan", "manhattan:9", "tangram-city:1", "external:"),
        *("manhattan:3:nodes", "manhattan:4:seconds=nan", "manhattan:4:seconds=inf"),
        *("search:nodes=many", "search:nodes=-1", "search:speed=3", "random:nodes=3"),
        *("search:seconds=0", f"search:nodes={10**30}", "search:exploration=nan"),
    ],
)
def test_a_code_nobody_knows_is_refused_with_those_there_are(code: str) -> None:
    with pytest.raises(UnknownBotError, match=r"there are: .*"):
        make_bot(code, find("manhattan"))


def test_a_search_goes_as_far_as_it_can_be_told() -> None:
    with pytest.raises(BotError, match="game, round, none"):
        make_bot("search:leaf=moon", find("manhattan"))
    with pytest.raises(BotError, match="none, learned, net in this game"):
        make_bot("search:policy=gut", find("manhattan"))
    with pytest.raises(BotError, match="one of none in this game"):
        make_bot("search:policy=learned", find("tangram-city"))
    with pytest.raises(BotError, match="one of none, learned in this game"):
        make_bot("search:value=gut", find("manhattan"))
    with pytest.raises(BotError, match="opponents must be one of none, learned in this game"):
        make_bot("search:policy=net:opponents=gut", find("manhattan"))
    with pytest.raises(BotError, match="with a policy"):
        make_bot("search:opponents=learned", find("manhattan"))


@pytest.mark.parametrize(
    ("level", "search"),
    [
        (
            "4:nodes=60",
            "search:nodes=60:leaf=round:policy=learned:value=learned:inverse_temperature=2",
        ),
        ("5:nodes=60", "search:nodes=60:leaf=round:policy=net:value=learned:opponents=learned"),
    ],
)
def test_a_search_told_so_is_the_one_of_a_level(level: str, search: str) -> None:
    game = find("manhattan")
    for decisions in (0, 30):  # blocks are chosen, built
        match = random_match(game, game.options({"players": 3}), 3, decisions)
        assert ask(level, match) == ask(search, match)


def test_who_asks_for_a_net_that_is_not_there_is_told() -> None:
    match = begun("manhattan", players=2)
    with pytest.raises(BotError, match="no network for 2 players"):
        ask("search:policy=net", match)


def test_codes_fit_into_records_and_commands_do_not() -> None:
    for code in [*bot_codes("manhattan"), "search:nodes=5000:leaf=round", "external:rm -rf x"]:
        assert re.fullmatch(KIND, record_kind(code)), code
    assert record_kind("external:rm -rf x") == "bot:external"


def test_a_program_is_started_only_for_who_may() -> None:
    with pytest.raises(UnknownBotError, match="not started here"):
        make_bot("external:true", find("manhattan"))
