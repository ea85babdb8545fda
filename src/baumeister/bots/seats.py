"""The bots of one game: made from their specifications, and guarded against their failures."""

from __future__ import annotations

import atexit
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

from baumeister.bots.bot import Bot, BotFailed, Budget, Decision
from baumeister.bots.codes import make_bot
from baumeister.bots.specs import BotSpec, UnknownBotError, is_bot, spec_name
from baumeister.core.chance import Rng
from baumeister.core.errors import short
from baumeister.core.game import AnyGame

MOST_IDLE: Final = 16
"""Bots kept between games; the one unused for longest is closed first."""

_idle: deque[tuple[str, BotSpec, Bot]] = deque()
"""Bots that have played and wait for the next game, with their game and specification."""


class SeatedBot:
    """A bot that raises BotFailed, whatever is wrong with the bot itself."""

    def __init__(self, bot: Bot, name: str) -> None:
        self.bot = bot
        self.name = name
        self.failed = False
        self._problem: Exception | None = None
        self.begin_game()

    def begin_game(self) -> None:
        """Tell the bot that its next decision is the first of another game, if it wants to know."""
        self._problem = None
        try:
            if hasattr(self.bot, "new_game"):
                self.bot.new_game()
        except Exception as error:  # reported at the next decision, as part of the game
            self._problem = error

    def decide(self, view: Any, legal: Sequence[Any], budget: Budget, rng: Rng) -> Decision:
        """The bot's decision, which is legal."""
        try:
            if self._problem:
                raise self._problem
            decision = self.bot.decide(view, legal, budget, rng)
        except UnknownBotError:
            raise  # it cannot play this game at all
        except Exception as error:
            self.failed = True
            if isinstance(error, BotFailed):
                raise BotFailed(self.name, error.reason) from error
            raise BotFailed(self.name, f"{type(error).__name__}: {error}") from error
        if isinstance(decision, Decision) and decision.action in legal:
            return decision
        self.failed = True
        if not isinstance(decision, Decision):
            raise BotFailed(self.name, f"decide returned {short(decision)}, which is no Decision")
        some = ", ".join(repr(str(action)) for action in legal[:3])
        raise BotFailed(
            self.name,
            f"{short(str(decision.action))} is not one of the {len(legal)} legal actions "
            f"({some}, …)",
        )


@contextmanager
def seated(
    specs: Sequence[BotSpec],
    game: AnyGame,
    *,
    programs: bool = False,
    names: Sequence[str] | None = None,
) -> Iterator[list[SeatedBot]]:
    """The bots of one game, by seat; `make_bot` explains `programs`.

    Each seat has a bot of its own, unless the specification is a bot. A bot with a method
    `new_game` is told of the game and kept for the next one; others are closed at the end.
    """
    found: list[SeatedBot] = []
    try:
        for seat, spec in enumerate(specs):
            bot = _waiting(spec, game) or make_bot(spec, game, programs=programs)
            found.append(SeatedBot(bot, names[seat] if names else spec_name(spec)))
        yield found
    finally:
        for spec, each in zip(specs, found, strict=False):
            if is_bot(spec):
                continue  # it belongs to the caller
            if hasattr(each.bot, "new_game") and not each.failed:
                _idle.append((game.id, spec, each.bot))
            else:
                close(each.bot)
        while len(_idle) > MOST_IDLE:
            close(_idle.popleft()[2])


def close(bot: Bot) -> None:
    """Close a bot that can be closed."""
    if hasattr(bot, "close"):
        with suppress(Exception):  # a stranger's bot may raise anything
            bot.close()


def close_idle() -> None:
    """Close the bots and programs that wait for another game."""
    while _idle:
        close(_idle.popleft()[2])


def _waiting(spec: BotSpec, game: AnyGame) -> Bot | None:
    for index, (game_id, known, bot) in enumerate(_idle):
        same = known == spec if isinstance(known, str) and isinstance(spec, str) else known is spec
        if same and game_id == game.id:
            del _idle[index]
            return bot
    return None


atexit.register(close_idle)
