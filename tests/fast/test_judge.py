"""The judge of Manhattan: its signs are those in words, and it makes of them what a net makes."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from baumeister.bots.manhattan.value_network import (
    HIDDEN,
    NUMBERS,
    QUANTISATION_SCALE,
    SECOND,
    dumps,
    read,
)
from baumeister.fast import OVER
from baumeister.fast.manhattan.input_features import INPUT_FEATURES, input_features

from .samples import SAMPLES

np = pytest.importorskip("numpy")
core = pytest.importorskip("baumeister.fast.manhattan.compiled", exc_type=ImportError)

MANHATTAN = [each for each in SAMPLES if each.game.id == "manhattan"]


def drawn(seed=3):
    """A judge at random, such that rounding to whole numbers changes nothing."""
    rng = np.random.default_rng(seed)
    numbers = rng.normal(0, 0.1, NUMBERS).astype(np.float32)
    first = (1 + INPUT_FEATURES) * HIDDEN
    numbers[:first] = np.round(numbers[:first] * QUANTISATION_SCALE) / QUANTISATION_SCALE
    return numbers


def made_of(numbers, row, players):
    """What a net of three layers makes of signs."""
    parts = np.split(
        numbers.astype(np.float64),
        np.cumsum([HIDDEN, INPUT_FEATURES * HIDDEN, SECOND, HIDDEN * SECOND, 4]),
    )
    own, rows, second_own, second, result_own, result = parts
    units = np.maximum(own + row @ rows.reshape(INPUT_FEATURES, HIDDEN), 0)
    units = np.maximum(second_own + units @ second.reshape(HIDDEN, SECOND), 0)
    sums = (result_own + units @ result.reshape(SECOND, 4))[:players]
    odds = np.exp(sums - sums.max())
    return odds / odds.sum()


@pytest.mark.parametrize("sample", MANHATTAN, ids=str)
def test_signs_are_those_in_words_and_the_judge_weighs_them(sample):
    numbers = drawn()
    judge = core.ValueNetwork(numbers)
    position = core.Position(core.rules(sample.given), 5)
    position.settle()
    rng = random.Random(6)
    players = position.rules.players
    row = np.zeros(INPUT_FEATURES, np.uint8)
    while position.actor != OVER:
        seat = rng.randrange(players)
        position.input_features(seat, row)
        told = np.roll(judge.win_probabilities(position, seat), -seat)
        assert abs(told - made_of(numbers, row, players)).max() < 1e-3
        with suppress(ValueError):  # a compound action is partly given
            wanted = np.bincount(input_features(position.state(), seat), minlength=INPUT_FEATURES)
            assert (row == wanted).all(), np.flatnonzero(row != wanted)
        position.step(rng.choice(position.legal()))


def test_a_seat_sees_the_same_whatever_the_others_hold():
    position = core.Position(core.rules({"players": 4}), 8)
    position.settle()
    judge = core.ValueNetwork(drawn())
    rng = random.Random(9)
    while position.actor != OVER:
        seat = rng.randrange(4)
        other = position.determinize(seat, rng.getrandbits(40))
        assert judge.win_probabilities(position, seat) == judge.win_probabilities(other, seat)
        position.step(rng.choice(position.legal()))


def test_a_search_by_a_judge_finds_the_same_again_and_other_things_than_without():
    position = core.Position(core.rules({"players": 4}), 8)
    position.settle()
    judge = core.ValueNetwork(drawn())
    wanted = {"nodes": 300, "seed": 4, "policy": [0.0] * 61}
    one, same, plain = (
        position.search(**wanted, value_network=judge),
        position.search(**wanted, value_network=judge),
        position.search(**wanted, leaf="none"),
    )
    assert one.visits == same.visits
    assert one.visits != plain.visits
    assert sum(one.visits) == 300


def test_what_is_no_judge_is_refused():
    position = core.Position(core.rules({"players": 4}), 8)
    position.settle()
    with pytest.raises(TypeError, match="not a value network"):
        position.search(nodes=10, value_network=[1.0])
    with pytest.raises(ValueError, match="nothing to evaluate"):
        position.search(nodes=10, value_network=core.ValueNetwork(drawn()), leaf="game")
    with pytest.raises(ValueError, match="elements"):
        core.ValueNetwork(np.zeros(5, np.float32))
    broken = drawn()
    broken[7] = np.nan
    with pytest.raises(ValueError, match="finite"):
        core.ValueNetwork(broken)
    with pytest.raises(ValueError, match="owes a decision"):
        core.ValueNetwork(drawn()).win_probabilities(
            core.Position(core.rules({"players": 4}), 8), 0
        )
    with pytest.raises(ValueError, match="seat"):
        core.ValueNetwork(drawn()).win_probabilities(position, 4)


def test_a_file_keeps_what_the_core_calculates_with():
    numbers = drawn()
    again = np.array(read(dumps(4, numbers.tolist(), {})), np.float32)
    first = (1 + INPUT_FEATURES) * HIDDEN
    assert (again[:first] == numbers[:first]).all()
    assert abs(again[first:] - numbers[first:]).max() <= 1e-5


def lessons(learners, games=3, samples=5, seed=2, **wanted):
    rows = np.full((games * samples, INPUT_FEATURES), 9, np.uint8)
    results = np.full((games * samples, 4), np.nan, np.float32)
    made = core.training_data(
        core.rules({"players": 4}), learners, samples, seed, rows, results, **wanted
    )
    return made, rows, results


def learner(**given):
    plain = {
        "share": 1.0,
        "value_network": None,
        "policy": None,
        "candidates": 0,
        "inverse_temperature": 1.0,
        "nodes": 0,
    }
    return plain | {"inverse_temperature": 1.0, "exploration": 0.5} | given


def test_lessons_are_what_seats_saw_and_who_won():
    """And threads change nothing."""
    judge = core.ValueNetwork(drawn())
    kinds = [
        learner(value_network=judge, policy=[0.1] * 61, nodes=8),
        learner(share=0.3, value_network=judge, inverse_temperature=50.0),
        learner(share=0.3, value_network=judge, policy=[0.1] * 61, candidates=4),
        learner(share=0.2, policy=[0.1] * 61),
        learner(share=0.2, nodes=8),
    ]
    made, rows, results = lessons(kinds, games=8)
    assert made == 8 * 112
    assert (rows.sum(1) > 60).all()  # every colour's blocks alone are 32
    assert np.allclose(results.sum(1), 1)
    _, same, won = lessons(kinds, games=8, threads=2)
    assert (same == rows).all()
    assert (won == results).all()


def test_lessons_need_somebody_who_decides():
    with pytest.raises(ValueError, match="needs a value network"):
        lessons([learner(), learner()])
    with pytest.raises(ValueError, match="at least one opponent"):
        lessons([learner(nodes=5)])
