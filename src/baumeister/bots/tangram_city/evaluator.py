"""The evaluator of Tangram City: what can still be made of each city, by plans (docs/planner.md).

A city is worth the points that plans for its rest come to; who wins follows from everybody's
points, and from how far they may still be off.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, exp, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, ClassVar, Final

from baumeister.bots.analysis.evaluator import Alternative, Difference, Prospect, Question, part
from baumeister.bots.bot import BotError, Budget
from baumeister.bots.levels import STRONGEST
from baumeister.bots.position import position_of, seed_from
from baumeister.bots.tangram_city.levels import CHARACTERS, weights
from baumeister.core.chance import CHANCE, Rng
from baumeister.core.game import AnyGame
from baumeister.fast import compiled, why_not
from baumeister.fast.tangram_city import numbers
from baumeister.fast.tangram_city.planning import Planned, plan
from baumeister.games.tangram_city.actions import Side
from baumeister.games.tangram_city.outlook import fountains_left, tiles_left
from baumeister.games.tangram_city.state import State

RUNS: Final = 5
"""How often what is measured is measured, each time with other cards to come: for the error."""
OWN: Final = 0.7
"""The share of the time for the own city; the rest is for the others'."""
MOST_KEPT: Final = 20
"""Cities whose points are kept."""
PRICE: Final = 0.8
FREE: Final = 5
"""Plans know the order of the cards, players do not: that costs them so many points for each card
to come but the last ones. Measured by 30 games of level 4, as is the spread below."""
REAL: Final = 0.8
"""So much of a difference between plans is real until then: a city in which everything seems
possible pays more of that price than a spoilt one. Measured by 45 games of levels 2 and 3, against
what level 5 made of the same cards."""
MOST_APART: Final = 18.0
"""The standard deviation of the points at the end from those expected, long before it."""


FEW: Final = 24
"""Where no more can be decided near the end, all of it is looked at: plans fill what is most
enclosed first, and would not see for themselves that the last fountain is worth more elsewhere."""


class PlanEvaluator:
    by_points: ClassVar = True

    def __init__(self) -> None:
        if not compiled():
            raise BotError(f"analysis needs the compiled core: {why_not()}")
        self._cities: dict[Any, list[float]] = {}

    # --- one decision -------------------------------------------------------------------

    def alternatives(self, question: Question, budget: Budget, seed: int) -> list[Alternative]:
        rng, seat = Random(seed), question.seat
        state: State = question.state or question.game.determinize(question.view, rng)
        if isinstance(question.game.legal(state, seat)[0], Side):  # mirrored: the same (T7.3)
            return []
        alone = state.setup.players == 1
        found = _planned(question.game, state, seat, part(budget, 1 if alone else OWN), rng)
        rivals = _Rivals(question, state, part(budget, 1 - OWN), rng)
        listed = []
        for row in sorted(range(len(found.numbers)), key=lambda row: -found.values[row]):
            action = numbers.action_of(state, seat, [found.numbers[row]])
            points = found.points[row] - _price(state, seat)
            listed.append(Alternative(action, rivals.chance(points), points, found.simulations))
        return listed

    def difference(
        self, question: Question, actions: Sequence[Any], budget: Budget, seed: int
    ) -> Difference:
        game, seat, rng = question.game, question.seat, Random(seed)
        alone = game.players(question.view.options) == 1
        share = part(budget, (1 if alone else OWN) / (RUNS * len(actions)))
        state: State = question.state or game.determinize(question.view, rng)
        rivals = _Rivals(question, state, part(budget, 1 - OWN), rng)
        real = REAL if len(tiles_left(state, seat)) > FREE else 1.0
        points, chances = [], []
        for _ in range(RUNS):
            guess = question.state or game.determinize(question.view, rng)
            drawn = seed_from(rng)
            one, other = (
                _points(game, game.apply(guess, seat, action), seat, share, Random(drawn))
                for action in actions  # the same cards for both
            )
            other = one - real * (one - other)
            points.append(one - other)
            chances.append(rivals.chance(one) - rivals.chance(other))
        return Difference(*_mean(chances), *_mean(points))

    # --- everybody ----------------------------------------------------------------------

    def prospect(self, game: AnyGame, state: Any, budget: Budget, seed: int) -> Prospect:
        players = range(state.setup.players)
        cities = [self._city(game, state, each, budget, seed) for each in players]
        points, points_errors = zip(*map(_mean, cities), strict=True)
        off = [_apart(state, each) for each in players]
        won = zip(*(winning(run, off) for run in zip(*cities, strict=True)), strict=True)
        errors = tuple(_mean(each)[1] for each in won)
        return Prospect(tuple(winning(points, off)), points, errors, points_errors)

    def _city(
        self, game: AnyGame, state: State, seat: int, budget: Budget, seed: int
    ) -> list[float]:
        """The points of several runs, kept as long as nothing changes for this city."""
        now = (
            seat,
            state.boards[seat],
            state.points[seat],
            state.round,
            state.cards,
            tuple(tiles_left(state, seat)),
            fountains_left(state, seat),
        )
        if now not in self._cities:
            rng = Random(seed)
            share = part(budget, 1 / RUNS)
            self._cities = dict(list(self._cities.items())[-MOST_KEPT:])
            self._cities[now] = [_points(game, state, seat, share, rng) for _ in range(RUNS)]
        return self._cities[now]


