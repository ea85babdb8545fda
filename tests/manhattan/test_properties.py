"""Properties of whole games under all options."""

from __future__ import annotations

import itertools
import pickle
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baumeister.games.manhattan import MANHATTAN, Phase
from baumeister.games.manhattan.board import BLOCK_COUNTS, EMPTY, built
from baumeister.games.manhattan.scoring import score_round
from baumeister.games.manhattan.setup import setup_for
from baumeister.games.manhattan.variants import open_districts
from baumeister.records import check, final_state, loads
from baumeister.testing import check_game, random_match, random_states, record_of_random

from .positions import any_options

seeds = st.integers(0, 10**9)


@pytest.mark.slow  # test_m6_editions covers all pairs of options
@given(any_options(), seeds)
def test_contract(chosen, seed):
    check_game(MANHATTAN, chosen, seed)


@given(any_options(), seeds)
def test_cards_blocks_and_floors_are_conserved(chosen, seed):
    """M1.2, M1.3: cards and blocks leave the game only as the clauses say."""
    gone = dict.fromkeys(range(4), 0)  # floors destroyed or forfeited, by colour
    steps = random_states(MANHATTAN, chosen, seed)
    for (state, _, action), (after, _, _) in itertools.pairwise(steps):
        for card in range(1, 10):
            held = sum(hand.count(card) for hand in after.hands)
            assert held + after.pile[card - 1] + after.played[card - 1] == 5 * (
                card <= chosen.cards
            )
        kind = type(action).__name__
        for colour in range(len(chosen.colours)):
            before, now = all_floors(state, colour), all_floors(after, colour)
            if kind == "Forfeit" or (kind == "Build" and state.monster >= 0):
                assert now <= before
                gone[colour] += before - now
            else:
                assert now == before
        if kind == "Build" and state.monster < 0:
            assert after.buildings[action.site].height == (
                state.buildings[action.site].height + action.floors
            )
    for colour in range(len(chosen.colours)):
        assert all_floors(steps[-1][0], colour) + gone[colour] == 47
        assert all(
            0 <= n <= most
            for n, most in zip(steps[-1][0].supplies[colour], BLOCK_COUNTS, strict=True)
        )


def all_floors(state, colour):
    blocks = (*state.supplies[colour], *state.trays[colour])
    sizes = (1, 2, 3, 4, 1, 2, 3, 4)
    built_floors = sum(building.floors[colour] for building in state.buildings)
    return built_floors + sum(size * n for size, n in zip(sizes, blocks, strict=True))


@given(any_options(), seeds)
def test_incremental_equals_recomputed(chosen, seed):
    """M3: derived values of buildings and scores match a recount."""
    totals = [0] * len(chosen.colours)
    rounds = 0
    steps = random_states(MANHATTAN, chosen, seed)
    for (state, _, _), (after, _, _) in itertools.pairwise(steps):
        for building in after.buildings:
            assert built(building.blocks) == building
            assert recounted(building) == building
        if len(after.rounds) > rounds:
            rounds += 1
            urban = after.urban if after.phase == Phase.OVER else state.urban
            if state.phase == Phase.NEWS:
                urban = next(a.name for s, _, a in steps if s is state)
            districts = open_districts(chosen, after.opening, rounds)
            items = score_round(chosen, after.buildings, districts, urban)
            assert after.rounds[-1] == items
            totals = [have + each.total for have, each in zip(totals, items, strict=True)]
        assert list(after.scores) == totals


def recounted(building):
    """The derived values of a building, recounted."""
    if not building.blocks:
        return EMPTY
    floors = tuple(sum(f for c, f in building.blocks if c == colour) for colour in range(4))
    owner = building.blocks[-1][0]
    least = tuple(
        0 if colour == owner else min(5, max(1, floors[owner] - floors[colour]))
        for colour in range(4)
    )
    return type(building)(building.blocks, floors, owner, sum(floors), least)


