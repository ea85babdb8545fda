"""Differential testing of the JAX engines: recorded games, replayed as one batch."""

from __future__ import annotations

import random
from array import array
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from baumeister.core.chance import CHANCE
from baumeister.fast import OVER

# The programs run once, so that most of the time is spent compiling them.
jax.config.update("jax_disable_most_optimizations", True)


class Step(NamedTuple):
    """Everything that is compared at one position, and the number applied to it."""

    actor: int
    number: int
    mask: np.ndarray
    points: np.ndarray
    observations: np.ndarray


def recorded(engine: Any, given: Any, seed: int, actions: int, seats: int) -> list[Step]:
    """A random game on another engine."""
    position = engine.Position(engine.rules(given), seed)
    rng = random.Random(seed)
    steps = []
    while True:
        steps.append(_seen(position, actions, seats))
        if position.actor == OVER:
            return steps
        weights = position.weights() if position.actor == CHANCE else None
        number = rng.choices(position.legal(), weights)[0]
        steps[-1] = steps[-1]._replace(number=number)
        position.apply(number)


def _seen(position: Any, actions: int, seats: int) -> Step:
    rules = position.rules
    mask = np.zeros(actions, np.uint8)
    points = np.zeros(seats, np.int32)
    observations = np.zeros((seats, rules.observation), np.float32)
    own = bytearray(rules.actions)
    position.mask(own)
    mask[: rules.actions] = own
    points[: rules.players] = position.points()
    for seat in range(rules.players):
        out = array("f", bytes(4 * rules.observation))
        position.observe(seat, out)
        observations[seat] = out
    return Step(position.actor, 0, mask, points, observations)


def replayed(apply: Any, look: Any, rules: list[Any], starts: Any, games: list[list[Step]]) -> None:
    """Replays the games with the JAX functions, and asserts that all that they show is equal."""
    longest = max(map(len, games))
    numbers = np.zeros((longest, len(games)), np.int32)
    for index, game in enumerate(games):
        numbers[: len(game), index] = [step.number for step in game]
    stacked = jax.tree.map(lambda *each: np.stack(each), *rules)

    @jax.jit
    def play(rules: Any, positions: Any, numbers: Any) -> Any:
        def one(positions: Any, chosen: Any) -> Any:
            return jax.vmap(apply)(rules, positions, chosen), jax.vmap(look)(rules, positions)

        return jax.lax.scan(one, positions, numbers)[1]

    seen = jax.tree.map(np.asarray, play(stacked, jax.jit(starts)(stacked), jnp.asarray(numbers)))
    for index, game in enumerate(games):
        for at, step in enumerate(game):
            *shown, is_legal = seen
            assert is_legal[at, index], (index, at, "a random action is not legal")
            for name, found in zip(("actor", "mask", "points", "observations"), shown, strict=True):
                expected = np.asarray(getattr(step, name))
                same = np.array_equal(found[at, index], expected)
                assert same, (index, at, name, _difference(found[at, index], expected))


def _difference(found: np.ndarray, expected: np.ndarray) -> Any:
    where = np.argwhere(found != expected)[:8]
    return [(tuple(place), found[tuple(place)], expected[tuple(place)]) for place in where]
