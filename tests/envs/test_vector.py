"""Vector environments play the same games as single ones."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium import vector
from gymnasium.utils.env_checker import data_equivalence

from baumeister.core.errors import IllegalError
from baumeister.envs.episode import legal_mask, observe
from baumeister.envs.gymnasium import IDS
from baumeister.envs.gymnasium.sequential import SequentialGames
from baumeister.envs.gymnasium.vector import SeatVectorEnv
from baumeister.envs.rewards import utilities
from baumeister.fast import OVER

from .walks import legal_number

MANHATTAN, TANGRAM_CITY, SOLO = IDS
CASES = [
    (MANHATTAN, {"players": 4}),
    (MANHATTAN, {"players": 2, "choice": "secret", "reward": "points", "seat": 1}),
    (MANHATTAN, {"players": 3, "urban": True, "variants": ["godzilla"]}),
    (TANGRAM_CITY, {"players": 3}),
    (SOLO, {}),
]


def legal_actions(masks, rng):
    """A random legal action for each game; 0 for games that have ended."""
    return np.array([legal_number(mask, rng) if mask.any() else 0 for mask in masks])


@pytest.fixture
def no_batches(monkeypatch):
    """Disable the compiled batches."""
    monkeypatch.setattr(
        "baumeister.envs.gymnasium.compiled_batch.CompiledBatch.supports", lambda _: False
    )


@pytest.mark.usefixtures("no_batches")
@pytest.mark.parametrize("illegal", ["end", "random"])
@pytest.mark.parametrize(("name", "settings"), CASES)
def test_same_as_gymnasiums_sync_vector(name, settings, illegal):
    """Step by step, across ends of games, with an illegal action."""
    settings = {**settings, "num_envs": 3, "illegal": illegal}
    ours = gymnasium.make_vec(name, **settings)
    theirs = gymnasium.make_vec(name, vectorization_mode="sync", **settings)
    assert isinstance(ours.unwrapped, SeatVectorEnv)
    if modes := getattr(vector, "AutoresetMode", None):  # not in Gymnasium 1.0
        assert ours.metadata["autoreset_mode"] == modes.NEXT_STEP
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.single_action_space == theirs.single_action_space
    rng = np.random.default_rng(0)
    here, there = ours.reset(seed=5), theirs.reset(seed=5)
    assert data_equivalence(here, there, exact=True)
    ends = 0
    for number in range(65):
        actions = legal_actions(here[-1]["action_mask"], rng)
        if number == 20:
            actions[1] = 0
        here, there = ours.step(actions), theirs.step(actions)
        assert data_equivalence(here, there, exact=True), number
        ends += here[2].sum()
    assert ends >= 3


@pytest.mark.usefixtures("no_batches")
def test_one_seed_per_game():
    env = gymnasium.make_vec(MANHATTAN, num_envs=2)
    observations, _ = env.reset(seed=[3, 3])
    np.testing.assert_array_equal(observations[0], observations[1])
    with pytest.raises(ValueError, match="2 games need 2 seeds"):
        env.reset(seed=[3])


def test_games_against_bots_are_sequential():
    env = gymnasium.make_vec(MANHATTAN, num_envs=2, players=2, opponents="greedy")
    assert isinstance(env.unwrapped._games, SequentialGames)
    _, info = env.reset(seed=0)
    rng = np.random.default_rng(0)
    for _ in range(3):
        *_, info = env.step(legal_actions(info["action_mask"], rng))
    assert env.unwrapped.action_masks().any(axis=1).all()


# --- on the compiled core --------------------------------------------------------------


def batched(name, **settings):
    env = gymnasium.make_vec(name, **settings)
    if isinstance(env.unwrapped._games, SequentialGames):
        pytest.skip("needs the compiled core of this game")
    return env


@pytest.mark.parametrize(("name", "settings"), CASES)
def test_seed_determines_the_games_of_the_core(name, settings):
    """And its observations are in the declared space."""
    envs = [batched(name, num_envs=5, **settings) for _ in range(2)]
    rng = np.random.default_rng(0)
    here, there = (env.reset(seed=9) for env in envs)
    ends = 0
    for _ in range(65):
        assert data_equivalence(here, there, exact=True)
        assert here[0] in envs[0].observation_space
        before, masks = here[0], here[-1]["action_mask"]
        actions = legal_actions(masks, rng)
        here, there = (env.step(actions) for env in envs)
        ended = here[2]
        assert not (ended & ~masks.any(axis=1)).any()  # games that have ended are reset
        assert not here[1][~masks.any(axis=1)].any()
        assert not np.array_equal(before, here[0])
        np.testing.assert_array_equal(here[-1]["action_mask"].any(axis=1), ~ended)
        ends += ended.sum()
    assert ends >= 5
    later = []
    for _ in range(2):  # without a seed the games differ
        _, info = envs[0].reset()
        later.append(envs[0].step(info["action_mask"].argmax(axis=1))[0])
    assert not np.array_equal(*later)


@pytest.mark.parametrize(("name", "settings"), CASES)
def test_arrays_match_the_positions_of_the_core(name, settings):
    env = batched(name, num_envs=4, **settings)
    games, seat = env.unwrapped._games, settings.get("seat", 0)
    rng = np.random.default_rng(0)
    _, info = env.reset(seed=2)
    before = [games._batch[index].points()[seat] for index in range(4)]
    for _ in range(65):
        observations, rewards, ended, _, info = env.step(legal_actions(info["action_mask"], rng))
        for index in range(4):
            position = games._batch[index]
            assert position.actor == (OVER if ended[index] else seat)
            np.testing.assert_array_equal(observe(position, seat), observations[index])
            np.testing.assert_array_equal(legal_mask(position), info["action_mask"][index])
            points = position.points()[seat]
            if games._reward_is_win:
                won = utilities(position.ranks())[seat] if ended[index] else 0
                assert rewards[index] == pytest.approx(won)
            else:
                assert rewards[index] in (points - before[index], 0)
            if ended[index]:
                assert info["points"][index].tolist() == position.points()
            before[index] = points


def test_core_rejects_unknown_seats():
    env = batched(MANHATTAN, num_envs=2, players=3, seat=2)
    kind = type(env.unwrapped._games._batch)
    with pytest.raises(ValueError, match=r"seat must be -1 \(all players\) to 2"):
        kind(env.unwrapped._games._batch.rules, 2, seat=3)


def test_illegal_actions_on_the_core():
    env = batched(MANHATTAN, num_envs=3, players=2)
    observations, info = env.reset(seed=1)
    actions = info["action_mask"].argmax(axis=1)
    actions[1] = 0
    after, rewards, ended, _, info = env.step(actions)
    assert rewards.tolist() == [0.0, -1.0, 0.0]
    assert ended.tolist() == [False, True, False]
    assert info["points"].tolist() == [[0, 0]] * 3
    np.testing.assert_array_equal(after[1], observations[1])
    _, rewards, ended, _, info = env.step(info["action_mask"].argmax(axis=1))
    assert not rewards.any()
    assert not ended.any()
    assert info["action_mask"].any(axis=1).all()
    drawn = batched(MANHATTAN, num_envs=3, illegal="random")
    drawn.reset(seed=1)
    assert not drawn.step(np.array([0, -1, 10**6]))[2].any()
    strict = batched(MANHATTAN, num_envs=3, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalError):
        strict.step(np.zeros(3, int))
    with pytest.raises(ValueError, match="one seed for all games"):
        strict.reset(seed=[1, 2, 3])


@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_malformed_actions(opponents):
    envs = gymnasium.make_vec(MANHATTAN, num_envs=3, opponents=opponents)
    envs.reset(seed=1)
    for wrong in ([0, 0], [[0], [0], [0]], [0.0, 0.0, 0.0]):
        with pytest.raises(ValueError, match="actions must be 3 whole numbers, not"):
            envs.step(wrong)


def test_num_envs_must_be_positive():
    with pytest.raises(ValueError, match="num_envs must be at least 1, not 0"):
        gymnasium.make_vec(MANHATTAN, num_envs=0)
