"""A game summed up: where it turned, who gave away what, what chance did."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import Final, NamedTuple

from baumeister.bots.analysis.evaluator import Prospect
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
    judgement: Judgement | None
    actor: int | None
    """None before the first line."""
    forced: bool = False
    """Nothing else could have been decided."""


def turning_points(points: Sequence[Point], players: int) -> tuple[TurningPoint, ...]:
    """The lines that changed most for somebody, in the order of the game."""
    found = []
    for line, (before, after) in enumerate(pairwise(points), start=1):
        changes = _changes(before.prospect, after.prospect, players)
        seat = max(range(players), key=lambda seat: abs(changes[seat][0]))
        swing, error = changes[seat]
        least = TURN_POINTS if players == 1 else TURN * 2 / players
        if abs(swing) >= least and abs(swing) > SURE * error:
            kind = "chance" if after.actor == CHANCE else "decision"
            found.append(TurningPoint(line, seat, swing, kind))
    found = sorted(found, key=lambda turn: -abs(turn.swing))[:MOST_TURNS]
    return tuple(sorted(found, key=lambda turn: turn.line))


def shares_of(points: Sequence[Point], players: int) -> tuple[Share, ...]:
    """What each player gave away, and what chance brought."""
    return tuple(_share(points, seat, players) for seat in range(players))


def _share(points: Sequence[Point], seat: int, players: int) -> Share:
    luck = luck_points = error = 0.0
    for before, after in pairwise(points):
        if after.actor == CHANCE and after.prospect is not before.prospect:
            luck += after.prospect.chances[seat] - before.prospect.chances[seat]
            luck_points += after.prospect.points[seat] - before.prospect.points[seat]
            error = hypot(error, _changes(before.prospect, after.prospect, players)[seat][1])
    own = [point for point in points if point.actor == seat and point.judgement]
    said = [point.judgement for point in own if point.judgement]
    chosen = [point.judgement for point in own if point.judgement and not point.forced]
    return Share(
        seat=seat,
        lost=sum(each.lost for each in said),
        lost_points=sum(each.lost_points for each in said),
        luck=0.0 if players == 1 else luck,
        luck_points=luck_points,
        luck_error=error,
        verdicts={name: sum(each.verdict == name for each in said) for name in VERDICTS},
        accuracy=accuracy([_weighed(each, players) for each in chosen]),
    )


def _weighed(said: Judgement, players: int) -> float:
    return said.lost_points * WORTH_A_POINT if players == 1 else weighed(said.lost, players)


def _changes(before: Prospect, after: Prospect, players: int) -> list[tuple[float, float]]:
    """By seat: by how much what counts has changed, and the standard error of that."""
    if players == 1:
        values = zip(before.points, after.points, strict=True)
        errors = zip(before.points_errors, after.points_errors, strict=True)
    else:
        values = zip(before.chances, after.chances, strict=True)
        errors = zip(before.errors, after.errors, strict=True)
    return [(new - old, hypot(*each)) for (old, new), each in zip(values, errors, strict=True)]
