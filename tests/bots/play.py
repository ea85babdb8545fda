"""Games for bots to play in tests."""

from __future__ import annotations

import random
from typing import Any

from baumeister.bots import Bot, Budget, Decision
from baumeister.core.match import Match
from baumeister.core.registry import find

AnyMatch = Match[Any, Any, Any, Any]


def begun(game_id: str, seed: int = 1, **options: Any) -> AnyMatch:
    """A game that is dealt."""
    game = find(game_id)
    match = Match(game, game.options(options))
    match.roll(random.Random(seed))
    return match


def asked(bot: Bot, match: AnyMatch, budget: Budget | None = None, seed: int = 7) -> Decision:
    """What the bot decides for who is to decide first."""
    seat = match.waiting_for[0]
    given = budget or Budget()
    return bot.decide(match.view(seat), match.legal(seat), given, random.Random(seed))


def played(bot: Bot, match: AnyMatch, budget: Budget | None = None, seed: int = 7) -> Decision:
    """The same, and the game goes on."""
    decision = asked(bot, match, budget, seed)
    match.submit(match.waiting_for[0], decision.action)
    match.roll(random.Random(seed))
    return decision
