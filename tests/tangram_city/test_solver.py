"""The solver and the planner, compared with each other and with CP-SAT."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baumeister.games.tangram_city import TANGRAM_CITY
from baumeister.games.tangram_city.geometry import FULL_BOARD, half_mask, mask_of
from baumeister.games.tangram_city.planner import area_bound, plan
from baumeister.games.tangram_city.setup import SPOT_MASKS, placements
from baumeister.games.tangram_city.solver import _Search, complete
from baumeister.games.tangram_city.state import Board, printed_board
from baumeister.games.tangram_city.tiles import tile_set
from baumeister.solvers.tangram_city import MissingSolverError, best_score
from baumeister.testing import random_match

from .positions import fields, options

TILES = {tile.id: tile for tile in tile_set("standard")}
MASKS = {p.action: p.mask for tile in TILES.values() for p in placements(tile)} | SPOT_MASKS
TILINGS = json.loads((Path(__file__).parents[1] / "data" / "tilings.json").read_text("utf-8"))


def covers(covered, answer):
    """Whether the pieces cover exactly the empty part, with each tile used at most once."""
    for piece in answer.pieces:
        assert covered & MASKS[piece] == 0
        covered |= MASKS[piece]
    tiles = [piece.tile for piece in answer.pieces if hasattr(piece, "tile")]
    assert len(tiles) == len(set(tiles))
    return covered == FULL_BOARD


@pytest.mark.parametrize("board", TILINGS["standard"])
def test_t5_1_every_board_can_be_completed_from_the_start(board):
    """T5.1: with 23 tiles and six fountains."""
    covered = printed_board(int(board[0]), board[1]).covered
    answer = complete(covered, list(TILES.values()), 6)
    assert answer.possible
    assert covers(covered, answer)
    assert sum(not hasattr(piece, "tile") for piece in answer.pieces) <= 6


@given(st.sampled_from(list(TILINGS["standard"])), st.integers(0, 10**9), st.integers(0, 12))
@settings(max_examples=25)
def test_removed_pieces_can_be_replaced(board, seed, count):
    """T5.1: a complete city with pieces removed can be completed again."""
    rng = random.Random(seed)
    tiling = TILINGS["standard"][board]
    pieces = tiling["tiles"][:]
    rng.shuffle(pieces)
    covered = printed_board(int(board[0]), board[1]).covered
    for _, _, halves in pieces[count:]:
        covered |= mask_of(map(tuple, halves))
    spots = tiling["fountains"][:]
    rng.shuffle(spots)
    fountains = rng.randrange(len(spots) + 1)
    for half in spots[fountains:]:
        covered |= half_mask(tuple(half))
    used = {name for name, _, _ in pieces[count:]}
    left = [tile for name, tile in TILES.items() if name not in used]
    for generator in (None, rng):
        answer = complete(covered, left, fountains, rng=generator)
        assert answer.possible
        assert covers(covered, answer)


def slowly(free, tiles, fountains):
    """A naive solver for small holes."""
    if not free:
        return True
    bit = free & -free
    for number, tile in enumerate(tiles):
        for mask, _ in placements(tile):
            rest = tiles[:number] + tiles[number + 1 :]
            if mask & bit and mask & free == mask and slowly(free & ~mask, rest, fountains):
                return True
    return fountains > 0 and any(
        mask & bit and mask & free == mask and slowly(free & ~mask, tiles, fountains - 1)
        for mask in SPOT_MASKS.values()
    )


@given(st.integers(0, 10**9), st.integers(0, 3))
@settings(max_examples=30)
def test_small_holes_match_a_naive_search(seed, fountains):
    """T5.1: including holes that cannot be filled."""
    rng = random.Random(seed)
    hole = 0
    x, y = rng.randrange(5), rng.randrange(5)
    for dx in range(3):
        for dy in range(2):
            if rng.random() < 0.8:
                hole |= fields(f"{'abcdefg'[x + dx]}{y + dy + 1}")
            elif rng.random() < 0.5:
                hole |= half_mask((x + dx, y + dy, rng.choice(["ne", "nw", "se", "sw"])))
    tiles = rng.sample(list(TILES.values()), 4)
    answer = complete(FULL_BOARD & ~hole, tiles, fountains)
    assert answer.possible == slowly(hole, tiles, fountains)
    if answer.possible:
        assert covers(FULL_BOARD & ~hole, answer)


ONCE_WRONG = [
    # holes in which a failed part may be solvable later with more fountains left
    (FULL_BOARD & ~0x418107000000004083800000002001C00000083000E00, "05 06 07 12 18", 2),
    (0xE7CFFDE3DFF873E7FFF1E7FC39F3FFF8F3FE1CF9FFBC7BFF, "02 07 08 12 16 17 20", 3),
]


@pytest.mark.parametrize(("covered", "names", "fountains"), ONCE_WRONG)
def test_memoised_failures_depend_on_the_fountains(covered, names, fountains):
    answer = complete(covered, [TILES[name] for name in names.split()], fountains)
    assert answer.possible
    assert covers(covered, answer)


@given(st.integers(0, 10**9))
@settings(max_examples=150)
def test_memoisation_does_not_change_answers(seed):
    """Random holes in a complete city, with tiles that mostly do not fit."""
    rng = random.Random(seed)
    hole = 0
    for _ in range(rng.randrange(2, 6)):
        tile = rng.choice(list(TILES.values()))
        hole |= rng.choice(placements(tile)).mask
    for spot in rng.sample(list(SPOT_MASKS.values()), rng.randrange(4)):
        hole |= spot
    tiles = rng.sample(list(TILES.values()), 6)
    fountains = rng.randrange(1, 5)
    answer = complete(FULL_BOARD & ~hole, tiles, fountains)
    forgetful = _Search(hole, tiles, fountains, None)
    forgetful.failed = Forgetful()
    found = forgetful.solve(hole, forgetful.every, fountains)
    assert answer.possible == (found is not None)


class Forgetful(set):
    def add(self, item):
        pass


def test_node_limit():
    answer = complete(0, list(TILES.values()), 6, limit=3)
    assert answer.possible is None
    assert answer.nodes == 4


def test_complete_city():
    assert complete(FULL_BOARD, [], 0).possible is True
    assert complete(0, [], 6).possible is False


def rounds_of(order, first=0):
    cut = [order[n : n + 4] for n in range(0, 20, 4)] + [sorted(order[20:])]
    return [[TILES[name] for name in names] for names in cut[first:]]


def replayed(board, rounds, lines):
    """Play the plan by the rules; returns the points of the rounds."""
    from baumeister.games.tangram_city.scoring import harmony_bonus, planning_bonus, score_board

    total = 0
    for tiles, pieces in zip(rounds, lines, strict=True):
        names = {tile.id for tile in tiles}
        assert sum(not hasattr(piece, "tile") for piece in pieces) <= 1
        for piece in pieces:
            mask = MASKS[piece]
            assert mask & board.covered == 0
            side = getattr(piece, "side", None)
            if side is None:
                board = board._replace(fountains=board.fountains | mask)
                continue
            assert piece.tile in names
            names.remove(piece.tile)
            if side == "b":
                board = board._replace(building=board.building | mask)
            else:
                board = board._replace(green=board.green | mask)
        score = score_board(board)
        total += score.rectangle
    return total + planning_bonus(board) + harmony_bonus(score)


def test_plans_are_playable_and_reproducible():
    order = random.Random(5).sample(sorted(TILES), 23)
    board, rounds = printed_board(3, "a"), rounds_of(order)
    scores = []
    found = plan(board, rounds, random.Random(1), 40, progress=lambda n, best: scores.append(best))
    assert replayed(board, rounds, found.rounds) == found.score
    assert found.score <= found.bound == area_bound(board, rounds)
    assert scores == sorted(scores)
    assert len(scores) == 40
    assert plan(board, rounds, random.Random(1), 40) == found


def test_no_plan_for_incompletable_cities():
    assert plan(Board(), rounds_of(sorted(TILES), first=5), random.Random(1), 5) is None


def test_t7_4_the_area_bound_holds_for_any_order():
    """T7.4: it is at most 243, with the largest tiles first and without the start point."""
    order = sorted(TILES, key=lambda name: -TILES[name].area)
    assert area_bound(printed_board(1, "a"), rounds_of(order)) <= 243


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(each, marks=pytest.mark.slow) for each in (1, 2))]
)
def test_cp_sat_is_exact_and_playable(seed):
    """T5: in random endgames neither the planner nor random play beats it."""
    match = random_match(TANGRAM_CITY, options(players=1), seed)
    deals = [entry for entry in match.log if str(entry.action).startswith("deal")]
    start = deals[4]
    board = start.before.boards[0]
    rounds = [[TILES[name] for name in entry.action.tiles] for entry in deals[4:]]
    best = best_score(board, rounds, seconds=60)
    assert best.exact
    assert replayed(board, rounds, best.rounds) == best.score
    assert best.score >= match.outcome.scores[0] - start.before.points[0]
    planned = plan(board, rounds, random.Random(1), 20)
    assert planned is None or planned.score <= best.score


def test_missing_or_tools(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    with pytest.raises(MissingSolverError, match=r"pip install 'baumeister\[solve\]'"):
        best_score(Board(), [[]])
