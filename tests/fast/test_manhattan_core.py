"""The compiled core of Manhattan against the readable engine, step by step."""

from __future__ import annotations

import os
import pickle
import random
import warnings
from collections import Counter
from itertools import product

import pytest

from baumeister.core.errors import IllegalError
from baumeister.fast import OVER
from baumeister.fast.manhattan import plain
from baumeister.games.manhattan import MANHATTAN, Phase
from baumeister.games.manhattan.urban import CARD_NAMES
from tests.manhattan.combinations import AXES, SAMPLE, combination, is_distinct

from .cores import (
    near,
    positions,
    refused_or_played,
    with_playout_generator,
    wrong_lengths_are_refused,
)
from .differential import compare, is_refused, same_game

np = pytest.importorskip("numpy")
pytest.importorskip("baumeister.fast._core", exc_type=ImportError)
compiled = pytest.importorskip("baumeister.fast.manhattan.compiled", exc_type=ImportError)

GAMES = int(os.environ.get("BAUMEISTER_GAMES", "1"))
"""Games of each combination of options in the complete run."""

OPTIONS = [combination(point) for point in SAMPLE]
PLANS = [
    {"rounds": 1, "blocks": 24},
    {"rounds": 24, "blocks": 1, "players": 3},
    {"rounds": 9, "blocks": 2, "urban": True, "players": 2, "choice": "secret"},
    {"variants": ["baby-godzilla"], "monster": "B7", "start": 2},
    {"variants": ["godzilla"], "monster": "F6", "monster_moves": "after-block"},
    {"variants": ["anti-trust"], "players": 2, "same_owner_highest": True},
    {"players": 2, "colours_each": 1, "sides": [2, 2], "choice": "one-by-one"},
    {"variants": ["godzilla", "anti-trust"], "rounds": 2, "blocks": 12, "sides": [2, 3, 0, 1]},
]


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_every_step_matches_the_readable_engine(number):
    """M1–M6: every pair of option values; lists, masks, states, points, observations, ranks."""
    same_game(plain, compiled, OPTIONS[number], number, often=0.1)


@pytest.mark.parametrize("given", PLANS, ids=str)
def test_other_rounds_and_set_ups(given):
    """M2.1, M1.4, M1.7, M5.1."""
    same_game(plain, compiled, given, 3, often=0.1)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "edition"), list(product(AXES["players"], AXES["edition"])))
def test_every_combination_of_options(players, edition):
    """M6: all 172 800 of them."""
    points = product([players], [edition], *list(AXES.values())[2:])
    for number, point in enumerate(filter(is_distinct, points)):
        for game in range(GAMES):
            options = combination(point)
            same_game(plain, compiled, options, number * GAMES + game, often=0.01)


def test_all_phases_occur():
    seen = {
        Phase(position.fields()["phase"])
        for options in OPTIONS
        if options.urban
        for position in positions(compiled, options)
    }
    assert seen == set(Phase) - {Phase.RESHUFFLE}  # never a step of its own


def test_a_position_is_small():
    assert compiled.Position.SIZE <= 640


# --- illegal numbers ---------------------------------------------------------------------


@pytest.mark.parametrize("number", range(0, len(OPTIONS), 18))
def test_an_illegal_number_changes_nothing(number):
    for position in positions(compiled, OPTIONS[number], share=0.03):
        before, legal = bytes(position), set(position.legal())
        for wrong in (*range(-3, 656), 2**31 - 1, -(2**31)):
            if wrong in legal:
                copy = position.copy()
                copy.apply(wrong)
                assert bytes(copy) != before
                continue
            assert is_refused(position.step, wrong)
        assert bytes(position) == before


def test_a_refusal_names_the_clause_and_what_is_possible():
    position = compiled.Position(compiled.rules({"start": 0}), 1)
    position.settle()
    with pytest.raises(IllegalError, match=r"M2\.2: .*possible: 265"):
        position.apply(0)
    while position.fields()["phase"] != Phase.BUILD:
        position.step(position.legal()[0])
    hand = position.state().hands[0]
    missing = next(card for card in range(1, 10) if card not in hand)
    with pytest.raises(IllegalError, match=rf"M2\.3: card {missing} is not in the hand"):
        position.apply(162 + 6 * (missing - 1))


