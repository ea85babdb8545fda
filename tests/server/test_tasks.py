"""Tasks as workers run them, without a service around them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from baumeister.core.errors import BaumeisterError
from baumeister.core.position_text import parse_position
from baumeister.fast import compiled
from baumeister.puzzles.shipped import position_kinds, shipped
from baumeister.server.wire import manhattan, tangram_city
from baumeister.server.wire.payloads.play import JudgementBody, PracticeBody
from baumeister.server.wire.payloads.study import EvaluationBody, PositionBody
from baumeister.server.work import tasks
from baumeister.server.work.puzzles import play_puzzle_day, show_puzzle, try_puzzle

TEXT: str = manhattan.EXAMPLES["evaluate"][0]["position"]
VIEW = (
    "manhattan/2 players=3 : seat=1 phase=build round=1 start=0 turn=1 hands=????/1255/????"
    " played=1223445789 supply=11.6.1.2/11.6.1.2/10.6.3.1 tray=-/3/4"
    " board=9/2,o3,3,o3,o4,o3/5,y1b4,3/4,y3,2,y4,1/1,b3,b3,6/9 scored=-"
)


def explore(**given: Any) -> Any:
    return tasks.explore(print, PositionBody(**given))


def test_examples_are_explored():
    for body in manhattan.EXAMPLES["explore"]:
        found = tasks.explore(print, msgspec.convert(body, PositionBody))
        assert parse_position(found.text).game.id == "manhattan"


def test_a_view_shows_only_what_its_seat_knows():
    found = explore(position=VIEW)
    assert (found.seat, found.viewer, found.is_view) == (1, 1, True)
    assert parse_position(found.text).view is not None
    moved = explore(position=VIEW, action="build 2 C6 3", roll=True)
    assert moved.lines[0] == "1 build 2 C6 3"
    shown = explore(position=VIEW, action="build 2 C6 3", preview=True)
    assert shown.lines == []


@pytest.mark.parametrize("given", [
    {},
    {"position": TEXT, "game": "manhattan"},
    {"game": "chess"},
    {"position": "manhattan/2 nonsense"},
    {"position": TEXT, "preview": True},
    {"position": TEXT, "lines": ["0 build 1 A1 1"]},
    {"position": TEXT, "seat": 2, "action": "build 8 A1 4"},
])  # fmt: skip
def test_what_cannot_be_explored_is_refused(given):
    assert isinstance(explore(**given), BaumeisterError)


@pytest.mark.skipif(not compiled(), reason="evaluations need the compiled core")
@pytest.mark.parametrize("body", [
    *manhattan.EXAMPLES["evaluate"],
    {"position": VIEW},
    {"position": TEXT, "open_cards": True},
])  # fmt: skip
def test_a_position_is_evaluated(body):
    found = tasks.evaluate(print, msgspec.convert(body, EvaluationBody), 0.02)
    assert sum(found.chances) == pytest.approx(1, abs=0.01)
    if found.seat is not None:
        assert found.moves


def test_designs_are_checked_and_completed():
    body = tangram_city.EXAMPLES["check_design"][0]
    assert tasks.check_design(print, body["game"], body["design"], "de")
    assert isinstance(tasks.check_design(print, body["game"], "no tiles", "en"), BaumeisterError)
    assert isinstance(tasks.complete_design(print, body["game"], [], "no goal"), BaumeisterError)


def test_a_puzzle_is_shown_and_answered():
    for game, kind in position_kinds():
        puzzle = shipped(game.id, kind)[0]
        data = puzzle.data()
        seen = show_puzzle(print, data)
        assert puzzle.best[0] in seen.legal or seen.product
        assert try_puzzle(print, data, puzzle.best[0], False).right
        wrong = try_puzzle(print, data, puzzle.wrong[0].move, False)
        assert not wrong.right
        assert wrong.lost > 0
        assert try_puzzle(print, data, puzzle.best[0], True).preview is not None
        assert isinstance(try_puzzle(print, data, "nonsense", False), BaumeisterError)


def test_a_day_is_played():
    begun = play_puzzle_day(print, ("tangram-city", "day", "2026-11-17"), [], None, False)
    assert begun.legal
    after = play_puzzle_day(print, ("tangram-city", "day", "2026-11-17"), [], begun.legal[0], False)
    assert len(after.log) > len(begun.log)


def test_a_record_is_replayed():
    body = manhattan.EXAMPLES["replay"][0]
    text = msgspec.json.encode(body["record"]).decode()
    found = msgspec.json.decode(tasks.replay(lambda _: None, text, None, None, True))
    assert len(found["positions"]) == len(found["lines"]) + 1
    for wrong in ("{}", text.replace("manhattan", "chess")):
        assert isinstance(tasks.replay(print, wrong, None, None, False), BaumeisterError)
    assert isinstance(tasks.replay(print, text, 10_000, None, False), BaumeisterError)
    assert isinstance(tasks.replay(print, text, None, 9, False), BaumeisterError)


def test_a_practice_game_is_shown():
    body = msgspec.convert(manhattan.EXAMPLES["practice"][0], PracticeBody)
    assert tasks.practise(print, body).log
    refused = msgspec.structs.replace(body, log=["0 nonsense"])
    assert isinstance(tasks.practise(print, refused), BaumeisterError)


@pytest.mark.skipif(not compiled(), reason="judgements need the compiled core")
def test_a_decision_is_judged():
    body = msgspec.convert(manhattan.EXAMPLES["judgement"][0], JudgementBody)
    assert tasks.judge(print, body, 0.02).reasons
    unfinished = {**body.record, "result": None}
    for wrong in ({}, unfinished):
        asked = msgspec.structs.replace(body, record=wrong)
        assert isinstance(tasks.judge(print, asked, 0.02), BaumeisterError)
