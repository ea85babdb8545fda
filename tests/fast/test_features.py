"""Features and policies: the core matches the Python features, and play follows the weights."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from baumeister.fast import OVER
from baumeister.fast.manhattan import context, plain, policy_network
from baumeister.fast.manhattan import features as of_manhattan
from baumeister.fast.manhattan.networks import POLICY_UNITS, POLICY_WEIGHTS
from baumeister.fast.tangram_city import features as of_tangram_city

from .samples import SAMPLES, swept

np = pytest.importorskip("numpy")
pytest.importorskip("baumeister.fast._core", exc_type=ImportError)
manhattan = pytest.importorskip("baumeister.fast.manhattan.compiled", exc_type=ImportError)
tangram_city = pytest.importorskip("baumeister.fast.tangram_city.compiled", exc_type=ImportError)

CORES = {"manhattan": (manhattan, of_manhattan), "tangram-city": (tangram_city, of_tangram_city)}


def start(sample, seed=1):
    core, described = CORES[sample.game.id]
    position = core.Position(core.rules(sample.given), seed)
    position.settle()
    return position, described


def rows_of(position, described):
    out = np.full((len(position.legal()), len(described.NAMES)), np.nan, np.float32)
    assert position.features(out) == len(out)
    return out


@pytest.mark.parametrize("sample", swept(SAMPLES), ids=str)
def test_features_match_python(sample):
    position, described = start(sample)
    rng = random.Random(2)
    while position.actor != OVER:
        legal = position.legal()
        rows = rows_of(position, described)
        state = None
        with suppress(ValueError):  # a compound action is partly given
            state = position.state()
        if state is not None and sample.numbers.wanted(state) == 1 and rng.random() < 0.2:
            for number, row in zip(legal, rows, strict=True):
                action = sample.numbers.action_of(state, position.actor, (number,))
                told = np.array(described.features(state, position.actor, action))
                assert abs(row - told).max() < 1e-5, (action, list(row), list(told))
        position.step(rng.choice(legal))


def context_of(position):
    out = np.full(len(context.NAMES), np.nan, np.float32)
    position.context(out)
    return out


@pytest.mark.parametrize(
    "sample", swept([each for each in SAMPLES if each.game.id == "manhattan"]), ids=str
)
def test_the_logits_of_a_policy_network_match_rows(sample):
    """And the context matches Python."""
    position, described = start(sample)
    rng = np.random.default_rng(4)
    weights = random_network(rng).reshape(-1, POLICY_UNITS)
    while position.actor != OVER:
        rows, here = rows_of(position, described), context_of(position)
        units = weights[0] + np.hstack([rows, np.tile(here, (len(rows), 1))]) @ weights[1:-1]
        wanted = np.maximum(units, 0) @ weights[-1]
        assert abs(np.array(position.logits(weights.ravel().tolist())) - wanted).max() < 1e-4
        with suppress(ValueError):  # a compound action is partly given
            told = context.context(position.state(), position.actor)
            assert abs(here - np.array(told)).max() < 1e-5, list(told)
        position.step(rng.choice(position.legal()))


def random_network(rng):
    return rng.normal(0, 0.4, POLICY_WEIGHTS).astype(np.float32)


@pytest.mark.parametrize(
    "sample", swept([each for each in SAMPLES if each.game.id == "manhattan"]), ids=str
)
def test_the_logits_of_a_policy_network_match_the_plain_engine(sample):
    """Also for the second of two colours, when the first is chosen."""
    position, _ = start(sample)
    readable = plain.Position(plain.rules(sample.given), 1)
    readable.settle()
    rng = np.random.default_rng(5)
    weights = random_network(rng).tolist()
    fresh = plain.Position(plain.rules(sample.given), 1)
    assert fresh.actor < 0
    assert fresh.logits(weights) == []  # chance is to act
    with pytest.raises(ValueError, match="a policy has"):
        fresh.logits([1.0])
    while position.actor != OVER:
        assert readable.legal() == position.legal()
        if rng.random() < 0.1 or readable._parts:
            wanted = position.logits(weights)
            assert abs(np.array(readable.logits(weights)) - wanted).max() < 1e-4
        number = int(rng.choice(position.legal()))
        position.step(number)
        readable.step(number)


def test_a_unit_below_zero_does_not_count():
    """Two units with opposite biases: only one of them adds its weight."""
    position = plain.Position(plain.rules({"players": 2}), 1)
    position.settle()
    weights = [0.0] * POLICY_WEIGHTS
    weights[0], weights[1] = 2.0, -3.0
    weights[-POLICY_UNITS], weights[1 - POLICY_UNITS] = 0.5, 100.0
    assert policy_network.logits(weights, position.state(), position.actor, []) == []
    assert position.logits(weights) == [1.0] * len(position.legal())


@pytest.mark.parametrize("sample", SAMPLES[::4], ids=str)
def test_a_playout_follows_its_policy(sample):
    """With a weight of 50 on one feature, decisions with the most of it are almost always taken."""
    position, described = start(sample)
    policy = [0.0] * len(described.NAMES)
    uniform = position.copy()
    same = position.copy()
    assert uniform.playout() == same.playout(policy=policy)  # as many decisions, but different ones
    policy[2] = 50.0
    greedy, again = position.copy(), position.copy()
    assert greedy.playout(policy=policy) == again.playout(policy=policy)
    assert greedy.points() == again.points()


def test_growing_rectangles_beats_random_play():
    """T4.1: a policy that grows the rectangle and never declines scores more."""
    position, described = start(SAMPLES[9])
    policy = [0.0] * len(described.NAMES)
    policy[described.NAMES.index("rectangle")] = 1.0
    policy[described.NAMES.index("contact")] = 1.0
    policy[described.NAMES.index("declined")] = -20.0
    guided = uniform = 0
    for seed in range(60):
        for given in (policy, None):
            game = position.copy()
            game.reseed(seed)
            game.playout(policy=given)
            if given:
                guided += game.points()[0]
            else:
                uniform += game.points()[0]
    assert guided > 1.3 * uniform


def test_gaining_points_beats_random_play():
    """M3: one player maximises points, three play at random."""
    won = 0
    weights = np.zeros(len(of_manhattan.NAMES), np.float32)
    weights[:2] = (2.0, 1.0)
    for seed in range(60):
        position = manhattan.Position(manhattan.rules({}), seed)
        position.settle()
        rng = random.Random(seed)
        while position.actor != OVER:
            legal = position.legal()
            if position.actor == seed % 4:
                value = rows_of(position, of_manhattan) @ weights
                position.step(legal[int(value.argmax())])
            else:
                position.step(rng.choice(legal))
        won += position.ranks()[seed % 4] == 1
    assert won > 30


@pytest.mark.parametrize("sample", SAMPLES[::5], ids=str)
def test_a_search_tries_likely_decisions_first(sample):
    position, described = start(sample)
    while len(position.legal()) < 8:
        position.step(position.legal()[0])
    policy = [0.5] * len(described.NAMES)
    found = position.search(nodes=40, seed=3, policy=policy, leaf="round")
    assert found == position.search(nodes=40, seed=3, policy=policy, leaf="round")
    assert sum(found[1]) == 40
    logits = rows_of(position, described).sum(axis=1)
    few = position.search(nodes=1, seed=3, policy=policy, leaf="none")
    assert logits[few[1].index(1)] == pytest.approx(logits.max())


@pytest.mark.parametrize("sample", swept(SAMPLES), ids=str)
def test_a_sharp_policy_takes_the_highest_logit(sample):
    """The core computes logits without rows of features."""
    position, described = start(sample, 5)
    rng = random.Random(4)
    weights = [rng.uniform(-1, 1) for _ in described.NAMES]
    while position.actor != OVER:
        if rng.random() < 0.3:
            first = position.search(nodes=1, policy=weights, leaf="none").visits.index(1)
            logits = rows_of(position, described) @ np.array(weights, np.float32)
            assert logits[first] > logits.max() - 1e-4
        position.step(rng.choice(position.legal()))


def test_a_policy_has_a_weight_for_each_feature():
    position, _ = start(SAMPLES[0])
    with pytest.raises(ValueError, match=f"{len(of_manhattan.NAMES)} weights"):
        position.playout(policy=[1.0])
    with pytest.raises(ValueError, match=f"{len(of_manhattan.NAMES)} weights"):
        position.search(nodes=3, policy=[1.0] * 8)
    with pytest.raises(ValueError, match=f"rows of {len(of_manhattan.NAMES)}"):
        position.features(np.zeros(16, np.float32))
