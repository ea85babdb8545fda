"""Parsing the canonical text of actions; `str` writes it."""

from __future__ import annotations

from typing import Final

from baumeister.core.errors import MalformedError
from baumeister.core.text import Form, Forms
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

_COLOUR = r"(?: ([a-z]+))?"


def _digits(digits: str, ordered: list[str], order: str) -> tuple[int, ...]:
    if list(digits) != ordered:
        raise MalformedError(f"{digits!r} must be written {order}: {''.join(ordered)!r}")
    return tuple(map(int, digits))


def _floors(digits: str) -> tuple[int, ...]:
    return _digits(digits, sorted(digits, reverse=True), "largest first")


def _choose(words: list[str]) -> Choose:
    if len(words) == 1:
        return Choose(((None, _floors(words[0])),))
    pairs = zip(words[::2], words[1::2], strict=True)
    return Choose(tuple((colour, _floors(digits)) for colour, digits in pairs))


FORMS: Final[Forms[Action]] = Forms(
    {
        "start": Form("start PLAYER", r"start ([0-9])", lambda p: Start(int(p)), by_chance=True),
        "deal": Form(
            "deal PLAYER CARDS",
            r"deal ([0-9]) ([1-9]{1,9})",
            lambda p, cards: Deal(int(p), _digits(cards, sorted(cards), "ascending")),
            by_chance=True,
            hidden=r"deal [0-9] \?{1,6}",
        ),
        "monster": Form(
            "monster SITE",
            r"monster ([A-F][1-9])",
            lambda site: Monster(SITE_NUMBERS[site]),
            by_chance=True,
        ),
        "districts": Form(
            "districts ORDER",
            r"districts ([A-F]{6})",
            lambda order: Districts(tuple(map(DISTRICTS.index, order))),
            by_chance=True,
        ),
        "urban": Form("urban NAME", r"urban ([a-z-]+)", Urban, by_chance=True),
        "draw": Form(
            "draw PLAYER CARD",
            r"draw ([0-9]) ([1-9])",
            lambda p, card: Draw(int(p), int(card)),
            by_chance=True,
            hidden=r"draw [0-9] \?",
        ),
        "reshuffle": Form("reshuffle", r"reshuffle", Reshuffle, by_chance=True),
        "choose": Form(
            "choose FLOORS, or choose COLOUR FLOORS …",
            r"choose ([1-4]+|[a-z]+ [1-4]+(?: [a-z]+ [1-4]+)?)",
            lambda words: _choose(words.split(" ")),
            hidden=r"choose (?:\?+|[a-z]+ \?+(?: [a-z]+ \?+)?)",
        ),
        "build": Form(
            "build CARD SITE FLOORS [COLOUR]",
            rf"build ([1-9]) ([A-F][1-9]) ([1-4]){_COLOUR}",
            lambda card, site, floors, colour: Build(
                int(card), SITE_NUMBERS[site], int(floors), colour
            ),
        ),
        "forfeit": Form(
            "forfeit CARD FLOORS [COLOUR]",
            rf"forfeit ([1-9]) ([1-4]){_COLOUR}",
            lambda card, floors, colour: Forfeit(int(card), int(floors), colour),
        ),
    },
    players=4,
)


def parse(text: str) -> Action:
    """The action with this canonical text.

    >>> parse("build 5 C5 3")
    Build(card=5, site=22, floors=3, colour=None)
    """
    return FORMS.parse(text)
