"""Chance outcomes with exact weights, and fast sampling."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from math import comb
from typing import Final

from baumeister.core.chance import Rng, below, draw_index, pick
from baumeister.games.manhattan.actions import (
    Action,
    Deal,
    Districts,
    Monster,
    Reshuffle,
    Start,
    Urban,
)
from baumeister.games.manhattan.board import DISTRICTS, SITE_NUMBERS
from baumeister.games.manhattan.state import Cards, Phase, State
from baumeister.games.manhattan.variants import CENTRE

_RESHUFFLE: Final = Reshuffle()


def chance(state: State) -> list[tuple[Action, int]]:
    """All chance outcomes with their weights; empty if a player is to act."""
    match state.phase:
        case Phase.DRAW:
            draws = state.setup.draws[state.turn]
            return [(draws[i], count) for i, count in enumerate(state.pile) if count]
        case Phase.DEAL:
            return [
                (Deal(state.turn, cards), weight)
                for cards, weight in _dealt(state.pile, state.options.hand)
            ]
        case Phase.RESHUFFLE:
            return [(_RESHUFFLE, 1)]
        case Phase.URBAN | Phase.NEWS:
            return [(Urban(name), 1) for name in state.urban_pile]
        case Phase.START:
            return [(Start(player), 1) for player in _starters(state)]
        case Phase.MONSTER:
            return [(Monster(site), 1) for site in _lairs(state)]
        case Phase.DISTRICTS:
            return [(Districts(order), 1) for order in permutations(range(len(DISTRICTS)))]
    return []


def sample(state: State, rng: Rng) -> Action:
    """A random chance outcome, sampled without listing all of them."""
    match state.phase:
        case Phase.DRAW:
            return state.setup.draws[state.turn][draw_index(rng, state.pile)]
        case Phase.DEAL:
            return Deal(state.turn, draw_cards(list(state.pile), state.options.hand, rng))
        case Phase.RESHUFFLE:
            return _RESHUFFLE
        case Phase.URBAN | Phase.NEWS:
            return Urban(pick(rng, state.urban_pile))
        case Phase.START:
            return Start(pick(rng, _starters(state)))
        case Phase.MONSTER:
            return Monster(pick(rng, _lairs(state)))
        case Phase.DISTRICTS:
            left = list(range(len(DISTRICTS)))
            return Districts(tuple(left.pop(below(rng, len(left))) for _ in DISTRICTS))
    raise ValueError(f"chance does not act in phase {state.phase.name}")


def draw_cards(pile: list[int], count: int, rng: Rng) -> tuple[int, ...]:
    """Draw cards from the counts, which are reduced; returns the cards in ascending order."""
    cards = []
    for _ in range(count):
        index = draw_index(rng, pile)
        pile[index] -= 1
        cards.append(index + 1)
    return tuple(sorted(cards))


def _starters(state: State) -> Sequence[int]:
    named = state.options.start
    return range(state.setup.players) if named is None else (named,)


def _lairs(state: State) -> Sequence[int]:
    named = state.options.monster
    if named is None:
        return [district * 9 + CENTRE for district in range(len(DISTRICTS))]
    return (SITE_NUMBERS[named],)


@lru_cache(maxsize=2)  # the list of actions and their weights are asked for in turn
def _dealt(pile: Cards, count: int) -> list[tuple[tuple[int, ...], int]]:
    return _hands(pile, count)


def _hands(pile: Cards, count: int, first: int = 0) -> list[tuple[tuple[int, ...], int]]:
    """All hands of `count` cards from `first` upwards, with the number of ways to draw each."""
    if count == 0:
        return [((), 1)]
    if first == len(pile):
        return []
    found = []
    for take in range(min(pile[first], count), -1, -1):
        ways = comb(pile[first], take)
        for cards, weight in _hands(pile, count - take, first + 1):
            found.append(((first + 1,) * take + cards, ways * weight))
    return found
