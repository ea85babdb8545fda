"""Matches for bots to play in tests."""

from __future__ import annotations

import random
from typing import Any

from baumeister.bots import Bot, Budget, Decision
from baumeister.core.match import Match
from baumeister.core.registry import find

AnyMatch = Match[Any, Any, Any, Any]


def begun(game_id: str, seed: int = 1, **options: Any) -> AnyMatch:
    """A match after the first deal."""
    game = find(game_id)
    match = Match(game, game.options(options))
    match.roll(random.Random(seed))
    return match


def asked(bot: Bot, match: AnyMatch, budget: Budget | None = None, seed: int = 7) -> Decision:
    """The bot's decision for the first seat to move."""
    seat = match.waiting_for[0]
    given = budget or Budget()
    return bot.decide(match.view(seat), match.legal(seat), given, random.Random(seed))


def played(bot: Bot, match: AnyMatch, budget: Budget | None = None, seed: int = 7) -> Decision:
    """Let the bot decide, and apply its action."""
    decision = asked(bot, match, budget, seed)
    match.submit(match.waiting_for[0], decision.action)
    match.roll(random.Random(seed))
    return decision
