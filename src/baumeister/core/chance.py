"""Chance as a player: its name, and exact draws from a generator the caller owns.

Only `random()` of the generator is used. It is the one method whose sequence Python
promises to keep, so a seed means the same game on every machine and version.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol, TypeVar

from baumeister.core.messages import Word

CHANCE: Final = -1
"""The actor that deals, draws and reveals."""

T = TypeVar("T")


class Rng(Protocol):
    """What is asked of a random generator (`random.Random` has it)."""

    def random(self) -> float: ...


def below(rng: Rng, n: int) -> int:
    """A number from 0 to n - 1, each equally likely."""
    return int(rng.random() * n)


def pick(rng: Rng, items: Sequence[T]) -> T:
    """One of the items, each equally likely."""
    return items[int(rng.random() * len(items))]


def draw_index(rng: Rng, weights: Sequence[int]) -> int:
    """An index, drawn in proportion to the integer weights."""
    left = int(rng.random() * sum(weights))
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    raise ValueError("nothing to draw from: all weights are zero")


def actor_word(actor: int) -> Word:
    """The actor as messages name it."""
    return Word("chance") if actor == CHANCE else Word("player", actor)


def actor_text(actor: int) -> str:
    """`*` for chance, else the player's index, as records write it."""
    return "*" if actor == CHANCE else str(actor)


def split_line(line: str) -> tuple[int, str]:
    """Actor and action of a line of a log.

    >>> split_line("* start 0")
    (-1, 'start 0')
    """
    actor, action = line.split(" ", 1)
    return (CHANCE if actor == "*" else int(actor)), action
