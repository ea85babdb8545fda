"""Training of the network on the JAX engine: its parts, and a small training that is continued."""

from __future__ import annotations

import pytest

jax = pytest.importorskip("jax")

import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402

from baumeister.fast import compiled  # noqa: E402
from baumeister.fast.manhattan.networks import NETWORK_SHAPES  # noqa: E402
from baumeister.gpu.manhattan import network as model  # noqa: E402
from baumeister.gpu.manhattan.engine import rules_of  # noqa: E402
from baumeister.gpu.manhattan.position import Rules, initial  # noqa: E402
from baumeister.training.manhattan import network, self_play  # noqa: E402
from baumeister.training.manhattan.comparison import share_against_linear  # noqa: E402
from baumeister.training.manhattan.network_learning import (  # noqa: E402
    Learner,
    Now,
    Settings,
    learn,
    new_learner,
    returns,
    rollout,
    update,
)

PLAN = network.Plan(
    seed=1, cores=1, command="test", commit="none", iterations=2, lanes=32, steps=4, batch=32
)


def test_a_plan_says_what_is_wrong_with_it():
    assert PLAN.problem() is None
    assert "multiple of 4" in PLAN._replace(lanes=30).problem()
    assert "at most half" in PLAN._replace(batch=100).problem()
    assert "1 or more" in PLAN._replace(iterations=0).problem()


def test_the_mixture_has_all_numbers_of_players_and_random_options():
    sets = self_play.option_sets(200, 7)
    assert sets[:100] == sets[100:]
    for options, many in self_play.BASE:
        assert sum(each == options for each in sets[:100]) == many
    assert {each["players"] for each in sets if "edition" in each} == {2, 3, 4}
    assert sets == self_play.option_sets(200, 7)


def test_values_are_turned_to_the_players():
    rules = _rules(2)._replace(players=jnp.array([3, 4]))
    relative = jnp.array([[0.5, 0.3, 0.2, 0.0], [0.4, 0.3, 0.2, 0.1]])
    found = self_play.by_player(rules, jnp.array([1, 2]), relative)
    assert np.allclose(found, [[0.2, 0.5, 0.3, 0], [0.2, 0.1, 0.4, 0.3]])


def test_returns_end_with_a_game_and_mix_values_before():
    values = jnp.array([[[0.25] * 4], [[0.4, 0.2, 0.2, 0.2]], [[0.1, 0.7, 0.1, 0.1]]])
    samples = self_play.Sample(
        *[None] * 5,
        values=values,
        done=jnp.array([[False], [True], [False]]),
        shares=jnp.array([[[0.0] * 4], [[0.0, 1.0, 0.0, 0.0]], [[0.0] * 4]]),
    )
    last = jnp.array([[0.0, 0.0, 1.0, 0.0]])
    found = np.asarray(returns(samples, last, 0.5))[:, 0]
    assert np.allclose(found[2], last[0])  # nothing is known beyond
    assert np.allclose(found[1], [0, 1, 0, 0])  # the game ended: the values after are another's
    assert np.allclose(found[0], 0.5 * values[1, 0] + 0.5 * found[1])


def test_a_step_goes_against_the_gradient():
    zeros = model.Weights(*[jnp.zeros(2)] * len(model.Weights._fields))
    learner = Learner(zeros, zeros, zeros, zeros, jnp.int32(0))
    after = update(learner, jax.tree.map(jnp.ones_like, zeros), jnp.float32(0.01))
    assert np.allclose(after.weights.value, -0.01, rtol=1e-3)
    assert after.updates == 1


def test_playing_and_learning_fit_together(monkeypatch):
    """The shapes alone: compiling takes minutes."""
    monkeypatch.setattr(type(self_play.ENGINE), "new_game", lambda _, rules, __: initial(rules))
    settings = Settings(lanes=32, steps=4, batch=32)
    rules = _rules(32)
    position = jax.eval_shape(jax.vmap(initial), rules)  # quicker to trace than a new game
    rows = self_play.LINEAR_MEAN.shape[0]
    lanes = self_play.Lanes(
        rules,
        position,
        jax.ShapeDtypeStruct((32, 4), jnp.int32),
        jax.ShapeDtypeStruct((32, rows), jnp.float32),
    )
    key = jax.random.key(0)
    weights = jax.eval_shape(model.initial, key)
    after, batch, results = jax.eval_shape(
        lambda *given: rollout(*given, settings), weights, weights, lanes, key
    )
    assert jax.tree.map(jnp.shape, after) == jax.tree.map(jnp.shape, lanes)
    assert batch.gain.shape == (128,)
    assert results.shape == (3,)
    learner = jax.eval_shape(new_learner, key)
    now = Now(key, jnp.float32(0.1), jnp.float32(0.1))
    learned, losses = jax.eval_shape(
        lambda *given: learn(*given, settings), learner, rules, batch, now
    )
    assert jax.tree.map(jnp.shape, learned) == jax.tree.map(jnp.shape, learner)
    assert losses.shape == (4,)


@pytest.mark.skipif(not compiled(), reason="the comparison needs the compiled core")
def test_a_network_that_knows_nothing_loses_to_level_3(tmp_path):
    rng = np.random.default_rng(0)
    weights = {name: rng.normal(0, 0.1, shape) for name, shape in NETWORK_SHAPES.items()}
    np.savez(tmp_path / "network.npz", **{name: np.float16(each) for name, each in weights.items()})
    assert share_against_linear(tmp_path / "network.npz", 8) < 0.5


@pytest.mark.slow  # compiles for minutes
def test_a_training_is_continued(tmp_path):
    network.train(PLAN._replace(iterations=1), tmp_path, lambda *_: None)
    with np.load(tmp_path / "checkpoint.npz") as kept:
        assert kept["iteration"] == 1
        first = kept["weights_value"]
    made = network.train(PLAN, tmp_path, lambda *_: None)
    with np.load(tmp_path / "checkpoint.npz") as kept:
        assert kept["iteration"] == 2
        assert not np.array_equal(kept["weights_value"], first)
    assert "cross-entropy" in made.provenance["result"]
    assert not compiled() or "against three of level 3" in made.provenance["result"]


def _rules(lanes):
    one = rules_of(self_play.MANHATTAN.options({"players": 4}))
    return Rules(*(jnp.broadcast_to(each, (lanes, *np.shape(each))) for each in one))
