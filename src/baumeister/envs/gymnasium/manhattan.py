"""Manhattan in Gymnasium: `baumeister/Manhattan-v1`."""

from __future__ import annotations

from baumeister.envs.gymnasium.registration import register_env
from baumeister.envs.gymnasium.seat_env import SeatEnv
from baumeister.envs.gymnasium.vector import SeatVectorEnv
from baumeister.envs.positions import positions_of
from baumeister.games.manhattan import MANHATTAN


class Manhattan(SeatEnv):
    """One seat of a game of Manhattan."""

    positions = positions_of(MANHATTAN)


class ManhattanVector(SeatVectorEnv):
    """One seat in each of many games of Manhattan."""

    positions = Manhattan.positions


register_env("baumeister/Manhattan-v1", Manhattan, ManhattanVector)
