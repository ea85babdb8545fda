"""What an analysis says of a game: the shape that terminal, service and library share.

`docs/analysis.md` says what the numbers mean; `data()` gives them as plain data.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from baumeister.bots.analysis.evaluator import NOTHING, Difference

VERDICTS: Final = ("best", "good", "inaccuracy", "mistake", "blunder")
"""What is said of a decision, from the best to the worst."""

WIN: Final = "win"
POINTS: Final = "points"
"""What counts: winning chances; alone, points."""

Reason = dict[str, Any]
"""Why a decision is good: a `code` and what it is about (`bots/words.py` says it)."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is said of a decision, from what its player could know."""

    action: str
    best: str
    """The best that was found; the action itself where nothing better was."""
    lost: float
    """Of the winning chances."""
    lost_points: float
    error: float
    """The standard error of what was lost, in what counts: chances; alone, points."""
    verdict: str
    reasons: tuple[Reason, ...]
    """Why the best is best."""
    done: tuple[Reason, ...]
    """What the action does instead."""
    forced: bool = False
    """There was nothing else to decide, or nothing that makes a difference."""
    measured: Difference = NOTHING
    """The best against the action as it was measured, noise and sign and all: what is summed up.
    Nothing where the action is the best."""

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
            "forced": self.forced,
            "measured": {name: round(value, 4) for name, value in self.measured._asdict().items()},
        }


@dataclass(frozen=True, slots=True)
class Line:
    """How things stand after a line of the log, and what it was worth if it was a decision."""

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
    """A line that changed a lot for somebody."""

    line: int
    seat: int
    """Whose chances changed most."""
    swing: float
    """By how much, up or down: chances; alone, points."""
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
    """What one player contributed to the game, and what chance did."""

    seat: int
    lost: float
    """What the own decisions gave away, of the winning chances."""
    lost_points: float
    lost_error: float
    """The standard error of what was lost, in what counts: chances; alone, points."""
    luck: float
    """What chance brought, of the winning chances: nothing on average."""
    luck_points: float
    luck_error: float
    """The standard error of the luck, in what counts."""
    verdicts: dict[str, int]
    """How many decisions of each."""
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
    """A whole game, line by line."""

    game: str
    bot: str
    """Who thought about it."""
    open_cards: bool
    """Whether decisions were judged with all cards on the table."""
    measure: str
    """What counts: `win`, or `points` where somebody plays alone."""
    start: tuple[float, ...]
    """Winning chances before the first line."""
    start_points: tuple[float, ...]
    lines: tuple[Line, ...]
    turning_points: tuple[TurningPoint, ...]
    players: tuple[Share, ...]

    def data(self) -> dict[str, Any]:
        """As JSON has it."""
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
