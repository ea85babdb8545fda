"""How clear the best move of a position is: several searches must agree, then it is measured."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple

from baumeister.bots.analysis.evaluator import Alternative, Difference, Evaluator, Question
from baumeister.bots.bot import Budget
from baumeister.bots.codes import make_bot
from baumeister.core.game import AnyGame
from baumeister.puzzles.parts import Kind

SEEDS: Final = 3
"""Searches with seeds of their own that must agree."""
RIVALS: Final = 4
"""The other moves that are measured against the best one."""
LEAST_VISITS: Final = 8
"""Fewer simulations say nothing about a move."""
SURE: Final = 3.0
"""In standard errors: a smaller margin may be noise."""
SCREENED: Final = 0.5
"""The share of the demands that a single search must meet."""
SURVIVES: Final = 0.5
"""The share of the demands that a puzzle must still meet when it is verified."""


class Clarity(NamedTuple):
    """How clear the best move is."""

    best: tuple[Any, ...]
    """The best move, then those with the same answer that are about as good."""
    chance: float
    """Of reaching the goal with it."""
    margin: float
    """How much worse its nearest rival is."""
    error: float
    """The standard error of the margin."""
    rivals: tuple[Any, ...]
    """The measured other moves, the best of them first."""

    def meets(self, kind: Kind, players: int, share: float = 1.0) -> bool:
        """Whether the margin is large enough and not noise, and the goal within reach.

        `share` lowers the demands.
        """
        return (
            self.margin >= share * kind.least_margin(players)
            and self.margin > share * SURE * self.error
            and self.chance >= share * kind.least_chance
        )


def clarity(
    evaluator: Evaluator, kind: Kind, question: Question, nodes: int, seed: int
) -> Clarity | None:
    """Search with several seeds and measure the best move against its rivals.

    Every search and every comparison has `nodes` simulations. None as soon as a search finds no
    clear best move, or another answer than the search before.
    """
    budget = Budget(nodes=nodes)
    found: list[list[Alternative]] = []
    for each in range(SEEDS):
        listed = evaluator.alternatives(question, budget, seed + each)
        if not promises(kind, question, listed) or (
            found and kind.answer(listed[0].action) != kind.answer(found[0][0].action)
        ):
            return None
        found.append(listed)
    best = found[0][0].action
    least = SCREENED * kind.least_margin(question.game.players(question.view.options))
    gaps: list[tuple[Any, Difference]] = []
    also = []
    for number, move in enumerate(_measured(kind, [each for one in found for each in one], best)):
        gap = evaluator.difference(question, (best, move), budget, seed + SEEDS + number)
        if kind.answer(move) != kind.answer(best):
            if gap.chance < least:
                return None
            gaps.append((move, gap))
        elif gap.chance < least:
            also.append(move)
        else:
            gaps.append((move, gap))
    rivals = [pair for pair in gaps if kind.answer(pair[0]) != kind.answer(best)]
    if not rivals:
        return None
    nearest = min((gap for _, gap in rivals), key=lambda gap: gap.chance)
    return Clarity(
        best=(best, *also),
        chance=sum(each[0].chance for each in found) / SEEDS,
        margin=nearest.chance,
        error=nearest.chance_error,
        rivals=tuple(move for move, _ in sorted(gaps, key=lambda pair: pair[1].chance)),
    )


def promises(
    kind: Kind, question: Question, listed: Sequence[Alternative], share: float = SCREENED
) -> bool:
    """Whether the first move of a search may be a clear best one: it meets a share of the demands,
    as a search alone is noisy."""
    if not listed:
        return False
    best = listed[0]
    others = [
        each.chance
        for each in listed
        if each.visits >= LEAST_VISITS and kind.answer(each.action) != kind.answer(best.action)
    ]
    players = question.game.players(question.view.options)
    return (
        bool(others)
        and best.chance - max(others) >= share * kind.least_margin(players)
        and best.chance >= share * kind.least_chance
    )


def _measured(kind: Kind, listed: Sequence[Alternative], best: Any) -> list[Any]:
    """The moves to measure: rivals that look best or were visited most, then the same answer."""
    seen = [each for each in listed if each.action != best and each.visits >= LEAST_VISITS]
    others = [each for each in seen if kind.answer(each.action) != kind.answer(best)]
    by_chance = sorted(others, key=lambda each: -each.chance)
    by_visits = sorted(others, key=lambda each: -each.visits)
    rivals = [each.action for pair in zip(by_chance, by_visits, strict=True) for each in pair]
    same = [each.action for each in seen if kind.answer(each.action) == kind.answer(best)]
    return [*list(dict.fromkeys(rivals))[:RIVALS], *dict.fromkeys(same)]


def difficulty(game: AnyGame, view: Any, codes: Sequence[str], best: Sequence[Any]) -> int:
    """1 and one more for each of these bots that does not find a best move."""
    legal = game.legal(game.determinize(view, Random(0)), view.seat)
    missed = [
        make_bot(code, game).decide(view, legal, Budget(), Random(1)).action not in best
        for code in codes
    ]
    return 1 + sum(missed)