# --- bytes and states ----------------------------------------------------------------------


@pytest.mark.parametrize("number", range(0, len(OPTIONS), 4))
def test_bytes_and_states_round_trip(number):
    for position in positions(compiled, OPTIONS[number], share=0.2):
        again = compiled.Position.from_bytes(position.rules, bytes(position))
        assert bytes(again) == bytes(position)
        assert bytes(pickle.loads(pickle.dumps(position.copy()))) == bytes(position)
        try:
            state = position.state()
        except ValueError:
            continue
        assert compiled.Position.of(position.rules, state).state() == state


def test_corrupt_bytes_are_refused_or_playable():
    rng = random.Random(2)
    refused = played = 0
    for number in range(0, len(OPTIONS), 3):
        for position in positions(compiled, OPTIONS[number], share=0.04):
            counts = refused_or_played(position, rng, 100)
            refused, played = refused + counts[0], played + counts[1]
    assert refused > 1000
    assert played > 1000
    wrong_lengths_are_refused(position)


# --- chance --------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(0, len(OPTIONS), 4))
def test_random_games_match_the_readable_engine(number):
    """A seed determines the game on every engine."""
    options = OPTIONS[number]
    quick = compiled.Position(compiled.rules(options), seed=9)
    slow = plain.Position(plain.rules(options), seed=9)
    assert quick.playout() == slow.playout()
    compare(slow, quick, deep=True)
    assert quick.playout() == 0


def test_chance_is_fair():
    """M1.6, M1.7, M2.3, M4.1, M5.1, M5.3: start, cards, urban card, monster, districts."""
    total = 6000
    rules = compiled.rules({"urban": True, "variants": ["godzilla", "progressive"]})
    starts, cards, urban, monsters, first = (Counter() for _ in range(5))
    for seed in range(total):
        position = compiled.Position(rules, seed)
        position.settle()
        found = position.fields()
        starts[found["start"]] += 1
        for player, hand in enumerate(found["hands"]):
            cards.update((player, card) for card in hand)
        urban[found["urban"]] += 1
        monsters[found["monster"]] += 1
        first.update(enumerate(found["opening"]))
    assert len(starts) == 4
    assert all(near(count, 1 / 4, total) for count in starts.values())
    assert len(cards) == 4 * 9
    assert all(near(count, 1 / 9, 4 * total) for count in cards.values())
    assert len(urban) == len(CARD_NAMES)
    assert all(near(count, 1 / len(CARD_NAMES), total) for count in urban.values())
    assert len(monsters) == 6
    assert all(near(count, 1 / 6, total) for count in monsters.values())
    assert len(first) == 6 * 6
    assert all(near(count, 1 / 6, total) for count in first.values())


def test_cards_are_drawn_in_proportion_to_the_pile():
    """M2.3, M2.7: over whole games, each card of the pile is equally likely."""
    rules = compiled.rules({"players": 3})
    drawn, expected = Counter(), Counter()
    for seed in range(60):
        position = compiled.Position(rules, seed)
        position.settle()
        while position.actor != OVER:
            position.apply(position.legal()[seed % len(position.legal())])
            if position.actor == -1 and position.fields()["phase"] == Phase.DRAW:
                pile = position.fields()["pile"]
                player = position.fields()["turn"]
                before = position.fields()["hands"][player]
                expected.update({card: count / sum(pile) for card, count in enumerate(pile)})
                position.settle()
                after = position.fields()["hands"][player]
                (card,) = Counter(after) - Counter(before)
                drawn[card - 1] += 1
            else:
                position.settle()
    total = sum(drawn.values())
    assert total == 60 * 72
    assert all(near(drawn[card], expected[card] / total, total) for card in range(9))


@pytest.mark.parametrize(("players", "points"), [(4, 47), (3, 80), (2, 136)])
def test_m8_5_points_of_random_play(players, points):
    """M8.5: mean points per player, with blocks drawn singly and uniformly random builds."""
    rules = compiled.rules({"players": players, "choice": "one-by-one"})
    rng = random.Random(players)
    total, games = 0, 500
    for seed in range(games):
        position = compiled.Position(rules, seed)
        position.settle()
        while position.actor != OVER:
            legal = position.legal()
            if legal[0] in (392, 393, 394, 395, 648, 649, 650, 651):
                supplies, player = position.fields()["supplies"], position.actor
                weights = [supplies[player + 2 * (n >= 648)][3 - n % 4] for n in legal]
                position.step(rng.choices(legal, weights)[0])
            else:
                position.step(legal[int(rng.random() * len(legal))])
        total += sum(position.points())
    assert abs(total / games / players - points) < 1


