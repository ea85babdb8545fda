"""The constants that the C++ core of Manhattan is compiled with."""

from __future__ import annotations

from typing import Final

from baumeister.fast import headers
from baumeister.fast.headers import constants, enum, indexes, namespace, shapes
from baumeister.fast.manhattan import (
    context,
    features,
    input_features,
    networks,
    numbers,
    observation,
)
from baumeister.games.manhattan.board import BLOCK_COUNTS, CARD_COPIES, CARDS, DISTRICTS, SITES
from baumeister.games.manhattan.editions import EDITIONS
from baumeister.games.manhattan.options import PLAYERS, Options
from baumeister.games.manhattan.state import Phase
from baumeister.games.manhattan.urban import CARD_NAMES

COLOURS: Final = max(len(edition.colours) for edition in EDITIONS.values())
LISTS: Final = ("choice", "variants", "monster_moves")
"""Options with several values, each of which becomes a flag of the core."""


def header() -> str:
    """The text of `fast/cpp/manhattan/constants.hpp`."""
    return headers.header(
        "manhattan",
        [
            constants("The board and the material; a place is a site, in the order of the cards", {
                "PLACES": SITES,
                "DISTRICT_COUNT": len(DISTRICTS),
                "CARDS": len(CARDS),
                "CARD_COPIES": CARD_COPIES,
                "COLOURS": COLOURS,
                "MOST_PLAYERS": max(PLAYERS),
                "SIZES": len(BLOCK_COUNTS),
                "BLOCKS_OF_COLOUR": sum(BLOCK_COUNTS),
                "MOST_OF_SIZE": max(BLOCK_COUNTS),
                "SUPPLY": sum(count << 4 * size for size, count in enumerate(BLOCK_COUNTS)),
            }),
            constants("Action numbers; `numbers.py` documents them", {
                "FORFEIT": numbers.FORFEIT,
                "SELECTION": numbers.CHOOSE,
                "SELECTIONS": numbers.ONE - numbers.CHOOSE,
                "SINGLE": numbers.ONE,
                "SECOND_COLOUR": numbers.SECOND,
                "SECOND_SINGLE": numbers.SECOND_ONE,
                "ACTIONS_ONE_COLOUR": numbers.SECOND,
                "ACTIONS_TWO_COLOURS": numbers.SECOND_ONE + 4,
            }),
            constants("Lengths of encodings and shapes of networks", {
                "OBSERVATION": observation.LENGTH,
                "FEATURES": len(features.NAMES),
                "CONTEXT": len(context.NAMES),
                "INPUT_FEATURES": input_features.INPUT_FEATURES,
                "POLICY_UNITS": networks.POLICY_UNITS,
                "VALUE_HIDDEN": networks.VALUE_HIDDEN,
                "VALUE_SECOND": networks.VALUE_SECOND,
                "QUANTISATION_SCALE": networks.QUANTISATION_SCALE,
            }),
            constants("Numbers of weights", {
                "POLICY_WEIGHTS": networks.POLICY_WEIGHTS,
                "VALUE_FIRST": networks.VALUE_FIRST,
                "VALUE_REST": networks.VALUE_REST,
            }, "size_t"),
            enum("Phase", "The phases of a game", [phase.name for phase in Phase]),
            constants("How many phases there are", {"PHASES": len(Phase)}),
            headers.flag_group(Options, LISTS),
            _urban(),
            indexes("feature", "Features of a decision (`features.py`)", features.NAMES),
            indexes("context", "The context of a decision (`context.py`)", context.NAMES),
            shapes("input", "Input features of the value network (`input_features.py`)",
                   input_features.FIELDS),
        ],
    )  # fmt: skip


def _urban() -> str:
    """The urban cards as an enum and as a list for a macro, which `urban.hpp` dispatches with."""
    names = [name.replace("-", "_") for name in CARD_NAMES]
    members = enum("Card", "The urban cards; `urban.hpp` has a function of each name", names)
    listed = " ".join(f"CARD({name})" for name in names)
    return (
        f"{namespace('urban', members)}\n"
        f"inline constexpr int URBAN_CARDS = {len(names)};\n"
        f"#define BAUMEISTER_URBAN_CARDS(CARD) {listed}"
    )
