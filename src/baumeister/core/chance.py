"""Chance as an actor, and exact draws from a generator that the caller owns.

Draws use only the generator's `random()`, because that is the one method whose sequence Python
guarantees: a seed gives the same game on every machine and Python version.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol, TypeVar

from baumeister.core.messages import Word

CHANCE: Final = -1
"""The actor that deals, draws and reveals."""

T = TypeVar("T")


class Rng(Protocol):
    """The interface of a random generator, such as `random.Random`."""

    def random(self) -> float:
        """A number from 0 up to, but not including, 1."""


def below(rng: Rng, n: int) -> int:
    """A uniform random number from 0 to n - 1."""
    return int(rng.random() * n)


def pick(rng: Rng, items: Sequence[T]) -> T:
    """A uniform random item."""
    return items[int(rng.random() * len(items))]


def draw_index(rng: Rng, weights: Sequence[int]) -> int:
    """A random index, drawn in proportion to the integer weights."""
    left = int(rng.random() * sum(weights))
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    raise ValueError("nothing to draw from: all weights are zero")


def actor_word(actor: int) -> Word:
    """The actor as a word of messages, which number players from 1."""
    return Word("chance") if actor == CHANCE else Word("player", actor + 1)


def actor_text(actor: int) -> str:
    """The actor as records write it: `*` for chance, otherwise the player's index."""
    return "*" if actor == CHANCE else str(actor)


def split_line(line: str) -> tuple[int, str]:
    """Split a log line into its actor and the text of its action.

    >>> split_line("* start 0")
    (-1, 'start 0')
    """
    actor, action = line.split(" ", 1)
    return (CHANCE if actor == "*" else int(actor)), action