def rotated_line(line, turn, districts):
    """A log line with every site rotated by quarter turns and districts renamed."""
    words = line.split(" ")
    for index, word in enumerate(words):
        if len(word) == 2 and word[0] in "ABCDEF" and words[1] in ("build", "monster"):
            row, column = divmod(int(word[1]) - 1, 3)
            for _ in range(turn):
                row, column = column, 2 - row
            words[index] = districts[word[0]] + str(row * 3 + column + 1)
    if words[1] == "districts":
        words[2] = "".join(districts[d] for d in words[2])
    return " ".join(words)


SAME = {d: d for d in "ABCDEF"}
OPPOSITE = dict(zip("ABCDEF", "FEDCBA", strict=True))


@given(any_options(), seeds)
def test_rotational_symmetry(chosen, seed):
    """M1.4, M1.5: rotating players and sites does not change the result.

    With a monster the grid is not square, so only a half turn is a symmetry. It exchanges
    districts, so all must be in play.
    """
    if chosen.has_monster:
        chosen = replace(chosen, districts=6)
    record = record_of_random(MANHATTAN, chosen, seed)
    turn = 2 if chosen.has_monster else 1
    districts = OPPOSITE if chosen.has_monster else SAME
    turned = replace(
        record,
        options=replace(chosen, sides=tuple((side + turn) % 4 for side in chosen.sides)),
        log=tuple(rotated_line(line, turn, districts) for line in record.log),
    )
    check(turned)
    assert turned.result == record.result


@given(any_options(), seeds)
def test_player_symmetry(chosen, seed):
    """M2.3: renumbering the players permutes the scores."""
    if chosen.players == 2:
        return  # renumbering would also permute colours
    record = record_of_random(MANHATTAN, chosen, seed)
    count = chosen.players

    def moved(items):
        return tuple(items[-1:]) + tuple(items[:-1])

    def line(text):
        words = text.split(" ")
        if words[0] != "*":
            words[0] = str((int(words[0]) + 1) % count)
        if words[1] in ("start", "deal", "draw"):
            words[2] = str((int(words[2]) + 1) % count)
        return " ".join(words)

    lines = [line(text) for text in record.log]
    deals = [text for text in lines if " deal " in text]
    first = lines.index(deals[0])
    lines[first : first + count] = deals[-1:] + deals[:-1]
    if chosen.choice == "secret":  # simultaneous decisions are in player order
        lines = in_player_order(lines)
    options = replace(chosen, sides=moved(chosen.sides), colours=moved(chosen.colours))
    state = final_state(replace(record, options=options, log=tuple(lines), result=None))
    outcome = MANHATTAN.outcome(state)
    assert outcome.scores == moved(record.result["scores"])
    assert outcome.ranks == moved(record.result["ranks"])
    assert outcome.reason == record.result["reason"]


def in_player_order(lines):
    ordered, group = [], []
    for text in [*lines, ""]:
        if " choose " in text:
            group.append(text)
            continue
        ordered += sorted(group)
        group = []
        ordered.append(text)
    return ordered[:-1]


@given(any_options(), seeds)
def test_records_round_trip(chosen, seed):
    record = record_of_random(MANHATTAN, chosen, seed)
    again = loads(record.dumps())
    assert again == record
    assert again.dumps() == record.dumps()
    match = random_match(MANHATTAN, chosen, seed)
    assert check(again) == match.state


@given(any_options(), seeds)
def test_states_are_values_and_survive_pickling(chosen, seed):
    state = random_match(MANHATTAN, chosen, seed, 11).state
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert hash(again) == hash(state)
    setup_for.cache_clear()  # equality must not depend on the cache
    other = random_match(MANHATTAN, chosen, seed, 11).state
    assert other.setup is not state.setup
    assert other == state
    assert hash(other) == hash(state)


@given(any_options(), seeds)
def test_samples_are_possible_outcomes(chosen, seed):
    rng = random.Random(seed)
    for state, actor, _ in random_states(MANHATTAN, chosen, seed)[:60]:
        if actor == -1 and state.phase != Phase.OVER:
            assert MANHATTAN.sample(state, rng) in [a for a, _ in MANHATTAN.chance(state)]
