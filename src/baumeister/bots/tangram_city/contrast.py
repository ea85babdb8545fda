"""What follows one decision in Tangram City compared with another, to the end of the game.

The rest of the city is played by the value network with the same cards for both; whether the
city can be completed is told by plans, which look further.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log2
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple

from baumeister.bots.analysis.contrast import Fact, Means, means
from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.bot import Budget, seed_from
from baumeister.bots.position import make_position
from baumeister.bots.tangram_city.evaluator import completion, played_by_plans
from baumeister.bots.tangram_city.levels import network_for
from baumeister.fast.tangram_city.planning import play_by_network
from baumeister.games.tangram_city.actions import Action
from baumeister.games.tangram_city.geometry import FULL_BOARD, touched_fields
from baumeister.games.tangram_city.outlook import tiles_left
from baumeister.games.tangram_city.scoring import PLANNING, harmony_bonus
from baumeister.games.tangram_city.state import ROUNDS, State

SAMPLES: Final = 80
PLANS: Final = 6
"""Samples where plans are made, which take longer."""
NODES: Final = 100
"""Plans to try for each decision."""
SOON: Final = 7
"""With at most this many tiles left every decision to the end is planned."""
PLANNED: Final = 12
"""The same if nothing else tells the actions apart: it takes a second or two."""
FEW_WAYS: Final = 8
LEAST_RATIO: Final = 1.15
"""How many more ways to place the tiles are mentioned."""
WAYS: Final = 3.0
"""The points that twice as many ways are worth, roughly."""
NOTICED: Final = 0.15
"""The smallest difference of probabilities that is mentioned."""


class _End(NamedTuple):
    rectangles: int
    """The points of all rectangles."""
    harmony: int
    points: int


def contrast(question: Question, actions: tuple[Action, Action], seed: int) -> list[Fact]:
    """The facts that distinguish what follows the first action from what follows the second."""
    game, seat = question.game, question.seat
    samples = [
        question.state or game.determinize(question.view, Random(seed * SAMPLES + each))
        for each in range(SAMPLES)
    ]
    better, worse = (game.apply(samples[0], seat, action) for action in actions)
    facts = [*_room(better, worse, seat), *_complete(game, samples, seat, actions, seed)]
    left = len(tiles_left(samples[0], seat))
    if left > SOON:
        facts += _played(game, samples, seat, actions, seed)
    if left <= SOON or (left <= PLANNED and not any(fact.worth > 0 for fact in facts)):
        facts += _played(game, samples[:PLANS], seat, actions, seed, planned=True)
    return facts


def _played(
    game: Any,
    samples: list[State],
    seat: int,
    actions: tuple[Action, Action],
    seed: int,
    *,
    planned: bool = False,
) -> Iterator[Fact]:
    """What the rectangles and harmony bring if the game is played to the end."""
    better, worse = (
        [
            _end(game, game.apply(state, seat, action), seat, seed + at, planned=planned)
            for at, state in enumerate(samples)
        ]
        for action in actions
    )
    if fmean(end.points for end in better) > fmean(end.points for end in worse):
        # otherwise the network does not see what the plans see
        yield from _points(better, worse, samples[0].round)


def _room(better: State, worse: State, seat: int) -> Iterator[Fact]:
    """Fields that no remaining tile can fill, and the ways to place the remaining tiles."""
    (after, ways), (instead, other) = (_fits(state, seat) for state in (better, worse))
    if after != instead:
        yield Fact({"code": "holes", "after": after, "instead": instead}, float(instead - after))
    more = log2((ways + 1) / (other + 1))
    if more >= log2(LEAST_RATIO) and ways > FEW_WAYS:
        yield Fact({"code": "ways", "after": ways, "instead": other}, WAYS * more)


def _fits(state: State, seat: int) -> tuple[int, int]:
    """The fields that no remaining tile can fill, and the placements that are possible."""
    free, reach, ways = FULL_BOARD & ~state.boards[seat].covered, 0, 0
    for tile in tiles_left(state, seat):
        for mask, _ in state.setup.placements[tile]:
            if mask & free == mask:
                reach |= mask
                ways += 1
    return touched_fields(free & ~reach).bit_count(), ways


def _complete(
    game: Any, samples: list[State], seat: int, actions: tuple[Action, Action], seed: int
) -> Iterator[Fact]:
    """How often the city can be completed (T5.1)."""
    budget = Budget(nodes=NODES)
    now, was = (
        [
            completion(game, game.apply(state, seat, action), seat, budget, Random(seed + at))
            for at, state in enumerate(samples[:PLANS])
        ]
        for action in actions
    )
    both = means(now, was)
    if abs(both.gain) >= NOTICED:
        shares = {"now": round(both.now, 2), "was": round(both.was, 2)}
        yield Fact({"code": "completes", **shares}, PLANNING * both.gain)


def _end(game: Any, state: State, seat: int, seed: int, *, planned: bool) -> _End:
    """The end of the game from here, with cards that depend on the seed only."""
    if planned:
        end = played_by_plans(game, state, seat, Budget(nodes=NODES), Random(seed))
    else:
        position = make_position(game, state)
        position.reseed(seed_from(Random(seed)))
        play_by_network(position, network_for(state.options.tile_set))
        end = position.state()
    score = end.rounds[-1][seat]
    return _End(
        rectangles=sum(scores[seat].rectangle for scores in end.rounds),
        harmony=harmony_bonus(score),
        points=end.points[seat],
    )


def _points(better: list[_End], worse: list[_End], number: int) -> Iterator[Fact]:
    """What the rectangles and harmony bring on average."""
    rectangles = _compared(better, worse, "rectangles")
    if rectangles.sure:
        rounds = ROUNDS - number + 1
        reason = {"code": "rectangles", "rounds": rounds, "gain": round(rectangles.gain, 1)}
        yield Fact(reason, rectangles.gain)
    harmony = _compared(better, worse, "harmony")
    if harmony.sure:
        yield Fact({"code": "balance", "gain": round(harmony.gain, 1)}, harmony.gain)


def _compared(better: list[_End], worse: list[_End], name: str) -> Means:
    return means([getattr(end, name) for end in better], [getattr(end, name) for end in worse])
