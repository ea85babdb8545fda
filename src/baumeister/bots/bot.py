"""What a bot is, and how to get one by its code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from baumeister.bots.greedy import GreedyBot
from baumeister.bots.uniform import RandomBot
from baumeister.core.chance import Rng
from baumeister.core.errors import BaumeisterError, short
from baumeister.core.game import AnyGame


class Bot(Protocol):
    """Decides for one seat. It is given a view, never a state."""

    def decide(self, view: Any, legal: Sequence[Any], rng: Rng) -> Any:
        """One of the legal actions."""


_BOTS: Final[dict[str, Callable[[AnyGame], Bot]]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
}
"""From the weakest to the strongest: a bot's place is its level."""


class UnknownBotError(BaumeisterError):
    code = "unknown-bot"


def bot_codes() -> list[str]:
    """The bots there are, from the weakest to the strongest."""
    return list(_BOTS)


def bot_levels() -> dict[str, int]:
    """How strong each bot is, from 1 on."""
    return {code: level for level, code in enumerate(_BOTS, start=1)}


def make_bot(code: str, game: AnyGame) -> Bot:
    """The bot with this code, for this game."""
    if code not in _BOTS:
        raise UnknownBotError(f"no bot {short(code)}; there are: {', '.join(_BOTS)}")
    return _BOTS[code](game)
