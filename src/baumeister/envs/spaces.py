"""Observation and action spaces."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

HIGHEST: Final = 1000.0
"""An upper bound of all observed numbers; the largest are points."""


def observation_space(rules: Any) -> Box[np.float32]:
    """The space of observations."""
    return Box(0.0, HIGHEST, (rules.observation,), np.float32)


def masked_space(rules: Any) -> Dict:
    """The space of observations with a mask of legal actions."""
    mask = Box(0, 1, (rules.actions,), np.int8)
    return Dict({"observation": observation_space(rules), "action_mask": mask})


def action_space(rules: Any) -> Discrete[Any]:
    """The space of actions."""
    return Discrete(rules.actions)
