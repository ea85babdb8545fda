"""A game seen from the learning seat: opponents and chance play within its steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from baumeister.bots import BotSpec
from baumeister.envs.episode import ILLEGAL_REWARD, Episode, Mask, Observation, empty_mask
from baumeister.envs.opponents import Opponents
from baumeister.fast.errors import ArgumentError, NotPlayingError


def with_fixed(options: dict[str, Any], fixed: dict[str, Any]) -> dict[str, Any]:
    """The options with those that the environment fixes; ValueError if they contradict."""
    for name, value in fixed.items():
        if options.get(name, value) != value:
            raise ArgumentError(f"{name} is always {value} here, not {options[name]!r}")
    return {**options, **fixed}


class SeatEpisode:
    """One learner's game, for single and vector environments."""

    def __init__(self, episode: Episode, seat: int, opponents: BotSpec | Sequence[BotSpec]) -> None:
        self.episode = episode
        self.opponents = Opponents(episode, seat, opponents)
        self.seat = seat
        self.ended = True

    def reset(self, random: np.random.Generator, options: Mapping[str, Any] | None = None) -> None:
        """Start a new game and play up to the seat's first decision; `options` as in `Episode`."""
        self._random = random
        self.episode.reset(random, options)
        self.opponents.reset()
        self.opponents.move(random)
        self.ended = self.episode.over

    def step(self, action: Any) -> float:
        """Play the seat's action and all that follows it; returns the seat's reward."""
        if self.ended:
            raise NotPlayingError("the game has ended: call reset()")
        if not self.episode.step(action):
            self.ended = True
            return ILLEGAL_REWARD
        self.opponents.move(self._random)
        self.ended = self.episode.over
        return self.episode.rewards.earned(self.episode.position)[self.seat]

    def observation(self) -> Observation:
        """The seat's observation."""
        return self.episode.observation(self.seat)

    def mask(self) -> Mask:
        """The seat's legal actions; none after the end."""
        return empty_mask(self.episode.rules) if self.ended else self.episode.mask(self.seat)

    def info(self) -> dict[str, Any]:
        """The mask of legal actions; at the end also everyone's points."""
        info: dict[str, Any] = {"action_mask": self.mask()}
        if self.ended:
            info["points"] = np.array(self.episode.position.points(), np.int64)
        return info
