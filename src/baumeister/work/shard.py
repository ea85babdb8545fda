"""A part of the work, for machines that do not know of each other."""

from __future__ import annotations

from dataclasses import dataclass

from baumeister.work.calls import WorkError


@dataclass(frozen=True)
class Shard:
    """The part `index` of `count`, from 1 on."""

    index: int = 1
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> Shard:
        """Read `2/8`.

        >>> Shard.parse("2/8")
        Shard(index=2, count=8)
        """
        first, _, last = text.partition("/")
        if not (first.isdecimal() and last.isdecimal() and 1 <= int(first) <= int(last)):
            raise WorkError(f"a shard is I/N, from 1/N to N/N, such as 2/8; not {text!r}")
        return cls(int(first), int(last))

    def part(self, count: int) -> range:
        """This part of the numbers 1 to `count`, without gaps: parts follow each other.

        >>> [list(Shard(index, 3).part(7)) for index in (1, 2, 3)]
        [[1, 2], [3, 4], [5, 6, 7]]
        """
        return range(
            (self.index - 1) * count // self.count + 1, self.index * count // self.count + 1
        )

    def holds(self, number: int) -> bool:
        """True if this part includes the item of this number, from 0 on."""
        return number % self.count == self.index - 1
