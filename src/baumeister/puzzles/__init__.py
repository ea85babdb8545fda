"""Puzzles: made from self-play, verified by search, explained by contrast."""

from baumeister.puzzles.making.self_play import Budgets, Made, make_from_game
from baumeister.puzzles.parts import kind_of, puzzles_of
from baumeister.puzzles.puzzle import Puzzle, PuzzleError, Wrong

__all__ = [
    "Budgets",
    "Made",
    "Puzzle",
    "PuzzleError",
    "Wrong",
    "kind_of",
    "make_from_game",
    "puzzles_of",
]
