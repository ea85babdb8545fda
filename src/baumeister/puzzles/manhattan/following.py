"""What follows a move in a puzzle of Manhattan: how opponents answer it, and how close it is."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any, Final

from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.result import Reason
from baumeister.bots.manhattan.reasons import changes
from baumeister.games.manhattan.actions import Build
from baumeister.games.manhattan.board import SITE_NAMES
from baumeister.games.manhattan.rules import apply, scoring_now
from baumeister.games.manhattan.rules import standing as points_now
from baumeister.games.manhattan.state import State
from baumeister.puzzles.manhattan.playing import SAMPLES, finals, first_replies
from baumeister.puzzles.manhattan.replies import Ended, answered, ended, replier, replies

OFTEN: Final = 0.3
"""An answer that comes less often is not mentioned."""
MORE: Final = 0.2
"""Nor one that comes nearly as often after the best move."""
TYPICAL: Final = 0.15
"""An end that comes less often is not mentioned."""
CLOSE: Final = 6
"""Turns left in the deciding round for its score to say something."""


def reply(question: Question, moves: tuple[Any, Any], seed: int) -> Reason | None:
    """How an opponent answers the second move, and not the first.

    With two turns left it is the reply that loses. Before, it is the reply that costs the player
    most before their next turn, by the learned policy, and comes much less often after the first
    move; and what it changes on the board right after the move.
    """
    if replier(question) is not None:
        return _refutation(question, moves, seed)
    before, after = (_hurting(question, move, seed) for move in moves)
    best, most = None, 0
    for key, builds in after.items():
        count = builds.total()
        more = count - (before[key].total() if key in before else 0)
        (build, lost), _ = builds.most_common(1)[0]
        if count >= OFTEN * SAMPLES and more >= MORE * SAMPLES and lost * more > most:
            best, most = (key[0], build, count), lost * more
    if best is None:
        return None
    seat, build, count = best
    board = _after(question, moves[1])
    taken = _owner(board, build.site) == question.seat
    place = {"site": SITE_NAMES[build.site], "seat": seat, "now": round(count / SAMPLES, 2)}
    found: Reason = {"code": "answers" if taken else "answers-builds", **place}
    lost_now = [each for each in _changes(board, seat, build) if each.get("from") == question.seat]
    return {**found, "so": lost_now[0]} if lost_now else found


def _after(question: Question, move: Any) -> State:
    state: State = question.game.determinize(question.view, Random(0))
    return apply(state, question.seat, move)


def _changes(board: State, seat: int, build: Build) -> list[Reason]:
    """The highest building and the majorities that a reply changes, the most valuable first."""
    return changes(board, scoring_now(board), scoring_now(answered(board, seat, build)))[::-1]


def _hurting(
    question: Question, move: Any, seed: int
) -> dict[tuple[int, int], Counter[tuple[Build, int]]]:
    """By opponent and site, how often which build there takes how many points from the player
    before their next turn, if it was made right after the move."""
    board = _after(question, move)
    had = points_now(board)[question.seat]
    found: dict[tuple[int, int], Counter[tuple[Build, int]]] = {}
    for seat, build in first_replies(question, move, seed):
        colour = board.setup.colour_number[build.colour] if build.colour else seat
        if build.floors < board.buildings[build.site].least[colour]:
            continue  # possible only after what another opponent has done
        lost = had - points_now(answered(board, seat, build))[question.seat]
        if lost > 0:
            at = found.setdefault((seat, build.site), Counter())
            at[replace(build, card=1), lost] += 1  # any card will do
    return found


def _owner(state: State, site: int) -> int | None:
    building = state.buildings[site]
    return state.setup.owner(building.owner) if building.height else None


def _refutation(question: Question, moves: tuple[Any, Any], seed: int) -> Reason | None:
    """The last reply that beats the second move and not the first, else one with which only then
    the replier wins: of several, the one that the learned policy prefers."""
    before, after = (replies(question, move) for move in moves)
    seat, actor = question.seat, replier(question)
    lost = {key: end for key, end in after.items() if end.winner not in (None, seat)}
    saved = {key for key in lost if key not in before or before[key].winner == seat}
    won = {key for key, end in lost.items() if end.winner == actor}
    losing = saved or {key for key in won if before[key].winner != actor}
    if not losing:
        return None
    counts = Counter(
        (build.site, build.floors, build.colour)
        for _, build in first_replies(question, moves[1], seed)
    )
    key = max(losing, key=lambda each: (counts[each], each in won, each[:2]))
    return _last(question, "refutes", key, lost[key])


def _last(question: Question, code: str, key: tuple[Any, ...], end: Ended) -> Reason:
    """A last reply and the points of the player and of the best other one."""
    own, theirs, to = _score(question.seat, end)
    actor = replier(question)
    if code == "refutes" and to != actor:
        code = "refutes-third"
    if own == theirs:
        code += "-tie"
    place = {"site": SITE_NAMES[key[0]], "floors": key[1], "seat": actor}
    return {"code": code, **place, "to": to, "own": own, "theirs": theirs}


def standing(question: Question, action: Any) -> list[Reason]:
    """Everybody's points if the deciding round were scored after the move, and who wins a tie."""
    if not _deciding(question):
        return []
    after = ended(_after(question, action))
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
    """How the deciding round is won although the player does not lead after the move: by which
    last reply, or with which points."""
    seat = question.seat
    if not _deciding(question) or ended(_after(question, action)).winner == seat:
        return None
    if replier(question) is not None:
        known = replies(question, action)
        counts = Counter(
            (build.site, build.floors, build.colour)
            for _, build in first_replies(question, action, seed)
        )
        listed = [
            key for key, _ in counts.most_common() if key in known and known[key].winner == seat
        ]
        return _last(question, "needs", listed[0], known[listed[0]]) if listed else None
    ends = finals(question, action, seed)
    won = Counter(_score(seat, end) for end in ends if end.winner == seat)
    if won.total() < TYPICAL * SAMPLES:
        return None
    (own, theirs, to), _ = won.most_common(1)[0]
    code = "victory-tie" if own == theirs else "victory"
    return {"code": code, "own": own, "theirs": theirs, "to": to}


def _score(seat: int, end: Ended) -> tuple[int, int, int]:
    """The points of the player, of the best other one, and who that is."""
    rest = [each for each in range(len(end.points)) if each != seat]
    other = end.winner if end.winner not in (None, seat) else max(rest, key=end.points.__getitem__)
    return end.points[seat], end.points[other], other


def defeat(question: Question, moves: tuple[Any, Any], seed: int) -> Reason | None:
    """How the deciding round is lost after the second move: the points of the player and of the
    opponent who then wins more often than after the first. With two turns left the reply says it.
    """
    if not _deciding(question) or replier(question) is not None:
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
    (own, theirs, to), _ = lost.most_common(1)[0]
    code = "defeat-tie" if own == theirs else "defeat"
    return {"code": code, "own": own, "theirs": theirs, "to": to}


def _deciding(question: Question) -> bool:
    """Whether the last round is about to end."""
    view = question.view
    return bool(view.round == view.options.rounds and view.turns <= CLOSE)
