"""Registering environments with Gymnasium."""

from __future__ import annotations

from typing import Final

from gymnasium.envs.registration import register

from baumeister.envs.gymnasium.seat_env import SeatEnv
from baumeister.envs.gymnasium.vector import SeatVectorEnv

IDS: Final[dict[str, type[SeatEnv]]] = {}
"""The registered ids with their classes."""


def register_env(env_id: str, single: type[SeatEnv], vector: type[SeatVectorEnv]) -> None:
    """Register an environment for one game and one for many games at once."""
    IDS[env_id] = single
    register(
        id=env_id,
        entry_point=f"{single.__module__}:{single.__name__}",
        vector_entry_point=f"{vector.__module__}:{vector.__name__}",
    )
