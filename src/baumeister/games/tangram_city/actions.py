"""Actions. `str(action)` is the canonical text used in records, on the wire and by people."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from baumeister.games.tangram_city.geometry import FIELD_NAMES


@dataclass(frozen=True, slots=True)
class Start:
    """The player who holds the pillar in round 1 (T1.5)."""

    player: int

    def __str__(self) -> str:
        return f"start {self.player}"


@dataclass(frozen=True, slots=True)
class Boards:
    """The board 1–5 of each player (T1.1)."""

    numbers: tuple[int, ...]

    def __str__(self) -> str:
        return "boards " + " ".join(map(str, self.numbers))


@dataclass(frozen=True, slots=True)
class Deal:
    """The tiles of the round, in the order of the slots (T2.1)."""

    tiles: tuple[str, ...]

    def __str__(self) -> str:
        return "deal " + " ".join(self.tiles)


@dataclass(frozen=True, slots=True)
class Side:
    """The side of the board a player uses (T1.1)."""

    side: str

    def __str__(self) -> str:
        return f"side {self.side}"


@dataclass(frozen=True, slots=True)
class Place:
    """Place a tile with a side up (b buildings, g green), turned clockwise by a number of quarter
    turns, with the top left corner of its bounding box on a field (T3)."""

    tile: str
    side: str
    turns: int
    field: int
    _text: str = dataclasses.field(default="", init=False, repr=False, compare=False)
    """Made once: a list of legal actions has hundreds of these."""

    def __str__(self) -> str:
        if not self._text:
            text = f"place {self.tile} {self.side} {self.turns} {FIELD_NAMES[self.field]}"
            object.__setattr__(self, "_text", text)
        return self._text


@dataclass(frozen=True, slots=True)
class Skip:
    """Decline a tile (T3.3)."""

    tile: str

    def __str__(self) -> str:
        return f"skip {self.tile}"


@dataclass(frozen=True, slots=True)
class Fountain:
    """Place a fountain on the half field with its right angle in a corner, or none (T2.3)."""

    field: int | None = None
    corner: str | None = None

    def __str__(self) -> str:
        if self.field is None:
            return "fountain -"
        return f"fountain {FIELD_NAMES[self.field]} {self.corner}"


ChanceAction = Start | Boards | Deal
PlayerAction = Side | Place | Skip | Fountain
Action = ChanceAction | PlayerAction
