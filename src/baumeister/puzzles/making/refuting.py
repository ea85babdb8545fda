"""Refute a wrong move: how it is answered, and how what follows it differs from the best move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from baumeister.bots.analysis.contrast import contrast_of
from baumeister.bots.analysis.evaluator import Difference, Question
from baumeister.bots.analysis.result import Reason
from baumeister.puzzles.parts import puzzles_of
from baumeister.puzzles.puzzle import Wrong

FACTS: Final = 2
"""The most facts of a refutation."""
NOTICED_POINTS: Final = 0.5
"""Fewer points on average are not mentioned."""
TOTALS: Final = ("gains", "chances")


def refute(
    question: Question, moves: tuple[Any, Any], gap: Difference, seed: int, chances: str = "chances"
) -> Wrong:
    """Why the second of two moves is worse than the first, the best one.

    `chances` is the code of what is said about the chances.
    """
    module = puzzles_of(question.game)
    reply = module.reply(question, moves, seed) if module else None
    against = module.speaks_against(question, moves, gap, reply, seed) if module else []
    explained = reply is not None or any("now" in each or "count" in each for each in against)
    facts = telling(contrast_of(question, moves, gap, seed, FACTS), explained=explained)
    said = [of_the_worse(each) for each in facts if not _repeats(each, against)]
    return Wrong(
        move=str(moves[1]),
        lost=round(max(0.0, gap.chance), 3),
        contrast=(
            *against,
            *({**each, "code": chances} if each["code"] == "chances" else each for each in said),
        ),
        reply=reply,
    )


def _repeats(fact: Reason, said: Sequence[Reason]) -> bool:
    """Whether how often something is won is only the reverse of how often it is lost."""
    code, district = fact["code"], fact.get("district")
    return any(
        code == each["code"].replace("leaves-", "wins-") and district == each.get("district")
        for each in said
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


def telling(contrast: Sequence[Reason], *, explained: bool = False) -> tuple[Reason, ...]:
    """A contrast without averages, which explain little, if the move is explained or something
    else is known; and always without points that hardly differ or speak for the worse move, since
    what is asked for is the chance.

    >>> chances = {"code": "chances", "chances": [[0, 0.1], [1, -0.1]]}
    >>> points = {"code": "points-round", "gains": [[0, 0.9]]}
    >>> telling([points, chances], explained=True) == (chances,)
    True
    """
    facts = [each for each in contrast if "was" in each]
    if not facts and not explained:
        averages = [each for each in contrast if "gain" in each or "gains" in each]
        facts = [each for each in averages if "gains" not in each or _is_gain(each)]
    return (*facts, *(each for each in contrast if "chances" in each))


def _is_gain(total: Reason) -> bool:
    """Whether the player gains enough points for the total to say something."""
    marked = total.get("against") or total.get("despite")
    return not marked and total["gains"][0][1] >= NOTICED_POINTS
