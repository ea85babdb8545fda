"""Compare the solvers of Tangram City: our exact cover search and CP-SAT.

(a) Can the city still be completed? Positions with 4, 7 and 10 tiles left, half of them
    completable. (b) The best score from the first card on in the same time: the planner and
    CP-SAT. Run with .venv/bin/python bench/solver.py
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from ortools.sat.python import cp_model

from baumeister.games.tangram_city.geometry import FULL_BOARD
from baumeister.games.tangram_city.planner import plan
from baumeister.games.tangram_city.setup import SPOT_MASKS, SPOTS, placements
from baumeister.games.tangram_city.solver import complete
from baumeister.games.tangram_city.state import printed_board
from baumeister.games.tangram_city.tiles import Tile, tile_set
from baumeister.solvers.tangram_city import best_score

TILES = {tile.id: tile for tile in tile_set("standard")}
MASKS = {p.action: p.mask for tile in TILES.values() for p in placements(tile)} | SPOT_MASKS


def by_cp_sat(covered: int, tiles: list[Tile], fountains: int) -> bool:
    """Answer the question of `complete` with CP-SAT."""
    model = cp_model.CpModel()
    over: dict[int, list[cp_model.IntVar]] = {}
    free = FULL_BOARD & ~covered

    def lay(masks: list[int], most: int) -> None:
        ways = []
        for mask in masks:
            if mask & free == mask:
                way = model.new_bool_var("")
                ways.append(way)
                for bit in range(196):
                    if mask >> bit & 1:
                        over.setdefault(bit, []).append(way)
        model.add(sum(ways) <= most)

    for tile in tiles:
        lay(list({mask for mask, _ in placements(tile)}), 1)
    lay([mask for mask, _ in SPOTS], fountains)
    for bit in range(196):
        if free >> bit & 1:
            model.add_exactly_one(over.get(bit, []))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


def position(rng: random.Random, left: int, can: bool) -> tuple[int, list[Tile], int]:
    """A complete city with pieces removed; if not `can`, one of its tiles is missing."""
    start = printed_board(1 + rng.randrange(5), rng.choice("ab")).covered
    pieces = list(complete(start, rng.sample(list(TILES.values()), 23), 6, rng=rng).pieces)
    rng.shuffle(pieces)
    tiles = [piece for piece in pieces if hasattr(piece, "tile")]
    gone = tiles[: left - (23 - len(tiles))]
    covered = start | sum(MASKS[piece] for piece in pieces if piece not in gone)
    names = set(TILES) - {piece.tile for piece in tiles if piece not in gone}
    chosen = [TILES[name] for name in sorted(names)]
    if not can and gone:
        chosen = [tile for tile in chosen if tile.id != gone[0].tile]
    return covered, chosen, 1


def main() -> None:
    rng = random.Random(1)
    heads = f"{'positions':>11}{'ours, ms':>12}{'worst':>9}{'CP-SAT, ms':>12}{'ratio':>8}"
    print(f"(a) {'tiles left':>10}{heads}")
    for left in (4, 7, 10):
        mine, other = [], []
        for number in range(40):
            question = position(rng, left, number % 2 == 0)
            began = time.perf_counter()
            answer = complete(*question).possible
            middle = time.perf_counter()
            assert answer == by_cp_sat(*question)
            mine.append(1000 * (middle - began))
            other.append(1000 * (time.perf_counter() - middle))
        row = f"{median(mine):12.1f}{max(mine):9.1f}{median(other):12.1f}"
        print(f"    {left:10}{40:11}{row}{median(other) / median(mine):7.0f}×")
    print("(b) best score from the first card on, 20 s each")
    for seed in (1, 2, 3):
        order = random.Random(seed).sample(sorted(TILES), 23)
        cut = [order[n : n + 4] for n in range(0, 20, 4)] + [sorted(order[20:])]
        rounds = [[TILES[name] for name in names] for names in cut]
        board = printed_board(1 + seed % 5, "a")
        began = time.perf_counter()
        tries, found = 500, plan(board, rounds, random.Random(1), 500)
        while time.perf_counter() - began < 15:
            tries *= 2
            found = max(found, plan(board, rounds, random.Random(tries), tries))
        spent = time.perf_counter() - began
        exact = best_score(board, rounds, seconds=spent)
        print(
            f"    order {seed}: planner {found.score}, CP-SAT {exact.score}"
            f" in {spent:.0f} s; more than {found.bound} is impossible"
        )


if __name__ == "__main__":
    main()
