"""Helpers for the tests of both compiled cores."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from baumeister.fast import OVER
from baumeister.fast.generator import Generator

np = pytest.importorskip("numpy")


def positions(compiled: Any, options: Any, seed: int = 0, share: float = 1.0) -> Iterator[Any]:
    """Positions of a random game."""
    position = compiled.Position(compiled.rules(options), seed)
    rng = random.Random(seed)
    while position.actor != OVER:
        if rng.random() < share:
            yield position.copy()
        position.apply(rng.choice(position.legal()))
    yield position


def near(found: float, expected: float, total: int) -> bool:
    """Within five standard deviations of a frequency."""
    return abs(found - total * expected) < 5 * (total * expected * (1 - expected)) ** 0.5


def with_playout_generator(position: Any, seed: int, game: int) -> Any:
    """The position with the generator that `playouts` gives to a game."""
    key = Generator(seed).split(game).key.to_bytes(8, "little")
    data = bytes(position)[:-16] + key + bytes(8)
    return type(position).from_bytes(position.rules, data)


def refused_or_played(position: Any, rng: random.Random, tries: int) -> tuple[int, int]:
    """Corrupt a position; what is accepted must be playable. How many were refused, and not."""
    refused = 0
    for _ in range(tries):
        bad = bytearray(bytes(position))
        for _ in range(rng.choice((1, 1, 2, 8))):
            bad[rng.randrange(len(bad))] = rng.choice((0, 1, 255, rng.randrange(256)))
        try:
            found = type(position).from_bytes(position.rules, bytes(bad))
        except ValueError:
            refused += 1
            continue
        found.observe(0, np.zeros(found.rules.observation, np.float32))
        found.determinize(found.rules.players - 1, 3).playout()
        found.playout()
        assert found.actor == OVER
    return refused, tries - refused


def wrong_lengths_are_refused(position: Any) -> None:
    data = bytes(position)
    for bad in (b"", bytes(10), data[:-1], data + b"\0"):
        with pytest.raises(ValueError, match="not a position"):
            type(position).from_bytes(position.rules, bad)
