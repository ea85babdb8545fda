"""Features of a board, inputs of the value network (`value_network.py`).

`cpp/tangram_city/board_features.hpp` computes the same.
"""

from __future__ import annotations

from typing import Final

from baumeister.fast.layout import Field
from baumeister.games.tangram_city.actions import Action, Fountain, Place
from baumeister.games.tangram_city.geometry import (
    ALL_FIELDS,
    FIELDS,
    SIZE,
    full_fields,
    largest_rectangle,
    touched_fields,
)
from baumeister.games.tangram_city.scoring import score_board
from baumeister.games.tangram_city.setup import SPOT_MASKS
from baumeister.games.tangram_city.state import Board, State

BOARD_FEATURES: Final = (
    Field("rectangle", (), "the largest rectangle of covered fields (T4.1)"),
    Field("begun", (), "the largest rectangle if partly covered fields counted"),
    Field("dents", (), "the same if empty fields with three or four walls counted too"),
    Field("parts", (), "partly covered fields"),
    Field("empty", (), "empty fields"),
    Field("walls", (), "edges between free and covered quarters, along the grid"),
    Field("rim", (), "edges of free quarters at the rim of the board"),
    Field("shut", (), "free halves with both outer edges walled"),
    Field("narrow", (), "free halves of partly covered fields with one outer edge walled"),
    Field("wells", (), "empty fields with four walls"),
    Field("bays", (), "empty fields with three walls"),
    Field("corners", (), "empty fields with two walls"),
    Field("apart", (), "difference of the building and green counts (T4.2)"),
    Field("complete", (), "the city is complete (T5.1)"),
)
NAMES: Final = tuple(field.name for field in BOARD_FEATURES)

_LEFT: Final = sum(1 << SIZE * y for y in range(SIZE))
_RIMS: Final = ((1 << SIZE) - 1, _LEFT << SIZE - 1, (1 << SIZE) - 1 << FIELDS - SIZE, _LEFT)


def features_of(board: Board) -> list[float]:
    """The features of a board."""
    north, east, south, west = (board.covered >> plane * FIELDS & ALL_FIELDS for plane in range(4))
    covered = (north, east, south, west)
    beyond = (south << SIZE, west >> 1 & ~_RIMS[1], north >> SIZE, east << 1 & ~_LEFT)
    walls = [(each | rim) & ALL_FIELDS for each, rim in zip(beyond, _RIMS, strict=True)]
    done, begun = full_fields(board.covered), touched_fields(board.covered)
    empty, parts = ALL_FIELDS & ~begun, begun & ~done
    by_walls = [0] * 5  # empty fields by their number of walls
    for field in range(FIELDS):
        if empty >> field & 1:
            by_walls[sum(wall >> field & 1 for wall in walls)] |= 1 << field
    shut = narrow = 0
    for plane in range(4):
        other = (plane + 1) % 4
        free = ~covered[plane] & ~covered[other] & parts
        shut += (free & walls[plane] & walls[other]).bit_count()
        narrow += (free & (walls[plane] ^ walls[other])).bit_count()
    open_walls = [~cover & wall for cover, wall in zip(covered, walls, strict=True)]
    rim = sum((wall & at).bit_count() for wall, at in zip(open_walls, _RIMS, strict=True))
    score = score_board(board)
    return list(
        map(
            float,
            (
                score.rectangle,
                largest_rectangle(begun),
                largest_rectangle(begun | by_walls[3] | by_walls[4]),
                parts.bit_count(),
                empty.bit_count(),
                sum(wall.bit_count() for wall in open_walls) - rim,
                rim,
                shut,
                narrow,
                *(by_walls[count].bit_count() for count in (4, 3, 2)),
                abs(score.buildings - score.green),
                done == ALL_FIELDS,
            ),
        )
    )


def board_after(state: State, player: int, action: Action) -> Board:
    """A player's board after placing or declining a piece."""
    board = state.boards[player]
    match action:
        case Place(side="b"):
            return board._replace(building=board.building | state.setup.masks[action])
        case Place():
            return board._replace(green=board.green | state.setup.masks[action])
        case Fountain(int()):
            return board._replace(fountains=board.fountains | SPOT_MASKS[action])
    return board
