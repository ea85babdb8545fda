"""How an observation is laid out: field after field, each a few numbers.

Numbers are as they are, unscaled; flags are 0 or 1. Players and colours are counted from the
seat that looks, clockwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Field(NamedTuple):
    """A part of an observation."""

    name: str
    shape: tuple[int, ...]
    """The last index runs fastest; () is one number."""
    meaning: str

    @property
    def length(self) -> int:
        length = 1
        for each in self.shape:
            length *= each
        return length


def length_of(fields: Iterable[Field]) -> int:
    """How many numbers the fields have in all."""
    return sum(field.length for field in fields)


def one_hot(index: int, length: int) -> list[int]:
    """One flag set; none if the index is negative."""
    flags = [0] * length
    if index >= 0:
        flags[index] = 1
    return flags


def padded(numbers: Sequence[int], length: int) -> list[int]:
    """The numbers, and zeros for players and colours that are not there."""
    return [*numbers, *[0] * (length - len(numbers))]
