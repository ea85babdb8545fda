"""A puzzle: a position as one seat knows it, its best move, and why the others are worse."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final, NamedTuple

from baumeister.bots.analysis.result import Reason
from baumeister.core.errors import BaumeisterError

HARDEST: Final = 5
"""Difficulties are 1 to 5."""


class PuzzleError(BaumeisterError):
    """A puzzle that does not exist or cannot be made."""

    code = "puzzle"


class Clarity(NamedTuple):
    """How clear the best move is."""

    best: tuple[Any, ...]
    """The best move, then those with the same answer that are not clearly worse."""
    chance: float
    """Of reaching the goal with it."""
    margin: float
    """How much worse its nearest rival is."""
    error: float
    """The standard error of the margin."""
    rivals: tuple[tuple[Any, float], ...]
    """The measured other moves and how much worse they are, the best of them first."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong move that somebody is likely to try, and its refutation."""

    move: str
    lost: float
    """Chances given away compared with the best move."""
    contrast: tuple[Reason, ...] = ()
    """What is worse about it, or follows it, compared with the best move."""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Wrong:
        return cls(data["move"], data["lost"], tuple(data["contrast"]))


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle."""

    kind: str
    position: str
    """The text of the view: what is hidden from the seat is hidden here too."""
    seat: int
    best: tuple[str, ...]
    """The best move; several if they are equivalent."""
    chance: float
    """Of reaching the goal with the best move."""
    margin: float
    """How much worse the next best move is, in chances."""
    error: float
    """The standard error of the margin."""
    difficulty: int
    themes: tuple[str, ...]
    reasons: tuple[Reason, ...]
    """What the best move does."""
    wrong: tuple[Wrong, ...]
    """The likely wrong moves, the most tempting first."""
    source: Mapping[str, int] = field(default_factory=dict)
    """The game of self-play and the line of its log."""

    @property
    def id(self) -> str:
        """A short name that depends on kind and position alone."""
        return puzzle_id(self.kind, self.position)

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.position.partition("/")[0]

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            "id": self.id,
            **asdict(self),
            "source": dict(self.source),
        }

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Puzzle:
        """From JSON data; PuzzleError if a field is missing."""
        try:
            return cls(
                kind=data["kind"],
                position=data["position"],
                seat=data["seat"],
                best=tuple(data["best"]),
                chance=data["chance"],
                margin=data["margin"],
                error=data["error"],
                difficulty=data["difficulty"],
                themes=tuple(data["themes"]),
                reasons=tuple(data["reasons"]),
                wrong=tuple(map(Wrong.of, data["wrong"])),
                source=data["source"],
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise PuzzleError(f"this is not a puzzle: {error!r}") from None


def puzzle_id(kind: str, position: str) -> str:
    """The id of the puzzle of this kind at this position.

    >>> puzzle_id("best-move", "nim/1 : heaps=3")
    '985a5eeb62'
    """
    return hashlib.sha256(f"{kind} {position}".encode()).hexdigest()[:10]
