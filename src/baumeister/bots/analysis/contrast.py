"""Why one action is better than another: what follows each of them.

The reasons of an action alone say what it does at once, which may well look better for the worse
action. A contrast compares what follows both, by playing on from the same samples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean
from typing import Any, Final, NamedTuple

from baumeister.bots.analysis.evaluator import Difference, Question
from baumeister.bots.analysis.parts import analysis_of
from baumeister.bots.analysis.result import Reason

MOST_FACTS: Final = 3
"""Facts that speak for the better action; one that speaks against it is added."""
LEAST_WORTH: Final = 0.25
"""Facts worth fewer points are not mentioned."""
SURE: Final = 2.5
"""In standard errors: a smaller difference is noise."""
LEAST_POINTS: Final = 0.1
LEAST_CHANCE: Final = 0.01
"""Smaller differences are not mentioned."""


class Fact(NamedTuple):
    """A difference between what follows the two actions."""

    reason: Reason
    worth: float
    """In points for the player who decides; negative if it speaks for the worse action."""


def contrast_of(
    question: Question,
    actions: tuple[Any, Any],
    measured: Difference,
    seed: int,
    most: int = MOST_FACTS,
) -> tuple[Reason, ...]:
    """What the first action brings compared with the second, the totals last.

    The same question, actions, measurement and seed give the same contrast.
    """
    totals = _totals(question, measured)
    reasons = facts_of(question, actions, seed, most)
    if any("against" in total for total in totals):  # said once
        reasons = [reason for reason in reasons if "against" not in reason]
    return (*reasons, *totals)


def facts_of(
    question: Question, actions: tuple[Any, Any], seed: int, most: int = MOST_FACTS
) -> list[Reason]:
    """What the first action brings compared with the second, without totals."""
    find = getattr(analysis_of(question.game), "contrast", None)  # a game may leave it out
    return chosen(find(question, actions, seed), most) if find else []


def chosen(facts: Iterable[Fact], most: int = MOST_FACTS) -> list[Reason]:
    """The facts that matter most, and the strongest one against, marked as such."""
    listed = sorted(facts, key=lambda fact: -fact.worth)
    found = [fact.reason for fact in listed if fact.worth >= LEAST_WORTH][:most]
    if found and listed[-1].worth <= -LEAST_WORTH:
        found.append({**listed[-1].reason, "against": True})
    return found


def _totals(question: Question, measured: Difference) -> list[Reason]:
    """What everybody gains in points and winning chances, the player who decides first.

    A total that speaks against the better action comes after the one that outweighs it.
    """
    points = [round(each.points, 1) for each in measured.seats]
    chances = [round(each.chance, 2) for each in measured.seats]
    found: list[Reason] = []
    if any(abs(gain) >= LEAST_POINTS for gain in points):
        found.append(_total(question.seat, f"points-{measured.until}", "gains", points))
    if len(chances) > 1 and any(abs(gain) >= LEAST_CHANCE for gain in chances):
        found.append(_total(question.seat, "chances", "chances", chances))
    return sorted(found, key=lambda total: "against" in total)


def _total(seat: int, code: str, field: str, gains: Sequence[float]) -> Reason:
    """What everybody gains; seats that gain and lose nothing are left out."""
    seats = sorted(range(len(gains)), key=lambda each: each != seat)
    total: Reason = {"code": code, field: [[each, gains[each]] for each in seats if gains[each]]}
    if advantage(seat, gains) < 0:
        return {**total, "against": True}
    return {**total, "despite": True} if gains[seat] < 0 else total  # the others lose more


def advantage(seat: int, gains: Sequence[float]) -> float:
    """The gain of a seat less the mean gain of its opponents.

    >>> advantage(0, [2.0, 1.0, 0.0])
    1.5
    """
    others = [gain for each, gain in enumerate(gains) if each != seat]
    return gains[seat] - (fmean(others) if others else 0.0)


class Means(NamedTuple):
    """The means of one quantity after the better and after the other action."""

    now: float
    was: float
    error: float
    """The standard error of their difference."""

    @property
    def gain(self) -> float:
        return self.now - self.was

    @property
    def sure(self) -> bool:
        return abs(self.gain) > SURE * self.error


def means(now: Sequence[float], was: Sequence[float]) -> Means:
    """Compare a quantity after the two actions, pair by pair: each pair began with the same cards.

    >>> means([1.0, 2.0], [0.0, 1.0])
    Means(now=1.5, was=0.5, error=0.0)
    """
    number = len(now)
    gains = [after - before for after, before in zip(now, was, strict=True)]
    squares = sum(gain * gain for gain in gains) / number
    return _means(sum(now) / number, sum(was) / number, squares, number)


def shares(now: Sequence[int], was: Sequence[int], kinds: Iterable[int]) -> list[Means]:
    """By kind, compare how often it occurs after the two actions, pair by pair.

    >>> shares([0, 0, 1], [0, 1, 1], [1])[0].was
    0.6666666666666666
    """
    number = len(now)
    pairs = Counter(zip(now, was, strict=True))
    found = []
    for kind in kinds:
        after = sum(count for (one, _), count in pairs.items() if one == kind)
        before = sum(count for (_, other), count in pairs.items() if other == kind)
        both = pairs[kind, kind]
        squares = (after + before - 2 * both) / number
        found.append(_means(after / number, before / number, squares, number))
    return found


def _means(now: float, was: float, squares: float, number: int) -> Means:
    """From both means and the mean square of the differences of this many pairs."""
    return Means(now, was, sqrt(max(0.0, squares - (now - was) ** 2) / number))
