"""Properties of whole games under all options."""

from __future__ import annotations

import pickle
import random
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baumeister.games.tangram_city import TANGRAM_CITY, Phase
from baumeister.games.tangram_city.geometry import (
    FIELDS,
    SIZE,
    full_fields,
    is_connected,
    largest_rectangle,
    mask_of,
    mirrored,
    mirrored_mask,
    moved,
    quarter,
    turned,
)
from baumeister.games.tangram_city.scoring import score_board
from baumeister.games.tangram_city.setup import SPOT_MASKS, placements
from baumeister.games.tangram_city.tiles import tile_set
from baumeister.records import check, export_for, loads, match_of
from baumeister.testing import check_game, random_match, random_states, record_of_random

from .positions import any_options, options

seeds = st.integers(0, 10**9)


@settings(max_examples=2)  # the slow test below covers all options
@given(any_options(), seeds)
def test_contract(chosen, seed):
    check_game(TANGRAM_CITY, chosen, seed)


@given(any_options(), seeds)
def test_pieces_never_overlap_and_area_is_conserved(chosen, seed):
    """T3.2: a placed piece adds exactly its own area."""
    steps = random_states(TANGRAM_CITY, chosen, seed)
    for (state, actor, action), (after, _, _) in pairwise(steps):
        kind = type(action).__name__
        for player, (board, now) in enumerate(zip(state.boards, after.boards, strict=True)):
            if state.phase not in (Phase.PLACE, Phase.OVER):
                continue
            mask = 0
            if player == actor and kind == "Place":
                mask = state.setup.masks[action]
            elif player == actor and kind == "Fountain":
                mask = SPOT_MASKS.get(action, 0)
            assert board.covered & mask == 0
            assert now.covered == board.covered | mask
        for board in after.boards:
            parts = (board.building, board.green, board.fountains)
            assert sum(part.bit_count() for part in parts) == board.covered.bit_count()


def slow_score(board):
    """The rectangle and the counts, by inspecting every quarter of every field."""

    def quarters(mask, field):
        return {name for name in "nesw" if mask & quarter(field, name)}

    full, buildings, green = set(), 0, 0
    for field in range(FIELDS):
        b, g, f = (quarters(m, field) for m in (board.building, board.green, board.fountains))
        if b | g | f == set("nesw"):
            full.add(divmod(field, SIZE))
            buildings += bool(b) and not g
            green += bool(g) and not b
    best = 0
    for top, left in product(range(SIZE), repeat=2):
        for bottom, right in product(range(top, SIZE), range(left, SIZE)):
            area = (bottom - top + 1) * (right - left + 1)
            if area > best and all(
                (y, x) in full for y in range(top, bottom + 1) for x in range(left, right + 1)
            ):
                best = area
    return best, buildings, green


@given(any_options(), seeds)
def test_scores_match_a_slow_recount(chosen, seed):
    """T4.1, T4.2."""
    state = random_match(TANGRAM_CITY, chosen, seed).state
    for board in state.boards:
        assert tuple(score_board(board)) == slow_score(board)


@given(st.integers(0, (1 << 49) - 1), st.integers(0, (1 << 49) - 1))
def test_rectangles_of_any_fields(some, more):
    """T4.1: dense and sparse sets of fields."""
    for found in (some, some & more, some | more):
        cells = {divmod(field, SIZE) for field in range(FIELDS) if found >> field & 1}
        best = 0
        for top, left, bottom, right in product(range(SIZE), repeat=4):
            if top <= bottom and left <= right:
                inside = product(range(top, bottom + 1), range(left, right + 1))
                if all(cell in cells for cell in inside):
                    best = max(best, (bottom - top + 1) * (right - left + 1))
        assert largest_rectangle(found) == best


def mirrored_place(setup, action):
    """The mirror image of a placement, with the other side up."""
    mask = mirrored_mask(setup.masks[action])
    side = "g" if action.side == "b" else "b"
    return next(
        p.action for p in setup.placements[action.tile] if p.mask == mask and p.action.side == side
    )


@given(any_options(), seeds)
def test_t7_3_a_whole_game_in_the_mirror(chosen, seed):
    """T7.3: a mirrored game with swapped sides has the same points throughout."""
    match = random_match(TANGRAM_CITY, chosen, seed)
    state = TANGRAM_CITY.new(chosen)
    for entry in match.log:
        action = entry.action
        kind = type(action).__name__
        if kind == "Side":
            action = TANGRAM_CITY.parse("side b" if action.side == "a" else "side a")
        elif kind == "Place":
            action = mirrored_place(state.setup, action)
        elif kind == "Fountain" and action.field is not None:
            mask = mirrored_mask(SPOT_MASKS[action])
            action = next(spot for spot, each in SPOT_MASKS.items() if each == mask)
        assert TANGRAM_CITY.why_not(state, entry.actor, action) is None
        state = TANGRAM_CITY.apply(state, entry.actor, action)
    assert TANGRAM_CITY.outcome(state).scores == match.outcome.scores
    for scores, others in zip(state.rounds, match.state.rounds, strict=True):
        for one, other in zip(scores, others, strict=True):
            assert (one.rectangle, one.buildings, one.green) == (
                other.rectangle, other.green, other.buildings,
            )  # fmt: skip


