"""A puzzle: a position as one seat knows it, its best move, and why the others are worse."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from baumeister.bots.analysis.result import Reason
from baumeister.core.errors import BaumeisterError

HARDEST: Final = 5
"""Difficulties are 1 to 5."""


class PuzzleError(BaumeisterError):
    """A puzzle that does not exist or cannot be made."""

    code = "puzzle"


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong move that somebody is likely to try, and its refutation."""

    move: str
    lost: float
    """Chances given away compared with the best move."""
    contrast: tuple[Reason, ...] = ()
    """What follows it, compared with what follows the best move."""
    reply: Reason | None = None
    """How an opponent answers it."""

    @property
    def follows(self) -> tuple[Reason, ...]:
        """What follows the move: how it is answered, then the contrast."""
        return (self.reply, *self.contrast) if self.reply else self.contrast

    def data(self) -> dict[str, Any]:
        found = asdict(self)
        return found if self.reply else {k: v for k, v in found.items() if k != "reply"}

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Wrong:
        return cls(data["move"], data["lost"], tuple(data["contrast"]), data.get("reply"))


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
            "wrong": [each.data() for each in self.wrong],
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
