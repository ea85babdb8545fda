"""What follows one decision in Manhattan compared with another, to the end of the round and game.

Both are played out by the policy network from the same samples of what the seat knows. A fact is a
difference in what is scored then: buildings, majorities, the highest building, the urban card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple

from baumeister.bots.analysis.contrast import (
    LEAST_WORTH,
    Fact,
    Means,
    advantage,
    means,
    shares,
)
from baumeister.bots.analysis.evaluator import Question
from baumeister.bots.analysis.search_evaluator import sampled
from baumeister.bots.bot import seed_from
from baumeister.bots.manhattan.ends import End, end_of
from baumeister.bots.manhattan.settings import policy_for
from baumeister.fast.manhattan import numbers
from baumeister.games.manhattan.actions import Action, Build
from baumeister.games.manhattan.board import DISTRICTS, SITE_NAMES
from baumeister.games.manhattan.editions import EDITIONS
from baumeister.games.manhattan.state import State

SAMPLES: Final = 200
NOTICED: Final = 0.15
"""The smallest difference of shares that is mentioned."""
NOTICED_SITE: Final = 0.25
"""The same for a single building."""
LATER: Final = 0.5
"""The weight of points in later rounds, which nobody can see yet."""
MAJORITY: Final = 2
HIGHEST: Final = 3
"""Points (M3)."""


def contrast(question: Question, actions: tuple[Action, Action], seed: int) -> list[Fact]:
    """The facts that distinguish what follows the first action from what follows the second."""
    state: State = question.state or question.game.determinize(question.view, Random(0))
    pairs = _Pairs(question.seat, state, *(ends_of(question, action, seed) for action in actions))
    facts = [*_majorities(pairs), *_highest(pairs), *_urban(pairs), *_later(pairs)]
    if all(isinstance(action, Build) for action in actions):
        better, worse = actions
        assert isinstance(better, Build)
        assert isinstance(worse, Build)
        facts += _holds(pairs, better.site, worse.site)
        sites = list(_sites(pairs, better.site, worse.site))
        facts += sorted(sites, key=lambda fact: -abs(fact.worth))[:1]
    if not any(fact.worth >= LEAST_WORTH for fact in facts):
        facts += _totals(pairs)
    return facts


@lru_cache(maxsize=4)  # the best action is compared with several others
def ends_of(question: Question, action: Action, seed: int) -> list[End]:
    """How the round ends after the action, by sample."""
    policy = policy_for(question.game.players(question.view.options))
    found = []
    for sample in range(SAMPLES):
        rng = Random(seed * SAMPLES + sample)  # the same deals for both actions
        state, position = sampled(question, rng)
        for number in numbers.numbers_of(state, question.seat, action):
            position.apply(number)
        position.reseed(seed_from(rng))
        position.settle()
        if position.actor >= 0 and position.state().round == state.round:
            position.playout(policy=policy, round_only=True)
        over = position.copy()
        over.playout(policy=policy)
        found.append(end_of(state, position.state(), position.points(), over.points()))
    return found


class _Pairs(NamedTuple):
    """What followed both actions."""

    seat: int
    state: State
    better: list[End]
    worse: list[End]

    def of(self, value: Callable[[End], float]) -> Means:
        return means([value(end) for end in self.better], [value(end) for end in self.worse])

    def shares(self, owner: Callable[[End], int]) -> list[Means]:
        """By seat, how often it is the owner."""
        now, was = list(map(owner, self.better)), list(map(owner, self.worse))
        return shares(now, was, range(self.state.setup.players))

    def most(self, shares: Sequence[Means]) -> int:
        """The seat with the largest difference; the deciding one if it is among the largest."""
        most = max(abs(each.gain) for each in shares)
        if abs(shares[self.seat].gain) > 0.7 * most:
            return self.seat
        return max(range(len(shares)), key=lambda each: abs(shares[each].gain))


def _fact(
    pairs: _Pairs, shares: Sequence[Means], points: int, reason: dict[str, Any]
) -> Iterator[Fact]:
    """Who gets something more or less often, if the difference is noticeable."""
    seat = pairs.most(shares)
    found = shares[seat]
    if found.sure and abs(found.gain) >= NOTICED:
        worth = points * advantage(pairs.seat, [each.gain for each in shares])
        yield Fact({**reason, "seat": seat, **_percent(found)}, worth)


def _percent(found: Means) -> dict[str, float]:
    return {"now": round(found.now, 2), "was": round(found.was, 2)}


def _majorities(pairs: _Pairs) -> Iterator[Fact]:
    named = EDITIONS[pairs.state.options.edition].districts
    for number, district in enumerate(DISTRICTS):
        shares = pairs.shares(lambda end, at=number: end.majorities[at])  # type: ignore[misc]
        place = {"district": district, "named": named[number]}
        yield from _fact(pairs, shares, MAJORITY, {"code": "wins-majority", **place})


def _highest(pairs: _Pairs) -> Iterator[Fact]:
    shares = pairs.shares(lambda end: end.highest)
    yield from _fact(pairs, shares, HIGHEST, {"code": "wins-highest"})


def _holds(pairs: _Pairs, better: int, worse: int) -> Iterator[Fact]:
    """How often what was built stays with the player, after either action."""
    seat = pairs.seat
    found = means(
        [float(end.owners[better] == seat) for end in pairs.better],
        [float(end.owners[worse] == seat) for end in pairs.worse],
    )
    if not found.sure or abs(found.gain) < NOTICED:
        return
    place = {"site": SITE_NAMES[better], "seat": seat, **_percent(found)}
    if better == worse:
        yield Fact({"code": "stays", **place}, found.gain)
    else:
        yield Fact({"code": "holds", **place, "other": SITE_NAMES[worse]}, found.gain)


def _sites(pairs: _Pairs, better: int, worse: int) -> Iterator[Fact]:
    """Buildings that go to somebody else after one of the actions.

    The sites built on count only if an opponent gets them where the player does not build there.
    """
    for site, name in enumerate(SITE_NAMES):
        shares = pairs.shares(lambda end, at=site: end.owners[at])  # type: ignore[misc]
        owner = _owner(pairs.state, site)
        if site in (better, worse):
            if better == worse or owner not in (None, pairs.seat):
                continue  # what is done there is already said
            shares[pairs.seat] = Means(0.0, 0.0, 0.0)
        seat = pairs.most(shares)
        found = shares[seat]
        retaken = found.gain > 0 if site == better else found.gain < 0 and site == worse
        if retaken or not found.sure or abs(found.gain) < NOTICED_SITE:
            continue
        code = "stays" if seat == pairs.seat == owner else "gets-site"
        worth = advantage(pairs.seat, [each.gain for each in shares])
        yield Fact({"code": code, "site": name, "seat": seat, **_percent(found)}, worth)


def _owner(state: State, site: int) -> int | None:
    """The seat that owns a building; None on an empty site."""
    building = state.buildings[site]
    return state.setup.owner(building.owner) if building.height else None


def _urban(pairs: _Pairs) -> Iterator[Fact]:
    if not pairs.state.urban:
        return
    players = range(pairs.state.setup.players)
    gains = [pairs.of(lambda end, each=each: end.urban[each]) for each in players]  # type: ignore[misc]
    yield from _points(pairs, gains, {"code": "urban-round", "card": pairs.state.urban})


def _later(pairs: _Pairs) -> Iterator[Fact]:
    """The points of the rounds after this one."""
    players = range(pairs.state.setup.players)
    gains = [pairs.of(lambda end, each=each: end.later[each]) for each in players]  # type: ignore[misc]
    for fact in _points(pairs, gains, {"code": "later"}):
        yield fact._replace(worth=LATER * fact.worth)


def _totals(pairs: _Pairs) -> Iterator[Fact]:
    """What no single place explains: points by what they are scored for."""
    players = range(pairs.state.setup.players)
    for code in ("all-buildings", "all-majorities"):
        gains = [
            pairs.of(lambda end, each=each, code=code: end.totals[code][each])  # type: ignore[misc]
            for each in players
        ]
        yield from _points(pairs, gains, {"code": code})


def _points(pairs: _Pairs, gains: Sequence[Means], reason: dict[str, Any]) -> Iterator[Fact]:
    """Who gains or loses most, of those whose points speak for the action that has the better."""
    worth = advantage(pairs.seat, [each.gain for each in gains])
    telling = [
        each if each.gain * worth * (1 if seat == pairs.seat else -1) > 0 else Means(0.0, 0.0, 0.0)
        for seat, each in enumerate(gains)
    ]
    seat = pairs.most(telling)
    if telling[seat].sure:
        yield Fact({**reason, "seat": seat, "gain": round(gains[seat].gain, 1)}, worth)
