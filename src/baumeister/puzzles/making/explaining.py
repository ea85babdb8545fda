"""Explain a puzzle: what its best move does, and why likely wrong moves are worse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple

from baumeister.bots.analysis.evaluator import Difference, Question
from baumeister.bots.analysis.parts import evaluator_for
from baumeister.bots.analysis.result import Reason
from baumeister.bots.bot import Budget
from baumeister.core.position_text import parse_position
from baumeister.puzzles.making.measuring import Clarity
from baumeister.puzzles.making.refuting import of_the_worse, refute
from baumeister.puzzles.parts import (
    Kind,
    PuzzlesModule,
    kind_of,
    known_reasons,
    puzzles_of,
    themes_by,
)
from baumeister.puzzles.puzzle import Puzzle, Wrong

SEED: Final = 9
"""For explaining again."""
MOST_WRONG: Final = 3
"""Wrong moves with a stored refutation."""
SPARED: Final = ("keeps",)
"""Codes of what a move spares: said only if every best move spares it."""
MOSTLY: Final = 0.5
"""The share of the gained chances that must come from one opponent to name them."""
NO_CAUSE: Final = (
    "founds", "takes", "raises", "points", "exposed", "exposed-several", "last-turn", "keeps",
    "standing", "tie-won", "tie-won-majorities", "tie-lost", "tie-lost-majorities", "tie-shared",
    "rival", "only-rival",
)  # fmt: skip
"""Codes of what a move does and of the score, which alone do not say why it is the best."""


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
    module, evaluator = puzzles_of(game), evaluator_for(game, game.players(question.view.options))
    best, known = clear.best[0], dict(clear.rivals)
    gaps, wrong = [], []
    others = _tempting(kind, question, clear)[:MOST_WRONG]
    for move in others:
        gap = known.get(move) or evaluator.difference(question, (best, move), budget, seed)
        gaps.append(gap)
        wrong.append(refute(question, (best, move), gap, seed, kind.chances))
    told = [replace(each, contrast=tuple(map(of_the_worse, each.contrast))) for each in wrong]
    reasons = _does(question, clear.best)
    reasons += module.speaks_for(question, best, others, seed) if module else []
    reasons += shared(told)
    if all(each["code"] in NO_CAUSE or each.get("against") for each in reasons):
        reasons += _strongest(question, told)
    if "only-rival" not in _codes(reasons):
        reasons += _rival(question, gaps)
    if module is None:
        return Explanation(tuple(reasons), tuple(wrong), ())
    shown = [each for each in wrong if module.is_explained(each)] or wrong
    against = module.objections(question.seat, reasons, wrong)
    return Explanation(tuple(reasons), tuple(shown), tuple(against))


def explain_again(puzzle: Puzzle, nodes: int) -> tuple[Puzzle, tuple[str, ...]]:
    """The puzzle with a new explanation and the same moves, and the objections to it."""
    position = parse_position(puzzle.position)
    game, view = position.game, position.view_for(puzzle.seat)
    kind, module = kind_of(game, puzzle.kind), puzzles_of(game)
    assert module is not None  # it has the kind
    question = kind.question(game, view)
    evaluator = evaluator_for(game, game.players(view.options))
    best = [game.parse(move) for move in puzzle.best]
    gaps = [
        (move, evaluator.difference(question, (best[0], move), Budget(nodes=nodes), SEED))
        for move in (game.parse(each.move) for each in puzzle.wrong)
    ]
    clear = Clarity(tuple(best), puzzle.chance, puzzle.margin, puzzle.error, tuple(gaps))
    told = explain(kind, question, clear, Budget(nodes=nodes), SEED)
    suits = kind.suits(sample(question), puzzle.seat)
    changed = replace(
        puzzle, reasons=told.reasons, wrong=told.wrong, themes=themes_of(module, told)
    )
    return changed, (*told.objections, *(() if suits else ("unsuitable",)))


def themes_of(module: PuzzlesModule, told: Explanation) -> tuple[str, ...]:
    """What an explanation is about."""
    facts = (reason for each in told.wrong for reason in each.contrast)
    return tuple(themes_by(module.THEMES, [*told.reasons, *facts]))


def _does(question: Question, best: Sequence[Any]) -> list[Reason]:
    """What the best move does, without what another best move does not spare."""
    does, *others = (known_reasons(question, move) for move in best)
    spared = {code for code in SPARED for each in others if code not in _codes(each)}
    return [reason for reason in does if reason["code"] not in spared]


def _codes(reasons: Sequence[Reason]) -> set[str]:
    return {reason["code"] for reason in reasons}


def _strongest(question: Question, told: Sequence[Wrong]) -> list[Reason]:
    """The first fact that distinguishes the best move from a wrong one, which is named."""
    for each in told:
        for fact in each.contrast:
            if "was" in fact and not fact.get("against"):
                move = question.game.parse(each.move)
                other = known_reasons(question, move)[0]
                return [{**fact, "compared": other}]
    return []


def _tempting(kind: Kind, question: Question, clear: Clarity) -> list[Any]:
    """The move that gains most at once, then the nearest rivals; different answers first."""
    greedy = [move for move in greediest(question) if move not in clear.best]
    moves = [*greedy[:1], *(move for move, _ in clear.rivals)]
    first = {kind.answer(move): move for move in reversed(moves)}
    return sorted(dict.fromkeys(moves), key=lambda move: first[kind.answer(move)] != move)


def shared(wrong: Sequence[Wrong]) -> list[Reason]:
    """The fact that distinguishes the best move from most of the wrong ones, where it is closest.

    >>> facts = [{"code": "holds", "site": "A1", "now": 0.9, "was": was} for was in (0.1, 0.3)]
    >>> shared([Wrong("x", 0.1, (fact,)) for fact in facts])[0]["was"]
    0.3
    """
    found: dict[tuple[Any, ...], list[Reason]] = {}
    for each in wrong:
        for fact in each.contrast:
            if "was" in fact and "other" not in fact and not fact.get("against"):
                place = (
                    fact[name] for name in ("code", "site", "district", "seat") if name in fact
                )
                found.setdefault(tuple(place), []).append(fact)
    most = max(found.values(), key=len, default=[])
    if len(most) < max(2, len(wrong) - 1):
        return []
    return [min(most, key=lambda fact: abs(fact["now"] - fact["was"]))]


def _rival(question: Question, gaps: list[Difference]) -> list[Reason]:
    """The strongest opponent by points, if it is their chances that the best move takes."""
    seat = question.seat
    points = list(question.game.standing(sample(question)))
    others = sorted(set(range(len(points))) - {seat}, key=lambda each: -points[each])
    if len(others) < 2 or points[others[0]] == points[others[1]]:
        return []
    rival = others[0]
    gain, loss = (fmean(gap.seats[each].chance for gap in gaps) for each in (seat, rival))
    if gain <= 0 or -loss < MOSTLY * gain:
        return []
    return [{"code": "rival", "seat": rival, "theirs": points[rival], "own": points[seat]}]


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
