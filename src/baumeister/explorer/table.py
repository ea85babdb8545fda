"""Tables of the explorer: one row for each value of a feature."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import asdict, dataclass, field, fields
from math import sqrt
from typing import Any, Final, NamedTuple

from baumeister.explorer.digest import Seat

MOST_NAMED: Final = 5
"""The players named in a row: those who made the choice most often."""
_Z: Final = 1.959964
"""The two-sided 95 % quantile of the normal distribution."""


@dataclass(frozen=True, slots=True)
class By:
    """A player who made a choice, and how often. All bots with one code are one player."""

    name: str
    bot: str
    """The bot's code; empty for a person."""
    count: int
    win_rate: float


@dataclass(frozen=True, slots=True)
class Row:
    """How often and how well one value was chosen."""

    value: str
    count: int
    """How often it was chosen."""
    games: int
    """In how many games."""
    share: float
    """Of all decisions counted in the table."""
    wins: float
    """The games won by those who chose it, each choice counted; shared wins in part."""
    win_rate: float
    low: float
    """The 95 % interval of the win rate (Wilson), with the games as observations."""
    high: float
    expected: float
    """The win rate if all players were equally strong."""
    points: float
    """The mean final score of those who chose it."""
    rank: float
    """Their mean rank."""
    by: tuple[By, ...]
    """Who chose it most often."""


COLUMNS: Final = tuple(each.name for each in fields(Row))


class Example(NamedTuple):
    """A position to show: of which game, after which line of the log, and whose turn it is."""

    name: str
    line: int
    seat: int


@dataclass(frozen=True)
class Table:
    """The rows, the most frequent first, and what they were counted from."""

    game: str
    by: str
    games: int
    """The number of games counted."""
    decisions: int
    """The number of decisions counted."""
    rows: tuple[Row, ...]
    after: tuple[str, ...] = ()
    """The opening that the rows continue."""
    example: Example | None = None
    """The newest position after the opening; only in tables of openings."""

    def columns(self) -> dict[str, list[Any]]:
        """The rows as columns by name, as data frames take them."""
        return {name: [getattr(row, name) for row in self.rows] for name in COLUMNS}

    def data(self) -> dict[str, Any]:
        """The table as plain data."""
        head = {"game": self.game, "by": self.by, "after": list(self.after)}
        rows = [asdict(row) for row in self.rows]
        return {**head, "games": self.games, "decisions": self.decisions, "rows": rows}


@dataclass
class Tally:
    """Counts one value."""

    count: int = 0
    games: set[int] = field(default_factory=set)
    wins: float = 0.0
    expected: float = 0.0
    points: int = 0
    ranks: int = 0
    by: Counter[tuple[str, str]] = field(default_factory=Counter)
    won_by: defaultdict[tuple[str, str], float] = field(default_factory=lambda: defaultdict(float))

    def add(self, game: int, seat: Seat, players: int) -> None:
        """Count a decision of this player."""
        who = seat.bot or seat.name, seat.bot
        self.count += 1
        self.games.add(game)
        self.wins += seat.win
        self.expected += 1 / players
        self.points += seat.points
        self.ranks += seat.rank
        self.by[who] += 1
        self.won_by[who] += seat.win

    def row(self, value: str, total: int) -> Row:
        """The row of a table with this many decisions."""
        rate = self.wins / self.count
        low, high = wilson(rate, len(self.games))
        named = sorted(self.by.items(), key=lambda each: (-each[1], each[0]))[:MOST_NAMED]
        return Row(
            value=value,
            count=self.count,
            games=len(self.games),
            share=self.count / total,
            wins=self.wins,
            win_rate=rate,
            low=low,
            high=high,
            expected=self.expected / self.count,
            points=self.points / self.count,
            rank=self.ranks / self.count,
            by=tuple(By(*who, times, self.won_by[who] / times) for who, times in named),
        )


def wilson(rate: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share observed in this many games."""
    square = _Z**2 / games
    centre = (rate + square / 2) / (1 + square)
    reach = sqrt(square * rate * (1 - rate) + square**2 / 4) / (1 + square)
    return max(0.0, centre - reach), min(1.0, centre + reach)
