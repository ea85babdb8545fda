"""Bots as objects, classes, factories, `module:Class` and entry points."""

from __future__ import annotations

import pickle
import re
from functools import partial
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random
from typing import Any

import pytest

from baumeister import arena
from baumeister.bots import (
    BotError,
    BotFailed,
    Budget,
    UnknownBotError,
    close_idle,
    make_bot,
    record_kind,
    seated,
    spec_name,
)
from baumeister.bots.analysis import analyse
from baumeister.bots.hints import hint
from baumeister.bots.specs import installed
from baumeister.bots.weights import dumps, load
from baumeister.bots.words import player_of
from baumeister.cli.bots.selfplay import play_game
from baumeister.core.registry import find
from baumeister.fast import compiled
from baumeister.games.tangram_city.actions import Side
from baumeister.records.reading import KIND, LONGEST_NAME
from tests.bots.own import Cheats, Counting, GivenGame, LastBot, NoDecision, Raises, last_bot
from tests.bots.play import asked, begun

MANHATTAN = find("manhattan")
SHORT = {"players": 2, "rounds": 1}
FILE = """{"game": "%s", "players": 2, "kind": "policy-network", "weights": {"network": %s},
 "provenance": {}}"""
SPECS: list[Any] = [
    LastBot(),
    LastBot,
    GivenGame,
    last_bot,
    partial(GivenGame, step=3),
    "tests.bots.own:LastBot",
    "tests.bots.own:GivenGame:step=2",
]


@pytest.mark.parametrize("spec", SPECS, ids=spec_name)
def test_every_specification_makes_a_bot_that_decides(spec: Any) -> None:
    match = begun("manhattan", **SHORT)
    bot = make_bot(spec, MANHATTAN, programs=True)
    assert asked(bot, match).action == match.legal(match.waiting_for[0])[-1]
    assert pickle.loads(pickle.dumps(spec)) is not None


def test_a_bot_gets_the_game_and_its_settings() -> None:
    bot: Any = make_bot("tests.bots.own:GivenGame:step=2:path=a.pt", MANHATTAN, programs=True)
    assert (bot.game, bot.step, bot.path) == (MANHATTAN, 2, "a.pt")
    own = LastBot()
    assert make_bot(own, MANHATTAN) is own


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        (42, "no method decide"),
        (object, "no method decide"),
        ("tests.bots.own:Nobody", "Nobody"),
        ("no_such_module:Bot", "no_such_module"),
        ("tests.bots.own:LastBot:step=2", "cannot be made"),
        ("tests.bots.own:GivenGame:step", "name=value"),
    ],
)
def test_what_is_no_bot_is_refused_with_a_reason(spec: Any, reason: str) -> None:
    with pytest.raises(UnknownBotError, match=reason):
        make_bot(spec, MANHATTAN, programs=True)


def test_a_bot_may_say_which_games_it_plays() -> None:
    with pytest.raises(UnknownBotError, match="does not play tangram-city"):
        make_bot(GivenGame, find("tangram-city"))


def test_modules_are_not_imported_unless_allowed() -> None:
    with pytest.raises(UnknownBotError, match="not started here"):
        make_bot("tests.bots.own:LastBot", MANHATTAN)


def test_installed_packages_offer_bots_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = (EntryPoint("lasty", "tests.bots.own:GivenGame", "baumeister.bots"),)
    monkeypatch.setattr("baumeister.bots.specs.entry_points", lambda **_: entries)
    installed.cache_clear()
    try:
        bot: Any = make_bot("lasty:step=4", MANHATTAN)
        assert bot.step == 4
        with pytest.raises(UnknownBotError, match="lasty"):
            make_bot("laster", MANHATTAN)
    finally:
        installed.cache_clear()


def test_records_name_every_bot() -> None:
    for spec in [*SPECS, "manhattan:5:weights=trained/x/policy.json", "x" * 99 + ":Y", lambda: 0]:
        assert re.fullmatch(KIND, record_kind(spec)), spec
        assert 1 < len(player_of(1, spec, MANHATTAN).name) <= LONGEST_NAME
    assert record_kind("5:weights=a/b.json") == "bot:5:weights=b.json"


@pytest.mark.parametrize(
    ("bad", "reason"),
    [(Raises, "ZeroDivisionError: by zero"), (Cheats, "legal actions"), (NoDecision, "Decision")],
)
def test_a_failing_bot_raises_one_kind_of_error(bad: Any, reason: str) -> None:
    match = begun("manhattan", **SHORT)
    with seated([bad], MANHATTAN) as [bot], pytest.raises(BotFailed, match=reason) as failed:
        asked(bot, match)
    assert failed.value.name == bad.__name__


def test_a_bot_that_resets_itself_is_kept_for_the_next_game() -> None:
    close_idle()
    Counting.made.clear()
    for _ in range(3):
        with seated([Counting, Counting, LastBot], MANHATTAN):
            pass
    assert [bot.games_begun for bot in Counting.made] == [3, 3]
    close_idle()


