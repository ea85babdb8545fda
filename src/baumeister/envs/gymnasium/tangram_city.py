"""Tangram City in Gymnasium: `baumeister/TangramCity-v1` and `baumeister/TangramCitySolo-v1`."""

from __future__ import annotations

from typing import ClassVar

from baumeister.envs.gymnasium.registration import register_env
from baumeister.envs.gymnasium.seat_env import SeatEnv
from baumeister.envs.gymnasium.vector import SeatVectorEnv
from baumeister.fast import tangram_city
from baumeister.fast.positions import PositionModule


class TangramCity(SeatEnv):
    """One seat of a game of Tangram City."""

    positions: ClassVar[PositionModule] = tangram_city


class TangramCityVector(SeatVectorEnv):
    """One seat in each of many games of Tangram City."""

    positions: ClassVar[PositionModule] = tangram_city


class TangramCitySolo(TangramCity):
    """Tangram City for one player, who plays for points (T5.4)."""

    fixed: ClassVar = {"players": 1}


class TangramCitySoloVector(TangramCityVector):
    """Many games of Tangram City for one player."""

    fixed: ClassVar = {"players": 1}


register_env("baumeister/TangramCity-v1", TangramCity, TangramCityVector)
register_env("baumeister/TangramCitySolo-v1", TangramCitySolo, TangramCitySoloVector)
