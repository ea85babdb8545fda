"""A player's own mistakes come back as puzzles."""

from __future__ import annotations

from baumeister.bots.analysis.reasons import reasons_for
from baumeister.cli.bots.selfplay import play_game
from baumeister.core.position_text import parse_position
from baumeister.core.registry import find
from baumeister.puzzles.answering import answer
from baumeister.puzzles.trainer.mistakes import MOST, mistakes
from baumeister.records import replay

MANHATTAN = find("manhattan")


def test_the_mistakes_of_a_game_become_puzzles_of_the_players_view():
    options = MANHATTAN.options({"players": 2, "rounds": 3, "colours_each": 1})
    record = play_game(MANHATTAN, options, ["random", "random"], "mistakes")
    lines = []
    for step in replay(record):
        legal = MANHATTAN.legal(step.before, step.actor) if step.actor >= 0 else []
        if len(legal) > 1:
            best = next(each for each in legal if each != step.action)
            view = MANHATTAN.view(step.before, step.actor)
            lines.append(
                {
                    "line": step.line,
                    "verdict": ("blunder", "mistake", "good")[len(lines) % 3],
                    "action": str(step.action),
                    "best": str(best),
                    "reasons": reasons_for(MANHATTAN, view, best),
                    "contrast": [],
                    "lost": 0.1 + 0.001 * step.line,
                    "lost_points": 1.0,
                    "error": 0.01,
                }
            )
    found = mistakes(record, lines, [1])
    assert len(found) == MOST
    assert mistakes(record, lines, []) == []
    margins = [puzzle.margin for puzzle in found]
    assert margins == sorted(margins, reverse=True)
    puzzle = found[0]
    assert parse_position(puzzle.position).view.seat == puzzle.seat == 1
    assert answer(puzzle, puzzle.best[0]).right
    told = answer(puzzle, puzzle.wrong[0].move)
    assert not told.right
    assert told.refutation