def test_own_bots_in_the_arena() -> None:
    bots = [LastBot, "random", LastBot(), "tests.bots.own:LastBot"]
    found = arena.play("manhattan", SHORT, bots, games=4)
    names = ["LastBot", "random", "LastBot (2)", "tests.bots.own:LastBot"]
    assert [bot.code for bot in found.bots] == names


def test_a_bot_that_cannot_be_sent_to_other_processes_is_named() -> None:
    plan = arena.make_plan("manhattan", SHORT, [lambda game: GivenGame(game, 2), "random"])
    with pytest.raises(BotError, match="lambda> cannot be sent to another process"):
        pickle.dumps(plan)
    pickle.dumps(arena.make_plan("manhattan", SHORT, [LastBot, "random"]))


def test_own_bots_play_records_that_own_bots_analyse() -> None:
    record = play_game(MANHATTAN, MANHATTAN.options(SHORT), [LastBot, "greedy"], "1")
    assert [player.kind for player in record.players] == ["bot:lastbot", "bot:greedy"]
    found = analyse(record, nodes=8, bot=LastBot)
    assert found.bot == "LastBot"
    own = [line.judgement for line in found.lines if line.actor == 0 and line.judgement]
    assert {each.verdict for each in own} == {"best"}


def test_own_bots_give_hints() -> None:
    match = begun("manhattan", **SHORT)
    seat = match.waiting_for[0]
    legal = match.legal(seat)
    found = hint(MANHATTAN, match.view(seat), legal, Budget(), Random(1), bot=LastBot)
    assert found.action == legal[-1]
    assert found.reasons


def test_own_weights_are_read_by_path(tmp_path: Path) -> None:
    shipped = load("baumeister.bots.manhattan", "policy-network-2")
    other = {"network": [-each for each in shipped.weights["network"]]}
    (tmp_path / "weights-01.json").write_text(dumps(shipped))
    (tmp_path / "plan.json").write_text("{}")
    match = begun("manhattan", **SHORT)

    def decided(code: str) -> Any:
        return asked(make_bot(code, MANHATTAN, programs=True), match)

    for code in ("3", "5:nodes=40"):
        assert decided(f"{code}:weights={tmp_path}") == decided(code)
    (tmp_path / "weights-02.json").write_text(dumps(shipped._replace(weights=other)))
    assert decided(f"3:weights={tmp_path}") != decided("3")
    search = "search:nodes=40:value=network:policy="
    path = tmp_path / "weights-01.json"
    assert decided(f"{search}{path}") == decided(f"{search}network")
    with pytest.raises(BotError, match="there is no value-network for 2 players"):
        decided(f"search:policy=network:value={path}")
    four = begun("manhattan", players=4, rounds=1)
    with pytest.raises(UnknownBotError, match="are for 2 players"):
        asked(make_bot(f"3:weights={path}", MANHATTAN, programs=True), four)
    found = arena.play("manhattan", SHORT, [f"3:weights={path}", "3"], games=2)
    assert found.games == 2


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "No such file"),
        ("hello", "not a file of weights"),
        ('{"game": "manhattan"}', "not a file of weights"),
        (FILE % ("tangram-city", "[]"), "not manhattan"),
        (FILE % ("manhattan", "[1]"), "network must have 1440 numbers"),
    ],
)
def test_unusable_weights_are_refused(text: str | None, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    if text is not None:
        path.write_text(text)
    for code in (f"3:weights={path}", f"search:policy={path}"):
        with pytest.raises(UnknownBotError, match=reason):
            make_bot(code, MANHATTAN, programs=True)
        with pytest.raises(UnknownBotError, match="not started here"):
            make_bot(code, MANHATTAN)


def begun_city(**options: Any) -> Any:
    """A match of Tangram City with one player, before the first tile."""
    match = begun("tangram-city", players=1, **options)
    if match.legal(0)[0] == Side("a"):
        match.submit(0, Side("a"))
        match.roll(Random(1))
    return match


def test_own_weights_of_tangram_city(tmp_path: Path) -> None:
    path = tmp_path / "network.json"
    shipped = load("baumeister.bots.tangram_city", "value-network")
    negated = {"network": [-each for each in shipped.weights["network"]]}
    for options in ({}, {"tile_set": "exact-49"}, {"printed_field": False}):
        match = begun_city(**options)
        for level in ("3", "5:nodes=300")[: 1 + compiled()]:
            decided = []
            for weights in (shipped, shipped._replace(weights=negated)):
                path.write_text(dumps(weights))
                own = make_bot(f"{level}:weights={path}", match.game, programs=True)
                decided.append(asked(own, match))
            assert decided[0] == asked(make_bot(level, match.game), match) != decided[1]
