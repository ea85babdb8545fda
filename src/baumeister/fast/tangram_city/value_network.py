"""The value network: the points that planning will still get from a city when it begins.

Its inputs are the covered quarters of the board, the tiles to come and the board features. Two
hidden layers follow, and a shortcut adds a weighted sum of the inputs to the output. The core
computes the same (`cpp/tangram_city/value_network.hpp`).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import Final

from baumeister.fast.tangram_city.board_features import NAMES, features_of
from baumeister.games.tangram_city.geometry import FIELDS
from baumeister.games.tangram_city.state import Board
from baumeister.games.tangram_city.tiles import TILES

TILES_AT: Final = 4 * FIELDS
FEATURES_AT: Final = TILES_AT + TILES
INPUTS: Final = FEATURES_AT + len(NAMES)
FIRST: Final = 64
"""Units of the first hidden layer."""
SECOND: Final = 32
"""Units of the second."""
WEIGHTS: Final = (INPUTS + 1) * (FIRST + 1) + (1 + FIRST) * SECOND + SECOND
"""A row for each input and one of biases, with the shortcut in the last column; the biases and rows
of the second layer; the weights of the output."""
HORIZON: Final = 13
"""The cards left when planning begins, in training."""


def points_to_come(weights: Sequence[float], board: Board, tiles: Sequence[int]) -> float:
    """The output for a board and the indexes of the tiles to come."""
    inputs = [float(board.covered >> at & 1) for at in range(TILES_AT)]
    inputs += [float(tile in tiles) for tile in range(TILES)]
    inputs += [*features_of(board), 1.0]
    first = [sum(map(mul, inputs, weights[unit :: FIRST + 1])) for unit in range(FIRST + 1)]
    shortcut = first.pop()
    rest = weights[(INPUTS + 1) * (FIRST + 1) :]
    hidden = [1.0, *(max(each, 0.0) for each in first)]
    second = [sum(map(mul, hidden, rest[unit::SECOND])) for unit in range(SECOND)]
    active = [max(each, 0.0) for each in second]
    found: float = shortcut + sum(map(mul, active, rest[-SECOND:]))
    return found
