"""Verify puzzles: measure them again with a larger budget and other seeds."""

from __future__ import annotations

from typing import Final, NamedTuple

from baumeister.bots.analysis.parts import evaluator_for
from baumeister.core.position_text import parse_position
from baumeister.puzzles.measuring import SURVIVES, clarity
from baumeister.puzzles.parts import kind_of
from baumeister.puzzles.puzzle import Puzzle

TIMES: Final = 10
"""The budget of a verification, in budgets that the puzzle was made with."""


class Verified(NamedTuple):
    """The result for one puzzle."""

    id: str
    survives: bool
    best: str | None
    """The best move found; None if the searches did not agree on one."""
    margin: float | None


def verify(puzzle: Puzzle, nodes: int, seed: int) -> Verified:
    """Whether the best move is still best, by at least half the margin that was demanded."""
    position = parse_position(puzzle.position)
    game = position.game
    kind = kind_of(game, puzzle.kind)
    question = kind.question(game, position.view_for(puzzle.seat))
    players = game.players(position.options)
    found = clarity(evaluator_for(game, players), kind, question, nodes, seed)
    if found is None:
        return Verified(puzzle.id, False, None, None)
    best = str(found.best[0])
    survives = best in puzzle.best and found.meets(kind, players, SURVIVES)
    return Verified(puzzle.id, survives, best, round(found.margin, 4))
