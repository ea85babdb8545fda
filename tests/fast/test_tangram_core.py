"""The compiled core of Tangram City against the readable engine, step by step."""

from __future__ import annotations

import os
import pickle
import random
from collections import Counter

import pytest

from baumeister.core.chance import CHANCE
from baumeister.core.errors import IllegalError
from baumeister.fast import OVER
from baumeister.fast.tangram_city import plain
from baumeister.games.tangram_city import TANGRAM_CITY

from .cores import (
    near,
    positions,
    refused_or_played,
    with_playout_generator,
    wrong_lengths_are_refused,
)
from .differential import compare, is_refused, same_game
from .tangram_options import all_options, name_of, resolved

np = pytest.importorskip("numpy")
pytest.importorskip("baumeister.fast._core", exc_type=ImportError)
compiled = pytest.importorskip("baumeister.fast.tangram_city.compiled", exc_type=ImportError)

GAMES = int(os.environ.get("BAUMEISTER_GAMES", "10"))
"""Games of each combination of options in the complete run; 84 make 20 000."""

EVERYTHING = all_options()
COVERING = EVERYTHING[::19]
"""13 of 240 combinations that cover every option and every pair of players and tile sets; every
second one, in every run, covers every number of players and every tile set."""


@pytest.mark.parametrize(
    "given",
    [
        *COVERING[::2],
        *(pytest.param(each, marks=pytest.mark.slow) for each in COVERING[1::2]),
    ],
    ids=name_of,
)
def test_every_step_matches_the_readable_engine(given):
    """Lists, masks, observations of every seat, states, points (T2–T5)."""
    same_game(plain, compiled, resolved(given), seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("given", EVERYTHING, ids=name_of)
def test_every_combination_of_options(given):
    for seed in range(GAMES):
        same_game(plain, compiled, resolved(given), seed, often=0.2)


# --- illegal numbers ---------------------------------------------------------------------


@pytest.mark.parametrize("given", COVERING[::6], ids=name_of)
def test_an_illegal_number_changes_nothing(given):
    for position in positions(compiled, resolved(given), share=0.03):
        before, legal = bytes(position), set(position.legal())
        for number in (*range(-3, 1382), 2**31 - 1, -(2**31)):
            if number in legal:
                copy = position.copy()
                copy.apply(number)
                assert bytes(copy) != before
                continue
            assert is_refused(position.step, number)
        assert bytes(position) == before


def test_a_number_must_be_an_int_and_an_array_must_fit():
    position = compiled.Position(compiled.rules({"players": 2}), 1)
    position.settle()
    for wrong in ("1", 1.5, None, 2**70):
        with pytest.raises((TypeError, ValueError)):
            position.apply(wrong)
    for out in (np.zeros(1377, np.uint8), np.zeros(1379, np.uint8)):
        with pytest.raises(ValueError, match="1378"):
            position.mask(out)
    read_only = np.zeros(1378, np.uint8)
    read_only.flags.writeable = False
    for out in (np.zeros(1378), np.zeros(2756, np.uint8)[::2], read_only, bytes(1378), [0] * 1378):
        with pytest.raises(TypeError):
            position.mask(out)
    length = position.rules.observation
    for seat in (-1, 2):
        with pytest.raises(ValueError, match="seat"):
            position.observe(seat, np.zeros(length, np.float32))
    with pytest.raises(ValueError, match=str(length)):
        position.observe(0, np.zeros(length - 1, np.float32))
    with pytest.raises(TypeError):
        position.observe(0, np.zeros(length, np.float64))
    with pytest.raises(ValueError, match="not over"):
        position.ranks()


# --- bytes and states ----------------------------------------------------------------------


@pytest.mark.parametrize("given", COVERING[::2], ids=name_of)
def test_bytes_and_states_round_trip(given):
    for position in positions(compiled, resolved(given), share=0.4):
        again = compiled.Position.from_bytes(position.rules, bytes(position))
        assert bytes(again) == bytes(position)
        assert bytes(pickle.loads(pickle.dumps(position.copy()))) == bytes(position)
        try:
            state = position.state()
        except ValueError:
            continue
        assert bytes(compiled.Position.of(position.rules, state))[:-16] == bytes(position)[:-16]


def test_players_may_have_decided_in_any_order():
    """T2.2: the readable engine lets players decide in any order."""
    rng = random.Random(5)
    for given in ({"players": 3}, {"players": 5, "tile_set": "exact-49"}):
        rules = compiled.rules(resolved(given))
        state = TANGRAM_CITY.new(rules.options)
        while actors := TANGRAM_CITY.actors(state):
            position = compiled.Position.of(rules, state)
            assert position.state() == state
            assert position.actor == actors[0]
            for seat in range(rules.players):
                drawn = position.determinize(seat, rng.getrandbits(64)).state()
                assert TANGRAM_CITY.view(drawn, seat) == TANGRAM_CITY.view(state, seat)
            actor = rng.choice(actors)
            if actor == CHANCE:
                action = TANGRAM_CITY.sample(state, rng)
            else:
                action = rng.choice(TANGRAM_CITY.legal(state, actor))
            state = TANGRAM_CITY.apply(state, actor, action)
        assert compiled.Position.of(rules, state).state() == state


def test_corrupt_bytes_are_refused_or_playable():
    rng = random.Random(2)
    refused = played = 0
    for given in COVERING[::4]:
        for position in positions(compiled, resolved(given), share=0.15):
            counts = refused_or_played(position, rng, 150)
            refused, played = refused + counts[0], played + counts[1]
    assert refused > 1000
    assert played > 1000
    wrong_lengths_are_refused(position)


# --- chance --------------------------------------------------------------------------------


@pytest.mark.parametrize("given", COVERING[::2], ids=name_of)
def test_random_games_match_the_readable_engine(given):
    """A seed determines the game on every engine."""
    options = resolved(given)
    quick = compiled.Position(compiled.rules(options), seed=9)
    slow = plain.Position(plain.rules(options), seed=9)
    assert quick.playout() == slow.playout()
    compare(slow, quick, deep=True)
    assert quick.playout() == 0


def test_chance_is_fair():
    """T1.1, T1.5, T2.1: start players, boards and cards are equally likely."""
    total = 6000
    rules = compiled.rules({"players": 4})
    starts, boards, cards, pairs = Counter(), Counter(), Counter(), Counter()
    for seed in range(total):
        position = compiled.Position(rules, seed)
        position.settle()
        found = position.fields()
        starts[found["pillar"]] += 1
        boards.update(enumerate(found["number"]))
        for side in (1376, 1377, 1376, 1376):
            position.step(side)
        dealt = position.fields()["cards"]
        assert len(set(dealt)) == 4
        cards.update(enumerate(dealt))
        pairs[dealt[0] % 2, dealt[1] % 2, found["pillar"] % 2] += 1
    assert len(starts) == 4
    assert all(near(count, 1 / 4, total) for count in starts.values())
    assert len(boards) == 4 * 5
    assert all(near(count, 1 / 5, total) for count in boards.values())
    assert len(cards) == 4 * 23
    assert all(near(count, 1 / 23, total) for count in cards.values())
    even, odd = 12 / 23, 11 / 23
    assert near(pairs[0, 0, 0], even * 11 / 22 / 2, total)
    assert near(pairs[1, 0, 1], odd * 12 / 22 / 2, total)


def test_determinize_resamples_hidden_information():
    """T2.1: hidden cards of the round are drawn from all unseen ones; the others stay."""
    rules = compiled.rules({"players": 2, "printed_field": False, "start": 0})
    position = compiled.Position(rules, 3)
    position.settle()
    cards = position.fields()["cards"]
    drawn = [position.determinize(0, seed).fields() for seed in range(2000)]
    assert {(each["cards"][0], each["cards"][2]) for each in drawn} == {(cards[0], cards[2])}
    unseen = set(range(23)) - {cards[0], cards[2]}
    for slot in (1, 3):
        found = Counter(each["cards"][slot] for each in drawn)
        assert set(found) == unseen
        assert all(near(count, 1 / 21, 2000) for count in found.values())
    for each in drawn:
        assert each["pile"] == sum(1 << tile for tile in set(range(23)) - set(each["cards"]))


# --- batches and search --------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("given", [{"players": 1}, {"players": 3, "printed_field": False}], ids=str)
def test_a_batch_plays_independent_games(given, threads):
    n = 37
    rules = compiled.rules(resolved(given))
    batch = compiled.Batch(rules, n, seed=4, reward="points")
    seen = np.zeros((n, rules.observation), np.float32)
    masks = np.zeros((n, rules.actions), np.uint8)
    rewards = np.zeros((n, rules.players), np.float32)
    dones, actors = np.zeros(n, np.uint8), np.zeros(n, np.int32)
    batch.reset(4, observations=seen, masks=masks, actors=actors)
    games = [batch[i] for i in range(n)]
    out, mask = np.zeros(rules.observation, np.float32), np.zeros(rules.actions, np.uint8)
    rng = np.random.default_rng(1)
    while not dones.any():
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in masks], np.int32)
        before = [game.points() for game in games]
        batch.step(actions, seen, masks, rewards, dones, actors, threads=threads)
        for i, game in enumerate(games):
            game.step(int(actions[i]))
            assert actors[i] == game.actor
            assert dones[i] == (game.actor == OVER)
            assert bytes(batch[i]) == bytes(game)
            if i % 6 == 0:
                game.observe(max(game.actor, 0), out)
                game.mask(mask)
                assert (seen[i] == out).all()
                assert (masks[i] == mask).all()
            gained = [now - then for now, then in zip(game.points(), before[i], strict=True)]
            assert rewards[i].tolist() == gained
    assert dones.all()


