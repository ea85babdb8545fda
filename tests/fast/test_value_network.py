"""The value network of Manhattan: input features, inference, search and training games."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from baumeister.bots.manhattan.value_network import dumps, read
from baumeister.fast import OVER
from baumeister.fast.manhattan.input_features import INPUT_FEATURES, input_features
from baumeister.fast.manhattan.networks import (
    QUANTISATION_SCALE,
    VALUE_FIRST,
    VALUE_HIDDEN,
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
    network = core.ValueNetwork(weights)
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
    network = core.ValueNetwork(random_weights())
    rng = random.Random(9)
    while position.actor != OVER:
        seat = rng.randrange(4)
        other = position.determinize(seat, rng.getrandbits(40))
        assert network.win_probabilities(position, seat) == network.win_probabilities(other, seat)
        position.step(rng.choice(position.legal()))


def test_a_search_with_a_network_is_reproducible_and_differs_from_one_without():
    position = started({"players": 4})
    network = core.ValueNetwork(random_weights())
    settings = {"nodes": 300, "seed": 4, "policy": [0.0] * 61}
    one, same, plain = (
        position.search(**settings, value_network=network),
        position.search(**settings, value_network=network),
        position.search(**settings, leaf="none"),
    )
    assert one.visits == same.visits
    assert one.visits != plain.visits
    assert sum(one.visits) == 300


def test_invalid_networks_and_arguments_are_refused():
    position = started({"players": 4})
    network = core.ValueNetwork(random_weights())
    with pytest.raises(TypeError, match="not a value network"):
        position.search(nodes=10, value_network=[1.0])
    with pytest.raises(ValueError, match="nothing to evaluate"):
        position.search(nodes=10, value_network=network, leaf="game")
    with pytest.raises(ValueError, match="elements"):
        core.ValueNetwork(np.zeros(5, np.float32))
    broken = random_weights()
    broken[7] = np.nan
    with pytest.raises(ValueError, match="finite"):
        core.ValueNetwork(broken)
    with pytest.raises(ValueError, match="no player is to act"):
        network.win_probabilities(core.Position(core.rules({"players": 4}), 8), 0)
    with pytest.raises(ValueError, match="seat"):
        network.win_probabilities(position, 4)


def test_a_weights_file_keeps_the_quantised_weights():
    weights = random_weights()
    again = np.array(read(dumps(4, weights.tolist(), {})), np.float32)
    assert (again[:VALUE_FIRST] == weights[:VALUE_FIRST]).all()
    assert abs(again[VALUE_FIRST:] - weights[VALUE_FIRST:]).max() <= 1e-5


# --- training games ----------------------------------------------------------------------


def training_data(agents, games=3, samples=5, seed=2, **settings):
    rows = np.full((games * samples, INPUT_FEATURES), 9, np.uint8)
    results = np.full((games * samples, 4), np.nan, np.float32)
    rules = core.rules({"players": 4})
    decisions = core.training_data(rules, agents, samples, seed, rows, results, **settings)
    return decisions, rows, results


def agent(**given):
    default = {
        "share": 1.0,
        "value_network": None,
        "policy": None,
        "candidates": 0,
        "inverse_temperature": 1.0,
        "nodes": 0,
        "exploration": 0.5,
    }
    return default | given


def test_training_data_does_not_depend_on_threads():
    network = core.ValueNetwork(random_weights())
    agents = [
        agent(value_network=network, policy=[0.1] * 61, nodes=8),
        agent(share=0.3, value_network=network, inverse_temperature=50.0),
        agent(share=0.3, value_network=network, policy=[0.1] * 61, candidates=4),
        agent(share=0.2, policy=[0.1] * 61),
        agent(share=0.2, nodes=8),
    ]
    decisions, rows, results = training_data(agents, games=8)
    assert decisions == 8 * 112
    assert (rows.sum(1) > 60).all()  # the blocks of all colours alone are 32
    assert np.allclose(results.sum(1), 1)
    _, same, won = training_data(agents, games=8, threads=2)
    assert (same == rows).all()
    assert (won == results).all()


def test_invalid_agents_are_refused():
    with pytest.raises(ValueError, match="needs a value network"):
        training_data([agent(), agent()])
    with pytest.raises(ValueError, match="at least one opponent"):
        training_data([agent(nodes=5)])
