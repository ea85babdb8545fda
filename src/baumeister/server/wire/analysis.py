"""Hints and analyses as they are sent: numbers, and reasons in the reader's words."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from baumeister.bots.words import say

Verdict = Literal["best", "good", "inaccuracy", "mistake", "blunder"]


class AnalysedLine(Struct, frozen=True, omit_defaults=True):
    """How everybody stands after a line of the log; of a decision, also what it was worth."""

    line: int
    """From 1."""
    actor: int
    """The seat; -1 for chance."""
    chances: list[float]
    """Of winning, by seat."""
    points: list[float]
    """Expected at the end, by seat."""
    action: str | None = None
    best: str | None = None
    """The best that was found; the action itself where nothing better was."""
    lost: float = 0.0
    """Of the winning chances, against the best."""
    lost_points: float = 0.0
    error: float = 0.0
    """The standard error of what was lost, in what counts."""
    verdict: Verdict | None = None
    reasons: list[dict[str, Any]] = []
    """Why the best is best: a `code` and what it is about."""
    words: list[str] = []
    """The same in sentences."""
    done: list[dict[str, Any]] = []
    """What the action does instead, where it is not the best."""
    done_words: list[str] = []
    """The same in sentences."""
    forced: bool = False
    """There was nothing else to decide, or nothing that makes a difference."""


class Judged(Struct, frozen=True):
    """What another action in place of a decision would have been worth."""

    verdict: Verdict
    """`best` and `good`: as good, for all that can be told."""
    lost: float
    """Of the winning chances, against the best."""
    lost_points: float
    error: float
    """The standard error of what was lost, in what counts."""
    reasons: list[dict[str, Any]]
    """What the action does."""
    words: list[str] = []
    """The same in sentences."""


class TurningPoint(Struct, frozen=True):
    """A line that changed a lot for somebody."""

    line: int
    seat: int
    swing: float
    """Up or down, in what counts."""
    kind: Literal["decision", "chance"]


class PlayerReport(Struct, frozen=True):
    """What a player gave away, and what chance brought."""

    seat: int
    lost: float
    lost_points: float
    lost_error: float
    """The standard error of what was lost, in what counts."""
    luck: float
    """Of the winning chances: nothing on average."""
    luck_points: float
    luck_error: float
    verdicts: dict[str, int]
    """How many decisions of each."""
    accuracy: float
    """0 to 100."""


class Analysis(Struct, frozen=True):
    """docs/analysis.md says what the numbers mean."""

    game: str
    bot: str
    """Who thought about it."""
    open_cards: bool
    """Whether decisions were judged with all cards on the table."""
    measure: Literal["win", "points"]
    """What counts: winning chances, or points where somebody plays alone."""
    start: list[float]
    """Winning chances before the first line."""
    start_points: list[float]
    lines: list[AnalysedLine]
    turning_points: list[TurningPoint]
    players: list[PlayerReport]


class Hinted(Struct, frozen=True):
    """What the strongest bot would do in your seat, and why."""

    action: str
    bot: str
    chance: float | None
    """Yours of winning, with it; none where you play alone."""
    points: float | None
    """Yours at the end, as expected."""
    reasons: list[dict[str, Any]]
    before: list[int]
    """Everybody's points if the round were scored now,"""
    after: list[int]
    """and after the action."""
    scoring: dict[str, Any]
    """What the board, or your city, would score: `before` and `after`, as `now` in views."""
    words: list[str] = []
    """The reasons in words: first what is done, then what speaks for it."""


def with_words(found: Analysis, names: list[str], language: str) -> Analysis:
    """With the reasons in words; by numbers, if there is not a name for each seat."""
    if len(names) != len(found.players):
        names = []
    replace = msgspec.structs.replace
    lines = [
        replace(
            line,
            words=say(line.reasons, language, names),
            done_words=say(line.done, language, names),
        )
        if line.reasons
        else line
        for line in found.lines
    ]
    return replace(found, lines=lines)