def test_an_illegal_number_stops_the_whole_step():
    batch = compiled.Batch(compiled.rules({"players": 2}), 20, seed=4)
    before = [bytes(batch[i]) for i in range(20)]
    actions = np.full(20, 1376, np.int32)
    actions[13] = 5
    with pytest.raises(IllegalError):
        batch.step(actions)
    assert [bytes(batch[i]) for i in range(20)] == before


@pytest.mark.parametrize("given", COVERING[::3], ids=name_of)
def test_playouts_do_not_depend_on_threads_or_other_games(given):
    rules = compiled.rules(resolved(given))
    n = 50
    batch = compiled.Batch(rules, n, seed=8)
    for i, position in zip(range(0, n, 3), positions(compiled, resolved(given)), strict=False):
        batch[i] = position
    found = {}
    for threads in (1, 2, 5):
        points = np.zeros((n, rules.players), np.int16)
        decisions = batch.playouts(5, points, threads=threads)
        found[decisions, points.tobytes()] = points
    assert len(found) == 1
    total = 0
    for i in range(n):
        position = with_playout_generator(batch[i], 5, i)
        total += position.playout()
        assert position.points() == points[i].tolist()
    assert total == decisions


def test_a_search_finds_the_value_of_each_last_fountain():
    """T2.3, T5: the last decision of a solo game; the result is reproducible."""
    position = list(positions(compiled, {"players": 1, "start": 0}))[-2]
    found = position.search(nodes=1000, seed=1)
    numbers, visits, values, simulations, *_ = found
    assert numbers == position.legal()
    assert simulations == sum(visits) == 1000
    for number, value in zip(numbers, values, strict=True):
        after = position.copy()
        after.apply(number)
        assert after.actor == OVER
        assert value == pytest.approx(after.points()[0] / 200, abs=1e-5)
    assert position.search(nodes=1000, seed=1) == found


def test_custom_tiles_of_any_shape():
    """T1.2: shapes from a half to the whole board, in all placements."""
    for seed in range(3):
        given = {"players": 1, "tile_set": "custom", "tiles": 1000 + seed}
        same_game(plain, compiled, resolved(given), seed, often=0.5)
