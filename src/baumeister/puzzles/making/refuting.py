"""Refute a wrong move: what is worse about it, or after it, than with the best move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from baumeister.bots.analysis.contrast import facts_of
from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.result import Reason
from baumeister.puzzles.parts import puzzles_of
from baumeister.puzzles.puzzle import Wrong

FACTS: Final = 2
"""The most facts of a refutation."""
TOTALS: Final = ("gains", "chances")


def refute(question: Question, moves: tuple[Any, Any], lost: float, seed: int) -> Wrong:
    """Why the second of two moves is worse than the first, the best one: by what the game can tell
    from the position, else by what follows them. `lost` are the chances given away."""
    module = puzzles_of(question.game)
    told = module.speaks_against(question, moves) if module else []
    if not told:
        told = [of_the_worse(each) for each in telling(facts_of(question, moves, seed, FACTS))]
    return Wrong(str(moves[1]), round(max(0.0, lost), 3), tuple(told))


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


def telling(facts: Sequence[Reason]) -> list[Reason]:
    """Facts without averages, which explain little, if something else is known.

    >>> facts = [{"code": "later", "gain": 1.0}, {"code": "stays", "now": 0.9, "was": 0.1}]
    >>> [each["code"] for each in telling(facts)]
    ['stays']
    """
    return [each for each in facts if "was" in each] or list(facts)