@given(any_options(), seeds)
def test_records_round_trip(chosen, seed):
    record = record_of_random(TANGRAM_CITY, chosen, seed)
    assert loads(record.dumps()) == record
    assert check(record) == random_match(TANGRAM_CITY, chosen, seed).state


@given(any_options(), seeds, st.integers(0, 10**6))
def test_t2_1_nothing_depends_on_hidden_information(chosen, seed, moment):
    """T2.1, T2.2: views and legal actions are byte-identical whatever is hidden."""
    steps = random_states(TANGRAM_CITY, chosen, seed)
    state, _, _ = steps[moment % len(steps)]
    rng = random.Random(seed)
    for seat in (None, *range(chosen.players)):
        other = TANGRAM_CITY.determinize(TANGRAM_CITY.view(state, seat), rng)
        one, two = TANGRAM_CITY.view(state, seat), TANGRAM_CITY.view(other, seat)
        assert pickle.dumps(one) == pickle.dumps(two)
        if seat is not None:
            assert list(TANGRAM_CITY.legal(state, seat)) == list(TANGRAM_CITY.legal(other, seat))
            for _, _, action in steps[:-1:5]:
                if type(action).__name__ in ("Place", "Skip", "Fountain", "Side"):
                    assert TANGRAM_CITY.why_not(state, seat, action) == TANGRAM_CITY.why_not(
                        other, seat, action
                    )


@given(seeds, st.integers(1, 5), st.integers(0, 30))
def test_t2_1_exports_do_not_depend_on_hidden_cards(seed, players, most):
    """T2.1: swapping a hidden card for a later one does not change the export."""
    record = record_of_random(TANGRAM_CITY, options(players=players), seed, most)
    state = match_of(record).state
    lines = [i for i, text in enumerate(record.log) if text.startswith("* deal")]
    if not lines or state.phase != Phase.PLACE or state.round == 6:
        return
    for viewer in (None, *range(players)):
        shown = export_for(record, viewer).log[lines[-1]].split(" ")[2:]
        for slot, tile in enumerate(shown):
            if tile != "?":
                continue
            cards = list(state.cards)
            cards[slot] = state.pile[0]
            log = list(record.log)
            log[lines[-1]] = "* deal " + " ".join(cards)
            other = record.__class__(record.game_id, record.options, record.players, tuple(log))
            assert export_for(other, viewer).log == export_for(record, viewer).log
            assert match_of(other).view(viewer) == match_of(record).view(viewer)


@given(seeds, st.integers(2, 5))
def test_t2_2_order_of_arrival_does_not_matter(seed, players):
    """T2.2: the same decisions in any order give the same log and state."""
    rng = random.Random(seed)
    one = random_match(TANGRAM_CITY, options(players=players), seed)
    from baumeister.core.match import Match

    other = Match(TANGRAM_CITY, options(players=players))
    queue = [(entry.actor, entry.action) for entry in one.log]
    while queue:
        moment = [item for item in queue if item[0] in other.actors]
        if other.actors == (-1,):
            actor, action = queue.pop(0)
        else:
            actor = moment[int(rng.random() * len(moment))][0]
            if actor not in other.waiting_for:
                continue
            at = next(i for i, item in enumerate(queue) if item[0] == actor)
            actor, action = queue.pop(at)
        other.submit(actor, action)
    assert other.state == one.state
    assert list(map(str, other.log)) == list(map(str, one.log))


def test_symmetries_of_shapes():
    for tile in tile_set("standard"):
        shape = tile.halves
        assert turned(turned(turned(turned(shape)))) == shape
        assert mirrored(mirrored(shape)) == shape
        assert is_connected(shape)
        assert mirrored_mask(mirrored_mask(mask_of(shape))) == mask_of(shape)
        assert mask_of(moved(shape, 1, 1)).bit_count() == mask_of(shape).bit_count()
    assert full_fields(mask_of([(0, 0, "ne"), (0, 0, "sw")])) == 1


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_all_combinations_of_options(players):
    for number, (tiles, printed, same, points) in enumerate(
        product(("standard", "exact-49"), (True, False), (True, False), (0, 1))
    ):
        chosen = options(
            players=players, tile_set=tiles, printed_field=printed, same_board=same,
            start_points=points,
        )  # fmt: skip
        for seed in range(7):
            check_game(TANGRAM_CITY, chosen, f"{number}/{seed}")


def test_placements_have_a_fixed_order():
    first = [str(p.action) for p in placements(tile_set("standard")[0])][:5]
    assert first == ["place 01 b 0 a1", "place 01 b 0 b1", "place 01 b 0 c1", "place 01 b 0 d1",
                     "place 01 b 0 e1"]  # fmt: skip
