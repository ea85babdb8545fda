"""Editions: presets over the options, as data (M6)."""

from __future__ import annotations

from typing import Final, NamedTuple

DEFAULT_EDITION: Final = "hig-2017"

_LETTERS: Final = ("A", "B", "C", "D", "E", "F")
_CITIES: Final = ("Sydney", "Manhattan", "Frankfurt", "Hong Kong", "São Paulo", "Cairo")
_MODERN: Final = ("orange", "blue", "yellow", "purple")
_CLASSIC: Final = ("blue", "black", "red", "green")

COLOURS: Final = ("orange", "blue", "yellow", "purple", "black", "red", "green")
"""Every colour of any edition."""


class Edition(NamedTuple):
    """What one published edition fixes; all of it may be changed point by point."""

    title: str
    plans: dict[int, tuple[int, int]]
    """By number of players: rounds, and blocks per colour and round (M2.1)."""
    same_owner_highest: bool = False
    tie_break: bool = True
    colours: tuple[str, str, str, str] = _MODERN
    districts: tuple[str, ...] = _LETTERS


_PLANS: Final = {2: (6, 4), 3: (6, 4), 4: (4, 6)}
ONE_COLOUR_PLAN: Final = (4, 6)
"""Rounds and blocks of two players with one colour each, in every edition (M6)."""

EDITIONS: Final[dict[str, Edition]] = {
    "hig-2017": Edition("Hans im Glück 2017", _PLANS),
    "999-games-2017": Edition("999 Games 2017", _PLANS, same_owner_highest=True),
    "hig-1994": Edition(
        "Hans im Glück 1994",
        {**_PLANS, 3: (4, 6)},
        tie_break=False,
        colours=_CLASSIC,
        districts=_CITIES,
    ),
    "ludodelire-1994": Edition(
        "Ludodélire 1994", _PLANS, tie_break=False, colours=_CLASSIC, districts=_CITIES
    ),
    "act-in-games-2018": Edition("Act in Games 2018", {**_PLANS, 2: (4, 4)}),
}
