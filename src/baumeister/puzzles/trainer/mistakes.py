"""A player's own mistakes as puzzles, from the analysis of a finished game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from baumeister.core.position_text import has_position_text, view_text
from baumeister.puzzles.making.refuting import of_the_worse
from baumeister.puzzles.parts import puzzles_of, themes_by
from baumeister.puzzles.puzzle import Puzzle, Wrong
from baumeister.records import Record, replay

KIND: Final = "mistake"
BAD: Final = ("mistake", "blunder")
"""The verdicts that are worth training."""
DIFFICULTY: Final = {"mistake": 3, "blunder": 2}
"""A blunder is easier to see afterwards."""
MOST: Final = 8
"""Mistakes of one game, the worst."""


def mistakes(
    record: Record, lines: Sequence[Mapping[str, Any]], seats: Collection[int]
) -> list[Puzzle]:
    """The worst mistakes of these seats, by the analysed lines of the game.

    The position is what the player could know then.
    """
    game, module = record.game, puzzles_of(record.game)
    if not has_position_text(game):
        return []
    bad = {line["line"]: line for line in lines if line.get("verdict") in BAD}
    found = []
    for step in replay(record):
        line = bad.get(step.line)
        if line is None or step.actor not in seats:
            continue
        reasons, contrast = (tuple(line.get(name, ())) for name in ("reasons", "contrast"))
        told = tuple(of_the_worse(each) for each in contrast if not each.get("despite"))
        lost = line.get("lost", 0.0)
        found.append(
            Puzzle(
                kind=KIND,
                position=view_text(game, game.view(step.before, step.actor)),
                seat=step.actor,
                best=(line["best"],),
                chance=0.0,
                margin=lost or line.get("lost_points", 0.0),
                error=line.get("error", 0.0),
                difficulty=DIFFICULTY[line["verdict"]],
                themes=tuple(themes_by(module.THEMES, [*reasons, *contrast])) if module else (),
                reasons=reasons,
                wrong=(Wrong(line["action"], lost, told),),
                source={"line": step.line},
            )
        )
    return sorted(found, key=lambda puzzle: -puzzle.margin)[:MOST]
