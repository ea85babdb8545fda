"""Hints and analyses: numbers, and reasons in the reader's language."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from baumeister.bots.words import say
from baumeister.core.registry import find

Verdict = Literal["best", "good", "inaccuracy", "mistake", "blunder"]


class AnalysedLine(Struct, frozen=True, omit_defaults=True):
    """The evaluation after a line of the log; for a decision also its quality."""

    line: int
    """Counted from 1."""
    actor: int
    """The seat; -1 for chance."""
    chances: list[float]
    """Winning chances by seat."""
    points: list[float]
    """Expected final points by seat."""
    action: str | None = None
    best: str | None = None
    """The best action found; the action played if none is better."""
    lost: float = 0.0
    """Winning chances lost compared with the best action."""
    lost_points: float = 0.0
    error: float = 0.0
    """The standard error of the loss, in the unit of `measure`."""
    verdict: Verdict | None = None
    reasons: list[dict[str, Any]] = []
    """Why the best action is best: a `code` and its parameters."""
    words: list[str] = []
    """`reasons` in sentences."""
    done: list[dict[str, Any]] = []
    """What the played action achieves instead, if it is not the best."""
    done_words: list[str] = []
    """`done` in sentences."""
    contrast: list[dict[str, Any]] = []
    """What the best action brings compared with the played one, by the end of the round or game;
    what speaks against it is marked `against`."""
    contrast_words: list[str] = []
    """`contrast` in sentences."""
    forced: bool = False
    """There was only one action, or all were equally good."""


class Judged(Struct, frozen=True):
    """How good another action would have been."""

    verdict: Verdict
    """`best` and `good`: as good, within the error."""
    lost: float
    """Winning chances lost compared with the best action."""
    lost_points: float
    error: float
    """The standard error of the loss, in the unit of `measure`."""
    reasons: list[dict[str, Any]]
    """What the action achieves."""
    words: list[str] = []
    """`reasons` in sentences."""
    contrast: list[dict[str, Any]] = []
    """What the best action brings compared with it; empty if it is as good."""
    contrast_words: list[str] = []
    """`contrast` in sentences."""


class TurningPoint(Struct, frozen=True):
    """A line that changed the evaluation a lot."""

    line: int
    seat: int
    swing: float
    """Gain or loss of the seat, in the unit of `measure`."""
    kind: Literal["decision", "chance"]


class PlayerReport(Struct, frozen=True):
    """What a player lost by decisions and gained by chance."""

    seat: int
    lost: float
    lost_points: float
    lost_error: float
    """The standard error of the loss, in the unit of `measure`."""
    luck: float
    """Winning chances gained by chance; 0 on average."""
    luck_points: float
    luck_error: float
    verdicts: dict[str, int]
    """The number of decisions by verdict."""
    accuracy: float
    """0 to 100."""


class Analysis(Struct, frozen=True):
    """The analysis of a game; docs/analysis.md explains the numbers."""

    game: str
    bot: str
    """The bot that evaluated the game."""
    open_cards: bool
    """Whether decisions were judged with all cards open."""
    measure: Literal["win", "points"]
    """The unit of losses: winning chances, or points in solo games."""
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
    """Your winning chance with this action; null in solo games."""
    points: float | None
    """Your expected final points."""
    reasons: list[dict[str, Any]]
    before: list[int]
    """Each player's points if the round were scored now."""
    after: list[int]
    """The same after the action."""
    scoring: dict[str, Any]
    """The scoring of your view `before` and `after` the action, as in `now` of views; empty if the
    game has none."""
    words: list[str] = []
    """The reasons in sentences: first the action, then the reasons for it."""
    contrast: list[dict[str, Any]] = []
    """Why it is better than an action that looks better at once, which comes first."""
    contrast_words: list[str] = []
    """`contrast` in sentences."""


def with_words(found: Analysis, names: list[str], language: str) -> Analysis:
    """Add the reasons in words; seats are numbered unless there is a name for each."""
    if len(names) != len(found.players):
        names = []
    replace = msgspec.structs.replace
    lines = [
        replace(
            line,
            words=say(find(found.game), line.reasons, language, names),
            done_words=say(find(found.game), line.done, language, names),
            contrast_words=say(find(found.game), line.contrast, language, names),
        )
        if line.reasons
        else line
        for line in found.lines
    ]
    return replace(found, lines=lines)
