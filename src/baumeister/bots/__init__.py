"""Bots: players that see only their seat's view."""

from baumeister.bots.bot import Bot, BotError, BotFailed, Budget, Decision
from baumeister.bots.codes import UnknownBotError, make_bot
from baumeister.bots.levels import (
    bot_codes,
    default_code,
    full_code,
    level_of,
    stand_in_code,
    strongest_code,
)

__all__ = [
    "Bot",
    "BotError",
    "BotFailed",
    "Budget",
    "Decision",
    "UnknownBotError",
    "bot_codes",
    "default_code",
    "full_code",
    "level_of",
    "make_bot",
    "stand_in_code",
    "strongest_code",
]
