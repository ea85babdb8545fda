"""Bots: players that see only their seat's view."""

from baumeister.bots.bot import Bot, UnknownBotError, bot_codes, make_bot

__all__ = ["Bot", "UnknownBotError", "bot_codes", "make_bot"]
