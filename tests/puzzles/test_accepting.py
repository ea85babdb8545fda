"""The shipped puzzles are explained by causes on the board; no sentence names an empty threat."""

from __future__ import annotations

from typing import Any

import pytest

from baumeister.bots.words import say
from baumeister.core.position_text import parse_position
from baumeister.core.registry import find
from baumeister.fast import compiled
from baumeister.games.clauses import LANGUAGES
from baumeister.games.manhattan.board import MARKED, SITE_NAMES
from baumeister.puzzles import kind_of
from baumeister.puzzles.answering import question_of
from baumeister.puzzles.manhattan.accepting import is_explained, objections
from baumeister.puzzles.manhattan.causes import plan, reasons
from baumeister.puzzles.manhattan.dangers import held, leaves
from baumeister.puzzles.manhattan.kinds import LAST_TURNS
from baumeister.puzzles.puzzle import Wrong
from baumeister.puzzles.shipped import position_kinds, shipped

GAME = find("manhattan")
SHIPPED = [puzzle for game, kind in position_kinds() for puzzle in shipped(game.id, kind)]
AVERAGES = ("later", "all-buildings", "all-majorities", "points-round", "points-next-round")
THREATS = ("exposed", "guards", "leaves")
needs_core = pytest.mark.skipif(not compiled(), reason="needs the compiled core")

NO_CARD = (
    "manhattan/2 : seat=2 phase=build round=1 start=0 turn=2 hands=????/????/1279/???? "
    "played=1112333355555677778899 supply=11.6.0.1/11.6.0.1/11.4.1.2/11.6.1.0 tray=-/-/4/4 "
    "board=4,y3,1,o4,1,y2/3,b3,b4,4/2,o3,1,o4,o3,o3,o3,1/2,p3,1,p3,4/2,y3,3,y2,1,y3/"
    "p4,1,p3b4,1,b3,b3,2,b3p4 scored=-"
)
"""Purple, last to build, has no card for F9: all five are played or in Yellow's hand."""
SECOND_CARD = (
    "manhattan/2 : seat=3 phase=build round=2 start=3 turn=3 hands=????/????/????/4489 "
    "played=12233456788 supply=10.2.0.0/10.2.0.0/11.0.0.1/10.2.0.0 tray=21/32/22/44 "
    "board=o3,4,o3b4o4,1,o2,o3/y3,y2,1,y2,p3,p2,y3,y4,y3/b2,b1,2,b3,b3,b3,b2,b4/"
    "2,y3,y2,1,y4,y2,2/p2,1,p2,p4,p3,p3,p3,p1,p2/o3,b2o2,o4,1,o4b4,1,o2,2 "
    "scored=0+4+5,3+2+6,0+4+6,0+2+6"
)
"""Purple has two cards for B8 and two blocks of four."""
OPEN = (
    "manhattan/2 : seat=2 phase=build round=3 start=0 turn=2 hands=????/????/2267/???? "
    "played=4679 supply=6.0.0.0/6.0.0.0/6.0.0.0/6.0.0.0 tray=11/11/111/111 "
    "board=o2,o1b1p1,o3,o3,o4,1,o2,o2,o2/1,b3,b2,p2,b3,1,b3,b2,b1/"
    "o1y1,y3,y4,y2,y2,y2,b2,y2,y4/1,o2b4,b2o4b2,b2,b3,1,o3,b4,b4o4o3o2/"
    "p3,p3y3p2,y1,p3,p2y4p2y3,y2,y3,p4,y2p4/p2,p3,1,p2,2,p1o1b1,p4,1 "
    "scored=0+2+5,0+2+5,0+2+6,0+4+5/0+2+9,0+4+10,0+4+11,0+2+9"
)
"""Yellow's E3 has one floor; everybody has blocks of one."""


def asked(text: str) -> Any:
    return kind_of(GAME, "best-move").question(GAME, parse_position(text).view)


