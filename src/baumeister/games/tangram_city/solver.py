"""Completing a city: an exact cover search with bit sets.

Every placement of a remaining tile is a candidate. For each quarter of the board, an int holds the
candidates that cover it, one bit each, so that an `&` gives those still possible. The search always
fills the quarter with the fewest candidates, and remembers combinations of empty quarters and
remaining pieces that have no solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from baumeister.core.chance import Rng, below
from baumeister.games.tangram_city.actions import Fountain, Place
from baumeister.games.tangram_city.geometry import FULL_BOARD
from baumeister.games.tangram_city.setup import SPOTS, placements
from baumeister.games.tangram_city.tiles import Tile


class Answer(NamedTuple):
    """The result of the search."""

    possible: bool | None
    """None if the search stopped at its node limit."""
    pieces: tuple[Place | Fountain, ...]
    """One way to complete the city, if there is one."""
    nodes: int


class _GaveUpError(Exception):
    pass


def complete(
    covered: int,
    tiles: Sequence[Tile],
    fountains: int,
    limit: int | None = None,
    rng: Rng | None = None,
) -> Answer:
    """Whether the remaining tiles and fountains can cover everything empty, and one way to do it.

    Pieces may be left over. The side of each tile is chosen, buildings if both fit. With a
    generator the solution is random.
    """
    search = _Search(FULL_BOARD & ~covered, tiles, fountains, limit)
    search.rng = rng
    try:
        found = search.solve(search.free, search.every, fountains)
    except _GaveUpError:
        return Answer(None, (), search.nodes)
    if found is None:
        return Answer(False, (), search.nodes)
    return Answer(True, tuple(search.actions[index] for index in found), search.nodes)


class _Search:
    def __init__(self, free: int, tiles: Sequence[Tile], fountains: int, limit: int | None) -> None:
        self.free = free
        self.limit = limit
        self.rng: Rng | None = None
        self.nodes = 0
        self.masks: list[int] = []
        self.actions: list[Place | Fountain] = []
        self.area: list[int] = []  # by tile, in quarters
        self.of_tile: list[int] = []  # by tile, its candidates as bits
        for tile in tiles:
            first = len(self.masks)
            seen: set[int] = set()
            for mask, action in placements(tile):
                if mask & free == mask and mask not in seen:
                    seen.add(mask)
                    self._add(mask, action)
            self.of_tile.append((1 << len(self.masks)) - (1 << first))
            self.area.append(int(4 * tile.area))
        first = len(self.masks)
        if fountains:
            for mask, spot in SPOTS:
                if mask & free == mask:
                    self._add(mask, spot)
        self.fountains = (1 << len(self.masks)) - (1 << first)
        self.every = (1 << len(self.masks)) - 1
        self.covering = dict.fromkeys(_bits(free), 0)  # by quarter, the candidates that cover it
        for index, mask in enumerate(self.masks):
            for bit in _bits(mask):
                self.covering[bit] |= 1 << index
        self.excludes: dict[int, int] = {}  # filled on demand: most candidates are never tried
        self.failed: set[tuple[int, int, int]] = set()

    def _add(self, mask: int, action: Place | Fountain) -> None:
        self.masks.append(mask)
        self.actions.append(action)

    def _excludes(self, index: int) -> int:
        """The candidates that conflict with this one: they overlap it or use the same tile."""
        found = self.excludes.get(index, 0)
        if not found:
            for bit in _bits(self.masks[index]):
                found |= self.covering[bit]
            for tile in self.of_tile:
                if tile >> index & 1:
                    found |= tile
            self.excludes[index] = found
        return found

    def solve(self, free: int, active: int, fountains: int) -> list[int] | None:
        """Candidates that cover the free quarters, or None."""
        if not free:
            return []
        self.nodes += 1
        if self.limit is not None and self.nodes > self.limit:
            raise _GaveUpError
        if not self._enough(free, active, fountains) or (free, active, fountains) in self.failed:
            return None
        best, fewest = 0, 1 << 30
        covering = self.covering
        rest = free
        while rest:
            bit = rest & -rest
            rest ^= bit
            choices = covering[bit] & active
            count = choices.bit_count()
            if count < fewest:
                best, fewest = choices, count
                if count < 2:
                    break
        while best:
            low = best & -best if self.rng is None else _any_bit(best, self.rng)
            best ^= low
            index = low.bit_length() - 1
            left = active & ~self._excludes(index)
            used = 1 if low & self.fountains else 0
            if used and fountains == 1:
                left &= ~self.fountains
            found = self.solve(free & ~self.masks[index], left, fountains - used)
            if found is not None:
                return [index, *found]
        self.failed.add((free, active, fountains))
        return None

    def _enough(self, free: int, active: int, fountains: int) -> bool:
        """Whether the remaining pieces have enough area for the free quarters."""
        area = 2 * fountains
        for tile, size in zip(self.of_tile, self.area, strict=True):
            if tile & active:
                area += size
        return area >= free.bit_count()


def _any_bit(mask: int, rng: Rng) -> int:
    """A random bit of the mask."""
    for _ in range(below(rng, mask.bit_count())):
        mask &= mask - 1
    return mask & -mask


@lru_cache(maxsize=1 << 14)
def _bits(mask: int) -> tuple[int, ...]:
    """The bits of a mask, cached: there are only a few thousand placements."""
    found = []
    while mask:
        bit = mask & -mask
        mask ^= bit
        found.append(bit)
    return tuple(found)
