"""The bots of a game by their role."""

from __future__ import annotations

from baumeister.bots import LEVELS, level_code
from baumeister.bots.codes import SIMPLE
from baumeister.bots.levels import STAND_IN, STRONGEST
from baumeister.core.game import AnyGame
from baumeister.core.registry import plugin_of


def bot_codes(game: AnyGame) -> list[str]:
    """The bots that may take a seat: the levels of the game, then the simple ones."""
    levels = [level_code(game.id, level) for level in LEVELS] if _has_levels(game) else []
    return [*levels, *SIMPLE]


def stand_in_code(game: AnyGame) -> str:
    """The bot that takes over the seat of a player who left."""
    return level_code(game.id, STAND_IN) if _has_levels(game) else "greedy"


def strongest_code(game: AnyGame) -> str:
    """The bot that gives hints."""
    return level_code(game.id, STRONGEST) if _has_levels(game) else "search"


def _has_levels(game: AnyGame) -> bool:
    return plugin_of(game).bots is not None
