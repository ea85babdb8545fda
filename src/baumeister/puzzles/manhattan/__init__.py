"""Manhattan's puzzles: find the best move, win the round."""

from baumeister.puzzles.manhattan.kinds import KINDS
from baumeister.puzzles.manhattan.themes import reply, themes

__all__ = ["KINDS", "reply", "themes"]
