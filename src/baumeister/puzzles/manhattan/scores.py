"""How close the deciding round of a puzzle of Manhattan is: its score, how it is won and lost."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final, NamedTuple

from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.result import Reason
from baumeister.games.manhattan.board import SITE_NAMES
from baumeister.puzzles.manhattan.playing import SAMPLES, finals, reply_counts
from baumeister.puzzles.manhattan.replies import Ended, after_move, ended, replier, replies

TYPICAL: Final = 0.15
"""An end that comes less often is not mentioned."""
CLOSE: Final = 6
"""Turns left in the deciding round for its score to say something."""
FEW: Final = 2
"""More sites than this are not listed."""
TIES: Final = {"highest": "by-height", "majorities": "by-majorities"}
"""The codes of what breaks a tie."""


def standing(question: Question, action: Any) -> list[Reason]:
    """Everybody's points if the deciding round were scored after the move, and who wins a tie."""
    if not is_deciding(question):
        return []
    after = ended(after_move(question, action))
    points, seat = after.points, question.seat
    order = sorted(range(len(points)), key=lambda each: (each != seat, -points[each]))
    found: list[Reason] = [
        {"code": "standing", "standing": [[each, points[each]] for each in order]}
    ]
    tied = [each for each in order if points[each] == max(points)]
    if seat in tied and len(tied) > 1:
        code = "tie-won" if after.winner == seat else "tie-lost"
        if after.winner is None:
            code = "tie-shared"
        elif after.reason == "majorities":
            code += "-majorities"
        found.append({"code": code, "seat": after.winner} if "lost" in code else {"code": code})
    return found


def victory(question: Question, action: Any, seed: int) -> Reason | None:
    """How the deciding round is won: whatever the last reply is, by which one, or with which
    points, if the player does not lead after the move."""
    seat = question.seat
    if not is_deciding(question):
        return None
    leads = ended(after_move(question, action)).winner == seat
    known = replies(question, action)
    if known:
        beaten = {key[0] for key, end in known.items() if end.winner != seat}
        if not beaten:
            return {"code": "unbeatable", "seat": replier(question)}
        if leads:
            places = [SITE_NAMES[site] for site in sorted(beaten)]
            found: Reason = {"code": "beaten-by", "seat": replier(question), "places": places}
            return found if len(places) <= FEW else None
        counts = reply_counts(question, action, seed)
        listed = [
            key for key, _ in counts.most_common() if key in known and known[key].winner == seat
        ]
        return last_reply(question, "needs", listed[0], known[listed[0]]) if listed else None
    ends = finals(question, action, seed)
    won = Counter(_score(seat, end) for end in ends if end.winner == seat)
    if leads or won.total() < TYPICAL * SAMPLES:
        return None
    return _scored("victory", won.most_common(1)[0][0])


class _Score(NamedTuple):
    """The points of the player and of the best other one, who that is, and what decides."""

    own: int
    theirs: int
    to: int
    reason: str


def _score(seat: int, end: Ended) -> _Score:
    rest = [each for each in range(len(end.points)) if each != seat]
    other = end.winner if end.winner not in (None, seat) else max(rest, key=end.points.__getitem__)
    return _Score(end.points[seat], end.points[other], other, end.reason)


def _scored(code: str, score: _Score) -> Reason:
    """A reason with a score; of equal points, what breaks the tie."""
    found: Reason = {"code": code, "own": score.own, "theirs": score.theirs, "to": score.to}
    if score.own != score.theirs:
        return found
    found["code"] += "-tie"
    return {**found, "so": {"code": TIES[score.reason]}} if score.reason in TIES else found


def defeat(question: Question, moves: tuple[Any, Any], seed: int) -> Reason | None:
    """How the deciding round is lost after the second move: the points of the player and of the
    opponent who then wins more often than after the first. With two turns left the reply says it.
    """
    if not is_deciding(question) or replier(question) is not None:
        return None
    seat = question.seat
    before, after = (
        [end for end in finals(question, move, seed) if end.winner not in (None, seat)]
        for move in moves
    )
    won = Counter(end.winner for end in after)
    won.subtract(end.winner for end in before)
    winner = max(won, key=won.__getitem__, default=None)
    lost = Counter(_score(seat, end) for end in after if end.winner == winner)
    if winner is None or lost.total() < TYPICAL * SAMPLES:
        return None
    return _scored("defeat", lost.most_common(1)[0][0])


def is_deciding(question: Question) -> bool:
    """Whether the last round is about to end."""
    view = question.view
    return bool(view.round == view.options.rounds and view.turns <= CLOSE)


def last_reply(question: Question, code: str, key: tuple[Any, ...], end: Ended) -> Reason:
    """A last reply and the points of the player and of the best other one."""
    score = _score(question.seat, end)
    actor = replier(question)
    if code == "refutes" and score.to != actor:
        code = "refutes-third"
    place = {"site": SITE_NAMES[key[0]], "floors": key[1], "seat": actor}
    return {**_scored(code, score), **place}
