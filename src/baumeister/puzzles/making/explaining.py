"""Explain a puzzle: what its best move does, and why likely wrong moves are worse."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple

from baumeister.bots.analysis.contrast import contrast_of
from baumeister.bots.analysis.evaluator import Difference, Question
from baumeister.bots.analysis.parts import evaluator_for
from baumeister.bots.analysis.reasons import reasons_for
from baumeister.bots.analysis.result import Reason
from baumeister.bots.bot import Budget
from baumeister.puzzles.making.measuring import Clarity
from baumeister.puzzles.parts import Kind, PuzzlesModule, puzzles_of
from baumeister.puzzles.puzzle import Wrong

MOST_WRONG: Final = 3
"""Wrong moves with a stored refutation."""
FACTS: Final = 2
"""The most facts of a refutation."""
OTHER: Final = {"standing": "standing-other"}
"""Codes of what is said of a wrong move in other words than of the best one."""
NOTICED_POINTS: Final = 0.5
"""Fewer points on average are not mentioned."""
MOSTLY: Final = 0.5
"""The share of the gained chances that must come from one opponent to name them."""


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
        wrong.append(refute(module, question, (best, move), gap, seed))
    return Explanation(
        (*_does(module, question, best), *shared(wrong), *_rival(question, gaps)), tuple(wrong)
    )


def _does(module: PuzzlesModule | None, question: Question, best: Any) -> list[Reason]:
    """What the best move does, and the score after it."""
    does = reasons_for(question.game, question.view, best)
    return [*does, *module.standing(question, best)] if module else does


def _tempting(kind: Kind, question: Question, clear: Clarity) -> list[Any]:
    """The move that gains most at once, then the nearest rivals; different answers first."""
    greedy = [move for move in greediest(question) if move not in clear.best]
    moves = [*greedy[:1], *(move for move, _ in clear.rivals)]
    first = {kind.answer(move): move for move in reversed(moves)}
    return sorted(dict.fromkeys(moves), key=lambda move: first[kind.answer(move)] != move)


def refute(
    module: PuzzlesModule | None,
    question: Question,
    moves: tuple[Any, Any],
    gap: Difference,
    seed: int,
) -> Wrong:
    """Why the second of two moves is worse than the first, the best one."""
    contrast = contrast_of(question, moves, gap, seed, FACTS)
    return Wrong(
        move=str(moves[1]),
        lost=round(max(0.0, gap.chance), 3),
        contrast=(*_score(module, question, moves, seed), *telling(contrast)),
        reply=module.reply(question, moves, seed) if module else None,
    )


def _score(
    module: PuzzlesModule | None, question: Question, moves: tuple[Any, Any], seed: int
) -> list[Reason]:
    """How a wrong move loses, or at least the score after it."""
    if module is None:
        return []
    lost = module.defeat(question, moves, seed)
    if lost:
        return [lost]
    found = module.standing(question, moves[1])
    return [{**each, "code": OTHER.get(each["code"], each["code"])} for each in found]


def telling(contrast: Sequence[Reason]) -> tuple[Reason, ...]:
    """A contrast without averages that explain nothing: points that hardly differ or speak for the
    worse move, since what is asked for is the chance; and later rounds, if there is a better fact.

    >>> chances = {"code": "chances", "chances": [[0, 0.1], [1, -0.1]]}
    >>> against = {"code": "points-round", "gains": [[0, -0.1]], "against": True}
    >>> telling([against, chances]) == (chances,)
    True
    """
    facts = [each for each in contrast if each["code"] not in ("chances", "later")]
    facts = [each for each in facts if "gains" not in each or _is_gain(each)]
    later = [] if facts else [each for each in contrast if each["code"] == "later"]
    return (*facts, *later, *(each for each in contrast if each["code"] == "chances"))


def _is_gain(total: Reason) -> bool:
    """Whether the player gains enough points for the total to say something."""
    marked = total.get("against") or total.get("despite")
    return not marked and total["gains"][0][1] >= NOTICED_POINTS


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
