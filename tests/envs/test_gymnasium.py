"""Gymnasium's own checks, and properties they do not check."""

from __future__ import annotations

import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from baumeister.bots import BotFailed, UnknownBotError
from baumeister.core.errors import BaumeisterError, IllegalError, OptionsError
from baumeister.envs.gymnasium import IDS
from baumeister.envs.gymnasium.manhattan import Manhattan
from tests.bots.own import Counting, LastBot, Raises
from tests.fast.samples import SAMPLES, swept

from .walks import play_single

MANHATTAN, TANGRAM_CITY, SOLO = IDS
EXTERNAL = f"external:{sys.executable} {Path(__file__).parents[2] / 'docs/examples/bot.py'}"


def env_of(sample, **settings):
    """The environment with the options of a sample."""
    name = MANHATTAN if sample.game.id == "manhattan" else TANGRAM_CITY
    return gymnasium.make(name, **sample.given, **settings)


@pytest.mark.parametrize("illegal", ["end", "random"])
@pytest.mark.parametrize("name", IDS)
def test_check_env(name, illegal):
    """The checks sample actions without the mask."""
    check_env(gymnasium.make(name, illegal=illegal).unwrapped)


@pytest.mark.parametrize("sample", swept(SAMPLES), ids=str)
def test_check_env_with_options(sample):
    check_env(env_of(sample, reward="points").unwrapped)


OPPONENTS = ["random", "greedy", ("greedy", "random")]
CHOICES = ["open", "secret", "one-by-one"]


@pytest.mark.parametrize(
    ("opponents", "choice"),
    [
        pytest.param(each, choice, marks=[] if number == other else pytest.mark.slow)
        for number, each in enumerate(OPPONENTS)
        for other, choice in enumerate(CHOICES)
    ],
)
def test_manhattan_against_bots(opponents, choice):
    """Bots answer with readable actions; a choice for two colours is two numbers."""
    players = 2 if opponents == "greedy" else 3
    env = gymnasium.make(MANHATTAN, players=players, opponents=opponents, choice=choice, seat=1)
    rewards, info = play_single(env)
    assert not any(rewards[:-1])
    best = info["points"].max() == info["points"][1]
    assert rewards[-1] < 0 or best
    again, _ = play_single(env)  # the seed also determines the bots
    assert again == rewards


@pytest.mark.parametrize("opponent", [LastBot(), LastBot, "tests.bots.own:LastBot", EXTERNAL])
def test_own_bots_are_opponents(opponent):
    env = gymnasium.make(MANHATTAN, players=2, rounds=1, opponents=(opponent,))
    for seed in (1, 2):
        play_single(env, seed)
    env.close()


def test_an_own_opponent_is_told_of_every_game():
    bot = Counting()
    env = gymnasium.make(MANHATTAN, players=2, rounds=1, opponents=bot)
    env.reset(seed=1)
    env.reset(seed=2)
    assert bot.games_begun >= 2


def test_a_failing_opponent_is_reported():
    env = gymnasium.make(MANHATTAN, players=2, rounds=1, opponents=(Raises(),), seat=1)
    with pytest.raises(BotFailed, match="Raises failed: ZeroDivisionError"):
        env.reset(seed=1)


def test_greedy_opponents_beat_a_random_learner():
    """So the bots really play, each from its own view."""
    points = [
        play_single(gymnasium.make(MANHATTAN, players=2, opponents="greedy"), seed)[1]["points"]
        for seed in range(2)
    ]
    assert all(greedy > learner for learner, greedy in points)


def test_solo_rewards_are_points():
    """T5.4: rewards add up to the points, except for the start point."""
    rewards, info = play_single(gymnasium.make(SOLO, start_points=1))
    assert sum(rewards) + 1 == info["points"][0]
    assert len(rewards) == 30


def test_mask_in_info_and_for_sb3():
    env = gymnasium.make(SOLO)
    _, info = env.reset(seed=3)
    masks = env.unwrapped.action_masks()
    assert masks.dtype == bool
    np.testing.assert_array_equal(masks, info["action_mask"])
    assert np.flatnonzero(masks).tolist() == [1376, 1377]  # side a or b (T1.1)


def test_illegal_action_ends_the_game_or_raises():
    env = gymnasium.make(MANHATTAN)
    env.reset(seed=0)
    _, reward, ended, _, info = env.step(0)
    assert (reward, ended) == (-1.0, True)
    assert not info["action_mask"].any()
    raw = gymnasium.make(MANHATTAN, illegal="raise").unwrapped
    raw.reset(seed=0)
    with pytest.raises(IllegalError):
        raw.step(0)


def test_step_before_reset():
    env = gymnasium.make(SOLO).unwrapped
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(0)


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"opponents": ()}, ValueError),
        ({"opponents": ("random",) * 4}, ValueError),
        ({"opponents": "clairvoyant"}, UnknownBotError),
        ({"seat": 4}, ValueError),
        ({"reward": "glory"}, ValueError),
        ({"players": 7}, OptionsError),
        ({"colour": "red"}, OptionsError),
        ({"colour": "red"}, TypeError),  # as Python does, which TorchRL relies on
    ],
)
def test_invalid_settings(settings, error):
    with pytest.raises(error):
        gymnasium.make(MANHATTAN, **settings)


@pytest.mark.parametrize("name", IDS)
def test_render(name):
    env = gymnasium.make(name, render_mode="ansi")
    env.reset(seed=1)
    assert "player_0" in env.render()
    assert gymnasium.make(name).unwrapped.render() is None
    env = gymnasium.make(name, render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.dtype == np.uint8
    assert picture.shape == (400, 660, 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 1  # something is drawn


def test_unsupported_settings():
    with pytest.raises(BaumeisterError, match="render_mode must be one of ansi, rgb_array"):
        Manhattan(render_mode="human")  # Gymnasium itself only warns
    with pytest.raises(ValueError, match="players is always 1 here, not 3"):
        gymnasium.make(SOLO, players=3)
    gymnasium.make(SOLO, players=1)


def test_actions_must_be_integers():
    env = gymnasium.make(MANHATTAN).unwrapped
    _, info = env.reset(seed=1)
    legal = info["action_mask"].argmax()
    for wrong in (float(legal), "3", None):
        with pytest.raises(TypeError, match="integer"):
            env.step(wrong)
    *_, ended, _, _ = env.step(np.array([legal]))  # as policies return it
    assert not ended