def test_determinize_resamples_hidden_information():
    """M7: other hands, the pile and secret choices; never what the seat knows."""
    rng = random.Random(4)
    for options in OPTIONS[::3]:
        for position in positions(compiled, options, share=0.05):
            try:
                state = position.state()
            except ValueError:
                continue
            for seat in range(options.players):
                drawn = position.determinize(seat, rng.getrandbits(64))
                assert MANHATTAN.view(drawn.state(), seat) == MANHATTAN.view(state, seat)


# --- batches, vectors and search -------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_playouts_do_not_depend_on_threads_vectors_or_other_games(number):
    """In lockstep or not, every game follows from its seed."""
    rules = compiled.rules(OPTIONS[number])
    n = 80
    batch = compiled.Batch(rules, n, seed=8)
    for i, position in zip(
        range(64, n), positions(compiled, OPTIONS[number], share=0.2), strict=False
    ):
        batch[i] = position
    found = {}
    for threads, lockstep in ((1, True), (2, True), (1, False)):
        points = np.zeros((n, rules.players), np.int16)
        decisions = batch.playouts(5, points, threads=threads, lockstep=lockstep)
        found[decisions, points.tobytes()] = points
    assert len(found) == 1
    total = 0
    for i in range(n):
        position = with_playout_generator(batch[i], 5, i)
        total += position.playout()
        assert position.points() == points[i].tolist()
    assert total == decisions


def test_lockstep_continues_from_the_middle_of_a_round():
    for given in (
        {},
        {"players": 3, "variants": ["progressive", "anti-trust"]},
        {"players": 2, "variants": ["baby-godzilla", "anti-trust"]},
        {"players": 2, "variants": ["godzilla"], "urban": True},
        {"players": 4, "variants": ["baby-godzilla"], "urban": True},
    ):
        rules = compiled.rules(given)
        for decisions in (0, 2, 5, 17, 40):
            position = compiled.Position(rules, 3)
            position.settle()
            for _ in range(decisions):
                position.step(position.legal()[-1])
            batch = compiled.Batch(rules, 64)
            for i in range(64):
                batch[i] = position
            points = np.zeros((64, rules.players), np.int16)
            batch.playouts(1, points)
            for i in (0, 9, 63):
                single = with_playout_generator(position, 1, i)
                single.playout()
                assert single.points() == points[i].tolist()


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("reward", ["win", "points"])
@pytest.mark.parametrize("given", [{}, {"players": 2, "rounds": 1, "blocks": 4}], ids=str)
def test_a_batch_plays_independent_games(given, reward, threads):
    n = 21
    rules = compiled.rules(given)
    batch = compiled.Batch(rules, n, seed=4, reward=reward)
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
            assert bytes(batch[i]) == bytes(game)
            if i % 6 == 0:
                game.observe(max(game.actor, 0), out)
                game.mask(mask)
                assert (seen[i] == out).all()
                assert (masks[i] == mask).all()
            gained = [now - then for now, then in zip(game.points(), before[i], strict=True)]
            if reward == "points":
                assert rewards[i].tolist() == gained
            elif dones[i]:
                won = [rank == 1 for rank in game.ranks()]
                assert rewards[i].tolist() == pytest.approx([each / sum(won) for each in won])
            else:
                assert not rewards[i].any()
    assert dones.all()
    batch.step(np.zeros(n, np.int32), seen, masks, rewards, dones, actors)  # starts the next games
    assert not dones.any()
    assert not rewards.any()


def test_an_illegal_number_stops_the_whole_step():
    batch = compiled.Batch(compiled.rules({}), 20, seed=4)
    before = [bytes(batch[i]) for i in range(20)]
    actions = np.array([batch[i].legal()[0] for i in range(20)], np.int32)
    actions[13] = 5
    with pytest.raises(IllegalError) as refused:
        batch.step(actions)
    assert refused.value.index == 13
    assert [bytes(batch[i]) for i in range(20)] == before


