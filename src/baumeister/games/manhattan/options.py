"""Options: one frozen value, checked field by field (M6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any, Final

from baumeister.core.errors import OptionsError
from baumeister.core.options import known_fields, one_of
from baumeister.games.manhattan.board import BLOCK_COUNTS, SITE_NUMBERS
from baumeister.games.manhattan.editions import COLOURS, DEFAULT_EDITION, EDITIONS
from baumeister.games.manhattan.urban import CARD_NAMES as URBAN_NAMES

CHOICES: Final = ("open", "secret", "one-by-one")
VARIANTS: Final = ("godzilla", "baby-godzilla", "progressive", "anti-trust")
HANDS: Final = (4, 5, 6)

_SIDES: Final = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
PLAYERS: Final = tuple(_SIDES)
_BLOCKS: Final = sum(BLOCK_COUNTS)


CLAUSES: Final = {
    "players": "M2.1",
    "edition": "M6",
    "rounds": "M2.1",
    "blocks": "M2.1",
    "sides": "M1.4",
    "hand": "M6",
    "choice": "M6",
    "same_owner_highest": "M3.1",
    "tie_break": "M3.5",
    "urban": "M4.1",
    "megacity_all": "M4.4",
    "variants": "M5",
    "colours": "M6",
    "start": "M1.7",
    "monster": "M5.1",
}
"""The clause that each option is about."""
_FLAGS: Final = ("same_owner_highest", "tie_break", "urban", "megacity_all")


@dataclass(frozen=True, slots=True)
class Options:
    """Everything a game of Manhattan may be played with. `resolve` fills in an edition."""

    players: int
    edition: str
    rounds: int
    blocks: int
    sides: tuple[int, ...]
    hand: int
    choice: str
    same_owner_highest: bool
    tie_break: bool
    urban: bool
    megacity_all: bool
    variants: tuple[str, ...]
    colours: tuple[str, ...]
    start: int | None = None
    """The first start player, if the set-up names one (M1.7)."""
    monster: str | None = None
    """Where the monster starts, if the set-up names a site (M5.1)."""

    def __post_init__(self) -> None:
        _one_of("players", self.players, PLAYERS)
        _one_of("edition", self.edition, tuple(EDITIONS))
        _one_of("hand", self.hand, HANDS)
        _one_of("choice", self.choice, CHOICES)
        for name in _FLAGS:
            _one_of(name, getattr(self, name), (True, False))
        self._check_plan()
        self._check_sides()
        self._check_variants()
        self._check_colours()
        if self.start is not None:
            _one_of("start", self.start, tuple(range(self.players)))
        if self.monster is not None:
            if not self.has_monster:
                raise OptionsError("monster", "needs godzilla or baby-godzilla", clause="M5.1")
            if not isinstance(self.monster, str) or self.monster not in SITE_NUMBERS:
                raise OptionsError("monster", "must be a site, A1 to F9", clause="M5.1")

    @property
    def has_monster(self) -> bool:
        return "godzilla" in self.variants or "baby-godzilla" in self.variants

    def _check_plan(self) -> None:
        for name in ("rounds", "blocks"):
            _one_of(name, getattr(self, name), range(1, _BLOCKS + 1))
        if self.rounds * self.blocks > _BLOCKS:
            raise OptionsError(
                "blocks",
                f"{self.rounds} rounds of {self.blocks} need {self.rounds * self.blocks} blocks,"
                f" a colour has {_BLOCKS}",
                clause="M1.3",
            )
        if self.urban and self.rounds >= len(URBAN_NAMES):
            raise OptionsError(
                "rounds",
                f"with urban rules at most {len(URBAN_NAMES) - 1}: there are"
                f" {len(URBAN_NAMES)} cards, and fake news takes two",
                clause="M4.11",
            )

    def _check_sides(self) -> None:
        sides = _numbers("sides", self.sides, "M1.4")
        if (
            len(sides) != self.players
            or len(set(sides)) != len(sides)
            or not all(0 <= side <= 3 for side in sides)
        ):
            raise OptionsError(
                "sides", f"must be {self.players} different sides of 0 to 3", clause="M1.4"
            )
        if sum((after - side) % 4 for side, after in pairwise(sides)) > 3:
            raise OptionsError("sides", "must go clockwise, as the turns do", clause="M2.3")

    def _check_variants(self) -> None:
        for variant in self.variants:
            _one_of("variants", variant, VARIANTS)
        if list(self.variants) != [name for name in VARIANTS if name in self.variants]:
            raise OptionsError(
                "variants", f"each at most once, in the order {', '.join(VARIANTS)}", clause="M5"
            )
        if {"godzilla", "baby-godzilla"} <= set(self.variants):
            raise OptionsError(
                "variants", "godzilla and baby-godzilla exclude each other", clause="M5.2"
            )

    def _check_colours(self) -> None:
        count = 3 if self.players == 3 else 4
        for colour in self.colours:
            _one_of("colours", colour, COLOURS)
        if len(self.colours) != count or len(set(self.colours)) != count:
            raise OptionsError("colours", f"must be {count} different colours", clause="M1.3")

    def data(self) -> dict[str, Any]:
        """As records hold it; what the set-up does not name is left out."""
        plain = {field.name: getattr(self, field.name) for field in fields(self)}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in plain.items()
            if value is not None
        }


FIELDS: Final = tuple(field.name for field in fields(Options))


def resolve(given: Mapping[str, Any]) -> Options:
    """Options from plain data: what is not given comes from the edition."""
    known_fields(list(given), FIELDS, "M6")
    players = given.get("players", 4)
    _one_of("players", players, PLAYERS)
    name = given.get("edition", DEFAULT_EDITION)
    _one_of("edition", name, tuple(EDITIONS))
    edition = EDITIONS[name]
    rounds, blocks = edition.plans[players]
    preset: dict[str, Any] = {
        "players": players,
        "edition": name,
        "rounds": rounds,
        "blocks": blocks,
        "sides": _SIDES[players],
        "hand": 4,
        "choice": "open",
        "same_owner_highest": edition.same_owner_highest,
        "tie_break": edition.tie_break,
        "urban": False,
        "megacity_all": False,
        "variants": (),
        "colours": edition.colours[:3] if players == 3 else edition.colours,
    }
    merged = {**preset, **given}
    for field in ("start", "monster"):
        if field in given and given[field] is None:
            raise OptionsError(field, "must be named or left out", clause=CLAUSES[field])
    for field in ("sides", "variants", "colours"):
        if not isinstance(merged[field], (list, tuple)):
            raise OptionsError(field, "must be a list", clause=CLAUSES[field])
        merged[field] = tuple(merged[field])
    if all(isinstance(name, str) and name in VARIANTS for name in merged["variants"]) and len(
        set(merged["variants"])
    ) == len(merged["variants"]):
        merged["variants"] = tuple(name for name in VARIANTS if name in merged["variants"])
    return Options(**merged)


def _one_of(field: str, value: Any, allowed: Sequence[Any]) -> None:
    one_of(field, value, allowed, CLAUSES[field])


def _numbers(field: str, values: tuple[Any, ...], clause: str) -> tuple[int, ...]:
    if not all(type(value) is int for value in values):
        raise OptionsError(field, "must be whole numbers", clause=clause)
    return values
