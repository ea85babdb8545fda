"""Parsing the canonical text of actions; `str` writes it."""

from __future__ import annotations

from typing import Final

from baumeister.core.text import Form, Forms
from baumeister.games.tangram_city.actions import (
    Action,
    Boards,
    Deal,
    Fountain,
    Place,
    Side,
    Skip,
    Start,
)
from baumeister.games.tangram_city.geometry import FIELD_NUMBERS

_FIELD = "[a-g][1-7]"

FORMS: Final[Forms[Action]] = Forms(
    {
        "start": Form("start PLAYER", r"start ([0-4])", lambda p: Start(int(p)), by_chance=True),
        "boards": Form(
            "boards NUMBERS",
            r"boards ([1-5](?: [1-5]){0,4})",
            lambda numbers: Boards(tuple(map(int, numbers.split(" ")))),
            by_chance=True,
        ),
        "deal": Form(
            "deal TILES",
            r"deal ([0-9]{2}(?: [0-9]{2}){2,3})",
            lambda tiles: Deal(tuple(tiles.split(" "))),
            by_chance=True,
            hidden=r"deal (?:[0-9]{2}|\?)(?: (?:[0-9]{2}|\?)){2,3}",
        ),
        "side": Form("side a, or side b", r"side ([ab])", Side),
        "place": Form(
            "place TILE SIDE TURNS FIELD",
            rf"place ([0-9]{{2}}) ([bg]) ([0-3]) ({_FIELD})",
            lambda tile, side, turns, field: Place(tile, side, int(turns), FIELD_NUMBERS[field]),
            hidden=r"decide \?",
        ),
        "skip": Form("skip TILE", r"skip ([0-9]{2})", Skip),
        "fountain": Form(
            "fountain FIELD CORNER, or fountain -",
            rf"fountain (?:-|({_FIELD}) (ne|nw|se|sw))",
            lambda field, corner: Fountain(FIELD_NUMBERS[field] if field else None, corner),
        ),
    },
    players=5,
)


def parse(text: str) -> Action:
    """The action with this canonical text.

    >>> parse("place 07 b 1 c3")
    Place(tile='07', side='b', turns=1, field=16)
    """
    return FORMS.parse(text)
