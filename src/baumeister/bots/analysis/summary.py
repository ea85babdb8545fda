"""A game summed up: where it turned, who gave away what, what chance did."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot, sqrt
from typing import Final, NamedTuple

from baumeister.bots.analysis.evaluator import Difference, Prospect
from baumeister.bots.analysis.result import VERDICTS, Judgement, Share, TurningPoint
from baumeister.bots.analysis.verdicts import WORTH_A_POINT, accuracy, weighed
from baumeister.core.chance import CHANCE

MOST_TURNS: Final = 6
TURN: Final = 0.12
"""A change of chances from which on the game has turned, with two players."""
TURN_POINTS: Final = 6.0
"""The same in points where somebody plays alone."""
SURE: Final = 2.0
"""By how many standard errors it must stand out."""


class Point(NamedTuple):
    """How everybody stands after a line, and what was said of it."""

    prospect: Prospect
    actor: int | None = None
    """None before the first line."""
    judgement: Judgement | None = None
    kind: str = ""
    """What chance did: a deal, a draw, …"""


class Change(NamedTuple):
    """What a line changed for a seat, with the standard error."""

    chance: float
    chance_error: float
    points: float
    points_error: float


def turning_points(points: Sequence[Point], players: int) -> tuple[TurningPoint, ...]:
    """The lines that changed most for somebody, in the order of the game."""
    found = []
    least = TURN_POINTS if players == 1 else TURN * 2 / players
    for line, (before, after) in enumerate(pairwise(points), start=1):
        changes = [_change(before, after, seat) for seat in range(players)]
        counts = [each[2:] if players == 1 else each[:2] for each in changes]
        seat = max(range(players), key=lambda seat: abs(counts[seat][0]))
        swing, error = counts[seat]
        if abs(swing) >= least and abs(swing) > SURE * error:
            kind = "chance" if after.actor == CHANCE else "decision"
            found.append(TurningPoint(line, seat, swing, kind))
    found = sorted(found, key=lambda turn: -abs(turn.swing))[:MOST_TURNS]
    return tuple(sorted(found, key=lambda turn: turn.line))


def shares_of(points: Sequence[Point], players: int, *, by_points: bool) -> tuple[Share, ...]:
    """What each player gave away, and what chance brought."""
    luck = _luck(points, players)
    return tuple(_share(points, seat, players, luck[seat], by_points) for seat in range(players))


def _share(
    points: Sequence[Point], seat: int, players: int, luck: Change, by_points: bool
) -> Share:
    own = [point for point in points if point.actor == seat]
    said = [point.judgement for point in own if point.judgement]
    chosen = [each.measured for each in said if not each.forced]
    alone = players == 1
    lost = _lost(chosen)
    return Share(
        seat=seat,
        lost=0.0 if alone else max(0.0, lost.chance),
        lost_points=max(0.0, lost.points),
        lost_error=lost.points_error if alone else lost.chance_error,
        luck=luck.chance,
        luck_points=luck.points,
        luck_error=luck.points_error if alone else luck.chance_error,
        verdicts={name: sum(each.verdict == name for each in said) for name in VERDICTS},
        accuracy=_accuracy(chosen, players, by_points),
    )


def _lost(measured: Sequence[Difference]) -> Difference:
    """The sum of what decisions gave away.

    Each is what was measured, with its sign: what noise adds to one it takes from another. Cut at
    nothing one by one, or shrunk as luck is, the sum would be too large or too small: unlike luck,
    losses are not nothing on average.
    """
    return Difference(
        sum(each.chance for each in measured),
        hypot(*(each.chance_error for each in measured)),
        sum(each.points for each in measured),
        hypot(*(each.points_error for each in measured)),
    )


def _accuracy(measured: Sequence[Difference], players: int, by_points: bool) -> float:
    """By chances; alone by points; the lower of both where points are the player's own affair."""
    worth = weighed(1.0, players)
    by_chance = accuracy([(worth * each.chance, worth * each.chance_error) for each in measured])
    worth = WORTH_A_POINT
    in_points = accuracy([(worth * each.points, worth * each.points_error) for each in measured])
    if players == 1:
        return in_points
    return min(by_chance, in_points) if by_points else by_chance


def _luck(points: Sequence[Point], players: int) -> list[Change]:
    """By seat, the sum of what chance changed.

    A hundred draws change little each, and their noise would add up to more than all of them. So
    changes of one kind are shrunk by as much as noise is in them, which is known from their
    standard errors (James and Stein): nothing on average stays nothing on average.
    """
    kinds: dict[str, list[list[Change]]] = {}
    for before, after in pairwise(points):
        if after.actor == CHANCE and after.prospect is not before.prospect:
            changes = [_change(before, after, seat) for seat in range(players)]
            kinds.setdefault(after.kind, []).append(changes)
    sums = [[0.0] * 4 for _ in range(players)]
    for lines in kinds.values():
        every = [change for changes in lines for change in changes]
        chance = _signal([each.chance for each in every], [each.chance_error for each in every])
        point = _signal([each.points for each in every], [each.points_error for each in every])
        for changes in lines:
            for total, change in zip(sums, changes, strict=True):
                total[0] += chance * change.chance
                total[1] += chance * change.chance_error**2
                total[2] += point * change.points
                total[3] += point * change.points_error**2
    return [Change(total[0], sqrt(total[1]), total[2], sqrt(total[3])) for total in sums]


def _signal(changes: Sequence[float], errors: Sequence[float]) -> float:
    """The share of the changes that is not noise.

    >>> _signal([1.0, -1.0], [0.5, 0.5]), _signal([1.0], [2.0])
    (0.75, 0.0)
    """
    squares = sum(change**2 for change in changes)
    return max(0.0, 1 - sum(error**2 for error in errors) / squares) if squares else 0.0


def _change(before: Point, after: Point, seat: int) -> Change:
    old, new = before.prospect, after.prospect
    return Change(
        new.chances[seat] - old.chances[seat],
        hypot(new.errors[seat], old.errors[seat]),
        new.points[seat] - old.points[seat],
        hypot(new.points_errors[seat], old.points_errors[seat]),
    )
