"""One game being played in an environment: seeds, illegal numbers, and what is earned."""

from __future__ import annotations

from operator import index
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from baumeister.envs.faces import Face
from baumeister.envs.rewards import Rewards
from baumeister.fast import OVER

ILLEGAL: Final = ("end", "raise", "random")
"""What follows a number that is not legal: the end of the game, an error, or a legal number
drawn in its place."""
ILLEGAL_REWARD: Final = -1.0


Observation = NDArray[np.float32]
Mask = NDArray[np.int8]
"""Of int8, as Gymnasium's spaces want it to draw from."""


def whole(action: Any) -> int:
    """The number that an action is, also one in an array by itself; TypeError if it is none."""
    number: int = index(action.item() if hasattr(action, "item") else action)
    return number


def observed(position: Any, seat: int) -> Observation:
    """What the seat may know."""
    out = np.empty(position.rules.observation, np.float32)
    position.observe(seat, out)
    return out


def masked(position: Any) -> Mask:
    """The legal numbers of whoever is to decide."""
    out = no_mask(position.rules)
    position.mask(out.view(np.uint8))
    return out


def no_mask(rules: Any) -> Mask:
    return np.zeros(rules.actions, np.int8)


class Play:
    """A game of the given options, again and again."""

    def __init__(self, face: Face, options: dict[str, Any], reward: str | None, illegal: str):
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal must be one of {', '.join(ILLEGAL)}; not {illegal!r}")
        self.face = face
        self.rules = face.rules(options)
        self.rewards = Rewards(self.rules.players, reward)
        self.illegal = illegal

    def begin(self, random: np.random.Generator) -> None:
        """A new game: chance has acted, and somebody is to decide."""
        self._random = random
        self.position = self.face.position(self.rules, seed=int(random.integers(2**63)))
        self.position.settle()
        self.rewards.begin(self.position)

    @property
    def actor(self) -> int:
        actor: int = self.position.actor
        return actor

    @property
    def over(self) -> bool:
        return self.actor == OVER

    def take(self, action: Any) -> bool:
        """The action of whoever is to decide; False where an illegal one ends the game."""
        if self.take_at(self.position, action) is None:
            return False
        self.position.settle()
        return True

    def take_at(self, position: Any, action: Any) -> int | None:
        """The number that was applied to the position; None where an illegal one ends it."""
        number = whole(action)
        try:
            position.apply(number)
        except ValueError:
            if self.illegal == "raise":
                raise
            if self.illegal == "end":
                return None
            legal = position.legal()
            number = legal[self._random.integers(len(legal))]
            position.apply(number)
        return number

    def observation(self, seat: int) -> Observation:
        return observed(self.position, seat)

    def mask(self, seat: int) -> Mask:
        """The legal numbers of a seat; none where another is to decide."""
        return masked(self.position) if self.actor == seat else no_mask(self.rules)
