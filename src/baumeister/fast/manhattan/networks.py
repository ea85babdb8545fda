"""The shapes of Manhattan's networks, shared by the core, the bots and training."""

from __future__ import annotations

from typing import Final

from baumeister.fast.manhattan import context, features
from baumeister.fast.manhattan.input_features import INPUT_FEATURES

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
