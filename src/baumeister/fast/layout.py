"""The layout of an observation: a sequence of named fields.

Numbers are unscaled; flags are 0 or 1. Players and colours are indexed clockwise from the
observing seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Field(NamedTuple):
    """A named part of an observation or of a feature row."""

    name: str
    shape: tuple[int, ...]
    """In C order; () is a single number."""
    meaning: str

    @property
    def length(self) -> int:
        length = 1
        for each in self.shape:
            length *= each
        return length


def length_of(fields: Iterable[Field]) -> int:
    """The total length of the fields."""
    return sum(field.length for field in fields)


def one_hot(index: int, length: int) -> list[int]:
    """A one-hot vector; all 0 if the index is negative."""
    flags = [0] * length
    if index >= 0:
        flags[index] = 1
    return flags


def padded(numbers: Sequence[int], length: int) -> list[int]:
    """The numbers, padded with zeros for missing players and colours."""
    return [*numbers, *[0] * (length - len(numbers))]
