"""The evaluator for games without one of their own: plain tree search and random playouts."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from random import Random
from time import perf_counter
from typing import Any, ClassVar

from baumeister.bots.analysis.evaluator import (
    Alternative,
    Difference,
    Prospect,
    Question,
    Swing,
    final_prospect,
    part,
)
from baumeister.bots.bot import Budget
from baumeister.bots.generic.plain_search import Mean, PlainSearch, RootAction, play_out
from baumeister.core.game import AnyGame


class PlainEvaluator:
    by_points: ClassVar = False

    def alternatives(self, question: Question, budget: Budget, seed: int) -> list[Alternative]:
        search = PlainSearch(question.game, question.view, state=question.state)
        solo = question.game.players(question.view.options) == 1
        return [
            Alternative(row.action, 1.0 if solo else row.value, row.points, row.visits)
            for row in search.run(budget, Random(seed)).actions
        ]

    def difference(
        self, question: Question, actions: Sequence[Any], budget: Budget, seed: int
    ) -> Difference:
        share = part(budget, 1 / len(actions))
        one, other = (_measured(question, action, share, seed) for action in actions)
        points = one.points - other.points
        points_error = hypot(one.points_error, other.points_error)
        seats = tuple(
            Swing(better.shares - worse.shares, better.points - worse.points)
            for better, worse in zip(one.seats, other.seats, strict=True)
        )
        if question.game.players(question.view.options) == 1:
            return Difference(0.0, 0.0, points, points_error, seats)
        error = hypot(one.error, other.error)
        return Difference(one.value - other.value, error, points, points_error, seats)

    def prospect(self, game: AnyGame, state: Any, budget: Budget, seed: int) -> Prospect:
        ended = final_prospect(game, state)
        if ended is not None:
            return ended
        rng, began, count = Random(seed), perf_counter(), 0
        players = range(game.players(game.options_of(state)))
        shares, points = [Mean() for _ in players], [Mean() for _ in players]
        while True:
            end = play_out(game, state, rng)
            count += 1
            for seat in players:
                shares[seat].add(end.shares[seat])
                points[seat].add(end.points[seat])
            if budget.nodes is not None and count >= budget.nodes:
                break
            if budget.seconds is not None and perf_counter() - began >= budget.seconds:
                break
        return Prospect(
            chances=tuple(each.value for each in shares),
            points=tuple(each.value for each in points),
            errors=tuple(each.share_error for each in shares),
            points_errors=tuple(each.error for each in points),
        )


def _measured(question: Question, action: Any, budget: Budget, seed: int) -> RootAction:
    """The statistics of one action; the same seed samples the same hidden cards for each."""
    search = PlainSearch(question.game, question.view, state=question.state, among=[action])
    return search.run(budget, Random(seed)).best
