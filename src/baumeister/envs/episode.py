"""One game played in an environment: seeds, illegal actions and rewards."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from baumeister.core.errors import BaumeisterError, OptionsError
from baumeister.core.options import options_of
from baumeister.core.position_text import ParsedPosition, parse_position
from baumeister.envs.rewards import Rewards
from baumeister.fast import OVER
from baumeister.fast.errors import ArgumentError
from baumeister.fast.positions import PositionModule

ILLEGAL: Final = ("end", "raise", "random")
"""What an illegal action does: end the game, raise an error, or be replaced by a random legal
action."""
ILLEGAL_REWARD: Final = -1.0

Observation = NDArray[np.float32]
Mask = NDArray[np.int8]
"""int8, as Gymnasium's spaces expect of a mask to sample with."""


class UnknownKeywordError(OptionsError, TypeError):
    """A keyword that is no option.

    Libraries try keywords and expect Python's TypeError; Gymnasium makes another from its text.
    """

    def __init__(self, reason: str, field: str = "") -> None:
        self.field = field
        BaumeisterError.__init__(self, reason)


def action_number(action: Any) -> int:
    """The action as an int, also from an array with one item; TypeError if it is not integral."""
    number: int = index(action.item() if hasattr(action, "item") else action)
    return number


def observe(position: Any, seat: int) -> Observation:
    """The seat's observation."""
    out = np.empty(position.rules.observation, np.float32)
    position.observe(seat, out)
    return out


def legal_mask(position: Any) -> Mask:
    """The mask of legal actions of the player to move."""
    out = empty_mask(position.rules)
    position.mask(out.view(np.uint8))
    return out


def empty_mask(rules: Any) -> Mask:
    """A mask without legal actions."""
    return np.zeros(rules.actions, np.int8)


def parse_start(positions: PositionModule, rules: Any, text: str) -> ParsedPosition:
    """The position text, checked to be of this game and under these options."""
    found = parse_position(text)
    if found.game.id != positions.GAME.id or found.options != rules.options:
        raise ArgumentError("the position has another game or other options than the environment")
    return found


class Episode:
    """A game under fixed options that can be reset again and again."""

    def __init__(
        self, positions: PositionModule, options: dict[str, Any], reward: str | None, illegal: str
    ):
        if illegal not in ILLEGAL:
            raise ArgumentError(f"illegal must be one of {', '.join(ILLEGAL)}; not {illegal!r}")
        self.positions = positions
        try:
            self.rules = positions.rules(options)
        except OptionsError as error:
            if error.field in options_of(positions.GAME.options_type):
                raise
            known = error.reason.rpartition("unknown; ")[2]
            text = f"unexpected keyword argument {error.field!r}; {known}"
            raise UnknownKeywordError(text, error.field) from None
        self.rewards = Rewards(self.rules.players, reward)
        self.illegal = illegal

    def reset(self, random: np.random.Generator, options: Mapping[str, Any] | None = None) -> None:
        """Start a new game, or at the position text in `options["position"]`, and play chance up to
        the next decision."""
        self._random = random
        seed = int(random.integers(2**63))
        self.position = (
            self._position(options["position"], seed)
            if options and "position" in options
            else self.positions.Position(self.rules, seed)
        )
        self.position.settle()
        self.rewards.reset(self.position)

    def _position(self, text: str, seed: int) -> Any:
        """The position to start at; what a view hides is drawn at random."""
        found = parse_start(self.positions, self.rules, text)
        position = self.positions.Position.of(self.rules, found.complete(Random(seed)))
        position.reseed(seed)
        return position

    @property
    def actor(self) -> int:
        """The player to move, or OVER."""
        actor: int = self.position.actor
        return actor

    @property
    def over(self) -> bool:
        return self.actor == OVER

    def step(self, action: Any) -> bool:
        """Apply the action of the player to move, then chance; False if it is illegal and ends the
        game."""
        if self.apply_to(self.position, action) is None:
            return False
        self.position.settle()
        return True

    def apply_to(self, position: Any, action: Any) -> int | None:
        """Apply an action to a position and return its number; None if it is illegal and ends the
        game."""
        number = action_number(action)
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
        """The seat's observation."""
        return observe(self.position, seat)

    def mask(self, seat: int) -> Mask:
        """The seat's legal actions; none unless it is to move."""
        return legal_mask(self.position) if self.actor == seat else empty_mask(self.rules)
