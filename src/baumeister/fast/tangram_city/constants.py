"""The constants that the C++ core of Tangram City is compiled with."""

from __future__ import annotations

from typing import Final

from baumeister.fast import headers
from baumeister.fast.headers import constants, enum, indexes
from baumeister.fast.tangram_city import (
    board_features,
    features,
    numbers,
    observation,
    value_network,
)
from baumeister.games.tangram_city.chance import BOARDS
from baumeister.games.tangram_city.geometry import FIELDS, SIZE
from baumeister.games.tangram_city.options import PLAYERS, Options
from baumeister.games.tangram_city.scoring import RATINGS
from baumeister.games.tangram_city.setup import SIDES
from baumeister.games.tangram_city.state import CARDS_A_ROUND, ROUNDS, Phase
from baumeister.games.tangram_city.tiles import TILES

LISTS: Final = ()
"""Options with several values, each of which becomes a flag of the core."""


def header() -> str:
    """The text of `fast/cpp/tangram_city/constants.hpp`."""
    return headers.header(
        "tangram_city",
        [
            constants("The boards, tiles and rounds; a lane is 4 × side + turns of a tile", {
                "SIZE": SIZE,
                "FIELDS": FIELDS,
                "PLANES": 4,
                "LANES": len(SIDES) * 4,
                "TILES": TILES,
                "CARDS": CARDS_A_ROUND,
                "LAST_CARDS": TILES - CARDS_A_ROUND * (ROUNDS - 1),
                "ROUNDS": ROUNDS,
                "MOST_PLAYERS": max(PLAYERS),
                "BOARD_COUNT": len(BOARDS),
                "LEGEND": max(points for points, _ in RATINGS),
            }),
            constants("Action numbers; `numbers.py` documents them", {
                "SKIP": numbers.SKIP,
                "CARD_NUMBERS": numbers.A_CARD,
                "SPOT": numbers.FOUNTAIN,
                "SPOTS": numbers.NO_FOUNTAIN - numbers.FOUNTAIN,
                "NO_FOUNTAIN": numbers.NO_FOUNTAIN,
                "SIDES": numbers.SIDE,
                "ACTIONS": numbers.COUNT,
            }),
            constants("Lengths of encodings", {
                "OBSERVATION": observation.length(0),
                "OBSERVATION_OF_PLAYER": observation.length(1) - observation.length(0),
                "FEATURES": len(features.NAMES),
                "BOARD_FEATURES": len(board_features.NAMES),
            }),
            constants("The value network (`value_network.py`)", {
                "VALUE_TILES": value_network.TILES_AT,
                "VALUE_LEFT": value_network.LEFT_AT,
                "VALUE_FOUNTAIN": value_network.FOUNTAIN_AT,
                "VALUE_FEATURES": value_network.FEATURES_AT,
                "VALUE_BIASES": value_network.INPUTS,
                "VALUE_FIRST": value_network.FIRST,
                "VALUE_SECOND": value_network.SECOND,
                "VALUE_WEIGHTS": value_network.WEIGHTS,
            }),
            enum("Phase", "The phases of a game", [phase.name for phase in Phase]),
            constants("How many phases there are", {"PHASES": len(Phase)}),
            headers.flag_group(Options, LISTS),
            indexes("feature", "Features of a decision (`features.py`)", features.NAMES),
        ],
    )  # fmt: skip
