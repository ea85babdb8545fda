"""Puzzles and the trainer: what is asked, and how an attempt is answered."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from baumeister.server.tables.commands import Text
from baumeister.server.wire.messages import AnyPreview
from baumeister.server.wire.payloads.play import Position, RoundScored

Day = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$", examples=["2026-11-17"])]


class PuzzleState(Struct, frozen=True):
    """What you have done with a puzzle."""

    tries: int = 0
    solved: bool = False
    shown: bool = False
    """The solution was shown."""
    stars: int = 0
    """1 to 3 if it is solved: fewer tries, more stars."""


class PuzzleEntry(Struct, frozen=True):
    """A puzzle in a list."""

    id: str
    game: str
    kind: str
    difficulty: int
    """1 to 5."""
    themes: list[str]
    players: int
    you: PuzzleState = PuzzleState()


class DayEntry(Struct, frozen=True):
    """A whole game with the cards of a day."""

    game: str
    kind: str
    day: str
    par: list[int]
    """Scores that earn a second and a third star; empty if they are not known yet."""
    moves: int
    """How many moves you have made."""
    score: int | None
    stars: int


class PuzzleStatistics(Struct, frozen=True):
    """Your results."""

    solved: int
    tried: int
    first_try: int
    """Solved without a wrong move."""
    streak: int
    """Days in a row, up to today or yesterday, on which you solved a puzzle of the day."""
    longest: int
    themes: dict[str, list[int]]
    """By theme, how many you solved and how many you tried."""


class PuzzlesToday(Struct, frozen=True):
    """The puzzles of today (UTC)."""

    day: str
    puzzles: list[PuzzleEntry]
    games: list[DayEntry]
    counts: dict[str, int]
    """By game and kind, such as `GAME/KIND`, how many puzzles there are."""
    you: PuzzleStatistics


class PuzzleList(Struct, frozen=True):
    """A part of the archive."""

    total: int
    puzzles: list[PuzzleEntry]


class PuzzleShown(Struct, frozen=True):
    """A puzzle to solve. The solution is not part of it."""

    entry: PuzzleEntry
    seat: int
    names: list[str]
    """Names for the seats, such as their colours."""
    text: str
    """The position text."""
    options: dict[str, Any]
    position: Position
    legal: list[str]
    product: list[list[str]] | None
    solution: PuzzleSolution | None = None
    """Only once you have solved it, or asked for the solution."""


class PuzzleSolution(Struct, frozen=True):
    """The best move and why."""

    best: list[str]
    """The best move; several if they are about as good."""
    words: list[str]
    """What the best move does."""
    contrasts: list[WrongMove]
    """Likely wrong moves, and what the best one brings compared with each."""


class WrongMove(Struct, frozen=True):
    move: str
    lost: float
    words: list[str]


class TryBody(Struct, frozen=True, forbid_unknown_fields=True):
    """An attempt."""

    action: Text
    preview: bool = False
    """Only show what the action would change; it is no attempt."""


class PuzzleTried(Struct, frozen=True):
    """The answer to an attempt."""

    right: bool
    lost: float
    """Chances that the move gives away."""
    words: list[str]
    """What a wrong move does and how it is answered."""
    you: PuzzleState
    standing: list[int]
    """Each player's points after the move if the round were scored then."""
    preview: AnyPreview | None
    """The board after the move."""
    solution: PuzzleSolution | None = None


class DayBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A move of the game of the day; without one, only the position."""

    action: Text | None = None
    preview: bool = False
    after: Annotated[int, Meta(ge=0, le=1000)] = 0
    """How many moves you have made before it."""


class DayPlayed(Struct, frozen=True):
    """Your game of the day."""

    entry: DayEntry
    options: dict[str, Any]
    log: list[str]
    position: Position
    legal: list[str]
    product: list[list[str]] | None
    standing: list[int]
    preview: AnyPreview | None
    scored: RoundScored | None
    result: dict[str, Any] | None
    best: int | None = None
    """The best known score with all cards known; only once your game is finished."""
    bound: int | None = None
    """An upper bound of the score; only once your game is finished."""


class BoardLine(Struct, frozen=True):
    """A line of the board of the day."""

    rank: int
    name: str
    score: int
    stars: int
    you: bool
    guest: bool
    """Without an account: nobody can tell whether it was their first attempt."""


class TrainerState(Struct, frozen=True):
    """Your own mistakes."""

    due: list[PuzzleEntry]
    """Those to train now."""
    waiting: int
    """Mistakes that come back later."""
    learned: int
    next: int | None
    """When the next one comes back, if none is due."""
    themes: dict[str, int]
    """Mistakes by theme, learned ones left out."""
