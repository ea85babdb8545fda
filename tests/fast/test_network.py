"""Manhattan's network of policy and value in the compiled core: inference and search."""

from __future__ import annotations

import random

import pytest

from baumeister.fast import OVER
from baumeister.fast.manhattan.networks import DIVISORS, NETWORK_SHAPES, NETWORK_WEIGHTS
from baumeister.fast.manhattan.numbers import CHOOSE, FORFEIT, SECOND

from .samples import SAMPLES

np = pytest.importorskip("numpy")
core = pytest.importorskip("baumeister.fast.manhattan.compiled", exc_type=ImportError)

MANHATTAN = [each for each in SAMPLES if each.game.id == "manhattan"]
PLACES, WHOLE, DISTRICTS = DIVISORS.values()


def random_weights(seed=3, scale=0.15):
    rng = np.random.default_rng(seed)
    return {
        name: rng.normal(0, scale, shape).astype(np.float32)
        for name, shape in NETWORK_SHAPES.items()
    }


def flat(weights):
    return np.concatenate([each.ravel() for each in weights.values()])


@pytest.fixture(scope="module")
def weights():
    return random_weights()


@pytest.fixture(scope="module")
def network(weights):
    return core.Network(flat(weights))


def forward(weights, position):
    """The network in NumPy: logits of the legal numbers and winning chances."""
    w = {name: each.astype(np.float64) for name, each in weights.items()}
    rows = core.Network.inputs(position, position.actor)
    places, districts, whole, actions = rows[:54], rows[54:60], rows[60], rows[61:]

    def relu(units):
        return np.maximum(units, 0)

    place = relu(np.stack([w["place"][each].sum(0) for each in places]) + w["place_bias"])
    by_district = place.reshape(9, 6, -1).sum(0)
    district = np.stack([w["district"][each].sum(0) for each in districts])
    district = relu(district + by_district / PLACES @ w["from_places"] + w["district_bias"])
    units = w["whole"][whole].sum(0) + w["whole_bias"]
    units += by_district.sum(0) / WHOLE @ w["whole_from_places"]
    units += district.sum(0) / DISTRICTS @ w["whole_from_districts"]
    last = relu(relu(units) @ w["last"] + w["last_bias"])
    logits = []
    for number, active in zip(position.legal(), actions, strict=True):
        own = number % SECOND
        if own < FORFEIT and number < SECOND + CHOOSE:
            at = own % 54
            units = w["action_place"][places[at]].sum(0) + w["action_build"][active].sum(0)
            units += district[at % 6] @ w["action_district"]
            units += last @ w["action_last"] + w["action_bias"]
            logits.append(relu(units) @ w["build_out"])
        else:
            units = w["action_choice"][active].sum(0) + last @ w["choice_last"]
            logits.append(relu(units + w["choice_bias"]) @ w["choice_out"])
    value = (last @ w["value"] + w["value_bias"])[: position.rules.players]
    chances = np.exp(value - value.max())
    return logits, np.roll(chances / chances.sum(), position.actor)


def started(given, seed=8):
    position = core.Position(core.rules(given), seed)
    position.settle()
    return position


@pytest.mark.parametrize("sample", MANHATTAN, ids=str)
def test_inference_matches_numpy_within_its_quantisation(sample, weights, network):
    position = started(sample.given)
    rng = random.Random(6)
    while position.actor != OVER:
        if rng.random() < 0.3:
            numbers, logits, chances = network.evaluate(position)
            expected, expected_chances = forward(weights, position)
            assert numbers == position.legal()
            assert np.abs(np.array(logits) - expected).max() < 0.03
            assert np.abs(np.array(chances) - expected_chances).max() < 0.01
        position.step(rng.choice(position.legal()))


def test_large_weights_do_not_overflow():
    position = started({"players": 4})
    weights = random_weights(scale=20.0)
    expected, _ = forward(weights, position)
    _, logits, _ = core.Network(flat(weights)).evaluate(position)
    assert np.abs(np.array(logits) - expected).max() < 0.01 * np.abs(expected).max()


def test_the_evaluation_does_not_depend_on_hidden_cards(network):
    rng = random.Random(9)
    for given in ({"players": 4}, {"players": 3, "choice": "secret"}):
        position = started(given)
        while position.actor != OVER:
            other = position.determinize(position.actor, rng.getrandbits(40))
            assert network.evaluate(position) == network.evaluate(other)
            position.step(rng.choice(position.legal()))


def test_every_seat_has_its_own_view(network):
    position = started({"players": 3})
    rng = random.Random(2)
    for _ in range(9):
        position.step(rng.choice(position.legal()))
    _, _, chances = network.evaluate(position)
    seats = [network.chances(position, seat) for seat in range(3)]
    assert seats[position.actor] == chances
    assert len({tuple(each) for each in seats}) == 3
    for each in seats:
        assert abs(sum(each) - 1) < 1e-5
    hidden = position.determinize(0, 5)  # the others get new hands
    assert network.chances(hidden, 0) == seats[0]
    with pytest.raises(ValueError, match="no seat 3"):
        network.chances(position, 3)


@pytest.mark.parametrize("given", [{"players": 2}, {"players": 3, "choice": "secret"}], ids=str)
def test_a_search_is_reproducible_and_finds_a_legal_number(given, network):
    position = started(given)
    rng = random.Random(2)
    for _ in range(5):
        position.step(rng.choice(position.legal()))
    one, same = (position.search(nodes=200, seed=4, network=network) for _ in range(2))
    assert one == same
    assert sum(one.visits) == one.simulations == 200
    assert one.best in position.legal()
    assert abs(sum(one.root_values) - 1) < 1e-4
    threads = [position.search(nodes=200, seed=4, network=network, threads=2) for _ in range(2)]
    assert threads[0] == threads[1]
    few = position.legal()[:2]
    among = position.search(nodes=50, network=network, among=few)
    assert sum(among.visits[:2]) == 50
    assert sum(position.search(nodes=50, network=network, open_cards=True).visits) == 50


def test_the_last_decision_gets_the_true_result(network):
    position = started({"players": 2, "rounds": 1, "blocks": 2}, seed=3)
    rng = random.Random(1)
    before = position
    while position.actor != OVER:
        before = position.copy()
        position.step(rng.choice(position.legal()))
    found = before.search(nodes=400, network=network)
    for number, visits, share in zip(found.numbers, found.visits, found.shares, strict=True):
        after = before.copy()
        after.step(number)
        ranks = after.ranks()
        won = [(rank == 1) / ranks.count(1) for rank in ranks]
        assert not visits or np.allclose(share, won)


def test_invalid_networks_and_arguments_are_refused(weights, network):
    position = started({"players": 4})
    with pytest.raises(TypeError, match="not a network"):
        position.search(nodes=10, network=[1.0])
    for more in ({"leaf": "game"}, {"evaluate": lambda _: [0.25] * 4}):
        with pytest.raises(ValueError, match="a network evaluates leaves"):
            position.search(nodes=10, network=network, **more)
    with pytest.raises(ValueError, match="a policy plays out rounds"):
        position.search(nodes=10, network=network, policy=[0.0] * 61)
    with pytest.raises(ValueError, match="elements"):
        core.Network(np.zeros(5, np.float32))
    broken = flat(weights)
    broken[7] = np.nan
    with pytest.raises(ValueError, match="finite"):
        core.Network(broken)
    with pytest.raises(ValueError, match="no player is to act"):
        network.evaluate(core.Position(core.rules({"players": 4}), 8))
    assert flat(weights).size == NETWORK_WEIGHTS
