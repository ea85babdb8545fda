"""Explain a puzzle: what its best move does, and why likely wrong moves are worse."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, Final, NamedTuple

from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.parts import evaluator_for
from baumeister.bots.analysis.result import Reason
from baumeister.bots.bot import Budget
from baumeister.core.position_text import parse_position
from baumeister.puzzles.making.refuting import refute
from baumeister.puzzles.parts import (
    Kind,
    PuzzlesModule,
    kind_of,
    known_reasons,
    puzzles_of,
    themes_by,
)
from baumeister.puzzles.puzzle import Clarity, Puzzle, Wrong

SEED: Final = 9
"""For explaining again."""
MOST_WRONG: Final = 3
"""Wrong moves with a stored refutation."""


class Explanation(NamedTuple):
    reasons: tuple[Reason, ...]
    """What the best move does."""
    wrong: tuple[Wrong, ...]
    """The likely wrong moves, the most tempting first."""
    objections: tuple[str, ...]
    """Codes of what keeps the position from being a good puzzle."""


def explain(
    kind: Kind, question: Question, clear: Clarity, budget: Budget, seed: int
) -> Explanation:
    """Explain the best move, and contrast it with the move that gains most at once and with its
    nearest rivals."""
    game = question.game
    module, evaluator = puzzles_of(game), evaluator_for(game)
    best, known = clear.best[0], dict(clear.rivals)
    wrong = []
    others = _tempting(kind, question, clear)[:MOST_WRONG]
    for move in others:
        if move not in known:
            known[move] = evaluator.difference(question, (best, move), budget, seed).chance
        wrong.append(refute(question, (best, move), known[move], seed))
    if module is None:
        return Explanation(tuple(known_reasons(question, best)), tuple(wrong), ())
    reasons = module.speaks_for(question, best, others)
    shown = [each for each in wrong if module.is_explained(each)] or wrong
    against = module.objections(question, clear, reasons, wrong)
    return Explanation(tuple(reasons), tuple(shown), tuple(against))


def explain_again(puzzle: Puzzle, nodes: int) -> tuple[Puzzle, tuple[str, ...]]:
    """The puzzle with a new explanation and the same moves, and the objections to it."""
    position = parse_position(puzzle.position)
    game, view = position.game, position.view_for(puzzle.seat)
    kind, module = kind_of(game, puzzle.kind), puzzles_of(game)
    assert module is not None  # it has the kind
    question = kind.question(game, view)
    best = [game.parse(move) for move in puzzle.best]
    lost = [(game.parse(each.move), each.lost) for each in puzzle.wrong]
    clear = Clarity(tuple(best), puzzle.chance, puzzle.margin, puzzle.error, tuple(lost))
    told = explain(kind, question, clear, Budget(nodes=nodes), SEED)
    suits = kind.suits(sample(question), puzzle.seat)
    doubtful = suits and kind.is_doubtful(question, best[0])
    changed = replace(
        puzzle, reasons=told.reasons, wrong=told.wrong, themes=themes_of(module, told)
    )
    return changed, (
        *told.objections,
        *(("doubtful",) if doubtful else ()),
        *(() if suits else ("unsuitable",)),
    )


def themes_of(module: PuzzlesModule, told: Explanation) -> tuple[str, ...]:
    """What an explanation is about."""
    facts = (reason for each in told.wrong for reason in each.contrast)
    return tuple(themes_by(module.THEMES, [*told.reasons, *facts]))


def _tempting(kind: Kind, question: Question, clear: Clarity) -> list[Any]:
    """The move that gains most at once, then the nearest rivals; different answers first."""
    greedy = [move for move in greediest(question) if move not in clear.best]
    moves = [*greedy[:1], *(move for move, _ in clear.rivals)]
    first = {kind.answer(move): move for move in reversed(moves)}
    return sorted(dict.fromkeys(moves), key=lambda move: first[kind.answer(move)] != move)


def greediest(question: Question) -> list[Any]:
    """The actions with the best standing if the round were scored at once."""
    game, seat = question.game, question.seat
    state = sample(question)

    def lead(action: Any) -> int:
        points = list(game.standing(game.apply(state, seat, action)))
        own = points.pop(seat)
        return own - max(points, default=0)

    leads = [(action, lead(action)) for action in game.legal(state, seat)]
    most = max(each for _, each in leads)
    return [action for action, each in leads if each == most]


def sample(question: Question) -> Any:
    """A state that fits the question."""
    return question.game.determinize(question.view, Random(0))
