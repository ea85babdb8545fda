"""From a view to a position of the fast core that the seat cannot tell from the true one.

Positions are played by numbers; an action of several parts (the blocks of two colours) is several
numbers, chosen one after the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from baumeister.bots.bot import seed_from
from baumeister.core.chance import Rng, below
from baumeister.core.game import AnyGame
from baumeister.fast.api import Position
from baumeister.fast.plain import PlainPosition
from baumeister.fast.positions import positions_of


def has_search(game: AnyGame) -> bool:
    """Whether positions of the game can be searched: whether they are compiled."""
    return not issubclass(positions_of(game).Position, PlainPosition)


def make_position(game: AnyGame, state: Any) -> Position:
    """The position of a state."""
    module = positions_of(game)
    return module.Position.of(module.rules(game.options_of(state)), state)


def position_of(game: AnyGame, state: Any, seat: int, rng: Rng) -> Position:
    """The position of a state in which this seat is to decide.

    The core asks players who decide at the same time one after the other. Those before the seat
    decide at random here: a search resamples hidden decisions anyway.
    """
    position = make_position(game, state)
    position.reseed(seed_from(rng))
    while position.actor != seat:
        numbers = position.legal()
        position.apply(numbers[below(rng, len(numbers))])
    return position


Choose = Callable[[Position, int], int]
"""Chooses a legal number, given how many are still to be chosen, this one included."""


def decided_by(game: AnyGame, view: Any, rng: Rng, choose: Choose) -> Any:
    """The action made of the numbers `choose` picks, from what the seat knows alone."""
    state = game.determinize(view, rng)
    position = position_of(game, state, view.seat, rng)
    module = positions_of(game)
    numbers: list[int] = []
    for left in range(module.wanted(state), 0, -1):
        if numbers:
            position.apply(numbers[-1])
        numbers.append(choose(position, left))
    return module.action_of(state, view.seat, numbers)
