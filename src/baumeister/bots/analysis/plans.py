"""The evaluator of Tangram City: what can still be made of each city, by plans (docs/planner.md).

A city is worth the points that plans for its rest come to; who wins follows from everybody's
points, and from how far they may still be off.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, exp, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from baumeister.bots.analysis.evaluator import Alternative, Difference, Prospect, Question, part
from baumeister.bots.bot import BotError, Budget
from baumeister.bots.position import position_of, seed_from
from baumeister.bots.tangram_city import CHARACTERS, weights
from baumeister.core.chance import CHANCE, Rng
from baumeister.core.game import AnyGame
from baumeister.fast import compiled, why_not
from baumeister.fast.face import Position
from baumeister.fast.tangram_city import numbers
from baumeister.fast.tangram_city.planning import Planned, plan
from baumeister.games.tangram_city.actions import Side
from baumeister.games.tangram_city.outlook import tiles_left
from baumeister.games.tangram_city.state import State

RUNS: Final = 3
"""How often what is measured is measured, each time with other cards to come: for the error."""
PRICE: Final = 0.8
FREE: Final = 5
"""Plans know the order of the cards, players do not: that costs them so many points for each card
to come but the last ones. Measured by 30 games of level 4, as are these:"""
MOST_APART: Final = 18.0
"""The standard deviation of the points at the end from those expected, long before it."""


class PlanEvaluator:
    def __init__(self) -> None:
        if not compiled():
            raise BotError(f"analysis needs the compiled core: {why_not()}")

    # --- one decision -------------------------------------------------------------------

    def alternatives(self, question: Question, budget: Budget, seed: int) -> list[Alternative]:
        rng, seat = Random(seed), question.seat
        state: State = question.state or question.game.determinize(question.view, rng)
        legal = question.game.legal(state, seat)
        if isinstance(legal[0], Side):  # the sides mirror each other (T7.3)
            return []
        players = state.setup.players
        share = 1.0 if players == 1 else 0.6
        found = _planned(position_of(question.game, state, seat, rng), part(budget, share), rng)
        rest = part(budget, (1 - share) / max(1, players - 1))
        have = [
            0.0 if each == seat else _points(question.game, state, each, rest, rng)
            for each in range(players)
        ]
        off = [_apart(state, each) for each in range(players)]
        rows = sorted(range(len(found.numbers)), key=lambda row: -found.values[row])
        listed = []
        for row in rows:
            have[seat] = found.points[row] - _price(state, seat)
            action = numbers.action_of(state, seat, [found.numbers[row]])
            chance = winning(have, off)[seat]
            listed.append(Alternative(action, chance, have[seat], found.simulations))
        return listed

    def difference(
        self, question: Question, actions: Sequence[Any], budget: Budget, seed: int
    ) -> Difference:
        game, seat = question.game, question.seat
        share = part(budget, 1 / (RUNS * (len(actions) + 1)))
        points, chances = [], []
        for run in range(RUNS):
            rng = Random(seed * RUNS + run)
            state: State = question.state or game.determinize(question.view, rng)
            drawn = seed_from(rng)
            after = [
                _points(game, game.apply(state, seat, action), seat, share, Random(drawn))
                for action in actions
            ]  # the same cards for both
            points.append(after[0] - after[1])
            players = range(state.setup.players)
            rest = part(share, 1 / len(players))
            have = [0.0 if p == seat else _points(game, state, p, rest, rng) for p in players]
            off = [_apart(state, each) for each in players]
            won = [winning([*have[:seat], own, *have[seat + 1 :]], off)[seat] for own in after]
            chances.append(won[0] - won[1])
        return Difference(*_mean(chances), *_mean(points))

    # --- everybody ----------------------------------------------------------------------

    def prospect(self, game: AnyGame, state: Any, budget: Budget, seed: int) -> Prospect:
        players = range(state.setup.players)
        share = part(budget, 1 / (RUNS * len(players)))
        rng = Random(seed)
        runs = [[_points(game, state, each, share, rng) for each in players] for _ in range(RUNS)]
        points, points_errors = zip(*(_mean(each) for each in zip(*runs, strict=True)), strict=True)
        off = [_apart(state, each) for each in players]
        won = list(zip(*(winning(run, off) for run in runs), strict=True))
        errors = tuple(_mean(each)[1] for each in won)
        return Prospect(tuple(winning(points, off)), points, errors, points_errors)


def _planned(position: Position, budget: Budget, rng: Rng) -> Planned:
    return plan(
        position,
        habit=weights(),
        nodes=budget.nodes or 0,
        seconds=budget.seconds or 0.0,
        seed=seed_from(rng),
        horizon=CHARACTERS[5].horizon,
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
        found = _planned(position_of(game, state, seat, rng), budget, rng)
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
