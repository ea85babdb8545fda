"""Manhattan's puzzles: find the best move, win the round."""

from baumeister.puzzles.manhattan.following import defeat, reply, standing, victory
from baumeister.puzzles.manhattan.kinds import DAYS, KINDS
from baumeister.puzzles.manhattan.themes import THEMES, themes

__all__ = ["DAYS", "KINDS", "THEMES", "defeat", "reply", "standing", "themes", "victory"]