class _Rivals:
    """What the others will have, as far as can be told from what the seat knows."""

    def __init__(self, question: Question, state: State, budget: Budget, rng: Rng) -> None:
        self._seat = question.seat
        players = range(state.setup.players)
        share = part(budget, 1 / max(1, len(players) - 1))
        self._points = [
            0.0 if each == question.seat else _points(question.game, state, each, share, rng)
            for each in players
        ]
        self._off = [_apart(state, each) for each in players]

    def chance(self, points: float) -> float:
        """Of winning, for who expects so many points."""
        seat = self._seat
        have = [points if each == seat else theirs for each, theirs in enumerate(self._points)]
        return winning(have, self._off)[seat]


def _planned(game: AnyGame, state: State, seat: int, budget: Budget, rng: Rng) -> Planned:
    horizon = CHARACTERS[STRONGEST].horizon
    position = position_of(game, state, seat, rng)
    legal = position.legal()
    few = len(legal) <= FEW and len(tiles_left(state, seat)) <= horizon
    return plan(
        position,
        consider=legal if few else [],
        policy=weights(),
        nodes=budget.nodes or 0,
        seconds=budget.seconds or 0.0,
        seed=seed_from(rng),
        horizon=horizon,
    )


def _points(game: AnyGame, state: State, seat: int, budget: Budget, rng: Rng) -> float:
    """What the seat will have in the end, as far as plans can tell.

    It is asked about its next decision. Until then the cards are drawn, and the others decline:
    what they do changes nothing for this city.
    """
    while actors := game.actors(state):
        if actors == (CHANCE,):
            state = game.apply(state, CHANCE, game.sample(state, rng))
            continue
        actor = seat if seat in actors else actors[0]
        legal = game.legal(state, actor)
        if actor != seat or len(legal) == 1 or isinstance(legal[0], Side):
            state = game.apply(state, actor, legal[-1])
            continue
        found = _planned(game, state, seat, budget, rng)
        return max(found.points) - _price(state, seat)
    return float(state.points[seat])


def _price(state: State, seat: int) -> float:
    return PRICE * max(0, len(tiles_left(state, seat)) - FREE)


def _apart(state: State, seat: int) -> float:
    """The standard deviation of what the seat will have from what is expected."""
    left = len(tiles_left(state, seat))
    return min(MOST_APART, left**2 / 14)


def winning(points: Sequence[float], off: Sequence[float]) -> list[float]:
    """Everybody's share of the win, if points are so much off, normally.

    >>> [round(share, 2) for share in winning([150, 150, 100], [5, 5, 5])]
    [0.5, 0.5, 0.0]
    >>> winning([120, 120, 119], [0, 0, 0])
    [0.5, 0.5, 0.0]
    """
    if not any(off):
        best = max(points)
        winners = list(points).count(best)
        return [1 / winners if have == best else 0.0 for have in points]
    wide = [max(each, 0.3) for each in off]
    chances = []
    for seat, (have, own) in enumerate(zip(points, wide, strict=True)):
        total = weight = 0.0
        for step in range(-30, 31):
            here = step / 10
            density = exp(-here * here / 2)
            each = density
            for other, (theirs, spread) in enumerate(zip(points, wide, strict=True)):
                if other != seat:
                    each *= (1 + erf((have + here * own - theirs) / spread / sqrt(2))) / 2
            total += each
            weight += density
        chances.append(total / weight)
    return [each / sum(chances) for each in chances]


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    return fmean(values), stdev(values) / sqrt(len(values))
