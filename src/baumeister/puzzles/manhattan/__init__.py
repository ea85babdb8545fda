"""Manhattan's puzzles: find the best move, win the round."""

from baumeister.puzzles.manhattan.kinds import DAYS, KINDS
from baumeister.puzzles.manhattan.themes import THEMES, reply, themes

__all__ = ["DAYS", "KINDS", "THEMES", "reply", "themes"]
