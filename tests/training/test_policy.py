"""Training of policies and round values: what is recorded and fitted, and resuming it."""

from __future__ import annotations

import json

import pytest

from baumeister.bots import weights
from baumeister.fast import compiled, manhattan
from baumeister.fast.manhattan import context, features, value_features
from baumeister.fast.manhattan.networks import POLICY_WEIGHTS

np = pytest.importorskip("numpy")
if not compiled():
    pytest.skip("training needs the compiled core", allow_module_level=True)

from baumeister.training.manhattan import policy  # noqa: E402
from baumeister.training.manhattan.data import Task, concatenated, play_task  # noqa: E402
from baumeister.training.manhattan.linear_fit import fit_linear_policy, fit_value  # noqa: E402
from baumeister.training.manhattan.policy_fit import (  # noqa: E402
    cross_entropy,
    fit_policy_network,
)

ZEROS = {
    "policy": [0.0] * len(features.NAMES),
    "value": [0.0] * len(value_features.NAMES) * value_features.STAGES,
}
SEARCH = {"nodes": 12, "leaf": "round", "exploration": 0.5, **ZEROS}
PLAN = policy.Plan(
    players=3,
    iterations=1,
    games=2,
    nodes=8,
    seed=4,
    cores=1,
    exploration=0.5,
    variety=2,
    command="test",
    commit="none",
)


def task(**changes):
    return Task(3, 0, 2, 5, ZEROS["policy"], SEARCH, 0)._replace(**changes)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_shipped_weights_fit(players):
    shipped = weights.load("baumeister.bots.manhattan", f"policy-{players}")
    lengths = {name: len(each) for name, each in ZEROS.items()}
    networks = {"network", "prior"} & set(shipped.weights)
    lengths |= dict.fromkeys(networks, POLICY_WEIGHTS)
    assert {name: len(each) for name, each in shipped.weights.items()} == lengths
    fields = {"commit", "command", "games", "seed", "result", "date"}
    assert set(shipped.provenance) == fields | networks
    assert all(set(shipped.provenance[each]) == fields for each in networks)
    assert weights.read(weights.dumps(shipped)) == shipped


def test_data_has_visit_shares_and_results():
    found = play_task(task(games=3))
    assert found.rows.shape == (found.counts.sum(), len(features.NAMES))
    assert 3 * 20 < len(found.counts) < 3 * 60  # four decisions in ten of about 90
    first = np.concatenate([[0], np.cumsum(found.counts)[:-1]])
    assert np.add.reduceat(found.targets, first) == pytest.approx(np.ones(len(first)))
    assert found.stages.tolist() == [4, 3, 2, 1, 0] * 3
    assert found.results.sum(1) == pytest.approx(np.ones(15))


def test_games_follow_from_their_numbers():
    """M5 too: with variety, some games have other options."""
    whole = play_task(task(games=4, variety=2))
    parts = [play_task(task(first=first, variety=2)) for first in (0, 2)]
    for one, other in zip(whole, concatenated(parts), strict=True):
        assert (one == other).all()
    assert len(whole.stages) == 2 * 5  # rounds are recorded only of games with default options


def test_a_linear_policy_is_recovered_from_its_choices():
    true = np.zeros(len(features.NAMES), np.float32)
    true[features.NAMES.index("takeover")] = 2.0
    true[features.NAMES.index("takeover, last")] = 2.0
    data = play_task(task(games=6))
    first = np.concatenate([[0], np.cumsum(data.counts)[:-1]])
    of = np.repeat(np.arange(len(data.counts)), data.counts)
    odds = np.exp(data.rows @ true)
    data = data._replace(targets=odds / np.add.reduceat(odds, first)[of])
    fitted = fit_linear_policy(data, ZEROS["policy"])
    wanted, got = data.rows @ true, data.rows @ np.array(fitted, np.float32)
    centred = [each - (np.add.reduceat(each, first) / data.counts)[of] for each in (wanted, got)]
    assert np.corrcoef(*centred)[0, 1] > 0.98


@pytest.mark.slow  # learning itself
def test_a_network_learns_what_a_linear_policy_cannot():
    """Whether to take over depends on the context; fitting may start from a network."""
    data = play_task(task(games=12))
    first = np.concatenate([[0], np.cumsum(data.counts)[:-1]])
    of = np.repeat(np.arange(len(data.counts)), data.counts)
    columns = [features.NAMES.index("takeover"), features.NAMES.index("takeover, last")]
    early = data.contexts[:, context.NAMES.index("early")] > 0.5
    odds = np.exp(np.where(early, 2.0, -2.0)[of] * data.rows[:, columns].sum(1)).astype(np.float32)
    data = data._replace(targets=odds / np.add.reduceat(odds, first)[of])
    blind = data._replace(contexts=0 * data.contexts)
    fitted = fit_policy_network(data, 1, epochs=200)
    assert fitted == fit_policy_network(data, 1, epochs=200)
    least = -float((data.targets * np.log(data.targets)).sum()) / len(data.counts)
    assert cross_entropy(fitted, data) < least + 0.005
    assert cross_entropy(fit_policy_network(blind, 1, epochs=200), blind) > least + 0.01
    assert cross_entropy(fit_policy_network(data, 2, fitted), data) < least + 0.005
    position = manhattan.Position(manhattan.rules({"players": 3}), 1)
    position.settle()
    assert np.isfinite(position.logits(fitted)).all()


def test_the_value_rises_with_points():
    policy_games = play_task(task(search=None, games=60))
    fitted = np.array(fit_value(policy_games, None)).reshape(value_features.STAGES, -1)
    assert fitted[0, value_features.NAMES.index("points")] > 1
    assert (fitted[5] == fitted[4]).all()  # six rounds: five are never to come


def test_a_training_can_be_resumed(tmp_path, monkeypatch):
    monkeypatch.setattr(policy, "POLICY_GAMES", 100)
    monkeypatch.setattr(policy, "COMPARISON_GAMES", 6)
    stages = []
    once = policy.train(PLAN, tmp_path / "once", lambda *each: stages.append(each))
    assert stages[0][1:] == (2, 2)
    twice = PLAN._replace(iterations=2)
    policy.train(twice, tmp_path / "whole", lambda *_: None)
    policy.train(twice, tmp_path / "once", lambda *_: None)
    texts = [
        json.loads((tmp_path / folder / "weights-02.json").read_text())["weights"]
        for folder in ("whole", "once")
    ]
    assert texts[0] == texts[1]
    assert texts[0] != once.weights
