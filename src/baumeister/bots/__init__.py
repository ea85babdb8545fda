"""Bots: players that see only their seat's view."""

from baumeister.bots.bot import Bot, BotError, Budget, Decision
from baumeister.bots.codes import UnknownBotError, bot_codes, make_bot
from baumeister.bots.levels import LEVELS, level_code, level_of

__all__ = [
    "LEVELS",
    "Bot",
    "BotError",
    "Budget",
    "Decision",
    "UnknownBotError",
    "bot_codes",
    "level_code",
    "level_of",
    "make_bot",
]
