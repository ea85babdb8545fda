"""No leak: what an environment shows a seat does not change with what the seat may not know."""

from __future__ import annotations

import random

import numpy as np
import pytest

from baumeister.envs.pettingzoo import manhattan_v1, tangram_city_v1
from tests.fast.samples import SAMPLES

from .test_pettingzoo import TANGRAM_CITY
from .walks import play_aec, play_parallel

MODULES = {"manhattan": manhattan_v1, "tangram-city": tangram_city_v1}


def twins(sample, play, rng):
    """For some seats a position that they cannot tell from the present one; none half-way."""
    try:
        state = play.position.state()
    except ValueError:
        return
    game = sample.game
    for seat in rng.sample(range(play.rules.players), min(2, play.rules.players)):
        other = game.determinize(game.view(state, seat), rng)
        yield seat, other != state, play.face.position.of(play.rules, other)


@pytest.mark.untraced
@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_in_turn(sample):
    """M7, T2.1, T2.2: observation, mask and picture."""
    env = MODULES[sample.game.id].raw_env(**sample.given, render_mode="ansi")
    play, picture, rng = env._play, env._picture, random.Random(3)
    differed = 0
    for number, _ in enumerate(play_aec(env, seed=3)):
        if number % (7 * play.rules.players) != 5 or play.over:
            continue
        position = play.position
        for seat, differs, twin in twins(sample, play, rng):
            agent = env.possible_agents[seat]
            play.position = position
            picture.look_at(play)
            seen, text = env.observe(agent), picture.text(play, seat)
            play.position = twin
            picture.look_at(play)
            np.testing.assert_equal(env.observe(agent), seen)
            assert picture.text(play, seat) == text
            differed += differs
        play.position = position
    assert differed or play.rules.players == 1


@pytest.mark.parametrize("sample", TANGRAM_CITY, ids=str)
def test_at_once(sample):
    """T2.1, T2.2: the same where all decide at the same time."""
    env = tangram_city_v1.parallel_env(**sample.given)
    play, rng = env._play, random.Random(3)
    differed = 0
    for number, (_, _, step) in enumerate(play_parallel(env, seed=3)):
        if number % 5 or number > 20:  # the last round is one moment of several steps
            continue
        position = play.position
        for seat, differs, twin in twins(sample, play, rng):
            agent = env.possible_agents[seat]
            play.position = twin
            env._new_moment()
            np.testing.assert_equal(env._observations()[agent], step[0][agent])
            differed += differs
        play.position = position
        env._new_moment()
    assert differed
