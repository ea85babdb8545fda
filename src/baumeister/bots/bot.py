"""The bot protocol: decide for one seat, given only what that seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol

from baumeister.core.chance import Rng
from baumeister.core.errors import BaumeisterError

MOST_NODES: Final = 1 << 53
"""Upper limit of a node budget; the compiled core can count this far."""


class Budget(NamedTuple):
    """Limits for one decision. Fields left as None are up to the bot."""

    seconds: float | None = None
    nodes: int | None = None
    """Simulations. If this limit ends the search, and not `seconds`, the same seed gives the same
    decision on any machine."""


class Decision(NamedTuple):
    """A bot's action, and how much work went into it."""

    action: Any
    simulations: int = 0
    cut_short: bool = False
    """True if time ran out before the bot had finished its planned search."""


class Bot(Protocol):
    """Decides for one seat. It gets a view, never a state.

    Optional: `new_game()` is called before every game; without it, each game gets a new bot.
    `close()` is called when it is no longer needed. `name` is printed instead of the name of its
    class. `games` are the ids of the games that it plays, if it does not play all.
    """

    def decide(self, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Decision:
        """Choose one of the legal actions. All randomness comes from `rng`."""


class BotError(BaumeisterError):
    """A bot that cannot be made or used: unknown, wrong settings, or no weights for the game."""

    code = "bot"


class BotFailed(BaumeisterError):  # noqa: N818  (not always an error: the arena counts a forfeit)
    """A bot failed during a game: it raised an exception, chose an illegal action, or its program
    ended or took too long."""

    code = "bot"

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name} failed: {reason}")
        self.name = name
        """The bot's printed name (`spec_name`)."""
        self.reason = reason


def seed_from(rng: Rng) -> int:
    """Draw a seed for another generator."""
    return int(rng.random() * (1 << 53))
