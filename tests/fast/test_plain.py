"""Positions over the readable engine."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from array import array
from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import prod

import pytest

from baumeister import fast
from baumeister.core.chance import CHANCE
from baumeister.core.errors import IllegalError
from baumeister.fast.errors import NoCoreError
from baumeister.fast.generator import Generator, below, lower, upper
from baumeister.games.manhattan import Phase

from .differential import is_refused
from .samples import SAMPLES, of_manhattan, of_tangram_city, random_game, readable, swept


def legal_numbers(sample, state, actor, parts):
    """The next number of each legal action that begins with these parts."""
    found = set()
    for action in sample.game.legal(state, actor):
        given = sample.numbers.numbers_of(state, actor, action)
        if given[: len(parts)] == tuple(parts):
            found.add(given[len(parts)])
    return sorted(found)


def undealt(state, parts):
    """How many of each card may be dealt next, after these parts."""
    pile = state.pile
    if isinstance(pile[0], str):  # tiles: one card each
        pile = [int(tile in pile) for tile in sorted(state.setup.tiles)]
    left = Counter({number: count for number, count in enumerate(pile) if count})
    return left - Counter(parts)


@pytest.mark.parametrize("sample", swept(SAMPLES), ids=str)
def test_games_match_the_readable_engine(sample):
    """With chance from outside: legal numbers, states, points and ranks at every step."""
    position = sample.position()
    rng = random.Random(3)
    for state, actor, action in random_game(sample, rng):
        assert position.state() == readable(state)
        assert position.points() == list(sample.plain.Position._points(state))
        assert position.standing() == list(sample.game.standing(state))
        if action is None:
            break
        assert position.actor == actor
        parts = []
        for number in sample.numbers.numbers_of(state, actor, action):
            legal = position.legal()
            if state.phase.name == "DEAL":
                assert dict(zip(legal, position.weights(), strict=True)) == undealt(state, parts)
                assert legal == sorted(legal)
            elif rng.random() < 0.3 or actor == CHANCE:
                assert legal == legal_numbers(sample, state, actor, parts)
                if actor == CHANCE and state.phase.name != "DRAW":
                    assert set(position.weights()) == {1}
                elif actor == CHANCE:
                    assert position.weights() == [count for count in state.pile if count]
            position.apply(number)
            parts.append(number)
    assert position.actor == fast.OVER
    assert position.legal() == []
    outcome = sample.game.outcome(state)
    assert position.ranks() == list(outcome.ranks)
    assert position.points() == list(outcome.scores)


@pytest.mark.parametrize("sample", swept(SAMPLES), ids=str)
def test_seeds_determine_games_and_bytes_round_trip(sample):
    """A position read from bytes continues as the original, also between parts of an action."""
    position = sample.position(seed=11)
    for _ in range(14):
        again = sample.plain.Position.from_bytes(position.rules, bytes(position))
        assert bytes(again) == bytes(position)
        assert (again.actor, again.legal()) == (position.actor, position.legal())
        position.apply(position.legal()[-1])
    other = position.copy()
    before = bytes(position)
    assert other.playout() > 0
    assert bytes(position) == before
    again = sample.plain.Position.from_bytes(position.rules, before)
    again.playout()
    assert bytes(again) == bytes(other)
    position.reseed(12)
    position.playout()
    assert bytes(position) != bytes(other)


@pytest.mark.parametrize("sample", SAMPLES[::3], ids=str)
def test_illegal_numbers_are_refused_and_change_nothing(sample):
    position = sample.position(seed=5)
    rng = random.Random(5)
    for _ in range(12):
        before, legal = bytes(position), position.legal()
        for number in range(-2, position.rules.actions + 2):
            assert number in legal or is_refused(position.apply, number)
        assert bytes(position) == before
        position.apply(rng.choice(legal))


def test_m2_8_a_refusal_names_the_clause():
    """M2.8, and T3.2 in the other game."""
    position = of_manhattan(players=3).position()
    position.settle()
    for _ in range(3):
        position.step(position.legal()[0])
    with pytest.raises(IllegalError, match=r"^M2\.8: .*possible: \d+") as caught:
        position.apply(216 + 4 * (position.state().hands[position.actor][0] - 1) + 3)
    assert caught.value.clause == "M2.8"
    position = of_tangram_city(players=1, printed_field=False).position()
    position.settle()
    position.step(0)
    with pytest.raises(ValueError, match=r"^T3\.2"):
        position.apply(0)
    position.playout()
    with pytest.raises(IllegalError, match="the game is over"):
        position.apply(0)


@pytest.mark.parametrize("hand", [4, 6])
def test_m1_6_dealing_card_by_card_has_the_probability_of_the_hand(hand):
    """M1.6, M8.5: over all orders, the weights of the cards give the weight of the hand."""
    sample = of_manhattan(players=2, start=0, hand=hand)
    position = sample.position()
    position.apply(0)
    outcomes = sample.game.chance(position.state())
    total = sum(weight for _, weight in outcomes)
    action, weight = outcomes[len(outcomes) // 3]
    likely = Fraction(0)
    for order in set(permutations(action.cards)):
        dealt, chances = position.copy(), []
        for card in order:
            weights = dict(zip(dealt.legal(), dealt.weights(), strict=True))
            chances.append(Fraction(weights[card - 1], sum(weights.values())))
            dealt.apply(card - 1)
        likely += prod(chances)
    assert likely == Fraction(weight, total)


def test_the_generator_is_splitmix64():
    """The reference numbers of SplitMix64 for these seeds."""
    assert [f"{Generator(0).next():x}", f"{Generator(1234567).next():x}"] == [
        "e220a8397b1dcdaf", "599ed017fb08fc85",
    ]  # fmt: skip
    generator = Generator(7)
    streams = [generator.split(n) for n in range(3)]
    assert len({stream.next() for stream in [*streams, generator]}) == 4
    assert Generator(2**64 - 1, 2**64 - 1).next() >= 0
    for seed in (-1, 2**64):
        with pytest.raises(ValueError, match="seed"):
            Generator(seed)
    assert below(lower(2**64 - 1), 10) == below(upper(2**64 - 1), 10) == 9


def drawn(position, bits):
    """The chance outcome of these bits, by exhaustive search."""
    each = [n for n, w in zip(position.legal(), position.weights(), strict=True) for _ in range(w)]
    return each[below(lower(bits), len(each))]


@pytest.mark.parametrize("sample", SAMPLES[::4], ids=str)
def test_m2_3_a_playout_spends_one_random_number_on_a_build_and_its_card(sample):
    """M2.3: as the compiled core does, so that a seed gives the same games."""
    position = sample.position(seed=9)
    by_hand, generator, decisions = position.copy(), Generator(9), 0
    while by_hand.actor != fast.OVER:
        bits = generator.next()
        if by_hand.actor == CHANCE:
            by_hand.apply(drawn(by_hand, bits))
            continue
        legal = by_hand.legal()
        chooses = 252 <= legal[0] < 396 or legal[0] >= 648
        builds = sample.game.id == "manhattan" and not chooses
        by_hand.apply(legal[below(upper(bits), len(legal))])
        decisions += 1
        if builds:
            by_hand.apply(drawn(by_hand, bits))
    assert position.playout() == decisions
    assert position.state() == by_hand.state()


def test_step_spends_a_random_number_on_each_outcome():
    position = of_manhattan(players=3).position(seed=4)
    position.settle()
    by_hand = position.copy()
    generator = Generator(4, 1 + 3 * 4)  # the start player and twelve cards
    for _ in range(12):
        number = position.legal()[-1]
        position.step(number)
        by_hand.apply(number)
        while by_hand.actor == CHANCE:
            by_hand.apply(drawn(by_hand, generator.next()))
        assert by_hand.state() == position.state()


def test_m2_2_blocks_of_two_colours_are_two_steps():
    """M2.2: there is no readable state between them."""
    position = of_manhattan(players=2, start=0).position()
    position.settle()
    position.apply(position.legal()[0])
    assert position.actor == 0
    with pytest.raises(ValueError, match="partly given"):
        position.state()
    position.apply(position.legal()[-1])
    assert position.actor == 1
    assert position.state().trays[0] == (0, 0, 1, 3)
    assert position.state().trays[2] == (4, 0, 0, 0)


def test_arrays_are_checked():
    position = of_manhattan(players=4).position()
    rules = position.rules
    mask = bytearray(b"\7" * rules.actions)
    position.mask(mask)  # all 0 while chance is to act
    assert not any(mask)
    position.settle()
    position.mask(mask)
    assert [number for number, flag in enumerate(mask) if flag] == position.legal()
    for wrong in (bytes(rules.actions), array("f", [0] * rules.actions), memoryview(mask)[::2]):
        with pytest.raises(TypeError, match="uint8"):
            position.mask(wrong)
    with pytest.raises(ValueError, match="length 396, not 395"):
        position.mask(bytearray(395))
    with pytest.raises(ValueError, match="length 912"):
        position.observe(0, array("f", [0]))
    with pytest.raises(TypeError, match="float32"):
        position.observe(0, array("d", [0] * rules.observation))


def test_invalid_positions_and_rules_are_refused():
    sample = of_manhattan(players=4)
    position = sample.position()
    rules, data = position.rules, bytes(position)
    for wrong in (b"", data[:-1], data[:-9] + b"1" + data[-8:], b"x" + data):
        with pytest.raises(ValueError, match="not a position"):
            sample.plain.Position.from_bytes(rules, wrong)
    with pytest.raises(ValueError, match="not a position"):
        sample.plain.Position.from_bytes(sample.plain.rules({"players": 3}), data)
    with pytest.raises(ValueError, match="other options"):
        sample.plain.Position.of(sample.plain.rules({"players": 3}), position.state())
    with pytest.raises(TypeError, match="not rules of manhattan"):
        sample.plain.Position(of_tangram_city().position().rules)
    position.settle()
    with pytest.raises(ValueError, match="chance is not to act"):
        position.weights()
    with pytest.raises(ValueError, match="not over"):
        position.ranks()


def test_rules_are_cached():
    sample = of_manhattan(players=4)
    assert sample.plain.rules(sample.given) is sample.plain.rules(sample.options)
    assert sample.plain.rules() is sample.plain.rules({})


def test_m2_7_a_state_before_the_reshuffle():
    """M2.7: it is not a step of its own."""
    sample = of_manhattan(players=4)
    position = sample.position(seed=1)
    position.playout()
    state = position.state()._replace(phase=Phase.RESHUFFLE, pile=(0,) * 9, turns=2)
    made = sample.plain.Position.of(position.rules, state)
    assert made.state() == sample.game.apply(state, CHANCE, sample.game.parse("reshuffle"))


def test_without_the_compiled_core_positions_are_plain():
    code = (
        "import sys, baumeister; assert 'baumeister.fast' not in sys.modules;"
        "from baumeister import fast; from baumeister.fast import manhattan, tangram_city;"
        "assert not fast.compiled() and not fast.isa() and 'BAUMEISTER_CORE' in fast.why_not();"
        "assert 'numpy' not in sys.modules;"
        "print(manhattan.Position(manhattan.rules(), 7), tangram_city.Position.__module__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "BAUMEISTER_CORE": "none"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == ("<Position of manhattan, actor -1> baumeister.fast.tangram_city.plain\n")
    assert bool(fast.why_not()) != fast.compiled()


def test_features_of_the_compiled_core_raise_no_core_error():
    position = of_manhattan(players=3).position()
    position.settle()
    for asked in (
        lambda: position.search(nodes=10),
        lambda: position.features(bytearray(4)),
        lambda: position.playout(policy=[0.0] * 16),
        lambda: position.logits([0.0] * 61),  # a linear policy
        lambda: of_tangram_city().position().logits([0.0] * 8),
        lambda: of_tangram_city().plain.Batch(position.rules, 4),
    ):
        with pytest.raises(NoCoreError, match="need the compiled core"):
            asked()


def test_playouts_from_one_position():
    position = of_manhattan(players=3, rounds=1).position(seed=2)
    assert position.playouts(4, seed=5) == 4 * position.copy().playout()
    assert position.actor == CHANCE


def test_a_required_core_that_is_missing_is_an_import_error():
    code = "import sys; sys.modules['baumeister.fast._core'] = None; import baumeister.fast"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "BAUMEISTER_CORE": "required"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "baumeister.fast._core" in done.stderr
    assert done.returncode
