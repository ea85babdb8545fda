"""A game from the seat that learns: its decisions only; the others' and chance come with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from baumeister.envs.opponents import Opponents
from baumeister.envs.play import ILLEGAL_REWARD, Mask, Observation, Play, no_mask


def with_fixed(options: dict[str, Any], fixed: dict[str, Any]) -> dict[str, Any]:
    """The options with those that are not to be chosen."""
    for name, value in fixed.items():
        if options.get(name, value) != value:
            raise ValueError(f"{name} is always {value} here, not {options[name]!r}")
    return {**options, **fixed}


class Seat:
    """What one step of an environment does, whatever hands the numbers over."""

    def __init__(self, play: Play, seat: int, opponents: str | Sequence[str]) -> None:
        self.play = play
        self.others = Opponents(play, seat, opponents)
        self.seat = seat
        self.ended = True

    def begin(self, random: np.random.Generator) -> None:
        """A new game, up to the seat's first decision."""
        self._random = random
        self.play.begin(random)
        self.others.move(random)
        self.ended = False

    def step(self, action: Any) -> float:
        """The seat's decision and all that follows it; what the seat earns by it."""
        if self.ended:
            raise RuntimeError("the game has ended: call reset()")
        if not self.play.take(action):
            self.ended = True
            return ILLEGAL_REWARD
        self.others.move(self._random)
        self.ended = self.play.over
        return self.play.rewards.earned(self.play.position)[self.seat]

    def observation(self) -> Observation:
        return self.play.observation(self.seat)

    def mask(self) -> Mask:
        return no_mask(self.play.rules) if self.ended else self.play.mask(self.seat)

    def info(self) -> dict[str, Any]:
        """What is legal; at the end, everybody's points."""
        info: dict[str, Any] = {"action_mask": self.mask()}
        if self.ended:
            info["points"] = np.array(self.play.position.points(), np.int64)
        return info
