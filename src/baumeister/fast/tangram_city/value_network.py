"""The value network: the points that planning will still get from a city when it begins.

Its inputs are the covered quarters of the board, the tiles to come and the board features. Two hidden
layers follow, and a shortcut adds a weighted sum of the inputs to the output. The core computes it
(`cpp/tangram_city/value_network.hpp`).
"""

from __future__ import annotations

from typing import Final

from baumeister.fast.tangram_city.board_features import NAMES
from baumeister.games.tangram_city.geometry import FIELDS
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
