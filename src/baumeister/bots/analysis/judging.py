"""What is said of one decision: the best found, and what the action gave away against it."""

from __future__ import annotations

from typing import Any, Final

from baumeister.bots.analysis.evaluator import NOTHING, Difference, Evaluator, Question, part
from baumeister.bots.analysis.reasons import reasons_for
from baumeister.bots.analysis.result import Judgement
from baumeister.bots.analysis.verdicts import verdict
from baumeister.bots.bot import Budget

SEARCH: Final = 0.5
"""The share of the time that goes into finding the best; the rest compares it with the action."""
NOTICED: Final = 1.0
"""A loss of fewer standard errors than this is not spoken of; in sums it counts all the same."""


def judge(
    evaluator: Evaluator, question: Question, action: Any, budget: Budget, seed: int
) -> Judgement:
    """The judgement of an action, by what its player could know.

    The best is chosen by one search and measured against the action by another, with luck of its
    own: what looked best by chance alone does not look so twice.
    """
    listed = evaluator.alternatives(question, part(budget, SEARCH), seed)
    if not listed:
        return forced(action)
    best, rest = listed[0].action, part(budget, 1 - SEARCH)
    return compare(evaluator, question, (best, action), rest, seed + 1)


def compare(
    evaluator: Evaluator, question: Question, actions: tuple[Any, Any], budget: Budget, seed: int
) -> Judgement:
    """The judgement of the second action, if the first is held to be the best."""
    best, action = actions
    if best == action:
        return _judged(question, actions, NOTHING, NOTHING, "best")
    found = evaluator.difference(question, actions, budget, seed)
    players = question.game.players(question.view.options)
    noticed = players > 1 and found.chance > NOTICED * found.chance_error
    if players == 1 or evaluator.by_points:
        noticed = noticed or found.points > NOTICED * found.points_error
    if not noticed:  # as good, for all we can tell
        return _judged(question, actions, found, NOTHING, "good")
    said = verdict(found, players, by_points=evaluator.by_points)
    return _judged(question, actions, found, found, said)


def forced(action: Any) -> Judgement:
    """Of a decision that was none: all that could be done comes to the same."""
    return Judgement(str(action), str(action), 0.0, 0.0, 0.0, "best", (), (), forced=True)


def _judged(
    question: Question,
    actions: tuple[Any, Any],
    measured: Difference,
    lost: Difference,
    said: str,
) -> Judgement:
    """What was `measured`, and what of it was `lost` for all we can tell."""
    best, action = actions
    alone = question.game.players(question.view.options) == 1
    return Judgement(
        action=str(action),
        best=str(best),
        lost=0.0 if alone else max(0.0, lost.chance),
        lost_points=max(0.0, lost.points),
        error=measured.points_error if alone else measured.chance_error,
        verdict=said,
        reasons=tuple(reasons_for(question.game, question.view, best)),
        done=() if best == action else tuple(reasons_for(question.game, question.view, action)),
        measured=measured,
    )
