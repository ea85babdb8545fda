"""The spaces of observations and actions."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

HIGHEST: Final = 1000.0
"""No number of an observation is above it; points are what grows most."""


def observation_space(rules: Any) -> Box[np.float32]:
    return Box(0.0, HIGHEST, (rules.observation,), np.float32)


def masked_space(rules: Any) -> Dict:
    """An observation with the mask of legal numbers."""
    mask = Box(0, 1, (rules.actions,), np.int8)
    return Dict({"observation": observation_space(rules), "action_mask": mask})


def action_space(rules: Any) -> Discrete[Any]:
    return Discrete(rules.actions)
