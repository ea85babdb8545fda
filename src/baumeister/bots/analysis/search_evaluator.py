"""The evaluator over the compiled core: tree search for decisions, playouts for how all stand.

Both games speak numbers (`fast/<game>/numbers.py`), an action of many parts as many of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from random import Random
from typing import Any, ClassVar, Final

from baumeister.bots.analysis.evaluator import Alternative, Difference, Prospect, Question, part
from baumeister.bots.bot import BotError, Budget
from baumeister.bots.position import fast_of, numbers_of, position_of, seed_from
from baumeister.core.game import AnyGame
from baumeister.fast import compiled, why_not
from baumeister.fast.api import Position, SearchResult

_PLAYING: Final = ("policy", "value", "inverse_temperature", "leaf")
"""The settings of a search that playouts have too."""


class CoreEvaluator:
    by_points: ClassVar = False

    def __init__(self, settings: dict[str, Any]) -> None:
        """`settings` are those of a search: policy, leaf and so on."""
        if not compiled():
            raise BotError(f"analysis needs the compiled core: {why_not()}")
        self._settings = settings
        self._playing = {name: settings[name] for name in _PLAYING if name in settings}

    # --- one decision -------------------------------------------------------------------

    def alternatives(self, question: Question, budget: Budget, seed: int) -> list[Alternative]:
        rng = Random(seed)
        state, position = _asked(question, rng)
        module = numbers_of(question.game)
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
        for action in actions:  # the same deals for both
            rng = Random(seed)
            state, position = _asked(question, rng)
            *given, last = numbers_of(question.game).numbers_of(state, seat, action)
            for number in given:
                position.apply(number)
            found = self._search(question, position, half, seed_from(rng), among=[last])
            row = found.numbers.index(last)
            measured.append((found.values[row], found.errors[row], found.points[row][seat]))
        (one, error, points), (other, other_error, other_points) = measured
        error = hypot(error, other_error)
        return Difference(one - other, error, points - other_points, 0.0)

    def _search(
        self, question: Question, position: Position, budget: Budget, seed: int, **more: Any
    ) -> SearchResult:
        return position.search(
            nodes=budget.nodes or 0,
            seconds=budget.seconds or 0.0,
            seed=seed,
            open_cards=question.state is not None,
            **self._settings,
            **more,
        )

    # --- everybody ----------------------------------------------------------------------

    def prospect(self, game: AnyGame, state: Any, budget: Budget, seed: int) -> Prospect:
        outcome = game.outcome(state)
        if outcome:
            none = (0.0,) * len(outcome.ranks)
            return Prospect(shares(outcome.ranks), tuple(map(float, outcome.scores)), none, none)
        found = _position(game, state).forecast(
            nodes=budget.nodes or 0, seconds=budget.seconds or 0.0, seed=seed, **self._playing
        )
        return Prospect(
            chances=tuple(found.shares),
            points=tuple(found.points),
            errors=tuple(found.share_errors),
            points_errors=tuple(found.points_errors),
        )


def no_choice(game: AnyGame, state: Any) -> bool:
    """Whether chance has but one thing to do here."""
    return len(_position(game, state).legal()) == 1


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


def _position(game: AnyGame, state: Any) -> Position:
    fast = fast_of(game)
    position: Position = fast.Position.of(fast.rules(game.options_of(state)), state)
    return position
