"""Differential testing of the compiled core against the readable engine."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from typing import Any

from baumeister.core.chance import CHANCE
from baumeister.core.errors import IllegalError
from baumeister.fast import OVER


def is_refused(call: Callable[[int], object], number: int) -> bool:
    """True if the number is refused as illegal; for thousands of them, as pytest.raises is slow."""
    try:
        call(number)
    except IllegalError as error:
        return isinstance(error, ValueError) and bool(str(error))
    return False


def same_game(
    plain: Any, compiled: Any, given: dict[str, Any], seed: int, often: float = 1.0
) -> int:
    """Play one random game on both, with chance supplied from outside; they must agree throughout.

    Actors, legal numbers, masks, states and points are compared at every step; `often` is the share
    of steps at which the expensive comparisons are made too: standings, observations of every seat,
    and positions made from states.
    """
    slow = plain.Position(plain.rules(given), seed)
    quick = compiled.Position(compiled.rules(given), seed)
    rng = random.Random(seed)
    steps = 0
    while True:
        compare(slow, quick, rng.random() < often or slow.actor == OVER)
        if slow.actor == OVER:
            return steps
        legal = slow.legal()
        weights = slow.weights() if slow.actor == CHANCE else None
        number = rng.choices(legal, weights)[0]
        slow.apply(number)
        quick.apply(number)
        steps += 1


def compare(slow: Any, quick: Any, deep: bool) -> None:
    """Compare everything that the interface shows."""
    assert quick.actor == slow.actor
    assert quick.legal() == slow.legal()
    if slow.actor == CHANCE:
        assert quick.weights() == slow.weights()
    assert mask_of(quick) == mask_of(slow)
    assert quick.points() == slow.points()
    try:
        state = slow.state()
    except ValueError:  # a compound action is partly given
        state = None
    if state is not None:
        assert quick.state() == state
    if not deep:
        return
    assert quick.standing() == slow.standing()
    if state is not None:
        again = type(quick).of(quick.rules, state)
        assert again.state() == state
        assert again.legal() == slow.legal()
    for seat in range(slow.rules.players):
        assert observation_of(quick, seat) == observation_of(slow, seat)
    if slow.actor == OVER:
        assert quick.ranks() == slow.ranks()


def mask_of(position: Any) -> bytes:
    out = bytearray(position.rules.actions)
    position.mask(out)
    return bytes(out)


def observation_of(position: Any, seat: int) -> array[float]:
    out = array("f", bytes(4 * position.rules.observation))
    position.observe(seat, out)
    return out
