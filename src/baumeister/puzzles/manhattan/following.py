"""How opponents answer a move in a puzzle of Manhattan."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, Final

from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.result import Reason
from baumeister.bots.manhattan.reasons import changes
from baumeister.games.manhattan.actions import Build
from baumeister.games.manhattan.board import SITE_NAMES
from baumeister.games.manhattan.rules import scoring_now
from baumeister.games.manhattan.rules import standing as points_now
from baumeister.games.manhattan.state import State
from baumeister.puzzles.manhattan.playing import SAMPLES, first_replies, reply_counts
from baumeister.puzzles.manhattan.replies import (
    after_move,
    answered,
    is_large_enough,
    replier,
    replies,
)
from baumeister.puzzles.manhattan.scores import last_reply

OFTEN: Final = 0.3
"""An answer that comes less often is not mentioned."""
MORE: Final = 0.2
"""Nor one that comes nearly as often after the best move."""


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
    board = after_move(question, moves[1])
    taken = _owner(board, build.site) == question.seat
    place = {"site": SITE_NAMES[build.site], "seat": seat, "now": round(count / SAMPLES, 2)}
    found: Reason = {"code": "answers" if taken else "answers-builds", **place}
    changed = _changes(board, seat, build)
    lost_now = [each for each in changed if each.get("from") == question.seat]
    won_now = [each for each in changed if each.get("seat") == seat]
    return {**found, "so": (lost_now or won_now)[0]} if lost_now or won_now else found


def _changes(board: State, seat: int, build: Build) -> list[Reason]:
    """The highest building and the majorities that a reply changes, the most valuable first."""
    return changes(board, scoring_now(board), scoring_now(answered(board, seat, build)))[::-1]


def _hurting(
    question: Question, move: Any, seed: int
) -> dict[tuple[int, int], Counter[tuple[Build, int]]]:
    """By opponent and site, how often which build there hurts the player how much before their next
    turn, if it was made right after the move: by the points it takes from them, else by half of
    what it gains for the opponent beyond a building."""
    board = after_move(question, move)
    had = points_now(board)
    found: dict[tuple[int, int], Counter[tuple[Build, int]]] = {}
    for seat, build in first_replies(question, move, seed):
        if not is_large_enough(board, seat, build):
            continue  # possible only after what another opponent has done
        points = points_now(answered(board, seat, build))
        lost = 2 * (had[question.seat] - points[question.seat])
        lost = lost or points[seat] - had[seat] - 1
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
    counts = reply_counts(question, moves[1], seed)
    key = max(losing, key=lambda each: (counts[each], each in won, each[:2]))
    return last_reply(question, "refutes", key, lost[key])
