"""Evaluate a position of the analysis board: everybody's chances, and the best actions."""

from __future__ import annotations

import random
from typing import Any, Final

from baumeister.bots import strongest_code
from baumeister.bots.analysis.contrast import contrast_of
from baumeister.bots.analysis.evaluator import (
    Alternative,
    Evaluator,
    Prospect,
    Question,
    final_prospect,
    part,
)
from baumeister.bots.analysis.judging import noticed
from baumeister.bots.analysis.parts import evaluator_for
from baumeister.bots.analysis.reasons import reasons_for
from baumeister.bots.analysis.result import Reason
from baumeister.bots.bot import Budget
from baumeister.core.chance import CHANCE
from baumeister.core.errors import SHARED, Message
from baumeister.core.position_text import ParsedPosition, parse_position
from baumeister.core.registry import plugin_of
from baumeister.fast import compiled
from baumeister.server.tables.errors import BadInputError
from baumeister.server.tables.table import AnyMatch
from baumeister.server.wire.payloads.study import Evaluated, EvaluatedMove, EvaluationBody
from baumeister.server.work.study.board import match_from

MOVES: Final = 4
"""The most actions that are listed."""
TRIED: Final = 4
"""An action tried this many times less often than another is not listed: its value is noise."""
SAMPLES: Final = 4
"""States that stand for a view."""
PROSPECT: Final = 0.25
SEARCH: Final = 0.5
"""The shares of the budget; the rest compares the two best actions."""
FACTS: Final = 3


def evaluate(request: EvaluationBody, seconds: float) -> Evaluated:
    """Evaluate the position that the request leads to."""
    root = parse_position(request.position)
    game = root.game
    if plugin_of(game).positions is not None and not compiled():
        reason = "games cannot be analysed here: this service has no compiled core"
        raise BadInputError(reason, message=Message(SHARED, "no-core", {}))
    match = match_from(root, request.lines, request.seed)
    players = game.players(root.options)
    evaluator = evaluator_for(game)
    budget = Budget(seconds=seconds)
    prospect = _prospect(evaluator, root, match, part(budget, PROSPECT), request.seed)
    seat = _decider(root, match, request.seat)
    moves: list[EvaluatedMove] = []
    contrast: tuple[Reason, ...] = ()
    if seat is not None:
        is_open = request.open_cards and root.view is None
        question = Question(game, seat, match.view(seat), match.state if is_open else None)
        found = evaluator.alternatives(question, part(budget, SEARCH), request.seed)
        listed = _ranked(found, solo=players == 1)
        moves = _moves(evaluator, question, listed, match)
        contrast = _contrast(evaluator, question, listed, budget, request.seed)
    return Evaluated(
        game=game.id,
        bot=strongest_code(game),
        seat=seat,
        chances=list(prospect.chances),
        points=list(prospect.points),
        moves=moves,
        contrast=[dict(each) for each in contrast],
    )


def _decider(root: ParsedPosition, match: AnyMatch, asked: int | None) -> int | None:
    waiting = [actor for actor in match.waiting_for if actor != CHANCE]
    if asked is not None:
        return asked if asked in waiting else None
    viewer = root.view.seat if root.view is not None else None
    return viewer if viewer in waiting else next(iter(waiting), None)


def _prospect(
    evaluator: Evaluator, root: ParsedPosition, match: AnyMatch, budget: Budget, seed: int
) -> Prospect:
    """Everybody's chances; for a view, the mean over states that fit it."""
    game, state = root.game, match.state
    ended = final_prospect(game, state)
    if ended is not None:
        return ended
    if root.view is None:
        return evaluator.prospect(game, state, budget, seed)
    view, rng = game.view(state, root.view.seat), random.Random(seed)
    found = [
        evaluator.prospect(game, game.determinize(view, rng), part(budget, 1 / SAMPLES), seed)
        for _ in range(SAMPLES)
    ]
    return Prospect(*(_mean([each[field] for each in found]) for field in range(4)))


def _mean(rows: list[tuple[float, ...]]) -> tuple[float, ...]:
    return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))


def _ranked(listed: list[Alternative], *, solo: bool) -> list[Alternative]:
    """The actions that were tried often, by their value."""
    least = max((each.visits for each in listed), default=0) / TRIED
    tried = [each for each in listed if each.visits >= least]
    return sorted(tried, key=lambda each: -each.points if solo else -each.chance)


def _moves(
    evaluator: Evaluator, question: Question, listed: list[Alternative], match: AnyMatch
) -> list[EvaluatedMove]:
    game, view = question.game, question.view
    solo = game.players(view.options) == 1
    by_points = solo or evaluator.by_points
    if not listed:  # all actions are equivalent
        only = match.legal(question.seat)[0]
        return [EvaluatedMove(str(only), None, None, _reasons(game, view, only))]
    return [
        EvaluatedMove(
            str(each.action),
            None if solo else each.chance,
            each.points if by_points else None,
            _reasons(game, view, each.action),
        )
        for each in listed[:MOVES]
    ]


def _reasons(game: Any, view: Any, action: Any) -> list[dict[str, Any]]:
    return [dict(each) for each in reasons_for(game, view, action)]


def _contrast(
    evaluator: Evaluator, question: Question, listed: list[Alternative], budget: Budget, seed: int
) -> tuple[Reason, ...]:
    """Why the best action is better than the next; empty if that is not certain."""
    if len(listed) < 2 or not listed[1].visits:
        return ()
    pair = (listed[0].action, listed[1].action)
    found = evaluator.difference(question, pair, part(budget, 1 - SEARCH - PROSPECT), seed + 1)
    if not noticed(evaluator, question, found):
        return ()
    return tuple(contrast_of(question, pair, found, seed, FACTS))
