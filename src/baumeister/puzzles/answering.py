"""Answer an attempt at a puzzle: right or wrong, and why."""

from __future__ import annotations

from random import Random
from typing import Any, Final, NamedTuple

from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.parts import evaluator_for
from baumeister.bots.analysis.result import Reason
from baumeister.bots.bot import Budget
from baumeister.core.errors import IllegalError
from baumeister.core.position_text import parse_position
from baumeister.puzzles.making.refuting import refute
from baumeister.puzzles.parts import known_reasons, puzzles_of
from baumeister.puzzles.puzzle import Puzzle, Wrong

NODES: Final = 2000
"""Simulations to refute a move without a stored refutation."""
SEED: Final = 1
MOST: Final = 2
"""Facts that are shown against a wrong move before the puzzle is solved."""
PLACES: Final = ("site", "other", "district", "named", "floors", "so", "better")
"""Fields of a fact that may give the solution away."""
SOLUTION: Final = ("after-", "worth-more")
TOTALS: Final = ("chances", "points-")
"""How the codes begin of facts that speak of the solution, and that only sum up."""


class Answer(NamedTuple):
    """The answer to an attempt. Only `refutation` may be shown before the puzzle is solved."""

    right: bool
    lost: float
    """Chances given away; 0 for a right move."""
    refutation: tuple[Reason, ...]
    """What a wrong move does, and what is wrong with it. It does not name the solution."""
    contrast: tuple[Reason, ...]
    """What follows a wrong move, compared with what follows the best one."""


def question_of(puzzle: Puzzle) -> Question:
    """What a puzzle asks."""
    position = parse_position(puzzle.position)
    game, view = position.game, position.view_for(puzzle.seat)
    module = puzzles_of(game)
    kind = module.KINDS.get(puzzle.kind) if module else None
    return kind.question(game, view) if kind else Question(game, puzzle.seat, view)


def check_move(puzzle: Puzzle, text: str) -> Any:
    """The move with this text; IllegalError or MalformedError if it is none here."""
    position = parse_position(puzzle.position)
    state = position.complete(Random(0))
    action = position.game.parse(text)
    refusal = position.game.why_not(state, puzzle.seat, action)
    if refusal:
        raise IllegalError(refusal)
    return action


def answer(puzzle: Puzzle, text: str) -> Answer:
    """Judge an attempt. A wrong move that nobody foresaw is measured by a short search."""
    action = check_move(puzzle, text)
    if str(action) in puzzle.best:
        return Answer(True, 0.0, (), ())
    stored = next((each for each in puzzle.wrong if each.move == str(action)), None)
    wrong = stored or _measured(puzzle, action)
    question = question_of(puzzle)
    does = known_reasons(question, action)
    return Answer(False, wrong.lost, (*does, *_missed(puzzle, wrong)), wrong.contrast)


def _missed(puzzle: Puzzle, wrong: Wrong) -> tuple[Reason, ...]:
    """What speaks against a wrong move; nothing that gives the solution away."""
    shown = [
        _veiled(each) if "veiled" in each and _reveals(puzzle, each, wrong) else each
        for each in wrong.contrast
        if not each.get("against") and not each["code"].startswith(SOLUTION)
    ]
    safe = [each for each in shown if not _reveals(puzzle, each, wrong)]
    facts = [each for each in safe if not each["code"].startswith(TOTALS)]
    return tuple((facts or safe)[:MOST])


def _veiled(fact: Reason) -> Reason:
    """A fact without the place that it is about."""
    found = {name: fact[name] for name in fact if name not in PLACES}
    return {**found, "code": fact["veiled"]}


def _reveals(puzzle: Puzzle, fact: Reason, wrong: Wrong) -> bool:
    """Whether a fact says what the best move brings, or names a place of it that the wrong move has
    nothing to do with."""
    if "better" in fact:
        return True
    best, tried = puzzle.best[0], wrong.move.split()
    places = {fact.get(name) for name in ("site", "other")} - {None}
    if any(each in best.split() and each not in tried for each in places):
        return True
    district = fact.get("district", "?")
    best_there, tried_there = (
        any(each.startswith(district) for each in move) for move in (best.split(), tried)
    )
    return best_there and not tried_there


def _measured(puzzle: Puzzle, action: Any) -> Wrong:
    question = question_of(puzzle)
    game = question.game
    best = game.parse(puzzle.best[0])
    evaluator = evaluator_for(game)
    found = evaluator.difference(question, (best, action), Budget(nodes=NODES), SEED)
    return refute(question, (best, action), found.chance, SEED)
