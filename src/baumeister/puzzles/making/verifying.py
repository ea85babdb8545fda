"""Verify puzzles: measure them again with a larger budget and other seeds."""

from __future__ import annotations

from typing import Final, NamedTuple

from baumeister.bots.analysis.evaluator import Alternative
from baumeister.core.position_text import parse_position
from baumeister.puzzles.making.measuring import SEEDS, Measuring, rivals
from baumeister.puzzles.parts import kind_of
from baumeister.puzzles.puzzle import Puzzle

TIMES: Final = 10
"""The budget of a verification, in budgets that the puzzle was made with."""
SURVIVES: Final = 0.5
"""The share of the demands that a puzzle must still meet."""


class Verified(NamedTuple):
    """The result for one puzzle."""

    id: str
    survives: bool
    best: tuple[str, ...]
    """The best move of each search."""
    margin: float
    """How much worse the nearest rival is, measured side by side."""


def verify(puzzle: Puzzle, nodes: int, seed: int) -> Verified:
    """Whether every search finds a best move of the puzzle, every rival of theirs is worse by at
    least half the margin that was demanded, side by side, and no enumeration casts doubt on it."""
    position = parse_position(puzzle.position)
    game = position.game
    kind = kind_of(game, puzzle.kind)
    question = kind.question(game, position.view_for(puzzle.seat))
    measure = Measuring(kind, question, seed)
    best = game.parse(puzzle.best[0])
    seen: list[Alternative] = []
    found = []
    for each in range(SEEDS):
        listed = measure.search(nodes, each)
        found.append(str(listed[0].action))
        seen += listed
    others = rivals(kind, seen, best)
    margin = min((measure.gap(best, move, nodes).chance for move in others), default=0.0)
    clear = measure.is_clear(best, others, nodes, SURVIVES)
    agree = set(found) <= {*puzzle.best}
    sure = agree and clear and not kind.is_doubtful(question, best)
    return Verified(puzzle.id, sure, tuple(found), round(margin, 4))
