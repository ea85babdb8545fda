"""Bots: players that see only their seat's view."""

from baumeister.bots.bot import Bot, BotError, BotFailed, Budget, Decision
from baumeister.bots.codes import make_bot
from baumeister.bots.levels import (
    bot_codes,
    default_code,
    full_code,
    level_of,
    stand_in_code,
    strongest_code,
)
from baumeister.bots.seats import SeatedBot, close_idle, seated
from baumeister.bots.specs import BotSpec, UnknownBotError, record_kind, spec_name

__all__ = [
    "Bot",
    "BotError",
    "BotFailed",
    "BotSpec",
    "Budget",
    "Decision",
    "SeatedBot",
    "UnknownBotError",
    "bot_codes",
    "close_idle",
    "default_code",
    "full_code",
    "level_of",
    "make_bot",
    "record_kind",
    "seated",
    "spec_name",
    "stand_in_code",
    "strongest_code",
]
