"""Features of a decision in Tangram City, for linear policies.

They are for policies of your own: the levels weigh the board
(`fast/tangram_city/board_features.py`).
"""

from __future__ import annotations

from typing import Final

from baumeister.fast.layout import Field
from baumeister.games.tangram_city.actions import Action, Fountain, Place, Side, Skip
from baumeister.games.tangram_city.geometry import (
    SIZE,
    full_fields,
    neighbours,
    quarter,
    touched_fields,
)
from baumeister.games.tangram_city.scoring import score_board
from baumeister.games.tangram_city.setup import SPOT_MASKS
from baumeister.games.tangram_city.state import Board, State

FIELDS: Final = (
    Field("area", (), "fields covered by the piece"),
    Field("completed", (), "fields that become completely covered"),
    Field("rectangle", (), "growth of the largest rectangle (T4.1)"),
    Field(
        "contact", (), "covered quarters that it touches along an edge, and its edges at the rim"
    ),
    Field("apart", (), "increase of the difference of the building and green counts (T4.2)"),
    Field("broken", (), "increase of the number of partly covered fields"),
    Field("declined", (), "the tile or the fountain is declined"),
    Field("side b", (), "side b of the board is chosen"),
)
NAMES: Final = tuple(field.name for field in FIELDS)

_RIM: Final = sum(
    quarter(y * SIZE + x, name)
    for y in range(SIZE)
    for x in range(SIZE)
    for name, there in (("n", y == 0), ("e", x == SIZE - 1), ("s", y == SIZE - 1), ("w", x == 0))
    if there
)
"""The quarters with an edge at the rim of the board."""


def features(state: State, player: int, action: Action) -> list[float]:
    """The features of one decision of a player."""
    before = state.boards[player]
    match action:
        case Side(side):
            return [0.0] * 7 + [float(side == "b")]
        case Skip() | Fountain(None):
            return [0.0] * 6 + [1.0, 0.0]
        case Fountain():
            mask = SPOT_MASKS[action]
            after = before._replace(fountains=before.fountains | mask)
        case Place(side="b"):
            mask = state.setup.masks[action]
            after = before._replace(building=before.building | mask)
        case Place():
            mask = state.setup.masks[action]
            after = before._replace(green=before.green | mask)
        case _:
            raise ValueError(f"{action} is not a decision of a player")
    then, now = score_board(before), score_board(after)
    return [
        mask.bit_count() / 4,
        float((full_fields(after.covered) & ~full_fields(before.covered)).bit_count()),
        float(now.rectangle - then.rectangle),
        float((neighbours(mask) & before.covered).bit_count() + (mask & _RIM).bit_count()),
        float(abs(now.buildings - now.green) - abs(then.buildings - then.green)),
        float(_partly(after) - _partly(before)),
        0.0,
        0.0,
    ]


def _partly(board: Board) -> int:
    return (touched_fields(board.covered) & ~full_fields(board.covered)).bit_count()
