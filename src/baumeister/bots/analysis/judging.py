"""Judge one decision: find the best action, and measure what the chosen one gave away."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from baumeister.bots.analysis.contrast import contrast_of
from baumeister.bots.analysis.evaluator import NOTHING, Difference, Evaluator, Question, part
from baumeister.bots.analysis.reasons import reasons_for
from baumeister.bots.analysis.result import Judgement
from baumeister.bots.analysis.verdicts import verdict
from baumeister.bots.bot import Budget

SEARCH: Final = 0.5
"""The share of the budget spent on finding the best action; the rest compares the two."""
NOTICED: Final = 1.0
"""A loss below this many standard errors is reported as none; sums count it all the same."""


def judge(
    evaluator: Evaluator,
    question: Question,
    action: Any,
    budget: Budget,
    seed: int,
    *,
    contrasts: bool = True,
) -> Judgement:
    """Judge an action by what its player could know.

    One search finds the best action, another with its own seed compares the two: an action that
    looked best by chance alone does not look best twice.
    """
    listed = evaluator.alternatives(question, part(budget, SEARCH), seed)
    if not listed:
        return forced(action)
    best, rest = listed[0].action, part(budget, 1 - SEARCH)
    return compare(evaluator, question, (best, action), rest, seed + 1, contrasts=contrasts)


def compare(
    evaluator: Evaluator,
    question: Question,
    actions: tuple[Any, Any],
    budget: Budget,
    seed: int,
    *,
    contrasts: bool = True,
) -> Judgement:
    """Judge the second action, taking the first as the best. Without `contrasts` it does not say
    what follows the two, which takes a tenth of a second."""
    best, action = actions
    if best == action:
        return _judged(question, actions, NOTHING, NOTHING, "best")
    found = evaluator.difference(question, actions, budget, seed)
    if not noticed(evaluator, question, found):
        return _judged(question, actions, found, NOTHING, "good")
    players = question.game.players(question.view.options)
    name = verdict(found, players, by_points=evaluator.by_points)
    judged = _judged(question, actions, found, found, name)
    if name == "good" or not contrasts:
        return judged
    return replace(judged, contrast=contrast_of(question, actions, found, seed))


def noticed(evaluator: Evaluator, question: Question, found: Difference) -> bool:
    """Whether the difference stands out from the noise."""
    players = question.game.players(question.view.options)
    if players > 1 and found.chance > NOTICED * found.chance_error:
        return True
    by_points = players == 1 or evaluator.by_points
    return by_points and found.points > NOTICED * found.points_error


def forced(action: Any) -> Judgement:
    """The judgement of a decision without a real choice."""
    return Judgement(str(action), str(action), 0.0, 0.0, 0.0, "best", (), (), forced=True)


def _judged(
    question: Question,
    actions: tuple[Any, Any],
    measured: Difference,
    lost: Difference,
    name: str,
) -> Judgement:
    """`measured` is the raw difference, `lost` the part of it that is reported."""
    best, action = actions
    solo = question.game.players(question.view.options) == 1
    return Judgement(
        action=str(action),
        best=str(best),
        lost=0.0 if solo else max(0.0, lost.chance),
        lost_points=max(0.0, lost.points),
        error=measured.points_error if solo else measured.chance_error,
        verdict=name,
        reasons=tuple(reasons_for(question.game, question.view, best)),
        done=() if best == action else tuple(reasons_for(question.game, question.view, action)),
        measured=measured,
    )
