"""What is said about a move: threats that it stops or leaves, the score, who still can win."""

from __future__ import annotations

from math import comb
from typing import Any

import pytest

from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.reasons import reasons_for
from baumeister.bots.words import say
from baumeister.core.position_text import parse_position
from baumeister.core.registry import find
from baumeister.games.clauses import LANGUAGES
from baumeister.games.manhattan.board import SITE_NAMES
from baumeister.puzzles import kind_of
from baumeister.puzzles.answering import question_of
from baumeister.puzzles.manhattan.accounts import safety
from baumeister.puzzles.manhattan.causes import speaks_against, speaks_for
from baumeister.puzzles.manhattan.facts import other_block, still, threat
from baumeister.puzzles.manhattan.replies import replies
from baumeister.puzzles.manhattan.scores import standing
from baumeister.puzzles.shipped import puzzle_by_id

GAME = find("manhattan")
C8 = SITE_NAMES.index("C8")
THREATENED = (
    "manhattan/2 players=3 : seat=1 phase=build round=3 start=0 turn=1 hands=????/1237/???? "
    "played=9 supply=10.1.0.1/11.0.0.1/11.1.0.0 tray=-/2/3 board=1,o4,2,o4,2,o2,o2/"
    "o1b4,y4,b3y3b3,2,b2,2,b2/b2,b2,4,b2,b3,b4/1,o3,o2,o2,o3,o2,2,o3/y4,2,y4,y2,y2,y3,2/"
    "1,y3,1,o3,y2,y2,1,b3,y2 scored=0+6+3,0+2+3,3+2+4/0+4+7,3+4+7,0+4+7"
)
"""Blue's B3 is the highest building; Yellow, last to build, has a block of three."""
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

SHARED = (
    "manhattan/2 : seat=3 phase=build round=2 start=3 turn=3 hands=????/????/????/4445 "
    "played=222344566678899 supply=11.1.0.0/11.1.0.0/11.0.0.1/9.3.0.0 tray=2/3/2/4 "
    "board=y2o4,y3,y4o4,1,o2,y2o2,o3y3o2y2,y3,o2/o4,1,o3,o3,1,o3,3/y4,y3,3,y2,1,y2,1/1,p2,p3,"
    "1,p1,p1b4p4b4,b3,1,p2/p3,p2,b4p4,1,p3,3,p3/1,b3,1,b2,b2,b2,b2,b2,b3 scored=3+2+6,0+2+6,"
    "0+2+4,0+4+6"
)
"""Purple has the majority in D; Blue can only make it a tie of three buildings."""
DOUBTFUL = (
    "manhattan/2 players=3 : seat=2 phase=build round=3 start=1 turn=2 hands=????/????/4449 "
    "played=7 supply=9.1.2.0/9.3.0.0/8.4.0.0 tray=4/-/1 board=b1,3,b3,3,b3/b4,2,b3,2,b2,2/o3,"
    "1,o2b4o2,o2,1,o2,o1,o3b3o2b4,1/y4,y1b2o4,4,y3o4,y3,y3/y4,3,b1y1o1b2,2,y2,1/y4,6,y2,y3 "
    "scored=3+0+2,0+4+4,0+2+3/0+2+5,3+4+6,0+6+7"
)
"""Two turns left: the same replies beat a build on any of the sites 6."""
BEHIND = (
    "manhattan/2 : seat=2 phase=build round=4 start=0 turn=2 hands=????/????/1156/???? "
    "played=2478899 supply=0.0.0.0/0.0.0.0/0.0.0.0/0.0.0.0 tray=-/-/1/1 board=2,y3,y2,1,y2,"
    "o1b1,y4,y2/p1,p3,p3,p1b1y1b1p1,1,b3,p3,p1,p2/1,o2,b2,b2,b2,p1b1y1p1,o1o1,"
    "b1y1o1b1y1p2b1p1b1,b3/b2,p2,p3b4p4,b2p4,o1p1b1p1o1b1,p2,b3,b3,p4b4p2b4p2b2/o1b1y1,o2,o2,"
    "o1y1o1,o3,o3,o3,o2,o2o1/y1p1y1,y3o3y3,y4o4y1o1,y1o4,o4,y2o2y2,y3,y2,y4 scored=3+2+6,"
    "0+2+6,0+4+5,0+4+6/0+2+11,3+2+9,0+2+8,0+4+9/0+2+10,3+4+12,0+4+12,0+2+12"
)
"""Yellow wins only if Purple, last to build, takes a building from Blue."""
TALLER = (
    "manhattan/2 players=3 : seat=2 phase=build round=5 start=2 turn=2 hands=????/????/2444 "
    "played=111122333455556777899999 supply=4.0.0.0/4.0.0.0/4.0.0.0 tray=1/1/1 board=o1,1,o4,"
    "1,o4,o3,o2,o2,o1/2,y1,1,y2,y4,y3,y4,y3/b4o4b3,1,b1y1,b2,o2b3,o2b2,b1y1b1,b2,o2/y1,1,y1,"
    "b2,y2,y2b4y3y3,y2,y2,y4/o3,o2,o1,o1,o3,b1,o1,o3,1/y1o1y2,1,b2,b2,b3,b4,1,b3b1,b1 "
    "scored=0+4+4,0+4+4,0+4+4/0+4+8,3+4+8,0+4+7/0+4+10,0+4+10,3+4+10/0+4+13,0+4+12,3+4+12"
)
"""Yellow's D6 is the highest building; Blue has one floor left for C1."""

