"""Bodies of the analysis board: positions, evaluations and saved studies."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from baumeister.core.position_text import LONGEST
from baumeister.server.tables.commands import SeatNumber, Text
from baumeister.server.wire.messages import AnyPreview, Problem
from baumeister.server.wire.payloads.play import GameId, Line, Position

PositionText = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
Seed = Annotated[int, Meta(ge=0, lt=2**32)]


class PositionBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A position and the lines that follow it: `position`, a position or view text, or the
    beginning of `game` with `options`."""

    position: PositionText | None = None
    game: GameId | None = None
    options: dict[str, Any] = {}
    lines: Annotated[list[Line], Meta(max_length=1000)] = []
    seed: Seed = 0
    """Decides what a view hides, and the outcomes of chance."""
    seat: SeatNumber | None = None
    """Whose view to answer; by default that of the seat that decides."""
    action: Text | None = None
    """An action of the seat, to follow the lines."""
    preview: bool = False
    """Only show what the action would change."""
    roll: bool = False
    """Let chance act until a player has to decide."""


class ExploredPosition(Struct, frozen=True):
    """A position of the analysis board."""

    game: str
    options: dict[str, Any]
    """Every option in force."""
    root: str
    """The text of the position before the first line."""
    text: str
    """The text of this position; of a view, if the root is one. Decisions that wait for those of
    other players are not part of it."""
    lines: list[str]
    """The lines sent, the action and the outcomes of chance."""
    seat: int | None
    """Whose view this is; null for a spectator's."""
    viewer: int | None
    """If the root is a view, its seat: the cards of others were dealt at random to fit it."""
    is_view: bool
    position: Position
    legal: list[str]
    """The legal actions of the seat, if it owes a decision."""
    product: list[list[str]] | None
    """As in `Practised`."""
    decided: list[str]
    """Decisions of the seat that wait for those of other players."""
    outcomes: list[str]
    """If chance acted last: the other outcomes of the last line; empty if there are too many."""
    effects: list[str | None]
    """What each line caused, as in `Replayed`."""
    standing: list[int]
    """Each player's points if the round were scored now; for a preview, after the action."""
    preview: AnyPreview | None
    result: dict[str, Any] | None
    """The result once the game is over, item by item as in records."""


class DraftBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A position that is being set up by hand: a `draft` for `game` with `options`, or a
    `position` to begin with."""

    position: PositionText | None = None
    game: GameId | None = None
    options: dict[str, Any] = {}
    draft: dict[str, Any] = {}
    """As the game's own drafts; what it leaves out is worked out."""
    seed: Seed = 0
    """Decides which cards are dealt where the draft leaves them open."""


class DraftedPosition(Struct, frozen=True):
    """A draft, completed and checked."""

    game: str
    options: dict[str, Any]
    draft: dict[str, Any]
    """The draft with everything that was worked out."""
    explored: ExploredPosition | None
    """The position; null if it is impossible."""
    problem: Problem | None
    """Why the position is impossible, in the reader's language."""


class EvaluationBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A position to evaluate: root, lines and seed as in `PositionBody`."""

    position: PositionText
    lines: Annotated[list[Line], Meta(max_length=1000)] = []
    seed: Seed = 0
    seat: SeatNumber | None = None
    """The seat whose actions to compare; by default the first that has to decide."""
    open_cards: bool = False
    """Compare actions with all cards open, not by what the seat may know."""


class EvaluatedMove(Struct, frozen=True):
    """An action of the seat that decides."""

    action: str
    chance: float | None
    """The seat's winning chance with it; null in solo games."""
    points: float | None
    """The seat's expected final points; null where only winning counts."""
    reasons: list[dict[str, Any]]
    words: list[str] = []
    """`reasons` in sentences."""


class Evaluated(Struct, frozen=True):
    """The evaluation of a position."""

    game: str
    bot: str
    """The bot that evaluated it."""
    seat: int | None
    """The seat that decides; null if none does."""
    chances: list[float]
    """Winning chances by seat."""
    points: list[float]
    """Expected final points by seat."""
    moves: list[EvaluatedMove]
    """The best actions, best first."""
    contrast: list[dict[str, Any]] = []
    """Why the first is better than the second."""
    contrast_words: list[str] = []
    """`contrast` in sentences."""


class StudyBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A study to save: its title, and the study itself as the page writes it."""

    study: dict[str, Any]
    title: Annotated[str, Meta(max_length=80)] = ""
    id: Annotated[str, Meta(max_length=32, pattern="^[A-Za-z0-9_-]+$")] | None = None
    """The study to replace; null for a new one."""


class StudySummary(Struct, frozen=True):
    id: str
    title: str
    changed: int
    """Milliseconds since 1970."""


class SavedStudy(Struct, frozen=True):
    """A saved study, and whether it is yours."""

    id: str
    title: str
    changed: int
    own: bool
    study: dict[str, Any]
