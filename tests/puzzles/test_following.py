"""What is said about a move: threats that it stops, the answers to a wrong one, the score."""

from __future__ import annotations

from typing import Any

import pytest

from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.reasons import reasons_for
from baumeister.bots.words import say
from baumeister.core.position_text import parse_position
from baumeister.core.registry import find
from baumeister.fast import compiled
from baumeister.games.clauses import LANGUAGES
from baumeister.puzzles import kind_of
from baumeister.puzzles.manhattan.following import defeat, reply, standing

GAME = find("manhattan")
THREATENED = (
    "manhattan/2 players=3 : seat=1 phase=build round=3 start=0 turn=1 hands=????/1237/???? "
    "played=9 supply=10.1.0.1/11.0.0.1/11.1.0.0 tray=-/2/3 board=1,o4,2,o4,2,o2,o2/"
    "o1b4,y4,b3y3b3,2,b2,2,b2/b2,b2,4,b2,b3,b4/1,o3,o2,o2,o3,o2,2,o3/y4,2,y4,y2,y2,y3,2/"
    "1,y3,1,o3,y2,y2,1,b3,y2 scored=0+6+3,0+2+3,3+2+4/0+4+7,3+4+7,0+4+7"
)
"""Blue's B3 is the highest building; Yellow, last to build, has a block of three."""
TIED = (
    "manhattan/2 players=3 : seat=2 phase=build round=5 start=2 turn=2 hands=????/????/2448 "
    "played=112223344555566677888999 supply=4.0.0.0/4.0.0.0/4.0.0.0 tray=1/1/1 "
    "board=b3,b3,b3,o3b4o4,1,o1,1,b3,1/b2,1,b1,3,b2,b4,b4/y2,2,y3,y3,y4,2,y3/"
    "y3,o2y2o1y1,o2,y1o1b1o1y1,o3,o2,o2y2o2y2,2/o1b1,1,b2,1,o2b2o1b1o3,b2,o3,o4,b2o4/"
    "y4,y1b1y2,2,y2,1,y4,y1b1y1,1 scored=3+4+3,0+2+3,0+2+4/3+4+7,0+4+7,0+4+8/"
    "3+2+7,0+4+11,0+4+10/3+4+10,0+4+12,0+4+12"
)
"""Yellow is ahead, but Blue and Orange can still bring it down to a tie, which Orange wins."""
LAST_TURN = (
    "manhattan/2 : seat=2 phase=build round=2 start=3 turn=2 hands=????/????/4477/???? "
    "played=111233466667788999 supply=10.1.1.0/7.5.0.0/11.1.0.0/9.3.0.0 tray=-/-/2/- "
    "board=o2,o3,p2b2p2y4,b1o4,b3,b3o4,o2,b4,b4/1,y3,y3,y2,1,y4,3/o2,1,o3,o3,o2,o1,1,o2,o4/"
    "y2,y4,y3,p1,1,y3,y2,y2p4,1/p2,p3,p4,p3,p4,p3,p3,1,p1/1,b3,b1,1,b4,1,b1,b3,b1 "
    "scored=0+2+6,0+4+6,0+4+5,3+2+6"
)
"""The last turn of a round that is not the last one."""
EQUAL = (
    "manhattan/2 : seat=0 phase=build round=3 start=1 turn=0 hands=3456/????/????/???? "
    "played=113677789 supply=6.0.0.0/6.0.0.0/6.0.0.0/6.0.0.0 tray=11/1/1/1 "
    "board=b1,b1,b2,b3,b2,b2,b3,1,b1y1/p3,p4,p2,p2,o3p3o4p4o4,p1,o3,o3p4o4,o3p3o1p1/"
    "y4,b1,y2,y1,2,y1,1,y3/o1p2,o2p2o2,1,o2,o2,1,o2,o2,1/"
    "b3y3,1,y2b2y1,y3b4y3b4,1,y2b4y4,1,y2b2y2,b3y4b2y2/p1,p2,p2,3,p1o1,p3,1 "
    "scored=0+4+6,0+2+3,3+4+4,0+2+6/3+2+7,0+2+7,0+4+7,0+4+9"
)
"""Orange and Yellow may have equal points; Orange has the higher building."""


def asked(text: str, kind: str = "win-round") -> Question:
    position = parse_position(text)
    return kind_of(GAME, kind).question(GAME, position.view)


def codes(text: str, move: str) -> dict[str, Any]:
    view = asked(text).view
    return {each["code"]: each for each in reasons_for(GAME, view, GAME.parse(move))}


def moves(best: str, worse: str) -> tuple[Any, Any]:
    return GAME.parse(best), GAME.parse(worse)


def test_a_threat_that_is_stopped_is_named() -> None:
    found = codes(THREATENED, "build 1 B3 2")
    assert found["guards-highest"] == {
        "code": "guards-highest", "site": "B3", "by": [2], "floors": 3
    }  # fmt: skip
    elsewhere = codes(THREATENED, "build 1 D3 2")
    assert not elsewhere.keys() & {"guards", "guards-highest"}


def test_the_last_turn_of_a_round_makes_later_take_overs_harder() -> None:
    view = parse_position(LAST_TURN).view
    found = reasons_for(GAME, view, GAME.parse("build 7 A3 2"))
    hardens = [each for each in found if each["code"] == "hardens"]
    assert [(each["before"], each["floors"], each["by"]) for each in hardens] == [(1, 2, [3])]
    asked_round = codes(LAST_TURN, "build 7 A3 2")
    assert "hardens" not in asked_round, "no round follows the one that is asked about"


def test_the_score_of_the_deciding_round() -> None:
    (score,) = standing(asked(THREATENED), GAME.parse("build 1 B3 2"))
    assert score["standing"] == [[1, 17], [0, 15], [2, 14]]
    assert standing(asked(THREATENED, "best-move"), GAME.parse("build 1 B3 2")) == []
    _, tie = standing(asked(EQUAL), GAME.parse("build 6 B6 1"))
    assert tie == {"code": "tie-break", "seat": 0}


needs_core = pytest.mark.skipif(not compiled(), reason="needs the compiled core")


@needs_core
def test_an_answer_says_what_goes_with_the_building() -> None:
    found = reply(asked(THREATENED), moves("build 1 B3 2", "build 1 D3 2"), 1)
    assert found is not None
    assert (found["code"], found["site"], found["seat"]) == ("answers-highest", "B3", 2)
    assert reply(asked(THREATENED), moves("build 1 B3 2", "build 1 B3 2"), 1) is None


@needs_core
def test_a_defeat_by_the_tie_break() -> None:
    found = defeat(asked(TIED), moves("build 4 A6 1", "build 2 C8 1"), 1)
    assert found == {"code": "defeat-tie", "standing": [[2, 17], [0, 17]]}
    assert defeat(asked(TIED, "best-move"), moves("build 4 A6 1", "build 2 C8 1"), 1) is None
    for language in LANGUAGES:
        (text,) = say(GAME, [found], language, ["Ann", "Bob", "Cem"], 2)
        assert text.count("17") == 2
        assert "Ann" in text
