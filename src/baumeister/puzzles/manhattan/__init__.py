"""Manhattan's puzzles: find the best move, win the round."""

from baumeister.puzzles.manhattan.accepting import is_explained, objections
from baumeister.puzzles.manhattan.causes import reasons, speaks_against, speaks_for
from baumeister.puzzles.manhattan.kinds import DAYS, KINDS
from baumeister.puzzles.manhattan.themes import THEMES

__all__ = [
    "DAYS",
    "KINDS",
    "THEMES",
    "is_explained",
    "objections",
    "reasons",
    "speaks_against",
    "speaks_for",
]