TWO_SIZES = (
    "manhattan/2 : seat=1 phase=build round=2 start=0 turn=1 hands=????/1699/????/???? "
    "played=2457 supply=10.2.0.0/10.2.0.0/10.2.0.0/11.1.0.0 tray=321/3222/3321/4332 "
    "board=1,p2,2,p2,2,p3,p3/1,o2y4,2,y2p4,1,p2y4p4,y2,p2y4/3,b3o4,2,b4,b3,1/5,y2,y3,y3,1/"
    "1,o3,o4,o2,o2,2,o3,o3/b1,1,b2o4,b4,2,b4,b3,1 scored=0+2+5,0+4+6,0+4+6,0+2+4"
)
"""Blue has blocks of two and three. Yellow can take C8 over, Blue can take it back with card 6."""


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
    _, tie = standing(asked(EQUAL), GAME.parse("build 6 B6 1"))
    assert tie == {"code": "tie-won"}


def test_a_tower_that_could_have_reached_the_highest_one_is_named() -> None:
    found = codes(TALLER, "build 4 D6 1")
    assert found["guards-level"] == {
        "code": "guards-level", "site": "C1", "by": [1], "height": 12
    }  # fmt: skip
    assert "guards-level" not in codes(TALLER, "build 4 B6 1")


def test_a_reply_that_wins_the_round_is_named() -> None:
    (found, share) = speaks_against(asked(THREATENED), moves("build 1 B3 2", "build 1 D3 2"))
    assert found == {
        "code": "refutes-takes", "site": "B3", "floors": 3, "seat": 2, "to": 2, "own": 14,
        "theirs": 18, "veiled": "refutes-veiled",
        "so": [{"code": "highest", "from": 1, "height": 12, "seat": 2}],
    }  # fmt: skip
    assert share == {"code": "somebody-holds", "now": 0.36}
    assert speaks_against(asked(THREATENED), moves("build 1 B3 2", "build 1 B3 2")) == []


def test_the_chance_of_a_card_is_counted() -> None:
    """Four of the 40 hidden cards lead to B3, and Yellow holds four cards."""
    question = asked(THREATENED)
    expected = comb(36, 4) / comb(40, 4)
    assert sum(question.view.unseen) == 40
    assert safety(question, GAME.parse("build 1 D3 2")) == pytest.approx(expected)
    assert safety(question, GAME.parse("build 1 B3 2")) == 1.0


def test_how_the_best_move_wins() -> None:
    *_, sure = speaks_for(asked(THREATENED), GAME.parse("build 1 B3 2"), [])
    (closest,) = sure.pop("so")
    assert sure == {"code": "unbeatable", "seat": 2}
    assert closest == {"code": "closest", "own": 16, "theirs": 15}
    *_, open_to, share = speaks_for(asked(THREATENED), GAME.parse("build 1 D3 2"), [])
    assert (open_to["code"], open_to["places"]) == ("beaten-by", ["B3"])
    assert share == {"code": "somebody-holds", "now": 0.36}


def test_a_reply_that_makes_a_third_player_win_is_named() -> None:
    """Yellow cannot win any more, but with B4 taken over Orange has the most points."""
    puzzle = puzzle_by_id("61015bf492")
    question = question_of(puzzle)
    *_, sure, given = speaks_for(question, GAME.parse(puzzle.best[0]), [])
    assert sure["code"] == "safe-lead"
    assert given == {"code": "gives-win", "places": ["B4"], "seat": 2, "to": 0}