def test_a_search_is_reproducible():
    position = compiled.Position(compiled.rules({"players": 3}), 3)
    position.settle()
    for threads in (1, 2, 3):
        found = position.search(nodes=500, seed=1, threads=threads)
        assert found.numbers == position.legal()
        assert found.simulations == sum(found.visits) == 500
        assert all(0 <= value <= 1 for value in found.values)
        assert [shares[position.actor] for shares in found.shares] == pytest.approx(found.values)
        assert sum(found.shares[0]) == pytest.approx(1)
        assert min(found.points[0]) > 30  # at the end of the game
        assert position.search(nodes=500, seed=1, threads=threads) == found
    assert position.search(nodes=500, seed=2)[1] != position.search(nodes=500, seed=1)[1]
    assert position.search(seconds=0.02)[3] > 0


def test_a_search_uses_only_what_its_seat_knows():
    """M7: positions that a seat cannot distinguish give the same result."""
    rng = random.Random(1)
    for options in OPTIONS[::8]:
        for position in positions(compiled, options, share=0.02):
            if position.actor < 0:
                continue
            other = position.determinize(position.actor, rng.getrandbits(64))
            assert other.search(nodes=60, seed=4) == position.search(nodes=60, seed=4)


def test_a_search_calls_evaluate_for_its_leaves():
    position = compiled.Position(compiled.rules({"players": 2}), 3)
    position.settle()
    asked = []

    def evaluate(leaf):
        asked.append(leaf.actor)
        return [1.0, 0.0]

    found = position.search(nodes=50, seed=1, leaf="none", evaluate=evaluate)
    assert len(asked) == 50
    own = 1.0 if position.actor == 0 else 0.0
    assert {value for value, visits in zip(found[2], found[1], strict=True) if visits} == {own}

    def broken(leaf):
        raise RuntimeError("no idea")

    with pytest.raises(RuntimeError, match="no idea"):
        position.search(nodes=50, evaluate=broken, leaf="none")
    with pytest.raises(TypeError, match="each player"):
        position.search(nodes=50, evaluate=lambda leaf: "x", leaf="none")


def test_a_search_beats_random_play():
    """Two against two: 200 simulations per decision against random play."""
    won = 0
    for seed in range(6):
        position = compiled.Position(compiled.rules({"players": 2}), seed)
        position.settle()
        rng = random.Random(seed)
        while position.actor != OVER:
            if position.actor == seed % 2:
                numbers, visits, *_ = position.search(nodes=100, seed=seed, leaf="round")
                position.step(numbers[visits.index(max(visits))])
            else:
                position.step(rng.choice(position.legal()))
        won += position.ranks()[seed % 2] == 1
    assert won >= 5


def test_invalid_searches_are_refused():
    position = compiled.Position(compiled.rules({}), 1)
    with pytest.raises(ValueError, match="no player is to act"):
        position.search(nodes=10)
    position.settle()
    with pytest.raises(ValueError, match="budget"):
        position.search()
    with pytest.raises(ValueError, match="leaf"):
        position.search(nodes=10, leaf="moon")


def test_a_batch_samples_legal_actions():
    """Each legal number is equally likely, drawn from the generator of its game."""
    batch = compiled.Batch(compiled.rules({"start": 0}), 3000, seed=4)
    other = compiled.Batch(compiled.rules({"start": 0}), 3000, seed=4)
    for i in range(3000):
        batch[i] = other[0]
        game = batch[i]
        game.reseed(i)
        batch[i] = game
    actions = np.zeros(3000, np.int32)
    batch.sample(actions)
    legal = other[0].legal()
    counts = Counter(actions.tolist())
    assert set(counts) == set(legal)
    assert all(near(count, 1 / len(legal), 3000) for count in counts.values())
    batch.step(actions)


def test_a_forked_child_has_threads_of_its_own():
    batch = compiled.Batch(compiled.rules({}), 256, seed=4)
    expected = batch.playouts(1, threads=2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about threads and forks: that is what is tested
        child = os.fork()
    if child == 0:
        os._exit(0 if batch.playouts(1, threads=2) == expected else 1)
    assert os.waitpid(child, 0)[1] == 0
