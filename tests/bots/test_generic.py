"""Games that bring only their rules: bots, hints, analysis and arena work all the same."""

from __future__ import annotations

import json
import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from baumeister.arena import play
from baumeister.arena.report.html import page
from baumeister.bots import (
    BotError,
    Budget,
    UnknownBotError,
    bot_codes,
    default_code,
    make_bot,
    stand_in_code,
    strongest_code,
)
from baumeister.bots.analysis import analyse
from baumeister.bots.analysis.parts import evaluator_for
from baumeister.bots.analysis.plain_evaluator import PlainEvaluator
from baumeister.bots.analysis.reasons import reasons_for
from baumeister.bots.hints import hint
from baumeister.bots.words import say
from baumeister.core.game import AnyGame
from baumeister.core.match import Match
from baumeister.core.registry import find
from baumeister.games.clauses import LANGUAGES
from baumeister.testing import check_bots, record_of_random


def dealt(game: AnyGame, **options: Any) -> Match[Any, Any, Any, Any]:
    match: Match[Any, Any, Any, Any] = Match(game, game.options(options))
    match.roll(random.Random(1))
    return match


def test_bots_of_a_game_with_levels() -> None:
    game = find("manhattan")
    assert bot_codes(game) == [*(f"manhattan:{level}" for level in range(1, 6)), "random", "greedy"]
    codes = default_code(game), stand_in_code(game), strongest_code(game)
    assert codes == ("manhattan:2", "manhattan:3", "manhattan:5")


def test_bots_of_a_game_without_levels(card_nim: AnyGame) -> None:
    assert bot_codes(card_nim) == ["search", "greedy", "random"]
    codes = default_code(card_nim), stand_in_code(card_nim), strongest_code(card_nim)
    assert codes == ("search", "greedy", "search")
    match = dealt(card_nim)
    for code in bot_codes(card_nim):
        decision = make_bot(code, card_nim).decide(
            match.view(0), match.legal(0), Budget(nodes=20), random.Random(1)
        )
        assert decision.action in match.legal(0)
    for code in ("3", "card-nim:1"):
        with pytest.raises(UnknownBotError, match="there are: search, greedy, random"):
            make_bot(code, card_nim)
    for setting in ("leaf=round", "paranoid=yes", "depth=1"):
        with pytest.raises(BotError, match="need the compiled core: card-nim does not use it"):
            make_bot(f"search:{setting}", card_nim)


def test_hints(card_nim: AnyGame) -> None:
    match = dealt(card_nim, stones=5)
    found = hint(card_nim, match.view(0), match.legal(0), Budget(nodes=200), random.Random(1))
    assert found.chance is not None
    assert found.alternatives
    assert found.reasons[0] == {"code": "plays", "action": str(found.action)}
    assert found.contrast  # nothing else says why


def test_reasons_are_the_points_gained(card_nim: AnyGame) -> None:
    match = dealt(card_nim, stones=5)
    for text in ("take 1", "take 1"):
        match.submit(match.waiting_for[0], text)
    seat = match.waiting_for[0]
    reasons = reasons_for(card_nim, match.view(seat), card_nim.parse("take 3"))
    assert reasons == [
        {"code": "plays", "action": "take 3"},
        {"code": "points", "seat": seat, "gain": 1},
    ]
    told = {language: say(card_nim, reasons, language, you=seat) for language in LANGUAGES}
    assert told["en"] == ["play take 3", "+1 point for you"]
    assert told["de"] == ["spiele „take 3“", "+1 Punkt für dich"]
    assert len({texts[0] for texts in told.values()}) == len(LANGUAGES)


def test_analysis(card_nim: AnyGame) -> None:
    assert type(evaluator_for(card_nim)) is PlainEvaluator
    record = record_of_random(card_nim, card_nim.options({"players": 3, "stones": 6}), 1)
    found = analyse(record, nodes=60)
    assert found == analyse(record, nodes=60)
    assert found.bot == "search"
    assert len(found.lines) == len(record.log)
    for line in found.lines:
        assert sum(line.chances) == pytest.approx(1)
    assert record.result is not None
    assert found.lines[-1].points == tuple(record.result["scores"])
    json.dumps(found.data(), allow_nan=False)


def test_an_external_program(card_nim: AnyGame) -> None:
    example = Path(__file__).parents[2] / "docs/examples/bot.py"
    match = dealt(card_nim)
    bot = make_bot(f"external:{sys.executable} {example}", card_nim, programs=True)
    decision = bot.decide(match.view(0), match.legal(0), Budget(seconds=20), random.Random(1))
    bot.close()  # type: ignore[attr-defined]
    assert decision.action in match.legal(0)


def test_a_tournament_with_its_report(card_nim: AnyGame) -> None:
    found = play("card-nim", {"stones": 8}, ["search:nodes=30", "greedy", "random"], games=12)
    assert [bot.complete for bot in found.bots] == [None] * 3
    text = page(found, "baumeister arena card-nim")
    assert not re.search(r"https?:|src=", text)
    json.dumps(found.data())


def test_the_generic_bots_finish_a_game(card_nim: AnyGame) -> None:
    check_bots(card_nim, card_nim.options({"players": 4}), 1)
