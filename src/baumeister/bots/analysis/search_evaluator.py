"""The evaluator over the compiled core: tree search for decisions, playouts for prospects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot
from operator import sub
from random import Random
from typing import Any, ClassVar, Final

from baumeister.bots.analysis.evaluator import (
    Alternative,
    Difference,
    Prospect,
    Question,
    Swing,
    final_prospect,
    part,
)
from baumeister.bots.bot import BotError, Budget, seed_from
from baumeister.bots.position import make_position, position_of
from baumeister.core.game import AnyGame
from baumeister.fast import OVER, compiled, why_not
from baumeister.fast.api import Position, SearchResult
from baumeister.fast.positions import positions_of

_PLAYOUT_SETTINGS: Final = ("policy", "value_network", "leaf")
"""The search settings that playouts have too."""


class SearchEvaluator:
    by_points: ClassVar = False

    def __init__(self, settings_for: Callable[[Any], dict[str, Any]]) -> None:
        """`settings_for(options)` returns keyword arguments of `Position.search`: policy, leaf and
        so on."""
        if not compiled():
            raise BotError(f"analysis needs the compiled core: {why_not()}")
        self._settings_for = settings_for

    def alternatives(self, question: Question, budget: Budget, seed: int) -> list[Alternative]:
        rng = Random(seed)
        state, position = sampled(question, rng)
        module = positions_of(question.game)
        given: list[int] = []
        wanted = module.wanted(state)
        for index in range(wanted):
            found = self._search(question, position, part(budget, 1 / wanted), seed_from(rng))
            if index + 1 < wanted:
                given.append(found.best)
                position.apply(found.best)
        rows = sorted(range(len(found.numbers)), key=lambda row: -found.visits[row])
        return [
            Alternative(
                module.action_of(state, question.seat, [*given, found.numbers[row]]),
                found.values[row],
                found.points[row][question.seat],
                found.visits[row],
            )
            for row in rows
        ]

    def difference(
        self, question: Question, actions: Sequence[Any], budget: Budget, seed: int
    ) -> Difference:
        half, seat = part(budget, 1 / len(actions)), question.seat
        measured = []
        for action in actions:
            rng = Random(seed)  # the same deals for both
            state, position = sampled(question, rng)
            *given, last = positions_of(question.game).numbers_of(state, seat, action)
            for number in given:
                position.apply(number)
            found = self._search(question, position, half, seed_from(rng), among=[last])
            row = found.numbers.index(last)
            measured.append((found, row))
        (one, first), (other, second) = measured
        seats = tuple(
            Swing(one.shares[first][each] - other.shares[second][each], gain)
            for each, gain in enumerate(map(sub, one.points[first], other.points[second]))
        )
        error = hypot(one.errors[first], other.errors[second])
        chance = one.values[first] - other.values[second]
        until = _leaf(state, position, last, self._settings_for(question.view.options)["leaf"])
        return Difference(chance, error, seats[seat].points, 0.0, seats, until)

    def _search(
        self, question: Question, position: Position, budget: Budget, seed: int, **more: Any
    ) -> SearchResult:
        return position.search(
            nodes=budget.nodes or 0,
            seconds=budget.seconds or 0.0,
            seed=seed,
            open_cards=question.state is not None,
            **self._settings_for(question.view.options),
            **more,
        )

    def prospect(self, game: AnyGame, state: Any, budget: Budget, seed: int) -> Prospect:
        ended = final_prospect(game, state)
        if ended is not None:
            return ended
        settings = self._settings_for(game.options_of(state))
        playouts = {name: settings[name] for name in _PLAYOUT_SETTINGS if name in settings}
        found = make_position(game, state).forecast(
            nodes=budget.nodes or 0, seconds=budget.seconds or 0.0, seed=seed, **playouts
        )
        return Prospect(
            chances=tuple(found.shares),
            points=tuple(found.points),
            errors=tuple(found.share_errors),
            points_errors=tuple(found.points_errors),
        )


def _leaf(state: Any, position: Position, number: int, leaf: str) -> str:
    """Where simulations end that start with this number: the round may be over after it."""
    position.apply(number)
    position.settle()
    if leaf == "game" or position.actor == OVER:
        return "game"
    return "round" if position.state().round == state.round else "next-round"


def sampled(question: Question, rng: Random) -> tuple[Any, Position]:
    """A state that fits the question, and its position with the seat to decide."""
    game = question.game
    state = question.state or game.determinize(question.view, rng)
    return state, position_of(game, state, question.seat, rng)
