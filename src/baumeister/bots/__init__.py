"""Bots: players that see only their seat's view."""

from baumeister.bots.bot import Bot, UnknownBotError, bot_codes, bot_levels, make_bot

__all__ = ["Bot", "UnknownBotError", "bot_codes", "bot_levels", "make_bot"]
