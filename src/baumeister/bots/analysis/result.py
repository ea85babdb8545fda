"""The result of an analysis, as terminal, service and library share it.

`docs/analysis.md` explains the numbers; `data()` returns them as plain data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from baumeister.bots.analysis.evaluator import NOTHING, Difference

VERDICTS: Final = ("best", "good", "inaccuracy", "mistake", "blunder")
"""Best to worst."""

VERSION: Final = 3
"""Raise it when analyses become better: stored ones of older versions are then made again."""

WIN: Final = "win"
POINTS: Final = "points"
"""What counts: winning chances, or points in a solo game."""

MEASURES: Final = ("chance", "chance_error", "points", "points_error")
"""The fields of a measured difference that are written."""

Reason = dict[str, Any]
"""Why a decision is good: a `code` and its details; `bots.words` puts it into words."""


def consequences(reason: Mapping[str, Any]) -> list[Reason]:
    """What follows from a reason: its `so`, one reason or several."""
    found = reason.get("so", [])
    return [found] if isinstance(found, dict) else list(found)


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of a decision, by what its player could know."""

    action: str
    best: str
    """The best action found, which may be the action itself."""
    lost: float
    """Winning chances given away."""
    lost_points: float
    error: float
    """The standard error of the loss, in chances; in a solo game in points."""
    verdict: str
    reasons: tuple[Reason, ...]
    """Reasons for the best action."""
    done: tuple[Reason, ...]
    """What the chosen action does instead; empty if it is the best."""
    forced: bool = False
    """True if there was only one action, or all are equivalent."""
    measured: Difference = NOTHING
    """The raw difference between the best action and this one, with noise and sign; sums use it.
    Zero if the action is the best."""
    contrast: tuple[Reason, ...] = ()
    """What the best action brings by the end of the round or game compared with this one; what
    speaks against it is marked `against`. Empty unless the verdict is bad."""

    def data(self) -> dict[str, Any]:
        return {
            "action": self.action,
            "best": self.best,
            "lost": round(self.lost, 4),
            "lost_points": round(self.lost_points, 2),
            "error": round(self.error, 4),
            "verdict": self.verdict,
            "reasons": [dict(reason) for reason in self.reasons],
            "done": [dict(reason) for reason in self.done],
            "contrast": [dict(reason) for reason in self.contrast],
            "forced": self.forced,
            "measured": {name: round(getattr(self.measured, name), 4) for name in MEASURES},
        }


@dataclass(frozen=True, slots=True)
class Line:
    """The chances after a line of the log and, of a decision, its judgement."""

    line: int
    """Counted from 1."""
    actor: int
    """The seat; -1 for chance."""
    chances: tuple[float, ...]
    """Of winning, by seat."""
    points: tuple[float, ...]
    """Expected at the end, by seat."""
    judgement: Judgement | None = None

    def data(self) -> dict[str, Any]:
        return {
            "line": self.line,
            "actor": self.actor,
            "chances": [round(chance, 4) for chance in self.chances],
            "points": [round(points, 2) for points in self.points],
            **(self.judgement.data() if self.judgement else {}),
        }


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A line that changed the game."""

    line: int
    seat: int
    """The seat whose chances changed most."""
    swing: float
    """The signed change, in chances; in a solo game in points."""
    kind: str
    """`decision` or `chance`."""

    def data(self) -> dict[str, Any]:
        return {
            "line": self.line,
            "seat": self.seat,
            "swing": round(self.swing, 4),
            "kind": self.kind,
        }


@dataclass(frozen=True, slots=True)
class Share:
    """What one player's decisions gave away, and what chance brought."""

    seat: int
    lost: float
    """Winning chances given away by own decisions."""
    lost_points: float
    lost_error: float
    """The standard error of the loss, in chances; in a solo game in points."""
    luck: float
    """Winning chances gained or lost by chance events; zero on average."""
    luck_points: float
    luck_error: float
    """The standard error of the luck, in chances; in a solo game in points."""
    verdicts: dict[str, int]
    """The number of decisions by verdict."""
    accuracy: float
    """0 to 100."""

    def data(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "lost": round(self.lost, 4),
            "lost_points": round(self.lost_points, 2),
            "lost_error": round(self.lost_error, 4),
            "luck": round(self.luck, 4),
            "luck_points": round(self.luck_points, 2),
            "luck_error": round(self.luck_error, 4),
            "verdicts": dict(self.verdicts),
            "accuracy": round(self.accuracy, 1),
        }


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of a whole game."""

    game: str
    bot: str
    """The code of the bot that analysed it."""
    open_cards: bool
    """True if decisions were judged with all cards known."""
    measure: str
    """`win`, or `points` in a solo game."""
    start: tuple[float, ...]
    """Winning chances before the first line."""
    start_points: tuple[float, ...]
    lines: tuple[Line, ...]
    turning_points: tuple[TurningPoint, ...]
    players: tuple[Share, ...]

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            "game": self.game,
            "bot": self.bot,
            "open_cards": self.open_cards,
            "measure": self.measure,
            "start": [round(chance, 4) for chance in self.start],
            "start_points": [round(points, 2) for points in self.start_points],
            "lines": [line.data() for line in self.lines],
            "turning_points": [point.data() for point in self.turning_points],
            "players": [share.data() for share in self.players],
        }
