"""The options of Manhattan (M6), declared once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, Final

from baumeister.core.errors import Message, OptionsError
from baumeister.core.messages import Value
from baumeister.core.options import OptionSet, one_of, option, options_of
from baumeister.games.manhattan.board import (
    BLOCK_COUNTS,
    CARD_COPIES,
    CARDS,
    DISTRICTS,
    SITE_NAMES,
    SITE_NUMBERS,
)
from baumeister.games.manhattan.editions import (
    COLOURS,
    DEFAULT_EDITION,
    EDITIONS,
    ONE_COLOUR_PLAN,
    Edition,
)
from baumeister.games.manhattan.urban import CARD_NAMES as URBAN_NAMES

CHOICES: Final = ("open", "secret", "one-by-one")
VARIANTS: Final = ("godzilla", "baby-godzilla", "progressive", "anti-trust")
MONSTERS: Final = ("godzilla", "baby-godzilla")
MONSTER_MOVES: Final = ("with-card", "after-block")
HANDS: Final = range(1, 7)

_SIDES: Final = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
PLAYERS: Final = tuple(_SIDES)
_BLOCKS: Final = sum(BLOCK_COUNTS)


def _edition(chosen: Mapping[str, Any]) -> Edition:
    return EDITIONS[chosen["edition"]]


def _plan(chosen: Mapping[str, Any]) -> tuple[int, int]:
    """Rounds, and blocks per colour and round."""
    one_colour = chosen["players"] == 2 and chosen["colours_each"] == 1
    return ONE_COLOUR_PLAN if one_colour else _edition(chosen).plans[chosen["players"]]


def _colours(chosen: Mapping[str, Any]) -> int:
    """How many colours are in the game."""
    count: int = chosen["players"] * chosen["colours_each"]
    return count


@dataclass(frozen=True, slots=True)
class Options(OptionSet):
    """Everything a game of Manhattan may be played with."""

    unknown_clause: ClassVar = "M6"

    players: int = option(
        "M2.1",
        "How many players.",
        values=PLAYERS,
        default=4,
        group="game",
        resets=("colours_each", "sides", "colours", "start"),
    )
    edition: str = option(
        "M6",
        "The edition, a preset for all other options.",
        values=tuple(EDITIONS),
        default=DEFAULT_EDITION,
        group="edition",
        control="choice",
        resets=("rounds", "blocks", "colours", "same_owner_highest", "tie_break"),
    )
    colours_each: int = option(
        "M6",
        "Colours of each player: two only with two players.",
        values=(1, 2),
        preset=lambda chosen: 2 if chosen["players"] == 2 else 1,
        group="game",
        needs={"players": 2},
        resets=("rounds", "blocks", "colours"),
    )
    rounds: int = option(
        "M2.1",
        "How many rounds.",
        values=range(1, _BLOCKS + 1),
        preset=lambda chosen: _plan(chosen)[0],
        group="edition",
    )
    blocks: int = option(
        "M2.1",
        "Blocks per colour and round.",
        values=range(1, _BLOCKS + 1),
        preset=lambda chosen: _plan(chosen)[1],
        group="edition",
    )
    sides: tuple[int, ...] = option(
        "M1.4",
        "The side of each player, clockwise: 0 South, 1 West, 2 North, 3 East.",
        schema={
            "type": "array",
            "items": {"type": "integer", "minimum": 0, "maximum": 3},
            "minItems": 2,
            "maxItems": 4,
        },
        preset=lambda chosen: _SIDES[chosen["players"]],
        length=(2, 4),
        control="sides",
    )
    hand: int = option("M6", "Cards in a hand.", values=HANDS, default=4)
    districts: int = option(
        "M6",
        "How many districts are in play, from A on; fewer make a small game.",
        values=range(1, len(DISTRICTS) + 1),
        default=len(DISTRICTS),
    )
    cards: int = option(
        "M6",
        "How many kinds of cards are in play, from 1 on; fewer make a small game.",
        values=range(1, len(CARDS) + 1),
        default=len(CARDS),
    )
    choice: str = option("M6", "How blocks are chosen.", values=CHOICES, default="open")
    same_owner_highest: bool = option(
        "M3.1",
        "Several highest buildings score if they belong to one player.",
        values=(True, False),
        preset=lambda chosen: _edition(chosen).same_owner_highest,
        group="edition",
    )
    tie_break: bool = option(
        "M3.5",
        "Break ties by height, then by majorities.",
        values=(True, False),
        preset=lambda chosen: _edition(chosen).tie_break,
        group="edition",
    )
    urban: bool = option(
        "M4.1",
        "Urban rules, the advanced mode.",
        default=False,
        group="advanced",
        resets=("megacity_all",),
    )
    megacity_all: bool = option(
        "M4.4",
        "Megacity scores every complete district.",
        default=False,
        group="advanced",
        needs={"urban": True},
    )
    variants: tuple[str, ...] = option(
        "M5",
        "Variants, separated by commas or repeated.",
        values=VARIANTS,
        default=(),
        length=(0, 3),
        ordered=True,
        group="variants",
        flag="variant",
    )
    colours: tuple[str, ...] = option(
        "M6",
        "Colours in player order.",
        values=COLOURS,
        preset=lambda chosen: _edition(chosen).colours[: _colours(chosen)],
        length=(2, 4),
        control="colours",
    )
    start: int | None = option(
        "M1.7",
        "The seat that starts round 1.",
        schema={"type": "integer", "minimum": 0, "maximum": 3},
        control="seat",
    )
    monster: str | None = option(
        "M5.1",
        "The monster's first site, such as B5.",
        schema={"enum": list(SITE_NAMES)},
        group="variants",
        control="site",
        needs={"variants": list(MONSTERS)},
    )
    monster_moves: str = option(
        "M5.1",
        "When the monster moves: as the card is played, or after the block.",
        values=MONSTER_MOVES,
        default=MONSTER_MOVES[0],
        group="variants",
        needs={"variants": list(MONSTERS)},
    )

    @property
    def has_monster(self) -> bool:
        """Whether a variant with a monster is played (M5.1)."""
        return any(monster in self.variants for monster in MONSTERS)

    def validate(self) -> None:
        """Check that the options fit together; OptionsError names the wrong one."""
        if self.colours_each == 2 and self.players != 2:
            raise _wrong("colours_each", "M6", "must be 1 unless two play", "one-colour")
        self._validate_plan()
        self._validate_cards()
        self._validate_sides()
        self._validate_variants()
        self._validate_colours()
        if self.start is not None:
            one_of("start", self.start, tuple(range(self.players)), "M1.7")
        if self.monster is not None:
            if not self.has_monster:
                raise _wrong("monster", "M5.1", "needs godzilla or baby-godzilla", "no-monster")
            if not isinstance(self.monster, str) or self.monster not in SITE_NUMBERS:
                raise _wrong("monster", "M5.1", "must be a site, A1 to F9", "site")

    def _validate_plan(self) -> None:
        needed = self.rounds * self.blocks
        if needed > _BLOCKS:
            reason = (
                f"{self.rounds} rounds of {self.blocks} need {needed} blocks,"
                f" a colour has {_BLOCKS}"
            )
            plan = {"rounds": self.rounds, "blocks": self.blocks, "needed": needed, "most": _BLOCKS}
            raise _wrong("blocks", "M1.3", reason, "blocks", **plan)
        cards = len(URBAN_NAMES)
        if self.urban and self.rounds >= cards:
            reason = (
                f"with urban rules at most {cards - 1}: there are {cards} cards,"
                " and fake news takes two"
            )
            raise _wrong("rounds", "M4.11", reason, "urban-rounds", most=cards - 1, cards=cards)

    def _validate_cards(self) -> None:
        """A card must be left in the pile when the hands are dealt."""
        dealt, have = self.players * self.hand, self.cards * CARD_COPIES
        if dealt >= have:
            reason = f"{have} cards are too few: {dealt} are dealt, and the pile needs one"
            raise _wrong("cards", "M6", reason, "cards", have=have, dealt=dealt)

    def _validate_sides(self) -> None:
        sides = self.sides
        if not all(type(side) is int for side in sides):
            raise _wrong("sides", "M1.4", "must be whole numbers", "sides", count=self.players)
        if len(sides) != self.players or not all(0 <= side <= 3 for side in sides):
            reason = f"must be {self.players} sides of 0 to 3"
            raise _wrong("sides", "M1.4", reason, "sides", count=self.players)
        if sum((after - side) % 4 for side, after in pairwise((*sides, sides[0]))) > 4:
            raise _wrong("sides", "M2.3", "must go clockwise, as the turns do", "clockwise")

    def _validate_variants(self) -> None:
        if list(self.variants) != [name for name in VARIANTS if name in self.variants]:
            reason = f"each at most once, in the order {', '.join(VARIANTS)}"
            raise _wrong("variants", "M5", reason, "variants")
        if set(MONSTERS) <= set(self.variants):
            reason = f"{' and '.join(MONSTERS)} exclude each other"
            raise _wrong("variants", "M5.2", reason, "monsters")

    def _validate_colours(self) -> None:
        count = self.players * self.colours_each
        if len(self.colours) != count or len(set(self.colours)) != count:
            reason = f"must be {count} different colours"
            raise _wrong("colours", "M1.3", reason, "colours", count=count)


FIELDS: Final = tuple(options_of(Options))


def _wrong(field: str, clause: str, reason: str, key: str, **values: Value) -> OptionsError:
    message = Message("baumeister.games.manhattan", key, values)
    return OptionsError(field, reason, clause=clause, message=message)
