"""Training of the value network: it learns, is reproducible, can be resumed; shipped ones fit."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from baumeister.bots.manhattan import value_network as shipping
from baumeister.bots.manhattan.settings import search_settings
from baumeister.fast import compiled
from baumeister.fast.manhattan.input_features import FIELDS, INPUT_FEATURES
from baumeister.fast.manhattan.networks import (
    QUANTISATION_SCALE,
    VALUE_FIRST,
    VALUE_REST,
    VALUE_WEIGHTS,
)
from baumeister.games.manhattan.game import MANHATTAN

np = pytest.importorskip("numpy")
if not compiled():
    pytest.skip("training needs the compiled core", allow_module_level=True)

from baumeister.training.manhattan import value_games, value_network  # noqa: E402
from baumeister.training.manhattan.value_fit import Trainer, floats, initial_weights, quantised  # noqa: E402

PLAN = value_network.Plan(
    seed=3, cores=2, command="test", commit="none", players=3, iterations=3, games=2, nodes=4
)


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(value_network, "POLICY_ITERATIONS", 1)
    monkeypatch.setattr(value_games, "PLAYOUTS", 4)
    monkeypatch.setattr(value_network, "BATCH", 64)
    monkeypatch.setattr(value_network, "LAST_PASSES", 1)
    monkeypatch.setattr(shipping, "shipped", lambda _: None)


@pytest.mark.slow  # learning itself; gradients are checked below
def test_the_trainer_learns_who_wins():
    """The input feature of the first player's points decides."""
    rng = np.random.default_rng(1)
    scored = sum(np.prod(field.shape) for field in FIELDS[:7])
    assert FIELDS[7].name == "scored"
    ahead = rng.integers(0, 31, 2000)
    rows = np.zeros((2000, INPUT_FEATURES), np.uint8)
    rows[np.arange(2000), scored + ahead] = 1
    results = np.stack([ahead > 15, ahead <= 15], 1).astype(np.float32)
    trainer = Trainer(initial_weights(1), 3e-3)
    before = trainer.cross_entropy(rows, results)
    for at in range(150):
        some = slice(500 * (at % 3), 500 * (at % 3) + 500)
        trainer.step(rows[some], results[some])
    assert before > 0.6
    assert trainer.cross_entropy(rows[1500:], results[1500:]) < 0.1  # held out


def test_gradients_predict_the_effect_of_a_small_step():
    rng = np.random.default_rng(2)
    trainer = Trainer(rng.normal(0, 0.2, VALUE_WEIGHTS).astype(np.float32), 1.0)
    rows = (rng.random((5, INPUT_FEATURES)) < 0.02).astype(np.uint8)
    results = np.eye(3, dtype=np.float32)[[0, 1, 2, 0, 1]]
    weights = trainer.weights.astype(np.float64)
    gradients, loss = trainer._gradients(rows.astype(np.float32), results)
    flat = np.concatenate([each.ravel() for each in gradients])
    direction = flat / np.linalg.norm(flat)
    moved = Trainer((weights - 1e-3 * direction).astype(np.float32), 1.0)
    fell = loss - moved.cross_entropy(rows, results)
    assert fell == pytest.approx(1e-3 * np.linalg.norm(flat), rel=0.05)


@pytest.mark.usefixtures("small")
def test_a_training_can_be_resumed(tmp_path):
    whole = value_network.train(PLAN, _folder(tmp_path / "whole"), lambda *_: None)
    part = _folder(tmp_path / "part")
    value_network.train(PLAN._replace(iterations=2), part, lambda *_: None)
    done = []
    again = value_network.train(PLAN, part, lambda *at: done.append(at))
    last = value_network.LAST_PASSES
    assert done == [("iterations", 3, 3), *(("last fit", at + 1, last) for at in range(last))]
    assert again.weights == whole.weights
    assert "cross-entropy" in whole.provenance["result"]
    text = (part / PLAN.weights_file).read_text(encoding="utf-8")
    assert [*map(len, shipping.read(text))] == [VALUE_FIRST, VALUE_REST]
    assert json.loads(text)["provenance"]["games"] == 6


@pytest.mark.slow  # games with the shipped network
def test_a_network_is_measured_against_the_shipped_one(tmp_path, monkeypatch):
    monkeypatch.setattr(value_network, "BATCH", 64)
    monkeypatch.setattr(value_network, "MATCH_NODES", 4)
    plan = PLAN._replace(players=2, iterations=1, match=2)
    made = value_network.train(plan, _folder(tmp_path / "out"), lambda *_: None)
    assert "against the shipped network" in made.provenance["result"]
    assert "2 games, 4 simulations; equal: 50.0%" in made.provenance["result"]


def test_shipped_weights_survive_training_without_steps():
    weights = initial_weights(1)
    numbers = quantised(weights)
    assert quantised(floats(numbers)) == numbers
    assert abs(floats(numbers) - weights).max() <= 0.5 / QUANTISATION_SCALE + 1e-6


def test_invalid_plans():
    assert "--players" in PLAN._replace(players=5).problem()
    assert "--games" in PLAN._replace(games=0).problem()
    assert PLAN.problem() is None


def _folder(path):
    path.mkdir()
    return path


@pytest.mark.parametrize("players", sorted(shipping._players()))
def test_shipped_networks(players):
    """They fit and have a provenance."""
    folder = files("baumeister.bots.manhattan") / "weights"
    text = (folder / f"value-network-{players}.json").read_text(encoding="utf-8")
    assert [*map(len, shipping.read(text))] == [VALUE_FIRST, VALUE_REST]
    fields = {"commit", "command", "games", "seed", "result", "date"}
    assert set(json.loads(text)["provenance"]) == fields
    assert shipping.value_network_for(players) is shipping.value_network_for(players)


def test_small_games_are_played_without_the_networks():
    for given, known in (({}, True), ({"urban": True}, True), ({"districts": 2}, False)):
        options = MANHATTAN.options({"players": 4} | given)
        assert shipping.is_large_enough(options) == known
        assert ("value_network" in search_settings(options)) == known


def test_all_weights_are_small_enough_to_ship():
    folder = files("baumeister.bots.manhattan") / "weights"
    assert sum(len(each.read_bytes()) for each in folder.iterdir()) < 5_000_000
