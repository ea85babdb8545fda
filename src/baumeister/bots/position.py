"""From a view to a position of the fast core that the seat cannot tell from the true one.

A bot that thinks in positions thinks in numbers; an action of many parts (the blocks of two
colours) is as many numbers, chosen one after the other.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from baumeister.core.chance import Rng, below
from baumeister.core.game import AnyGame
from baumeister.fast.api import Position

_MODULES: Final = {
    "manhattan": "baumeister.fast.manhattan",
    "tangram-city": "baumeister.fast.tangram_city",
}


def fast_of(game: AnyGame) -> Any:
    """The game's module in `fast`."""
    return import_module(_MODULES[game.id])


def numbers_of(game: AnyGame) -> Any:
    """The module that says which number means what."""
    return import_module(f"{_MODULES[game.id]}.numbers")


def seed_from(rng: Rng) -> int:
    """A seed for a generator of the core."""
    return below(rng, 1 << 53)


def position_of(game: AnyGame, state: Any, seat: int, rng: Rng) -> Position:
    """The position of a state in which this seat is to decide.

    Of players who decide at the same time the core asks one after the other. Who comes before
    the seat decides something here, whatever it is: a search deals hidden decisions anew.
    """
    fast = fast_of(game)
    position: Position = fast.Position.of(fast.rules(game.options_of(state)), state)
    position.reseed(seed_from(rng))
    while position.actor != seat:
        numbers = position.legal()
        position.apply(numbers[below(rng, len(numbers))])
    return position


Choose = Callable[[Position, int], int]
"""Chooses a legal number; told how many are still to be chosen, this one included."""


def decided_by(game: AnyGame, view: Any, rng: Rng, choose: Choose) -> Any:
    """The action that a way to choose numbers comes to, from what the seat knows alone."""
    state = game.determinize(view, rng)
    position = position_of(game, state, view.seat, rng)
    module = numbers_of(game)
    numbers: list[int] = []
    for left in range(module.wanted(state), 0, -1):
        if numbers:
            position.apply(numbers[-1])
        numbers.append(choose(position, left))
    return module.action_of(state, view.seat, numbers)
