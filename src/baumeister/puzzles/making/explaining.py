"""Explain a puzzle: what its best move does, and why likely wrong moves are worse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple

from baumeister.bots.analysis.evaluator import Difference, Question
from baumeister.bots.analysis.parts import evaluator_for
from baumeister.bots.analysis.reasons import reasons_for
from baumeister.bots.analysis.result import Reason
from baumeister.bots.bot import Budget
from baumeister.puzzles.making.measuring import Clarity
from baumeister.puzzles.making.refuting import MOSTLY, of_the_worse, refute
from baumeister.puzzles.parts import Kind, PuzzlesModule, puzzles_of
from baumeister.puzzles.puzzle import Wrong

MOST_WRONG: Final = 3
"""Wrong moves with a stored refutation."""
SPARED: Final = ("keeps",)
"""Codes of what a move spares: said only if every best move spares it."""
NO_CAUSE: Final = (
    "founds", "takes", "raises", "points", "exposed", "exposed-several", "last-turn", "keeps",
    "standing", "tie-won", "tie-won-majorities", "tie-lost", "tie-lost-majorities", "tie-shared",
    "rival",
)  # fmt: skip
"""Codes of what a move does and of the score, which alone do not say why it is the best."""


class Explanation(NamedTuple):
    reasons: tuple[Reason, ...]
    """What the best move does."""
    wrong: tuple[Wrong, ...]
    """The likely wrong moves, the most tempting first."""


def explain(
    kind: Kind, question: Question, clear: Clarity, budget: Budget, seed: int
) -> Explanation:
    """Explain the best move, and contrast it with the move that gains most at once and with its
    nearest rivals."""
    game = question.game
    module, evaluator = puzzles_of(game), evaluator_for(game, game.players(question.view.options))
    best, known = clear.best[0], dict(clear.rivals)
    gaps, wrong = [], []
    for move in _tempting(kind, question, clear)[:MOST_WRONG]:
        gap = known.get(move) or evaluator.difference(question, (best, move), budget, seed)
        gaps.append(gap)
        wrong.append(refute(question, (best, move), gap, seed, kind.chances))
    told = [replace(each, contrast=tuple(map(of_the_worse, each.contrast))) for each in wrong]
    reasons = [*_does(module, question, clear.best, seed), *shared(told)]
    if all(each["code"] in NO_CAUSE or each.get("against") for each in reasons):
        reasons += _strongest(question, told)
    return Explanation((*reasons, *_rival(question, gaps)), tuple(wrong))


def _does(
    module: PuzzlesModule | None, question: Question, best: Sequence[Any], seed: int
) -> list[Reason]:
    """What the best move does, the score after it, and how it wins although it does not lead."""
    does, *others = (reasons_for(question.game, question.view, move) for move in best)
    spared = {code for code in SPARED for each in others if code not in _codes(each)}
    does = [reason for reason in does if reason["code"] not in spared]
    if module is None:
        return does
    won = module.victory(question, best[0], seed)
    return [*does, *module.standing(question, best[0]), *([won] if won else [])]


def _codes(reasons: Sequence[Reason]) -> set[str]:
    return {reason["code"] for reason in reasons}


def _strongest(question: Question, told: Sequence[Wrong]) -> list[Reason]:
    """The first fact that distinguishes the best move from a wrong one, which is named."""
    for each in told:
        for fact in each.contrast:
            if ("was" in fact or "gain" in fact) and not fact.get("against"):
                move = question.game.parse(each.move)
                other = reasons_for(question.game, question.view, move)[0]
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
