"""Bodies of the explorer."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from baumeister.server.tables.commands import Text
from baumeister.server.wire.payloads.play import GameId, Position


class ExplorerBody(Struct, frozen=True, forbid_unknown_fields=True):
    """What to count, in the finished games that you may see."""

    game: GameId
    by: Text | None = None
    """The feature to count (`Explored.features`); `opening` counts what followed `after`."""
    after: Annotated[list[Text], Meta(max_length=200)] = []
    players: Annotated[int, Meta(ge=1, le=20)] | None = None
    """Only games of this many players."""
    edition: Text | None = None
    kind: Literal["person", "bot"] | None = None
    """Only decisions of people, or only those of bots."""
    player: Text | None = None
    """Only decisions of the player with this name or bot code."""
    round: Annotated[int, Meta(ge=1, le=100)] | None = None
    won: bool | None = None
    """Only decisions of those who won (true) or of the others (false)."""
    mine: bool = False
    """Only games at which you played."""


class ExplorerBy(Struct, frozen=True):
    """A player who made a choice, and how often."""

    name: str
    bot: str
    """The bot's code; empty for a person."""
    count: int
    win_rate: float


class ExplorerRow(Struct, frozen=True):
    """How often and how well one value was chosen."""

    value: str
    count: int
    games: int
    share: float
    """Of all decisions counted."""
    win_rate: float
    low: float
    """The 95 % interval of the win rate."""
    high: float
    expected: float
    """The win rate if all players were equally strong."""
    points: float
    """The mean final score of those who chose it."""
    rank: float
    by: list[ExplorerBy]


class ExplorerExample(Struct, frozen=True):
    """The newest game with an opening, and the position after it."""

    table: str
    line: int
    seat: int
    """The player to decide; after the end, the one who decided last."""
    names: list[str]
    bots: list[str]
    """The bots' codes by seat; empty for people."""
    options: dict[str, Any]
    lines: list[str]
    """The log up to the position."""
    position: Position
    text: str | None
    """The position as text (docs/records.md); null if the game has none."""


class Explored(Struct, frozen=True):
    """The most frequent values first."""

    game: str
    by: str
    features: list[str]
    """What can be counted, `opening` last."""
    games: int
    """The number of games counted."""
    decisions: int
    """The number of decisions counted."""
    unread: int
    """Games not yet counted: ask again for them."""
    rows: list[ExplorerRow]
    more: int
    """How many rows were left out."""
    players: dict[str, int]
    """The number of games by number of players, whatever was asked for."""
    editions: dict[str, int]
    """The number of games by edition, in games with editions."""
    rounds: int
    """The last round that was played."""
    own_lines: bool
    """Whether each player's decisions form an opening of their own, as on boards of their own."""
    example: ExplorerExample | None = None
