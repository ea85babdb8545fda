"""Reading the canonical text of actions (the other way is `str`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from baumeister.core.errors import MalformedError
from baumeister.games.manhattan.actions import (
    Action,
    Build,
    Choose,
    Deal,
    Districts,
    Draw,
    Forfeit,
    Monster,
    Reshuffle,
    Start,
    Urban,
)
from baumeister.games.manhattan.board import DISTRICTS, SITE_NUMBERS

LONGEST: Final = 80  # no action's text is longer

_COLOUR = r"(?: ([a-z]+))?"
_FORMS: Final[dict[str, tuple[str, str, Callable[..., Action]]]] = {
    # kind: how it is written, its pattern, what makes it from the groups
    "start": ("start PLAYER", r"start ([0-9])", lambda p: Start(int(p))),
    "deal": (
        "deal PLAYER CARDS",
        r"deal ([0-9]) ([1-9]{1,9})",
        lambda p, cards: Deal(int(p), _digits(cards, sorted(cards), "ascending")),
    ),
    "monster": ("monster SITE", r"monster ([A-F][1-9])", lambda s: Monster(SITE_NUMBERS[s])),
    "districts": (
        "districts ORDER",
        r"districts ([A-F]{6})",
        lambda order: Districts(tuple(map(DISTRICTS.index, order))),
    ),
    "urban": ("urban NAME", r"urban ([a-z-]+)", Urban),
    "draw": ("draw PLAYER CARD", r"draw ([0-9]) ([1-9])", lambda p, k: Draw(int(p), int(k))),
    "reshuffle": ("reshuffle", r"reshuffle", Reshuffle),
    "choose": (
        "choose FLOORS, or choose COLOUR FLOORS …",
        r"choose ([1-4]+|[a-z]+ [1-4]+(?: [a-z]+ [1-4]+)?)",
        lambda words: _choose(words.split(" ")),
    ),
    "build": (
        "build CARD SITE FLOORS [COLOUR]",
        rf"build ([1-9]) ([A-F][1-9]) ([1-4]){_COLOUR}",
        lambda k, site, f, colour: Build(int(k), SITE_NUMBERS[site], int(f), colour),
    ),
    "forfeit": (
        "forfeit CARD FLOORS [COLOUR]",
        rf"forfeit ([1-9]) ([1-4]){_COLOUR}",
        lambda k, f, colour: Forfeit(int(k), int(f), colour),
    ),
}

_BY_CHANCE: Final = ("start", "deal", "monster", "districts", "urban", "draw", "reshuffle")


def _line_pattern() -> str:
    """Log lines, hidden cards of an export included."""
    lines = []
    for kind, (_, pattern, _) in _FORMS.items():
        shown = pattern.replace("[1-9]", "[1-9?]") if kind in ("deal", "draw") else pattern
        shown = shown.replace("[1-4]+", "[1-4?]+") if kind == "choose" else shown
        lines.append((r"\* " if kind in _BY_CHANCE else "[0-3] ") + shown)
    return "|".join(lines)


LINE_PATTERN: Final = _line_pattern()
"""What a log line looks like, as a regular expression."""


def parse(text: str) -> Action:
    """The action with this canonical text.

    >>> parse("build 5 C5 3")
    Build(card=5, site=22, floors=3, colour=None)
    """
    if len(text) > LONGEST:
        raise MalformedError(f"no action is longer than {LONGEST} characters")
    kind = text.split(" ", 1)[0]
    if kind not in _FORMS:
        raise MalformedError(f"{kind!r} is no action")
    form, pattern, make = _FORMS[kind]
    found = re.fullmatch(pattern, text, re.ASCII)
    if not found:
        raise MalformedError(f"{text!r} is not of the form '{form}'")
    return make(*found.groups())


def _digits(digits: str, ordered: list[str], order: str) -> tuple[int, ...]:
    if list(digits) != ordered:
        raise MalformedError(f"{digits!r} must be written {order}: {''.join(ordered)!r}")
    return tuple(map(int, digits))


def _floors(digits: str) -> tuple[int, ...]:
    return _digits(digits, sorted(digits, reverse=True), "largest first")


def _choose(words: list[str]) -> Choose:
    if len(words) == 1:
        return Choose(((None, _floors(words[0])),))
    return Choose(
        tuple(
            (colour, _floors(digits))
            for colour, digits in zip(words[::2], words[1::2], strict=True)
        )
    )
