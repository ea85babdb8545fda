"""The random generator of a position: counter-based and splittable (SplitMix64).

It produces the same numbers as `cpp/random.hpp`, so that a seed gives the same game with and
without the compiled core.
"""

from __future__ import annotations

from typing import Final

_MASK: Final = (1 << 64) - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15
_SPLIT: Final = 0x5851F42D4C957F2D


def _mix(x: int) -> int:
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & _MASK
    return x ^ x >> 31


class Generator:
    """A stream of 64-bit numbers, determined by its key and a counter."""

    __slots__ = ("count", "key")

    def __init__(self, key: int, count: int = 0) -> None:
        if not (0 <= key <= _MASK and 0 <= count <= _MASK):
            raise ValueError("a seed must be an integer from 0 to 2**64 - 1")
        self.key = key
        self.count = count

    def next(self) -> int:
        """The next 64 bits."""
        self.count = self.count + 1 & _MASK
        return _mix(self.key + self.count * _GOLDEN & _MASK)

    def split(self, n: int) -> Generator:
        """An independent stream for the n-th game."""
        return Generator(_mix(_mix(self.key ^ _SPLIT) + n * _GOLDEN & _MASK))

    def copy(self) -> Generator:
        return Generator(self.key, self.count)


def below(bits: int, n: int) -> int:
    """A number from 0 to n - 1, from 32 random bits."""
    return bits * n >> 32


def upper(bits: int) -> int:
    """The upper 32 of 64 bits: used for players' decisions."""
    return bits >> 32


def lower(bits: int) -> int:
    """The lower 32 of 64 bits: used for chance."""
    return bits & 0xFFFFFFFF
