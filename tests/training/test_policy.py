"""Training of the policy network: what is recorded and fitted, and resuming it."""

from __future__ import annotations

import json

import pytest

from baumeister.bots import weights
from baumeister.bots.manhattan.settings import POLICY
from baumeister.fast import compiled, manhattan
from baumeister.fast.manhattan import context, features
from baumeister.fast.manhattan.networks import POLICY_WEIGHTS

np = pytest.importorskip("numpy")
if not compiled():
    pytest.skip("training needs the compiled core", allow_module_level=True)

from baumeister.training.manhattan import policy  # noqa: E402
from baumeister.training.manhattan.data import Task, concatenated, play_task  # noqa: E402
from baumeister.training.manhattan.policy_fit import (  # noqa: E402
    cross_entropy,
    fit_policy_network,
)

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
    return Task(3, 0, 2, 5, [0.0] * POLICY_WEIGHTS, 12, 0.5, 0)._replace(**changes)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_shipped_weights_fit(players):
    shipped = weights.load("baumeister.bots.manhattan", f"policy-network-{players}")
    assert (shipped.players, shipped.kind) == (players, POLICY)
    assert {name: len(each) for name, each in shipped.weights.items()} == {
        "network": POLICY_WEIGHTS
    }
    assert set(shipped.provenance) == {"commit", "command", "games", "seed", "result", "date"}
    assert weights.read(weights.dumps(shipped)) == shipped


def test_data_has_visit_shares():
    found = play_task(task(games=3))
    assert found.rows.shape == (found.counts.sum(), len(features.NAMES))
    assert 3 * 20 < len(found.counts) < 3 * 60  # four decisions in ten of about 90
    first = np.concatenate([[0], np.cumsum(found.counts)[:-1]])
    assert np.add.reduceat(found.targets, first) == pytest.approx(np.ones(len(first)))
    assert found.contexts.shape == (len(found.counts), len(context.NAMES))


def test_games_follow_from_their_numbers():
    """M5 too: with variety, some games have other options."""
    whole = play_task(task(games=4, variety=2))
    parts = [play_task(task(first=first, variety=2)) for first in (0, 2)]
    for one, other in zip(whole, concatenated(parts), strict=True):
        assert (one == other).all()


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


def test_a_training_can_be_resumed(tmp_path, monkeypatch):
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
