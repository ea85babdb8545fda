"""The evaluator over the compiled core: a search for the best, playouts to compare.

Both games speak numbers (`fast/<game>/numbers.py`); what an engine of one game knows better is
in its settings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from time import perf_counter
from typing import Any, Final

from baumeister.bots.analysis.evaluator import Alternative, Difference, Prospect, Question
from baumeister.bots.bot import BotError, Budget
from baumeister.bots.position import fast_of, numbers_of, position_of, seed_from
from baumeister.core.game import AnyGame
from baumeister.fast import CHANCE, compiled, why_not
from baumeister.fast.face import Position

FEWEST: Final = 8
"""Playouts of a comparison, however short the time: an error needs several."""


class CoreEvaluator:
    def __init__(self, settings: dict[str, Any]) -> None:
        if not compiled():
            raise BotError(f"analysis needs the compiled core: {why_not()}")
        self._settings = settings
        self._policy: Sequence[float] | None = settings.get("policy")

    # --- one decision -------------------------------------------------------------------

    def alternatives(self, question: Question, budget: Budget, seed: int) -> list[Alternative]:
        rng = Random(seed)
        state, position = _asked(question, rng)
        module = numbers_of(question.game)
        given: list[int] = []
        wanted = module.wanted(state)
        for index in range(wanted):
            found = position.search(
                nodes=(budget.nodes or 0),
                seconds=(budget.seconds or 0.0) / wanted,
                seed=seed_from(rng),
                **self._settings,
            )
            if index + 1 < wanted:
                given.append(found.best)
                position.apply(found.best)
        rows = sorted(
            zip(found.numbers, found.visits, found.values, strict=True),
            key=lambda row: (-row[1], row[0]),
        )
        return [
            Alternative(
                module.action_of(state, question.seat, [*given, number]), value, 0.0, visits
            )
            for number, visits, value in rows
        ]

    def difference(
        self, question: Question, actions: Sequence[Any], budget: Budget, seed: int
    ) -> Difference:
        rng = Random(seed)
        state, position = _asked(question, rng)
        module, seat = numbers_of(question.game), question.seat
        paths = [module.numbers_of(state, seat, action) for action in actions]
        chances, points = _Mean(), _Mean()
        for number in _turns(budget, FEWEST, cost=len(paths)):
            drawn = seed_from(rng)
            ends = []
            for path in paths:  # the same cards and the same luck for both
                guess = position.copy() if question.state else position.determinize(seat, drawn)
                guess.reseed(drawn ^ number)
                for step in path:
                    guess.apply(step)
                ends.append(self._play(guess))
            one, other = ends
            chances.add(one[0][seat] - other[0][seat])
            points.add(one[1][seat] - other[1][seat])
        return Difference(chances.mean, chances.error, points.mean, points.error)

    # --- everybody ----------------------------------------------------------------------

    def prospect(self, game: AnyGame, state: Any, budget: Budget, seed: int) -> Prospect:
        outcome = game.outcome(state)
        players = game.players(game.options_of(state))
        if outcome:
            none = (0.0,) * players
            return Prospect(shares(outcome.ranks), tuple(map(float, outcome.scores)), none, none)
        fast = fast_of(game)
        position: Position = fast.Position.of(fast.rules(game.options_of(state)), state)
        rng = Random(seed)
        chances = [_Mean() for _ in range(players)]
        points = [_Mean() for _ in range(players)]
        for _ in _turns(budget, FEWEST):
            guess = position.copy()
            guess.reseed(seed_from(rng))
            won, have = self._play(guess)
            for player in range(players):
                chances[player].add(won[player])
                points[player].add(have[player])
        return Prospect(
            tuple(each.mean for each in chances),
            tuple(each.mean for each in points),
            tuple(each.error for each in chances),
            tuple(each.error for each in points),
        )

    def _play(self, position: Position) -> tuple[tuple[float, ...], list[int]]:
        if position.actor >= CHANCE:
            position.playout(policy=self._policy)
        return shares(position.ranks()), position.points()


def no_choice(game: AnyGame, state: Any) -> bool:
    """Whether chance has but one thing to do here."""
    fast = fast_of(game)
    position: Position = fast.Position.of(fast.rules(game.options_of(state)), state)
    return len(position.legal()) == 1


def shares(ranks: Sequence[int]) -> tuple[float, ...]:
    """Each player's share of the win.

    >>> shares([1, 3, 1])
    (0.5, 0.0, 0.5)
    """
    winners = ranks.count(1)
    return tuple(1 / winners if rank == 1 else 0.0 for rank in ranks)


def _asked(question: Question, rng: Random) -> tuple[Any, Position]:
    """A state and a position in which the seat is to decide."""
    game = question.game
    state = question.state or game.determinize(question.view, rng)
    return state, position_of(game, state, question.seat, rng)


def _turns(budget: Budget, fewest: int, cost: int = 1) -> Iterator[int]:
    """Numbers from 0 on, as far as the budget goes."""
    began = perf_counter()
    number = 0
    while True:
        yield number
        number += 1
        if number < fewest:
            continue
        if budget.nodes is not None and number * cost >= budget.nodes:
            return
        if budget.seconds is not None and perf_counter() - began >= budget.seconds:
            return


class _Mean:
    """A mean and its standard error, number by number."""

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self._squares = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        apart = value - self.mean
        self.mean += apart / self.count
        self._squares += apart * (value - self.mean)

    @property
    def error(self) -> float:
        return sqrt(self._squares / (self.count - 1) / self.count) if self.count > 1 else 0.0
