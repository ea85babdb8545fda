"""The specification of a game for OpenSpiel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pyspiel

from baumeister.envs.openspiel.history import ActionHistory
from baumeister.envs.openspiel.parameters import parameters_of
from baumeister.fast.positions import PositionModule


@dataclass(frozen=True)
class GameSpec:
    """The game-specific parts of an OpenSpiel game."""

    positions: PositionModule
    name: str
    title: str
    players: tuple[int, ...]
    history: Callable[[Any], ActionHistory]
    num_decisions: Callable[[Any], int]
    """The exact number of player decisions in a game with these options."""
    max_chance_nodes: Callable[[Any], int]
    """The largest number of chance nodes in a game with these options."""
    max_chance_outcomes: Callable[[Any], int]
    """The largest number of outcomes of any chance node with these options."""

    def game_type(self, players: int) -> Any:
        """The OpenSpiel game type. Solo games are played for points, so they are not zero-sum."""
        types = pyspiel.GameType
        utility = types.Utility.ZERO_SUM if players > 1 else types.Utility.GENERAL_SUM
        return types(
            short_name=self.name,
            long_name=self.title,
            dynamics=types.Dynamics.SEQUENTIAL,
            chance_mode=types.ChanceMode.EXPLICIT_STOCHASTIC,
            information=types.Information.IMPERFECT_INFORMATION,
            utility=utility,
            reward_model=types.RewardModel.TERMINAL,
            max_num_players=max(self.players),
            min_num_players=min(self.players),
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification=parameters_of(self.positions.GAME),
        )


SPECS: dict[str, GameSpec] = {}
"""The registered games by their OpenSpiel name."""
