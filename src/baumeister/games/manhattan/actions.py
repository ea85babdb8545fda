"""Actions. `str(action)` is the canonical text used in records, on the wire and by people.

Players choose blocks, build or forfeit; all other actions are chance. An action and its text
contain the same information, so parsing needs no state.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from baumeister.games.manhattan.board import DISTRICTS, SITE_NAMES


@dataclass(frozen=True, slots=True)
class Start:
    """The player who starts round 1 (M1.7)."""

    player: int

    def __str__(self) -> str:
        return f"start {self.player}"


@dataclass(frozen=True, slots=True)
class Deal:
    """The first hand of a player, cards ascending (M1.6)."""

    player: int
    cards: tuple[int, ...]

    def __str__(self) -> str:
        return f"deal {self.player} {''.join(map(str, self.cards))}"


@dataclass(frozen=True, slots=True)
class Monster:
    """The site where the monster starts (M5.1)."""

    site: int

    def __str__(self) -> str:
        return f"monster {SITE_NAMES[self.site]}"


@dataclass(frozen=True, slots=True)
class Districts:
    """The order in which the districts open (M5.3)."""

    order: tuple[int, ...]

    def __str__(self) -> str:
        return f"districts {''.join(DISTRICTS[district] for district in self.order)}"


@dataclass(frozen=True, slots=True)
class Urban:
    """The urban card revealed (M4.1, M4.11)."""

    name: str

    def __str__(self) -> str:
        return f"urban {self.name}"


@dataclass(frozen=True, slots=True)
class Draw:
    """The card a player draws (M2.3)."""

    player: int
    card: int

    def __str__(self) -> str:
        return f"draw {self.player} {self.card}"


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """The discard pile becomes the draw pile (M2.7)."""

    def __str__(self) -> str:
        return "reshuffle"


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose blocks for the tray (M2.2): for each colour its name and the floors, descending.

    The name is None if players have one colour each.
    """

    blocks: tuple[tuple[str | None, tuple[int, ...]], ...]

    def __str__(self) -> str:
        words = ["choose"]
        for colour, floors in self.blocks:
            words += [colour] if colour else []
            words.append("".join(map(str, floors)))
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Build:
    """Play a card and build a block on a site that the card marks (M2.3)."""

    card: int
    site: int
    floors: int
    colour: str | None = None
    """Given only if players have two colours."""
    _text: str = field(default="", init=False, repr=False, compare=False)
    """Made once: a list of legal actions has dozens of these."""

    def __str__(self) -> str:
        if not self._text:
            text = f"build {self.card} {SITE_NAMES[self.site]} {self.floors}"
            object.__setattr__(self, "_text", f"{text} {self.colour}" if self.colour else text)
        return self._text


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Discard a card and a block because no build is legal (M2.8)."""

    card: int
    floors: int
    colour: str | None = None

    def __str__(self) -> str:
        text = f"forfeit {self.card} {self.floors}"
        return f"{text} {self.colour}" if self.colour else text


ChanceAction = Start | Deal | Monster | Districts | Urban | Draw | Reshuffle
PlayerAction = Choose | Build | Forfeit
Action = ChanceAction | PlayerAction
