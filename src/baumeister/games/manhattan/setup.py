"""Tables derived from the options: the colours of the players and all actions.

Actions are created here once and shared; `legal` only selects from these tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, overload

from baumeister.games.manhattan.actions import Build, Choose, Draw
from baumeister.games.manhattan.board import CARDS, DISTRICTS, MARKED
from baumeister.games.manhattan.options import Options
from baumeister.games.manhattan.scoring import colours_of

Blocks = tuple[int, int, int, int]
"""The number of blocks of 1, 2, 3, 4 floors."""

NO_BLOCKS: Final[Blocks] = (0, 0, 0, 0)

Row = tuple[tuple[int, tuple[tuple[Build, ...], ...]], ...]
"""For one card: each site it marks, with the legal builds by `Building.least`."""


class Setup:
    """The tables of one set of options; equal options have equal tables."""

    __slots__ = ("_owners", "_rows", "colour_number", "colours", "draws", "options", "players")

    def __init__(self, options: Options) -> None:
        self.options = options
        self.players = options.players
        self.colours = tuple(colours_of(options, p) for p in range(options.players))
        """The colours of each player."""
        self._owners = {each: player for player, own in enumerate(self.colours) for each in own}
        self.colour_number: dict[str, int] = {c: i for i, c in enumerate(options.colours)}
        self.draws = tuple(
            tuple(Draw(player, card) for card in CARDS) for player in range(options.players)
        )
        self._rows: dict[tuple[int, bool, bool, bool, bool], tuple[Row, ...]] = {}

    def __repr__(self) -> str:
        return f"setup_for({self.options!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setup) and self.options == other.options

    def __hash__(self) -> int:
        return hash(self.options)

    def __reduce__(self) -> tuple[Any, ...]:
        return setup_for, (self.options,)

    def owner(self, colour: int) -> int:
        """The player who has the colour."""
        return self._owners[colour]

    def colour_name(self, colour: int) -> str | None:
        """The colour as actions name it: None if players have one colour each."""
        return self.options.colours[colour] if self.options.colours_each == 2 else None

    def rows(self, colour: int, tray: Blocks) -> tuple[Row, ...]:
        """By card (index 0 is unused): what the colour can build with the blocks in its tray."""
        ones, twos, threes, fours = tray
        key = colour, ones > 0, twos > 0, threes > 0, fours > 0
        rows = self._rows.get(key)
        if rows is None:
            sizes = [floors for floors, count in enumerate(tray, start=1) if count]
            rows = self._rows[key] = tuple(self._row(colour, sizes, card) for card in (0, *CARDS))
        return rows

    def _row(self, colour: int, sizes: list[int], card: int) -> Row:
        if not card:
            return ()
        position = MARKED[self.options.sides[self.owner(colour)]][card]
        name = self.colour_name(colour)
        row = []
        for site in range(position, 9 * len(DISTRICTS), 9):
            builds = [Build(card, site, floors, name) for floors in sizes]
            enough = (  # M2.4, M2.5
                tuple(build for build in builds if build.floors >= least) for least in range(6)
            )
            row.append((site, tuple(enough)))
        return tuple(row)

    def choices(self, player: int, supplies: tuple[Blocks, ...]) -> Sequence[Choose]:
        """All ways to choose the blocks of a round at once."""
        colours = self.colours[player]
        count = self.options.blocks
        if len(colours) == 1:
            return _one_colour(supplies[colours[0]], count)
        first, second = colours
        return Pairs(
            (self.options.colours[first], selections(supplies[first], count)),
            (self.options.colours[second], selections(supplies[second], count)),
        )


class Pairs(Sequence[Choose]):
    """The choices of a player with two colours: more than a thousand, created on demand."""

    __slots__ = ("_first", "_second")

    def __init__(
        self,
        first: tuple[str, tuple[tuple[int, ...], ...]],
        second: tuple[str, tuple[tuple[int, ...], ...]],
    ) -> None:
        self._first = first
        self._second = second

    def parts(self) -> tuple[list[str], list[str]]:
        """The texts for each colour: any first and any second, joined by a space, are a choice."""
        (one, firsts), (other, seconds) = self._first, self._second
        return (
            [f"choose {one} {''.join(map(str, floors))}" for floors in firsts],
            [f"{other} {''.join(map(str, floors))}" for floors in seconds],
        )

    def __len__(self) -> int:
        return len(self._first[1]) * len(self._second[1])

    @overload
    def __getitem__(self, index: int) -> Choose: ...
    @overload
    def __getitem__(self, index: slice) -> list[Choose]: ...
    def __getitem__(self, index: int | slice) -> Choose | list[Choose]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        i, j = divmod(range(len(self))[index], len(self._second[1]))
        return Choose(((self._first[0], self._first[1][i]), (self._second[0], self._second[1][j])))


@lru_cache(maxsize=4096)
def _one_colour(supply: Blocks, count: int) -> tuple[Choose, ...]:
    return tuple(Choose(((None, floors),)) for floors in selections(supply, count))


@lru_cache(maxsize=4096)
def selections(supply: Blocks, count: int) -> tuple[tuple[int, ...], ...]:
    """All ways to take `count` blocks: floors descending, larger selections first."""
    return tuple(
        (4,) * fours + (3,) * threes + (2,) * twos + (1,) * ones
        for fours in range(min(supply[3], count), -1, -1)
        for threes in range(min(supply[2], count - fours), -1, -1)
        for twos in range(min(supply[1], count - fours - threes), -1, -1)
        for ones in (count - fours - threes - twos,)
        if ones <= supply[0]
    )


def blocks_of(floors: Sequence[int]) -> Blocks:
    """The number of blocks of each size."""
    count = floors.count
    return count(1), count(2), count(3), count(4)


def plus(some: Blocks, more: Blocks) -> Blocks:
    a, b, c, d = some
    e, f, g, h = more
    return a + e, b + f, c + g, d + h


def minus(some: Blocks, fewer: Blocks) -> Blocks:
    a, b, c, d = some
    e, f, g, h = fewer
    return a - e, b - f, c - g, d - h


def one_less(blocks: Blocks, floors: int) -> Blocks:
    """The blocks without one of this size."""
    ones, twos, threes, fours = blocks
    if floors == 1:
        return ones - 1, twos, threes, fours
    if floors == 2:
        return ones, twos - 1, threes, fours
    if floors == 3:
        return ones, twos, threes - 1, fours
    return ones, twos, threes, fours - 1


@lru_cache(maxsize=64)
def setup_for(options: Options) -> Setup:
    """The tables for these options, from a cache."""
    return Setup(options)
