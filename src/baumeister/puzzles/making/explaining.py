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
NOTICED_POINTS: Final = 0.5
"""Fewer points on average are not mentioned."""
MOSTLY: Final = 0.5
"""The share of the gained chances that must come from one opponent to name them."""
SPARED: Final = ("keeps",)
"""Codes of what a move spares: said only if every best move spares it."""
NO_CAUSE: Final = (
    "founds", "takes", "raises", "points", "exposed", "exposed-several", "last-turn", "keeps",
    "standing", "tie-won", "tie-won-majorities", "tie-lost", "tie-lost-majorities", "tie-shared",
    "rival",
)  # fmt: skip
"""Codes of what a move does and of the score, which alone do not say why it is the best."""
TOTALS: Final = ("gains", "chances")


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
    gaps, wrong, told = [], [], []
    for move in _tempting(kind, question, clear)[:MOST_WRONG]:
        gap = known.get(move) or evaluator.difference(question, (best, move), budget, seed)
        gaps.append(gap)
        contrast = telling(contrast_of(question, (best, move), gap, seed, FACTS))
        told.append(Wrong(str(move), 0.0, contrast))
        wrong.append(_refuted(kind.chances, module, question, (best, move), gap, seed, contrast))
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
            if not fact.get("against") and not any(name in fact for name in TOTALS):
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


def refute(  # noqa: PLR0917
    chances: str,
    module: PuzzlesModule | None,
    question: Question,
    moves: tuple[Any, Any],
    gap: Difference,
    seed: int,
) -> Wrong:
    """Why the second of two moves is worse than the first, the best one.

    `chances` is the code of what is said about the chances.
    """
    contrast = telling(contrast_of(question, moves, gap, seed, FACTS))
    return _refuted(chances, module, question, moves, gap, seed, contrast)


def _refuted(  # noqa: PLR0917
    chances: str,
    module: PuzzlesModule | None,
    question: Question,
    moves: tuple[Any, Any],
    gap: Difference,
    seed: int,
    contrast: Sequence[Reason],
) -> Wrong:
    said = [of_the_worse(each) for each in contrast]
    reply = module.reply(question, moves, seed) if module else None
    if reply is None and not any("was" in each or "gain" in each for each in said):
        said = [*_helped(question.seat, gap), *said]
    said = [{**each, "code": chances} if each["code"] == "chances" else each for each in said]
    return Wrong(
        move=str(moves[1]),
        lost=round(max(0.0, gap.chance), 3),
        contrast=(*_score(module, question, moves, seed), *said),
        reply=reply,
    )


def of_the_worse(fact: Reason) -> Reason:
    """A fact of a contrast told of the second move instead of the first.

    >>> of_the_worse({"code": "wins-highest", "seat": 0, "now": 0.9, "was": 0.2})["now"]
    0.2
    >>> of_the_worse({"code": "later", "seat": 1, "gain": -0.5})["gain"]
    0.5
    """
    found = dict(fact)
    for one, other in (("now", "was"), ("site", "other"), ("after", "instead")):
        if one in fact and other in fact:
            found[one], found[other] = fact[other], fact[one]
    for field in TOTALS:
        if field in fact:
            found[field] = [[seat, -gain] for seat, gain in fact[field]]
    if "gain" in fact:
        found["gain"] = -fact["gain"]
    return found


def _helped(seat: int, gap: Difference) -> list[Reason]:
    """The opponent who wins most of the chances that the second move gives away."""
    gains = {each: -swing.chance for each, swing in enumerate(gap.seats) if each != seat}
    most = max(gains, key=gains.__getitem__, default=None)
    if most is None or len(gains) < 2 or gains[most] < MOSTLY * gap.chance or gap.chance <= 0:
        return []
    return [{"code": "helps", "seat": most}]


def _score(
    module: PuzzlesModule | None, question: Question, moves: tuple[Any, Any], seed: int
) -> list[Reason]:
    """How a wrong move loses, or at least the score after it."""
    if module is None:
        return []
    lost = module.defeat(question, moves, seed)
    if lost:
        return [lost]
    return module.standing(question, moves[1])


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
