"""The value network of Manhattan: input features, inference, search and training games."""

from __future__ import annotations

import random
from array import array
from contextlib import suppress

import pytest

from baumeister.bots.manhattan.value_network import Numbers, dumps, read
from baumeister.fast import OVER
from baumeister.fast.manhattan.input_features import INPUT_FEATURES, input_features
from baumeister.fast.manhattan.networks import (
    QUANTISATION_SCALE,
    VALUE_FIRST,
    VALUE_HIDDEN,
    VALUE_REST,
    VALUE_SECOND,
    VALUE_WEIGHTS,
)

from .samples import SAMPLES

np = pytest.importorskip("numpy")
core = pytest.importorskip("baumeister.fast.manhattan.compiled", exc_type=ImportError)

MANHATTAN = [each for each in SAMPLES if each.game.id == "manhattan"]


def random_weights(seed=3):
    """Random weights that quantisation does not change."""
    rng = np.random.default_rng(seed)
    weights = rng.normal(0, 0.1, VALUE_WEIGHTS).astype(np.float32)
    first = np.round(weights[:VALUE_FIRST] * QUANTISATION_SCALE) / QUANTISATION_SCALE
    weights[:VALUE_FIRST] = first
    return weights


def core_network(weights):
    first = (weights[:VALUE_FIRST] * QUANTISATION_SCALE).astype(np.int16)
    return core.ValueNetwork(first, weights[VALUE_FIRST:])


def random_network():
    return core_network(random_weights())


def forward(weights, row, players):
    """The network in NumPy."""
    sizes = [VALUE_HIDDEN, INPUT_FEATURES * VALUE_HIDDEN, VALUE_SECOND]
    sizes += [VALUE_HIDDEN * VALUE_SECOND, 4]
    bias, rows, second_bias, second, output_bias, output = np.split(
        weights.astype(np.float64), np.cumsum(sizes)
    )
    units = np.maximum(bias + row @ rows.reshape(INPUT_FEATURES, VALUE_HIDDEN), 0)
    units = np.maximum(second_bias + units @ second.reshape(VALUE_HIDDEN, VALUE_SECOND), 0)
    logits = (output_bias + units @ output.reshape(VALUE_SECOND, 4))[:players]
    odds = np.exp(logits - logits.max())
    return odds / odds.sum()


def started(given, seed=8):
    position = core.Position(core.rules(given), seed)
    position.settle()
    return position


@pytest.mark.parametrize("sample", MANHATTAN, ids=str)
def test_features_and_inference_match_python(sample):
    weights = random_weights()
    network = core_network(weights)
    position = started(sample.given, 5)
    rng = random.Random(6)
    players = position.rules.players
    row = np.zeros(INPUT_FEATURES, np.uint8)
    while position.actor != OVER:
        position.step(rng.choice(position.legal()))
        if position.actor == OVER or rng.random() < 0.6:
            continue
        seat = rng.randrange(players)
        position.input_features(seat, row)
        found = np.roll(network.win_probabilities(position, seat), -seat)
        assert abs(found - forward(weights, row, players)).max() < 1e-3
        with suppress(ValueError):  # a compound action is partly given
            expected = np.bincount(input_features(position.state(), seat), minlength=INPUT_FEATURES)
            assert (row == expected).all(), np.flatnonzero(row != expected)


def test_the_evaluation_does_not_depend_on_hidden_cards():
    position = started({"players": 4})
    network = random_network()
    rng = random.Random(9)
    while position.actor != OVER:
        seat = rng.randrange(4)
        other = position.determinize(seat, rng.getrandbits(40))
        assert network.win_probabilities(position, seat) == network.win_probabilities(other, seat)
        position.step(rng.choice(position.legal()))


def test_a_search_with_a_network_is_reproducible_and_differs_from_one_without():
    position = started({"players": 4})
    network = random_network()
    settings = {"nodes": 300, "seed": 4, "policy": [0.0] * 61}
    one, same, plain = (
        position.search(**settings, value_network=network),
        position.search(**settings, value_network=network),
        position.search(**settings, leaf="none"),
    )
    assert one.visits == same.visits
    assert one.visits != plain.visits
    assert sum(one.visits) == 300
    for other in ({"paranoid": True}, {"depth": 1}):
        assert position.search(**settings, value_network=network, **other).visits != one.visits


@pytest.mark.parametrize("sample", MANHATTAN, ids=str)
def test_searches_with_a_network_decide_by_what_the_seat_knows(sample):
    """Under every option, at any moment: the same visits in every position that looks the same."""
    network = random_network()
    rng = random.Random(7)
    position = started(sample.given)
    while position.actor != OVER:
        position.step(rng.choice(position.legal()))
        if position.actor == OVER or rng.random() < 0.8:
            continue
        other = position.determinize(position.actor, rng.getrandbits(40))
        settings = {"nodes": 90, "seed": 4, "policy": [0.05] * 61, "value_network": network}
        settings["leaf"] = rng.choice(["none", "round"])
        found = position.search(**settings)
        assert sum(found.visits) == 90
        assert found.visits == other.search(**settings).visits
        values = [shares[position.actor] for shares in found.shares]
        assert found.values == pytest.approx(values, abs=1e-6)
        few = position.search(**settings, among=found.numbers[1:3] or found.numbers)
        searched = [n for n, visits in zip(few.numbers, few.visits, strict=True) if visits]
        assert set(searched) <= set(found.numbers[1:3] or found.numbers)


