"""What a bot is: it decides for one seat, and sees only what that seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol

from baumeister.core.chance import Rng
from baumeister.core.errors import BaumeisterError

MOST_NODES: Final = 1 << 53
"""More than anybody waits for, and few enough for the core to count."""


class Budget(NamedTuple):
    """What a bot may spend on one decision. What is not said is the bot's own to plan."""

    seconds: float | None = None
    nodes: int | None = None
    """Simulations. Where they end the thinking and not the seconds, the same seed gives the same
    decision, on any machine."""


class Decision(NamedTuple):
    """What a bot decides, and how much it thought about it."""

    action: Any
    simulations: int = 0
    cut_short: bool = False
    """Whether time was up before the bot had thought as much as it had planned to."""


class Bot(Protocol):
    """Decides for one seat. It is given a view, never a state."""

    def decide(self, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Decision:
        """One of the legal actions. All chance in its thinking comes from the generator."""


class BotError(BaumeisterError):
    """A bot that cannot decide, or decides what it may not."""

    code = "bot"
