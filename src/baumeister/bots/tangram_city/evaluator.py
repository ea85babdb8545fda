"""The evaluator of Tangram City, by plans for the rest of each city (docs/how-bots-think.md).

A city's value is the points its best plan reaches; winning chances follow from everybody's
expected points and how uncertain they still are.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, exp, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, ClassVar, Final

from baumeister.bots.analysis.evaluator import (
    Alternative,
    Difference,
    Prospect,
    Question,
    Swing,
    part,
)
from baumeister.bots.bot import BotError, Budget, seed_from
from baumeister.bots.position import position_of
from baumeister.bots.tangram_city.levels import SETTINGS, STRONGEST, network_for
from baumeister.core.chance import CHANCE, Rng
from baumeister.core.game import AnyGame
from baumeister.fast import compiled, why_not
from baumeister.fast.tangram_city import numbers
from baumeister.fast.tangram_city.planning import Planned, plan
from baumeister.games.tangram_city.actions import Side
from baumeister.games.tangram_city.outlook import fountains_left, tiles_left
from baumeister.games.tangram_city.scoring import planning_bonus
from baumeister.games.tangram_city.state import State

RUNS: Final = 5
"""Repetitions of a measurement with different cards to come, for its standard error."""
OWN: Final = 0.7
"""The share of the budget for the player's own city; the rest is for the opponents'."""
DEPTH: Final = 100
"""Changes of the plans that end rollouts, so that plans value cities early in the game too."""
CACHE_SIZE: Final = 20
"""Cities whose points are cached."""
PRICE: Final = 0.8
FREE: Final = 5
"""Plans know the order of the cards, players do not: that costs them `PRICE` points for each card
to come beyond the last `FREE`. Measured over 30 games of level 4, as is the deviation below."""
REAL: Final = 0.8
"""The share of a difference between plans that is real until then: a city with every option open
pays more of that price than a spoilt one. Measured over 45 games of levels 2 and 3, against what
level 5 made of the same cards."""
MOST_DEVIATION: Final = 18.0
"""The standard deviation of the final points from those expected, early in the game."""
FEW: Final = 24
"""With at most this many actions near the end all are evaluated: plans fill the most enclosed
fields first, and would miss that the last fountain is worth more elsewhere."""


class PlanEvaluator:
    by_points: ClassVar = True

    def __init__(self) -> None:
        if not compiled():
            raise BotError(f"analysis needs the compiled core: {why_not()}")
        self._cities: dict[Any, list[float]] = {}

    def alternatives(self, question: Question, budget: Budget, seed: int) -> list[Alternative]:
        rng, seat = Random(seed), question.seat
        state: State = question.state or question.game.determinize(question.view, rng)
        if isinstance(question.game.legal(state, seat)[0], Side):  # equivalent by symmetry (T7.3)
            return []
        solo = state.setup.players == 1
        found = _planned(question.game, state, seat, part(budget, 1 if solo else OWN), rng)
        opponents = _Opponents(question, state, part(budget, 1 - OWN), rng)
        listed = []
        for row in sorted(range(len(found.numbers)), key=lambda row: -found.values[row]):
            action = numbers.action_of(state, seat, [found.numbers[row]])
            points = found.points[row] - _price(state, seat)
            listed.append(Alternative(action, opponents.chance(points), points, found.simulations))
        return listed

    def difference(
        self, question: Question, actions: Sequence[Any], budget: Budget, seed: int
    ) -> Difference:
        game, seat, rng = question.game, question.seat, Random(seed)
        solo = game.players(question.view.options) == 1
        share = part(budget, (1 if solo else OWN) / (RUNS * len(actions)))
        state: State = question.state or game.determinize(question.view, rng)
        opponents = _Opponents(question, state, part(budget, 1 - OWN), rng)
        real = REAL if len(tiles_left(state, seat)) > FREE else 1.0
        points, chances, wins = [], [], []
        for _ in range(RUNS):
            guess = question.state or game.determinize(question.view, rng)
            drawn = seed_from(rng)  # the same cards for both
            one, other = (
                _points(game, game.apply(guess, seat, action), seat, share, Random(drawn))
                for action in actions
            )
            other = one - real * (one - other)
            points.append(one - other)
            wins.append(
                [
                    better - worse
                    for better, worse in zip(
                        opponents.chances(one), opponents.chances(other), strict=True
                    )
                ]
            )
            chances.append(wins[-1][seat])
        seats = tuple(
            Swing(fmean(won), fmean(points) if each == seat else 0.0)
            for each, won in enumerate(zip(*wins, strict=True))
        )
        return Difference(*_mean(chances), *_mean(points), seats)

    def prospect(self, game: AnyGame, state: Any, budget: Budget, seed: int) -> Prospect:
        players = range(state.setup.players)
        cities = [self._city(game, state, each, budget, seed) for each in players]
        points, points_errors = zip(*map(_mean, cities), strict=True)
        deviations = [_deviation(state, each) for each in players]
        won = zip(*(winning(run, deviations) for run in zip(*cities, strict=True)), strict=True)
        errors = tuple(_mean(each)[1] for each in won)
        return Prospect(tuple(winning(points, deviations)), points, errors, points_errors)

    def _city(
        self, game: AnyGame, state: State, seat: int, budget: Budget, seed: int
    ) -> list[float]:
        """The points of several runs, cached while nothing changes for this city."""
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
            self._cities = dict(list(self._cities.items())[-CACHE_SIZE:])
            self._cities[now] = [_points(game, state, seat, share, rng) for _ in range(RUNS)]
        return self._cities[now]


class _Opponents:
    """The opponents' expected final points, by what the seat knows."""

    def __init__(self, question: Question, state: State, budget: Budget, rng: Rng) -> None:
        self._seat = question.seat
        players = range(state.setup.players)
        share = part(budget, 1 / max(1, len(players) - 1))
        self._points = [
            0.0 if each == question.seat else _points(question.game, state, each, share, rng)
            for each in players
        ]
        self._deviations = [_deviation(state, each) for each in players]

    def chance(self, points: float) -> float:
        """The seat's winning chances with these expected points."""
        return self.chances(points)[self._seat]

    def chances(self, points: float) -> list[float]:
        """Everybody's winning chances if the seat has these expected points."""
        seat = self._seat
        have = [points if each == seat else theirs for each, theirs in enumerate(self._points)]
        return winning(have, self._deviations)


