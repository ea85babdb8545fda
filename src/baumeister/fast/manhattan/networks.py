"""The shapes of Manhattan's networks, shared by the core, the bots and training."""

from __future__ import annotations

from math import prod
from typing import Final

from baumeister.fast.manhattan import context, features
from baumeister.fast.manhattan.input_features import INPUT_FEATURES
from baumeister.fast.manhattan.network_inputs import (
    ACTION_UNITS,
    BUILD_ROWS,
    CHOICE_ROWS,
    DISTRICT_ROWS,
    DISTRICT_UNITS,
    LAST_UNITS,
    PLACE_ROWS,
    PLACE_UNITS,
    WHOLE_ROWS,
    WHOLE_UNITS,
)

POLICY_UNITS: Final = 16
"""Hidden units of the policy network."""
POLICY_INPUTS: Final = len(features.NAMES) + len(context.NAMES)
POLICY_WEIGHTS: Final = (1 + POLICY_INPUTS + 1) * POLICY_UNITS
"""Biases, a row of weights for each input, and the weights of the output."""

VALUE_HIDDEN: Final = 128
"""Units of the first hidden layer of the value network; its inputs are sparse."""
VALUE_SECOND: Final = 32
"""Units of its second hidden layer."""
VALUE_OUTPUTS: Final = 4
"""One for each player, counted from the seat."""
VALUE_FIRST: Final = (1 + INPUT_FEATURES) * VALUE_HIDDEN
"""Numbers of the first layer: biases, then a row for each input feature."""
VALUE_REST: Final = (1 + VALUE_HIDDEN) * VALUE_SECOND + (1 + VALUE_SECOND) * VALUE_OUTPUTS
"""Numbers of the other layers."""
VALUE_WEIGHTS: Final = VALUE_FIRST + VALUE_REST
QUANTISATION_SCALE: Final = 512
"""The first layer is computed in integers: weights times this, rounded."""

NETWORK_SHAPES: Final[dict[str, tuple[int, ...]]] = {
    "place": (PLACE_ROWS, PLACE_UNITS),
    "place_bias": (PLACE_UNITS,),
    "district": (DISTRICT_ROWS, DISTRICT_UNITS),
    "district_bias": (DISTRICT_UNITS,),
    "from_places": (PLACE_UNITS, DISTRICT_UNITS),
    "whole": (WHOLE_ROWS, WHOLE_UNITS),
    "whole_bias": (WHOLE_UNITS,),
    "whole_from_places": (PLACE_UNITS, WHOLE_UNITS),
    "whole_from_districts": (DISTRICT_UNITS, WHOLE_UNITS),
    "last": (WHOLE_UNITS, LAST_UNITS),
    "last_bias": (LAST_UNITS,),
    "value": (LAST_UNITS, VALUE_OUTPUTS),
    "value_bias": (VALUE_OUTPUTS,),
    "action_place": (PLACE_ROWS, ACTION_UNITS),
    "action_build": (BUILD_ROWS, ACTION_UNITS),
    "action_choice": (CHOICE_ROWS, ACTION_UNITS),
    "action_bias": (ACTION_UNITS,),
    "choice_bias": (ACTION_UNITS,),
    "action_district": (DISTRICT_UNITS, ACTION_UNITS),
    "action_last": (LAST_UNITS, ACTION_UNITS),
    "choice_last": (LAST_UNITS, ACTION_UNITS),
    "build_out": (ACTION_UNITS,),
    "choice_out": (ACTION_UNITS,),
}
"""The weights of the network of policy and value, in the order in which the core takes them; the
first axis of a matrix is its input."""
NETWORK_WEIGHTS: Final = sum(map(prod, NETWORK_SHAPES.values()))
DIVISORS: Final = {"PLACES_DIVISOR": 4, "WHOLE_DIVISOR": 16, "DISTRICTS_DIVISOR": 3}
"""Of the sums over the places of a district, over all places, and over the districts."""
