"""Refute a wrong move: how it is answered, and how what follows it differs from the best move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from baumeister.bots.analysis.contrast import contrast_of
from baumeister.bots.analysis.evaluator import Difference, Question
from baumeister.bots.analysis.result import Reason
from baumeister.puzzles.parts import PuzzlesModule, puzzles_of
from baumeister.puzzles.puzzle import Wrong

FACTS: Final = 2
"""The most facts of a refutation."""
NOTICED_POINTS: Final = 0.5
"""Fewer points on average are not mentioned."""
MOSTLY: Final = 0.5
"""The share of the gained chances that must come from one opponent to name them."""
TOTALS: Final = ("gains", "chances")


def refute(
    question: Question, moves: tuple[Any, Any], gap: Difference, seed: int, chances: str = "chances"
) -> Wrong:
    """Why the second of two moves is worse than the first, the best one.

    `chances` is the code of what is said about the chances.
    """
    module = puzzles_of(question.game)
    said = [of_the_worse(each) for each in telling(contrast_of(question, moves, gap, seed, FACTS))]
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
