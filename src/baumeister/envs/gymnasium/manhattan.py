"""Manhattan in Gymnasium: `baumeister/Manhattan-v1`."""

from __future__ import annotations

from typing import ClassVar

from baumeister.envs.gymnasium.registration import register_env
from baumeister.envs.gymnasium.seat_env import SeatEnv
from baumeister.envs.gymnasium.vector import SeatVectorEnv
from baumeister.fast import manhattan
from baumeister.fast.positions import PositionModule


class Manhattan(SeatEnv):
    """One seat of a game of Manhattan."""

    positions: ClassVar[PositionModule] = manhattan


class ManhattanVector(SeatVectorEnv):
    """One seat in each of many games of Manhattan."""

    positions: ClassVar[PositionModule] = manhattan


register_env("baumeister/Manhattan-v1", Manhattan, ManhattanVector)
