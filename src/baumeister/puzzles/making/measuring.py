"""How clear the best move of a position is: many searches must agree, then it is measured."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from random import Random
from typing import Any, Final

from baumeister.bots.analysis.evaluator import Alternative, Difference, Question
from baumeister.bots.analysis.parts import evaluator_for
from baumeister.bots.bot import Budget
from baumeister.bots.codes import make_bot
from baumeister.core.game import AnyGame
from baumeister.puzzles.parts import Kind
from baumeister.puzzles.puzzle import Clarity

SEEDS: Final = 3
"""Searches with seeds of their own that must show a clear margin."""
AGREEING: Final = 12
"""Searches that must name a best move. Where a search at ten times the budget names another one,
about a quarter or more of the searches at this budget do too."""
RIVALS: Final = 6
"""The other moves that are measured against the best one."""
LEAST_VISITS: Final = 8
"""Fewer simulations say nothing about a move."""
SURE: Final = 2.0
"""The margin that is demanded must be exceeded by this many standard errors."""
EARLIER: Final = 4
"""The trend of a margin is taken from this part of the budget to the whole of it."""
TREND: Final = log(10, EARLIER)
"""The trend goes on by this much at ten times the budget, if it is logarithmic."""
GLANCE: Final = 10
"""The part of the budget to look at moves that the searches passed over."""
SCREENED: Final = 0.5
"""The share of the demands that a first look must meet."""
ALSO: Final = 0.5
"""The share of the demands by which a move with the same answer must be worse to be wrong."""


def clarity(kind: Kind, question: Question, nodes: int, seed: int) -> Clarity | None:
    """Search with several seeds and measure the best move against its rivals.

    Every search and every comparison has up to `nodes` simulations. None as soon as one of them
    does not meet the demands, or finds another answer than the first search. The small budgets
    come first: most positions fail there.
    """
    measure = Measuring(kind, question, seed)
    early = measure.search(nodes // EARLIER, 0)
    if not promises(kind, question, early):
        return None
    best = early[0].action
    if kind.is_doubtful(question, best) or not measure.is_clear(
        best, rivals(kind, early, best)[:1], nodes // EARLIER, SCREENED
    ):
        return None
    seen: list[Alternative] = []
    named = set()
    for each in range(AGREEING):
        listed = measure.search(nodes, each)
        if each < SEEDS and not promises(kind, question, listed, 1.0):
            return None
        if kind.answer(listed[0].action) != kind.answer(best):
            return None
        if not each:
            best = listed[0].action
        named.add(listed[0].action)
        seen += listed
    chosen = [*rivals(kind, seen, best), *measure.overlooked(seen, best, nodes // GLANCE)]
    if not measure.is_clear(best, chosen, nodes) or not measure.is_stable(best, chosen, nodes):
        return None
    same = variants(kind, seen, best)
    gaps = {move: measure.gap(best, move, nodes) for move in (*chosen, *same)}
    also = [move for move in same if not measure.is_worse(gaps[move], ALSO)]
    if not named <= {best, *also}:
        return None
    listed_gaps = sorted(
        ((move, gap.chance) for move, gap in gaps.items() if move not in also),
        key=lambda pair: pair[1],
    )
    nearest = min((gaps[move] for move in chosen), key=lambda gap: gap.chance)
    chances = [each.chance for each in seen if each.action == best]
    return Clarity(
        best=(best, *also),
        chance=sum(chances) / len(chances),
        margin=nearest.chance,
        error=nearest.chance_error,
        rivals=tuple(listed_gaps),
    )


class Measuring:
    """Searches and comparisons of one position, each done once."""

    def __init__(self, kind: Kind, question: Question, seed: int) -> None:
        game = question.game
        self._kind, self._question, self._seed = kind, question, seed
        self._players = game.players(question.view.options)
        self._evaluator = evaluator_for(game)
        self._gaps: dict[tuple[Any, Any, int], Difference] = {}

    def search(self, nodes: int, number: int) -> list[Alternative]:
        budget = Budget(nodes=nodes)
        return self._evaluator.alternatives(self._question, budget, self._seed + number)

    def gap(self, best: Any, move: Any, nodes: int) -> Difference:
        """How much worse the move is than the best one."""
        key = best, move, nodes
        if key not in self._gaps:
            seed = self._seed + AGREEING + len(self._gaps)
            self._gaps[key] = self._evaluator.difference(
                self._question, (best, move), Budget(nodes=nodes), seed
            )
        return self._gaps[key]

    def is_worse(self, gap: Difference, share: float = 1.0) -> bool:
        """Whether a gap meets a share of the demands, and chance cannot explain it."""
        least = self._kind.least_margin(self._players)
        return exceeds(gap.chance, share * gap.chance_error, share * least)

    def is_clear(self, best: Any, moves: Sequence[Any], nodes: int, share: float = 1.0) -> bool:
        """Whether all these moves are worse; not if there are none."""
        return bool(moves) and all(
            self.is_worse(self.gap(best, move, nodes), share) for move in moves
        )

    def is_stable(self, best: Any, moves: Sequence[Any], nodes: int) -> bool:
        """Whether the margins would still be large enough if they went on shrinking as they did
        when the budget grew to `nodes`."""
        least = self._kind.least_margin(self._players)
        for move in moves:
            before, now = (self.gap(best, move, each).chance for each in (nodes // EARLIER, nodes))
            if now - TREND * max(0.0, before - now) < least:
                return False
        return True

    def overlooked(self, seen: Sequence[Alternative], best: Any, nodes: int) -> list[Any]:
        """Of the answers that the searches hardly visited, the two best at a glance."""
        answer = self._kind.answer
        known = {answer(move) for move in (best, *rivals(self._kind, seen, best))}
        first = {answer(each.action): each.action for each in reversed(seen)}
        moves = [move for key, move in first.items() if key not in known]
        return sorted(moves, key=lambda move: self.gap(best, move, nodes).chance)[:2]


def exceeds(margin: float, error: float, least: float) -> bool:
    """Whether a margin is at least this large, and chance cannot explain it.

    >>> exceeds(0.1, 0.02, 0.05), exceeds(0.1, 0.03, 0.05)
    (True, False)
    """
    return margin - SURE * error >= least


def promises(
    kind: Kind, question: Question, listed: Sequence[Alternative], share: float = SCREENED
) -> bool:
    """Whether the first move of a search meets a share of the demands: it leads by enough, and the
    goal is within reach."""
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


def rivals(kind: Kind, listed: Sequence[Alternative], best: Any) -> list[Any]:
    """Moves with another answer to measure: those that look best or were visited most."""
    others = [
        each
        for each in listed
        if each.visits >= LEAST_VISITS and kind.answer(each.action) != kind.answer(best)
    ]
    by_chance = sorted(others, key=lambda each: -each.chance)
    by_visits = sorted(others, key=lambda each: -each.visits)
    moves = [each.action for pair in zip(by_chance, by_visits, strict=True) for each in pair]
    return list(dict.fromkeys(moves))[:RIVALS]


def variants(kind: Kind, listed: Sequence[Alternative], best: Any) -> list[Any]:
    """The other moves with the same answer."""
    moves = dict.fromkeys(each.action for each in listed)
    return [move for move in moves if move != best and kind.answer(move) == kind.answer(best)]


def difficulty(game: AnyGame, view: Any, codes: Sequence[str], best: Sequence[Any]) -> int:
    """1 and one more for each of these bots that does not find a best move."""
    legal = game.legal(game.determinize(view, Random(0)), view.seat)
    missed = [
        make_bot(code, game).decide(view, legal, Budget(), Random(1)).action not in best
        for code in codes
    ]
    return 1 + sum(missed)