def facts_of(puzzle: Any) -> list[dict[str, Any]]:
    return [*puzzle.reasons, *(each for wrong in puzzle.wrong for each in wrong.follows)]


def test_every_explanation_shows_a_cause() -> None:
    for puzzle in SHIPPED:
        assert not objections(puzzle.seat, puzzle.reasons, puzzle.wrong), puzzle.id
        assert all(map(is_explained, puzzle.wrong)), puzzle.id
        assert not {each["code"] for each in facts_of(puzzle)} & {*AVERAGES}, puzzle.id


def test_a_round_is_won_in_its_last_turns() -> None:
    for puzzle in shipped("manhattan", "win-round"):
        assert 1 < question_of(puzzle).view.turns <= LAST_TURNS, puzzle.id


def test_no_threat_needs_a_card_that_nobody_can_hold() -> None:
    """Counted from the cards of the position, without the code that makes the sentences."""
    checked = 0
    for puzzle in SHIPPED:
        view = question_of(puzzle).view
        if view.turns > view.pile_size:
            continue  # played cards may come back
        left = [5 - view.played[card - 1] - view.hand.count(card) for card in range(1, 10)]
        for fact in facts_of(puzzle):
            if not fact["code"].startswith(THREATS) or "site" not in fact:
                continue
            position = SITE_NAMES.index(fact["site"]) % 9
            for seat in fact.get("by", [fact.get("seat")]):
                card = MARKED[view.options.sides[seat]].index(position)
                assert left[card - 1], (puzzle.id, fact)
                checked += 1
    assert checked > 500


def test_a_site_is_safe_if_nobody_can_hold_a_card_for_it() -> None:
    question, move = asked(NO_CARD), GAME.parse("build 1 F9 4")
    assert reasons(question, move)[-1] == {"code": "safe", "site": "F9", "until": "cards"}
    assert held(question.view._replace(pile_size=0)) is None, "played cards come back"


def test_objections() -> None:
    takes = {"code": "takes", "site": "A1", "floors": 1, "from": 1}
    plain = Wrong("build 1 A1 1", 0.1, ({"code": "later", "seat": 0, "gain": -1.0},))
    taken = Wrong("build 1 A1 1", 0.1, (), {"code": "answers", "site": "A1", "seat": 1, "now": 0.5})
    assert objections(0, [takes], [plain]) == ["no-cause", "unexplained"]
    gains = {"code": "majority", "district": "A", "seat": 0}
    assert objections(0, [takes, gains], [taken]) == []
    assert objections(1, [takes, gains], [taken]) == ["no-cause"], "somebody else gains it"
    assert objections(0, [takes, gains], [taken, taken, plain]) == []
    assert objections(0, [takes, gains], [plain, taken, taken]) == ["unexplained"]
    needs = {"code": "needs", "site": "A1", "seat": 2, "own": 9, "theirs": 8, "to": 1}
    assert objections(0, [takes, gains, needs], [taken]) == ["kingmaker"]


@needs_core
def test_the_plan_with_a_second_card_is_named() -> None:
    best, other = (GAME.parse(f"build 4 {site} 4") for site in ("B8", "A8"))
    found = plan(asked(SECOND_CARD), best, [other], 9)
    assert found is not None
    assert (found["site"], found["hand"], found["floors"]) == ("B8", 4, 4)
    assert (found["so"]["code"], found["so"]["height"]) == ("highest", 12)
    for language in LANGUAGES:
        (text,) = say(GAME, [found], language, ["Ann", "Bob", "Cem", "Dan"], 3)
        assert "B8" in text
        assert "12" in text


@needs_core
def test_a_threat_that_a_wrong_move_leaves_is_named() -> None:
    best, other = GAME.parse("build 7 E3 1"), GAME.parse("build 6 C4 1")
    (found,) = leaves(asked(OPEN), (best, other), 9)
    assert (found["code"], found["site"], found["by"]) == ("leaves", "E3", [0, 1, 3])
    assert 0.1 < found["now"] < 0.9
    assert leaves(asked(OPEN), (best, best), 9) == []
