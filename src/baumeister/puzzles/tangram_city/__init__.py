"""Tangram City's puzzles: a city with the cards of the day."""

from baumeister.puzzles.tangram_city.kinds import DAYS, KINDS
from baumeister.puzzles.tangram_city.themes import THEMES, defeat, reply, standing, themes

__all__ = ["DAYS", "KINDS", "THEMES", "defeat", "reply", "standing", "themes"]
