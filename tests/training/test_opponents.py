"""Training of the opponent models: it is reproducible, can be resumed, and classifies models."""

from __future__ import annotations

import json

import pytest

from baumeister.bots.manhattan.opponents import FEATURES, MODELS, probabilities
from baumeister.bots.weights import load
from baumeister.fast import compiled
from baumeister.fast.manhattan.networks import POLICY_WEIGHTS

np = pytest.importorskip("numpy")
if not compiled():
    pytest.skip("training needs the compiled core", allow_module_level=True)

from baumeister.training.manhattan import opponents  # noqa: E402

PLAN = opponents.Plan(
    seed=3, cores=1, command="test", commit="none", players=3, games=40, variety=5
)


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(opponents, "PART", 4)
    monkeypatch.setattr(opponents, "HELD_OUT", 2)
    monkeypatch.setattr(opponents, "EPOCHS", 1)
    few = {"steady": "nodes=2:leaf=round:policy=learned", "far": "nodes=2", "plain": "nodes=3"}
    codes = opponents.CODES | {model: (f"search:{code}",) for model, code in few.items()}
    monkeypatch.setattr(opponents, "CODES", codes)


def test_a_training_is_reproducible_and_can_be_resumed(small, tmp_path):
    once = opponents.train(PLAN, tmp_path, lambda *_: None)
    assert set(once.weights) == {"classifier", *MODELS}
    assert len(once.weights["classifier"]) == len(MODELS) * len(FEATURES)
    written = json.loads((tmp_path / PLAN.weights_file).read_text())
    assert written["weights"]["plain"] == [round(each, 4) for each in once.weights["plain"]]
    assert written["provenance"]["games"] == 40
    for part in (tmp_path / "games-0001.npz", tmp_path / "games-0007.npz"):
        part.unlink()
    stages = []
    again = opponents.train(PLAN, tmp_path, lambda *each: stages.append(each))
    assert again.weights == once.weights
    played = [each for each in stages if each[0] == "games"]
    assert played == [("games", 36, 40), ("games", 40, 40)]


def test_models_that_differ_are_classified():
    """Each model has one feature that no other has."""
    rng = np.random.default_rng(1)
    models = rng.integers(0, len(MODELS), 3000).astype(np.int32)
    features = np.zeros((3000, len(FEATURES)), np.float32)
    features[:, 0] = 1
    features[np.arange(3000), 1 + models] = rng.integers(1, 4, 3000)
    observations = opponents.Observations(features, models)
    classifier, accuracy = opponents.fit_classifier([observations], [observations])
    assert accuracy == 1
    for model in range(len(MODELS)):
        row = [1.0] + [0.0] * (len(FEATURES) - 1)
        row[1 + model] = 3.0
        assert probabilities(row, classifier)[model] > 0.9


def test_invalid_plans():
    assert "--players" in PLAN._replace(players=2).problem()
    assert "--games" in PLAN._replace(games=5).problem()
    assert "--variety" in PLAN._replace(games=1000, variety=-1).problem()
    assert PLAN._replace(games=1000).problem() is None


@pytest.mark.parametrize("players", [3, 4])
def test_shipped_models_have_a_provenance(players):
    shipped = load("baumeister.bots.manhattan", f"opponents-{players}")
    assert (shipped.players, shipped.kind) == (players, "opponents")
    assert {"commit", "command", "games", "seed", "result", "date"} <= set(shipped.provenance)
    for model in MODELS:
        assert len(shipped.weights[model]) == POLICY_WEIGHTS
