"""Bots such as users write, for tests: some play, some fail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from baumeister.bots import Budget, Decision
from baumeister.core.chance import Rng


class LastBot:
    """Takes the last legal action."""

    def decide(self, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Decision:
        return Decision(legal[-1])


class GivenGame(LastBot):
    """Wants to know the game, and plays only one."""

    games = ("manhattan",)

    def __init__(self, game: Any, step: int = 1, path: str = "") -> None:
        self.game, self.step, self.path = game, step, path


class Counting(LastBot):
    """May play several games."""

    made: ClassVar[list[Counting]] = []

    def __init__(self) -> None:
        self.games_begun = 0
        self.made.append(self)

    def new_game(self) -> None:
        self.games_begun += 1


class Raises(LastBot):
    def decide(self, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Decision:
        raise ZeroDivisionError("by zero")


class Cheats(LastBot):
    def decide(self, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Decision:
        return Decision("win")


class NoDecision(LastBot):
    def decide(self, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Any:
        return legal[0]


def last_bot() -> LastBot:
    """A factory."""
    return LastBot()