def played_out(position, network, policy, seats, number=None):
    """The means over many playouts of a round: the network's values to these seats, and points."""
    values, points = [], []
    for seed in range(1500):
        other = position.copy()
        other.reseed(seed)
        if number is not None:
            other.step(number)
        other.playout(policy=policy, round_only=True)
        other.settle()
        values.append(np.mean([network.win_probabilities(other, seat) for seat in seats], 0))
        points.append(other.points())
    return np.mean(values, 0), np.mean(points, 0), 4 * np.std(values, 0) / np.sqrt(750)


def test_a_round_may_be_played_out_before_the_network_values_it():
    position = started({"players": 3})
    for _ in range(12):
        position.step(position.legal()[0])
    network, policy, number = random_network(), [0.05] * 61, position.legal()[3]
    settings = {"policy": policy, "value_network": network}
    alone = settings | {"among": [number], "depth": 1, "open_cards": True}
    found = position.search(**alone, nodes=1500, seed=1, leaf="round")
    at_once = position.search(**alone, nodes=1500, seed=1)
    row = found.numbers.index(number)
    values, points, error = played_out(position, network, policy, [position.actor], number)
    assert (abs(np.array(found.shares[row]) - values) < error).all()
    assert not (abs(np.array(at_once.shares[row]) - values) < error).all()
    assert found.points[row] == pytest.approx(points, abs=0.4)
    forecast = position.forecast(**settings, nodes=1500, seed=1)
    values, _, error = played_out(position, network, policy, range(3))
    assert (abs(np.array(forecast.shares) - values) < error).all()


def test_invalid_networks_and_arguments_are_refused():
    position = started({"players": 4})
    weights = random_weights()
    network = core_network(weights)
    with pytest.raises(TypeError, match="not a value network"):
        position.search(nodes=10, value_network=[1.0])
    for wrong in ({"leaf": "game"}, {"policy": None}, {"evaluate": lambda _: [0.25] * 4}):
        settings = {"policy": [0.0] * 61, "leaf": "none"} | wrong
        with pytest.raises(ValueError, match="needs a policy and evaluates every leaf"):
            position.search(nodes=10, value_network=network, **settings)
    with pytest.raises(ValueError, match="leaves nothing to evaluate"):
        position.forecast(nodes=10, value_network=network, leaf="game")
    with pytest.raises(ValueError, match="elements"):
        core.ValueNetwork(np.zeros(5, np.int16), weights[VALUE_FIRST:])
    with pytest.raises(TypeError, match="int16"):
        core.ValueNetwork(weights[:VALUE_FIRST], weights[VALUE_FIRST:])
    weights[-7] = np.nan
    with pytest.raises(ValueError, match="finite"):
        core_network(weights)
    with pytest.raises(ValueError, match="no player is to act"):
        network.win_probabilities(core.Position(core.rules({"players": 4}), 8), 0)
    with pytest.raises(ValueError, match="seat"):
        network.win_probabilities(position, 4)


def test_a_weights_file_keeps_the_quantised_weights():
    rng = np.random.default_rng(3)
    first = rng.integers(-32000, 32000, VALUE_FIRST).astype(np.int16)
    rest = rng.normal(0, 0.1, VALUE_REST).astype(np.float32)
    numbers = Numbers(array("h", first.tobytes()), array("f", rest.tobytes()))
    again = read(dumps(4, numbers, {}))
    assert again.first == numbers.first
    assert abs(np.array(again.rest) - rest).max() <= 1e-5


# --- training games ----------------------------------------------------------------------


def training_data(agents, games=3, samples=5, seed=2, **settings):
    rows = np.full((games * samples, INPUT_FEATURES), 9, np.uint8)
    results, values = np.full((2, games * samples, 4), np.nan, np.float32)
    rules = core.rules({"players": 4})
    decisions = core.training_data(rules, agents, samples, seed, rows, results, values, **settings)
    return decisions, rows, results, values


def agent(**given):
    default = {
        "share": 1.0,
        "value_network": None,
        "policy": None,
        "inverse_temperature": 1.0,
        "nodes": 0,
        "exploration": 0.5,
    }
    return default | given


def test_training_data_does_not_depend_on_threads():
    network = random_network()
    agents = [
        agent(value_network=network, policy=[0.1] * 61, nodes=8),
        agent(share=0.6, value_network=network, policy=[0.1] * 61, nodes=4),
        agent(share=0.2, policy=[0.1] * 61),
        agent(share=0.1, nodes=8),
        agent(share=0.1, policy=[0.1] * 61, nodes=8),
    ]
    decisions, rows, results, values = training_data(agents, games=8)
    assert decisions == 8 * 112
    assert (rows.sum(1) > 60).all()  # the blocks of all colours alone are 32
    assert np.allclose(results.sum(1), 1)
    searched = values[:, 0] >= 0  # all but samples after the last search
    assert searched.mean() > 0.8
    assert np.allclose(values[searched].sum(1), 1, atol=1e-4)
    _, *again = training_data(agents, games=8, threads=2)
    for each, same in zip((rows, results, values), again, strict=True):
        assert (each == same).all()


def test_invalid_agents_are_refused():
    with pytest.raises(ValueError, match="needs a policy or nodes"):
        training_data([agent(), agent()])
    with pytest.raises(ValueError, match="needs a policy and nodes"):
        training_data([agent(value_network=random_network(), nodes=4)] * 2)
    with pytest.raises(ValueError, match="at least one opponent"):
        training_data([agent(nodes=5)])
