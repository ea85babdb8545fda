"""Summarise a game: its turning points, what each player gave away, and what luck did."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot, sqrt
from typing import Final, NamedTuple

from baumeister.bots.analysis.evaluator import Difference, Prospect
from baumeister.bots.analysis.result import VERDICTS, Judgement, Share, TurningPoint
from baumeister.bots.analysis.verdicts import CHANCE_PER_POINT, accuracy, as_for_two, stake
from baumeister.core.chance import CHANCE

MOST_TURNING_POINTS: Final = 6
TURN: Final = 0.12
"""The smallest change of chances that is a turning point between two players."""
SOLO_TURN: Final = 6.0
"""The same in points, in a solo game."""
SURE: Final = 2.0
"""In standard errors: smaller changes are noise."""


class Point(NamedTuple):
    """The prospect after a line and, of a decision, its judgement."""

    prospect: Prospect
    actor: int | None = None
    """None before the first line."""
    judgement: Judgement | None = None
    kind: str = ""
    """The kind of chance event: a deal, a draw, …"""


class Change(NamedTuple):
    """What a line changed for a seat, with standard errors."""

    chance: float
    chance_error: float
    points: float
    points_error: float


def turning_points(points: Sequence[Point], players: int) -> tuple[TurningPoint, ...]:
    """The lines that changed the chances most, in game order."""
    found = []
    least = SOLO_TURN if players == 1 else TURN * 2 / players
    for line, (before, after) in enumerate(pairwise(points), start=1):
        changes = [_change(before, after, seat) for seat in range(players)]
        measured = [each[2:] if players == 1 else each[:2] for each in changes]
        seat = max(range(players), key=lambda seat: abs(measured[seat][0]))
        swing, error = measured[seat]
        if abs(swing) >= least and abs(swing) > SURE * error:
            kind = "chance" if after.actor == CHANCE else "decision"
            found.append(TurningPoint(line, seat, swing, kind))
    found = sorted(found, key=lambda turn: -abs(turn.swing))[:MOST_TURNING_POINTS]
    return tuple(sorted(found, key=lambda turn: turn.line))


def shares_of(points: Sequence[Point], players: int, *, by_points: bool) -> tuple[Share, ...]:
    """Each player's share: what was given away, and what chance brought."""
    luck = _luck(points, players)
    return tuple(_share(points, seat, players, luck[seat], by_points) for seat in range(players))


def _share(
    points: Sequence[Point], seat: int, players: int, luck: Change, by_points: bool
) -> Share:
    own = [point for point in points if point.actor == seat]
    judged = [point.judgement for point in own if point.judgement]
    chosen = [each.measured for each in judged if not each.forced]
    stakes = [
        stake(before.prospect.chances[seat])
        for before, point in pairwise(points)
        if point.actor == seat and point.judgement and not point.judgement.forced
    ]
    solo = players == 1
    lost = _lost(chosen)
    return Share(
        seat=seat,
        lost=0.0 if solo else max(0.0, lost.chance),
        lost_points=max(0.0, lost.points),
        lost_error=lost.points_error if solo else lost.chance_error,
        luck=luck.chance,
        luck_points=luck.points,
        luck_error=luck.points_error if solo else luck.chance_error,
        verdicts={name: sum(each.verdict == name for each in judged) for name in VERDICTS},
        accuracy=_accuracy(chosen, stakes, players, by_points),
    )


def _lost(measured: Sequence[Difference]) -> Difference:
    """The sum of the measured differences, with their signs.

    Noise cancels out in the sum. Clipping each at zero would make the sum too large; shrinking them
    as luck is shrunk would make it too small, because losses are not zero on average.
    """
    return Difference(
        sum(each.chance for each in measured),
        hypot(*(each.chance_error for each in measured)),
        sum(each.points for each in measured),
        hypot(*(each.points_error for each in measured)),
    )


def _accuracy(
    measured: Sequence[Difference], stakes: Sequence[float], players: int, by_points: bool
) -> float:
    """By chances; in a solo game by points; the lower of both if players score independently."""
    scale = as_for_two(1.0, players)
    lost = [(scale * each.chance, scale * each.chance_error) for each in measured]
    by_chance = accuracy(lost, stakes)
    scale = CHANCE_PER_POINT
    in_points = accuracy([(scale * each.points, scale * each.points_error) for each in measured])
    if players == 1:
        return in_points
    return min(by_chance, in_points) if by_points else by_chance


def _luck(points: Sequence[Point], players: int) -> list[Change]:
    """By seat, the sum of the changes by chance events.

    A hundred draws change little each, and their noise would outweigh them. So the changes of each
    kind of event are shrunk by the share of noise in them, which their standard errors tell (James
    and Stein): a zero mean stays zero. The share itself is uncertain, so the error never becomes
    zero with it.
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
        least = _least_signal(len(every))
        for changes in lines:
            for total, change in zip(sums, changes, strict=True):
                total[0] += chance * change.chance
                total[1] += max(chance, least) * change.chance_error**2
                total[2] += point * change.points
                total[3] += max(point, least) * change.points_error**2
    return [Change(total[0], sqrt(total[1]), total[2], sqrt(total[3])) for total in sums]


def _signal(changes: Sequence[float], errors: Sequence[float]) -> float:
    """The share of the variance that is not noise.

    >>> _signal([1.0, -1.0], [0.5, 0.5]), _signal([1.0], [2.0])
    (0.75, 0.0)
    """
    squares = sum(change**2 for change in changes)
    return max(0.0, 1 - sum(error**2 for error in errors) / squares) if squares else 0.0


def _least_signal(count: int) -> float:
    """The share of signal that this many changes cannot tell from none, by one standard error.

    >>> _least_signal(2), round(_least_signal(200), 2)
    (0.5, 0.09)
    """
    unsure = sqrt(2 / count)
    return unsure / (1 + unsure)


def _change(before: Point, after: Point, seat: int) -> Change:
    old, new = before.prospect, after.prospect
    return Change(
        new.chances[seat] - old.chances[seat],
        hypot(new.errors[seat], old.errors[seat]),
        new.points[seat] - old.points[seat],
        hypot(new.points_errors[seat], old.points_errors[seat]),
    )
