"""Tangram City in Gymnasium: `baumeister/TangramCity-v1` and `baumeister/TangramCitySolo-v1`."""

from __future__ import annotations

from typing import ClassVar

from baumeister.envs.gymnasium.registration import register_env
from baumeister.envs.gymnasium.seat_env import SeatEnv
from baumeister.envs.gymnasium.vector import SeatVectorEnv
from baumeister.envs.positions import positions_of
from baumeister.games.tangram_city import TANGRAM_CITY


class TangramCity(SeatEnv):
    """One seat of a game of Tangram City."""

    positions = positions_of(TANGRAM_CITY)


class TangramCityVector(SeatVectorEnv):
    """One seat in each of many games of Tangram City."""

    positions = TangramCity.positions


class TangramCitySolo(TangramCity):
    """Tangram City for one player, who plays for points (T5.4)."""

    fixed: ClassVar = {"players": 1}


class TangramCitySoloVector(TangramCityVector):
    """Many games of Tangram City for one player."""

    fixed: ClassVar = {"players": 1}


register_env("baumeister/TangramCity-v1", TangramCity, TangramCityVector)
register_env("baumeister/TangramCitySolo-v1", TangramCitySolo, TangramCitySoloVector)
