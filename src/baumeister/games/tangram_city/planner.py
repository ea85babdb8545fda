"""Planning with a known order of cards: local search over complete tilings.

It starts from a complete tiling (solver.py), repeatedly removes some adjacent pieces, fills the
hole in another way, and keeps improvements. The score found is achievable but not necessarily the
optimum; the area gives an upper bound.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from baumeister.core.chance import Rng, below, pick
from baumeister.games.tangram_city.actions import Fountain, Place
from baumeister.games.tangram_city.geometry import (
    FIELDS,
    SIZE,
    full_fields,
    largest_rectangle,
    touched_fields,
)
from baumeister.games.tangram_city.scoring import (
    HARMONY,
    PLANNING,
    count_colour,
    harmony_bonus,
    planning_bonus,
    score_board,
)
from baumeister.games.tangram_city.setup import SPOT_MASKS, placements
from baumeister.games.tangram_city.solver import complete
from baumeister.games.tangram_city.state import Board
from baumeister.games.tangram_city.tiles import Tile

_FIRST_LIMIT: Final = 200_000  # nodes, a few seconds: custom sets may have no tiling
_LIMIT: Final = 400  # nodes to fill a hole: most are filled quickly or not at all


class Plan(NamedTuple):
    """A plan for the known cards."""

    score: int
    """The points of the plan: the rectangles of the coming rounds and the bonuses."""
    bound: int
    """An upper bound of the points, from the area alone."""
    rounds: tuple[tuple[Place | Fountain, ...], ...]
    """What to place in each round; tiles not listed are declined."""


def area_bound(board: Board, rounds: Sequence[Sequence[Tile]]) -> int:
    """An upper bound of the points: rectangles of all the area available, and all bonuses."""
    area = board.covered.bit_count() / 4
    total = PLANNING + HARMONY[0]
    for tiles in rounds:
        area += sum(tile.area for tile in tiles) + 0.5
        total += max(
            (w * h for w in range(1, SIZE + 1) for h in range(1, SIZE + 1) if w * h <= area),
            default=0,
        )
    return total


def plan(
    board: Board,
    rounds: Sequence[Sequence[Tile]],
    rng: Rng,
    tries: int = 2000,
    progress: Callable[[int, int], None] | None = None,
) -> Plan | None:
    """The best plan found within a number of tries; None if there is no complete tiling.

    `progress` is called with the try and the best score so far.
    """
    planner = _Planner(board, rounds, rng)
    best = planner.first()
    if best is None:
        return None
    now = best
    for number in range(tries):
        other = planner.changed(now)
        if other is not None:
            # simulated annealing: accept slightly worse cities, less and less often
            slack = 4 * (1 - number / tries) * rng.random()
            if other.score + slack >= now.score:
                now = other
            if now.score > best.score:
                best = now
        if number % 400 == 399:
            now = best
        if progress:
            progress(number + 1, best.score)
    return Plan(best.score, area_bound(board, rounds), best.rounds)


class _City(NamedTuple):
    """A complete tiling and its score."""

    score: int
    tiles: tuple[tuple[int, str], ...]  # mask and tile
    fountains: tuple[int, ...]  # masks
    rounds: tuple[tuple[Place | Fountain, ...], ...]


class _Planner:
    def __init__(self, board: Board, rounds: Sequence[Sequence[Tile]], rng: Rng) -> None:
        self.board = board
        self.rng = rng
        self.tiles = {tile.id: tile for tiles in rounds for tile in tiles}
        self.when = {tile.id: n for n, tiles in enumerate(rounds) for tile in tiles}
        self.count = len(rounds)
        self.ways: dict[tuple[str, int], dict[str, Place]] = {}
        self.masks: dict[Place, int] = {}
        for tile in self.tiles.values():
            for mask, action in placements(tile):
                self.masks[action] = mask
                self.ways.setdefault((tile.id, mask), {})[action.side] = action

    def first(self) -> _City | None:
        tiles = list(self.tiles.values())
        answer = complete(self.board.covered, tiles, self.count, _FIRST_LIMIT, self.rng)
        return self._city((), (), answer.pieces) if answer.possible else None

    def changed(self, city: _City) -> _City | None:
        """The city with the pieces around a random field placed in another way."""
        centre = below(self.rng, FIELDS)
        reach = pick(self.rng, (1, 1, 2, 2, 3))
        y, x = divmod(centre, SIZE)
        around = 0
        for field in range(FIELDS):
            fy, fx = divmod(field, SIZE)
            if abs(fy - y) <= reach and abs(fx - x) <= reach:
                around |= 1 << field
        kept = tuple(piece for piece in city.tiles if not touched_fields(piece[0]) & around)
        fountains = tuple(mask for mask in city.fountains if not touched_fields(mask) & around)
        covered = self.board.covered | sum(mask for mask, _ in kept) | sum(fountains)
        used = {tile for _, tile in kept}
        left = [tile for name, tile in self.tiles.items() if name not in used]
        answer = complete(covered, left, self.count - len(fountains), _LIMIT, self.rng)
        return self._city(kept, fountains, answer.pieces) if answer.possible else None

    def _city(
        self,
        kept: tuple[tuple[int, str], ...],
        fountains: tuple[int, ...],
        added: Sequence[Place | Fountain],
    ) -> _City:
        tiles, spots = list(kept), list(fountains)
        for piece in added:
            if isinstance(piece, Place):
                tiles.append((self.masks[piece], piece.tile))
            else:
                spots.append(SPOT_MASKS[piece])
        return self._scored(tiles, spots)

    def _scored(self, tiles: list[tuple[int, str]], spots: list[int]) -> _City:
        """The tiling played in the order of the cards, with fountains where they help most."""
        lines: list[list[Place | Fountain]] = []
        covered = self.board.covered
        left = list(spots)
        total = 0
        for number in range(self.count):
            covered |= sum(mask for mask, tile in tiles if self.when[tile] == number)
            line: list[Place | Fountain] = []
            if left:
                best = max(left, key=lambda mask: largest_rectangle(full_fields(covered | mask)))
                left.remove(best)
                covered |= best
                line.append(next(spot for spot, mask in SPOT_MASKS.items() if mask == best))
            total += largest_rectangle(full_fields(covered))
            lines.append(line)
        sides = self._sides(tiles, sum(spots))
        final = self._board(tiles, sides, sum(spots))
        for mask, tile in tiles:
            lines[self.when[tile]].insert(0, self.ways[tile, mask][sides[tile]])
        total += planning_bonus(final) + harmony_bonus(score_board(final))
        rounds = tuple(map(tuple, lines))
        return _City(total, tuple(tiles), tuple(spots), rounds)

    def _sides(self, tiles: list[tuple[int, str]], fountains: int) -> dict[str, str]:
        """The side of each tile, chosen greedily to balance the colours."""
        sides = {tile: pick(self.rng, list(self.ways[tile, mask])) for mask, tile in tiles}
        free = [(mask, tile) for mask, tile in tiles if len(self.ways[tile, mask]) > 1]
        gap = self._gap(tiles, sides, fountains)
        for _ in range(2):
            for _, tile in free:
                if gap == 0:
                    return sides
                other = {**sides, tile: "g" if sides[tile] == "b" else "b"}
                new = self._gap(tiles, other, fountains)
                if new < gap:
                    sides, gap = other, new
        return sides

    def _gap(self, tiles: list[tuple[int, str]], sides: dict[str, str], fountains: int) -> int:
        board = self._board(tiles, sides, fountains)
        buildings = count_colour(board.building, board.fountains)
        return abs(buildings - count_colour(board.green, board.fountains))

    def _board(self, tiles: list[tuple[int, str]], sides: dict[str, str], fountains: int) -> Board:
        building = sum(mask for mask, tile in tiles if sides[tile] == "b")
        green = sum(mask for mask, tile in tiles if sides[tile] == "g")
        old = self.board
        return old._replace(
            building=old.building | building,
            green=old.green | green,
            fountains=old.fountains | fountains,
        )
