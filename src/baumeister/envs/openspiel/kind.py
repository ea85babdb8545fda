"""What OpenSpiel is told of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pyspiel

from baumeister.envs.faces import Face
from baumeister.envs.openspiel.course import Course
from baumeister.envs.openspiel.parameters import Parameter, specification


@dataclass(frozen=True)
class Kind:
    """What one of the games has of its own."""

    face: Face
    name: str
    title: str
    players: tuple[int, ...]
    parameters: Mapping[str, Parameter]
    course: Callable[[Any], Course]
    decisions: Callable[[Any], int]
    """How many a game has, from the options; no game has fewer or more."""
    chances: Callable[[Any], int]
    """The most steps of chance a game can have."""
    outcomes: Callable[[Any], int]
    """How many numbers chance chooses from."""

    def game_type(self, players: int) -> Any:
        """The win is all there is to win; who plays alone plays for points."""
        kinds = pyspiel.GameType
        utility = kinds.Utility.ZERO_SUM if players > 1 else kinds.Utility.GENERAL_SUM
        return kinds(
            short_name=self.name,
            long_name=self.title,
            dynamics=kinds.Dynamics.SEQUENTIAL,
            chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
            information=kinds.Information.IMPERFECT_INFORMATION,
            utility=utility,
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=max(self.players),
            min_num_players=min(self.players),
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification=specification(self.parameters),
        )


KINDS: dict[str, Kind] = {}
"""By name: those that OpenSpiel knows."""