def _planned(game: AnyGame, state: State, seat: int, budget: Budget, rng: Rng) -> Planned:
    horizon = SETTINGS[STRONGEST].horizon
    position = position_of(game, state, seat, rng)
    legal = position.legal()
    few = len(legal) <= FEW and len(tiles_left(state, seat)) <= horizon
    return plan(
        position,
        consider=legal if few else [],
        network=network_for(state.options.tile_set),
        depth=DEPTH,
        nodes=budget.nodes or 0,
        seconds=budget.seconds or 0.0,
        seed=seed_from(rng),
        horizon=horizon,
    )


def _points(game: AnyGame, state: State, seat: int, budget: Budget, rng: Rng) -> float:
    """The seat's expected final points, by a plan from its next decision on.

    Until then cards are drawn and the opponents decline everything: what they do does not affect
    this city.
    """
    found, state = _next_plan(game, state, seat, budget, rng)
    if found is None:
        return float(state.points[seat])
    return max(found.points) - _price(state, seat)


def completion(game: AnyGame, state: State, seat: int, budget: Budget, rng: Rng) -> float:
    """The probability that the seat completes its city, by its best plan."""
    found, state = _next_plan(game, state, seat, budget, rng)
    if found is None:
        return float(planning_bonus(state.boards[seat]) > 0)
    return found.complete[found.points.index(max(found.points))]


def played_by_plans(game: AnyGame, state: State, seat: int, budget: Budget, rng: Rng) -> State:
    """The end of the game if the seat follows a new plan at every decision.

    Opponents decline everything: what they do does not affect this city.
    """
    cards = Random(seed_from(rng))
    while True:
        found, state = _next_plan(game, state, seat, budget, cards)
        if found is None:
            return state
        row = found.points.index(max(found.points))
        state = game.apply(state, seat, numbers.action_of(state, seat, [found.numbers[row]]))


def _next_plan(
    game: AnyGame, state: State, seat: int, budget: Budget, rng: Rng
) -> tuple[Planned | None, State]:
    """The plan at the seat's next decision, and the state then; no plan if the game ends first."""
    while actors := game.actors(state):
        if actors == (CHANCE,):
            state = game.apply(state, CHANCE, game.sample(state, rng))
            continue
        actor = seat if seat in actors else actors[0]
        legal = game.legal(state, actor)
        if actor != seat or len(legal) == 1 or isinstance(legal[0], Side):
            state = game.apply(state, actor, legal[-1])
            continue
        return _planned(game, state, seat, budget, rng), state
    return None, state


def _price(state: State, seat: int) -> float:
    """The points it will cost not to know the order of the cards."""
    return PRICE * max(0, len(tiles_left(state, seat)) - FREE)


def _deviation(state: State, seat: int) -> float:
    """The standard deviation of the seat's final points from the expected ones."""
    left = len(tiles_left(state, seat))
    return min(MOST_DEVIATION, left**2 / 14)


def winning(points: Sequence[float], deviations: Sequence[float]) -> list[float]:
    """Everybody's share of the win, if final points are normally distributed around `points`.

    >>> [round(share, 2) for share in winning([150, 150, 100], [5, 5, 5])]
    [0.5, 0.5, 0.0]
    >>> winning([120, 120, 119], [0, 0, 0])
    [0.5, 0.5, 0.0]
    """
    if not any(deviations):
        best = max(points)
        winners = list(points).count(best)
        return [1 / winners if have == best else 0.0 for have in points]
    widths = [max(each, 0.3) for each in deviations]
    chances = []
    for seat, (have, own) in enumerate(zip(points, widths, strict=True)):
        total = weight = 0.0
        for step in range(-30, 31):
            here = step / 10
            density = exp(-here * here / 2)
            each = density
            for other, (theirs, spread) in enumerate(zip(points, widths, strict=True)):
                if other != seat:
                    each *= (1 + erf((have + here * own - theirs) / spread / sqrt(2))) / 2
            total += each
            weight += density
        chances.append(total / weight)
    return [each / sum(chances) for each in chances]


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    return fmean(values), stdev(values) / sqrt(len(values))