def test_who_is_ahead_after_a_wrong_move() -> None:
    assert speaks_against(asked(BEHIND), moves("build 1 C1 1", "build 6 B4 1"))[0] == {
        "code": "behind", "own": 17, "theirs": 19, "to": 1
    }  # fmt: skip
    assert safety(asked(BEHIND), GAME.parse("build 6 B4 1")) == 0.0


def test_a_defeat_by_the_tie_break_is_told_in_every_language() -> None:
    found = {
        "code": "refutes-tie", "site": "C8", "floors": 1, "seat": 0, "own": 17, "theirs": 17,
        "to": 0, "so": {"code": "by-height"},
    }  # fmt: skip
    for language in LANGUAGES:
        (text,) = say(GAME, [found], language, ["Ann", "Bob", "Cem"], 2)
        assert "17" in text
        assert "Ann" in text


def test_a_threat_says_what_it_changes_and_for_whom() -> None:
    question, pair = asked(SHARED, "best-move"), moves("build 4 D8 4", "build 4 F8 4")
    more, threat = speaks_against(question, pair)
    gains = {"gains": [[3, 1], [1, -1]], "better": [[3, 1]]}
    assert more == {"code": "worth-more", **gains}
    assert (threat["code"], threat["site"], threat["seat"]) == ("threat-takes", "D3", 1)
    (so,) = threat["so"]
    assert so["code"] == "no-majority", "Blue and the player have three buildings each"
    assert dict(map(tuple, threat["gains"])) == {3: -3, 1: 1}
    *_, stopped, leads, most = speaks_for(question, pair[0], [pair[1]])
    assert (stopped["code"], stopped["site"]) == ("stops-takes", "D3")
    assert (leads["code"], leads["own"], leads["theirs"]) == ("leads", 5, 2)
    assert most == {"code": "after-most", "count": 1}


def test_a_block_that_remains_is_named() -> None:
    question, best = asked(TWO_SIZES, "best-move"), GAME.parse("build 1 C3 3")
    assert still(question, best, GAME.parse("build 6 B8 2")) == [
        {"code": "after-still", "site": "B8"}
    ]
    assert still(question, best, GAME.parse("build 1 F3 2")) == [], "the card is played"


def test_why_another_block_is_worse_on_the_same_site() -> None:
    question = asked(TWO_SIZES, "best-move")
    small, large = moves("build 1 C3 2", "build 1 C3 3")
    assert other_block(question, (small, large)) == [
        {"code": "block-enough", "site": "C3", "floors": 3}
    ]
    assert other_block(question, (large, small)) == [
        {"code": "block-lasts", "site": "C3", "floors": 2, "needs": 3, "before": 2}
    ]
    assert other_block(question, (small, small)) == []


def test_whether_a_building_can_be_taken_back() -> None:
    question = asked(TWO_SIZES, "best-move")
    for move, may in (("build 1 F3 2", True), ("build 6 B8 2", False)):
        worse = GAME.parse(move)
        taken = next(each for each in replies(question, worse) if each.place == (2, C8))
        so = threat(question, worse, taken, "threat")["so"]
        assert ({"code": "taken-back"} in so) == may, move


def test_an_opponent_who_can_still_break_the_majority_is_named() -> None:
    """Orange, with one building in C, can take C3 over: two buildings each."""
    question, best = asked(TWO_SIZES, "best-move"), GAME.parse("build 1 C3 3")
    found = speaks_for(question, best, [GAME.parse("build 6 B8 2")])
    stopped = {each["seat"] for each in found if each["code"].startswith("stops")}
    left = {each["seat"]: each for each in found if each["code"].startswith("left")}
    assert (stopped, [*left]) == ({2, 3}, [0])
    assert left[0]["so"] == [{"code": "no-majority", "district": "C", "named": "C", "from": 1}]


def test_a_threat_that_remains_after_the_best_move_is_no_reason() -> None:
    question = asked(SHARED, "best-move")
    same = moves("build 4 D8 4", "build 4 D8 4")
    assert speaks_against(question, same) == []


def test_a_move_that_looks_as_good_casts_doubt() -> None:
    kind = kind_of(GAME, "win-round")
    assert kind.is_doubtful(asked(DOUBTFUL), GAME.parse("build 4 D6 1")), "all sites 6 are alike"
    assert not kind.is_doubtful(asked(THREATENED), GAME.parse("build 1 B3 2"))
    assert kind.is_doubtful(asked(THREATENED), GAME.parse("build 1 D3 2"))
