"""The shipped puzzles are explained by causes on the board; no sentence names an empty threat."""

from __future__ import annotations

from typing import Any

from baumeister.core.position_text import parse_position
from baumeister.core.registry import find
from baumeister.games.manhattan.board import MARKED, SITE_NAMES
from baumeister.puzzles import kind_of
from baumeister.puzzles.answering import question_of
from baumeister.puzzles.manhattan.accepting import is_explained, objections
from baumeister.puzzles.manhattan.accounts import safety
from baumeister.puzzles.manhattan.causes import reasons
from baumeister.puzzles.manhattan.replies import held
from baumeister.puzzles.puzzle import Clarity, Wrong
from baumeister.puzzles.shipped import position_kinds, shipped

GAME = find("manhattan")
SHIPPED = [puzzle for game, kind in position_kinds() for puzzle in shipped(game.id, kind)]
AVERAGES = ("later", "all-buildings", "all-majorities", "points-round", "points-next-round")
THREATS = ("exposed", "guards", "stops", "threat", "refutes")

NO_CARD = (
    "manhattan/2 : seat=2 phase=build round=1 start=0 turn=2 hands=????/????/1279/???? "
    "played=1112333355555677778899 supply=11.6.0.1/11.6.0.1/11.4.1.2/11.6.1.0 tray=-/-/4/4 "
    "board=4,y3,1,o4,1,y2/3,b3,b4,4/2,o3,1,o4,o3,o3,o3,1/2,p3,1,p3,4/2,y3,3,y2,1,y3/"
    "p4,1,p3b4,1,b3,b3,2,b3p4 scored=-"
)
"""Purple, last to build, has no card for F9: all five are played or in Yellow's hand."""


def asked(text: str) -> Any:
    return kind_of(GAME, "best-move").question(GAME, parse_position(text).view)


def facts_of(puzzle: Any) -> list[dict[str, Any]]:
    return [*puzzle.reasons, *(each for wrong in puzzle.wrong for each in wrong.contrast)]


def test_every_explanation_shows_a_cause() -> None:
    for puzzle in SHIPPED:
        assert all(map(is_explained, puzzle.wrong)), puzzle.id
        assert not {each["code"] for each in facts_of(puzzle)} & {*AVERAGES}, puzzle.id
    for puzzle in SHIPPED[::8]:
        best = tuple(map(GAME.parse, puzzle.best))
        clear = Clarity(best, puzzle.chance, puzzle.margin, puzzle.error, ())
        assert not objections(question_of(puzzle), clear, puzzle.reasons, puzzle.wrong), puzzle.id


def test_a_round_is_won_by_the_last_block() -> None:
    for puzzle in shipped("manhattan", "win-round"):
        view = question_of(puzzle).view
        own = [sum(tray) for tray in view.trays[puzzle.seat :: view.options.players]]
        assert sum(own) == 1, puzzle.id
        assert view.turns > 1, puzzle.id


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
    question = asked(NO_CARD)
    clear = Clarity((GAME.parse("build 1 F9 4"),), 0.5, 0.1, 0.01, ())
    takes = {"code": "takes", "site": "A1", "floors": 1, "from": 1}
    plain = Wrong("build 1 A1 1", 0.1, ({"code": "worth-more", "gains": [[0, 1]]},))
    told = Wrong("build 1 A1 1", 0.1, ({"code": "threat-takes", "site": "A1", "seat": 1},))
    assert objections(question, clear, [takes], [plain]) == ["no-cause", "unexplained"]
    gains = {"code": "majority", "district": "A", "seat": 2}
    assert objections(question, clear, [takes, gains], [told]) == []
    theirs = {**gains, "seat": 1}
    assert objections(question, clear, [takes, theirs], [told]) == ["no-cause"]
    assert objections(question, clear, [takes, gains], [told, told, plain]) == []
    assert objections(question, clear, [takes, gains], [plain, told, told]) == ["unexplained"]


def test_a_gain_that_a_likely_reply_costs_again_is_no_cause() -> None:
    question, clear = asked(NO_CARD), Clarity((GAME.parse("build 1 F9 4"),), 0.5, 0.1, 0.01, ())
    told = [Wrong("build 1 A1 1", 0.1, ({"code": "threat-takes", "site": "A1", "seat": 1},))]
    majority = {"code": "majority", "district": "A", "seat": 2}
    points = {"code": "points", "seat": 2, "gain": 3}
    left: dict[str, Any] = {"code": "left-takes", "seat": 1, "gains": [[2, -3]], "so": []}
    stops = {"code": "stops-takes", "seat": 1, "gains": [[2, -3], [1, 1]], "so": []}
    cases: list[tuple[list[str], list[dict[str, Any]]]] = [
        (["no-cause"], [points, majority, left]),
        ([], [{**points, "gain": 4}, majority, left]),
        ([], [points, majority, {**left, "so": [{"code": "few-cards", "count": 1}]}]),
        ([], [stops, left]),
        (["no-cause"], [{**stops, "gains": [[1, 3]]}, left]),
        ([], [{**stops, "gains": [[1, 3]]}]),
    ]
    for refused, reasons_given in cases:
        assert objections(question, clear, reasons_given, told) == refused, reasons_given
    ending = in_round(question, question.view.options.rounds)
    assert objections(ending, clear, [points, majority], told) == ["no-cause"], "who wins?"


def in_round(question: Any, number: int) -> Any:
    """The same question with more turns left than one, in another round."""
    trays = tuple(tuple(2 * count for count in tray) for tray in question.view.trays)
    return question._replace(view=question.view._replace(round=number, trays=trays))


def test_a_round_that_is_lost_more_often_than_can_be_counted_is_refused() -> None:
    question = kind_of(GAME, "win-round").question(GAME, parse_position(NO_CARD).view)
    best = GAME.parse("build 1 F9 4")
    told = Wrong("build 1 A1 1", 0.1, ({"code": "behind"},))
    for chance, refused in ((safety(question, best), []), (-1.0, ["unlike-count"])):
        clear = Clarity((best,), chance, 0.1, 0.01, ())
        assert objections(question, clear, [{"code": "safe-lead"}], [told]) == refused
