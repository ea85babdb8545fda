"""No leaks: what an environment shows a seat does not depend on hidden information."""

from __future__ import annotations

import random

import numpy as np
import pytest

from baumeister.envs.pettingzoo import manhattan_v1, tangram_city_v1
from tests.fast.samples import SAMPLES, swept

from .test_pettingzoo import TANGRAM_CITY
from .walks import play_aec, play_parallel

MODULES = {"manhattan": manhattan_v1, "tangram-city": tangram_city_v1}


def twins(sample, episode, rng):
    """For some seats, a position with the same view; none in the middle of a composite action."""
    try:
        state = episode.position.state()
    except ValueError:
        return
    game = sample.game
    for seat in rng.sample(range(episode.rules.players), min(2, episode.rules.players)):
        other = game.determinize(game.view(state, seat), rng)
        yield seat, other != state, episode.positions.Position.of(episode.rules, other)


@pytest.mark.parametrize("sample", swept(SAMPLES), ids=str)
def test_aec(sample):
    """M7, T2.1, T2.2: observation, mask and rendering."""
    env = MODULES[sample.game.id].raw_env(**sample.given, render_mode="ansi")
    episode, renderer, rng = env._episode, env._renderer, random.Random(3)
    differed = 0
    for number, _ in enumerate(play_aec(env, seed=3)):
        if number % (7 * episode.rules.players) != 5 or episode.over:
            continue
        position = episode.position
        for seat, differs, twin in twins(sample, episode, rng):
            agent = env.possible_agents[seat]
            episode.position = position
            renderer.update(episode)
            seen, text = env.observe(agent), renderer.render(episode, seat)
            episode.position = twin
            renderer.update(episode)
            np.testing.assert_equal(env.observe(agent), seen)
            assert renderer.render(episode, seat) == text
            differed += differs
        episode.position = position
    assert differed or episode.rules.players == 1


@pytest.mark.parametrize("sample", TANGRAM_CITY, ids=str)
def test_parallel(sample):
    """T2.1, T2.2: the same with simultaneous decisions."""
    env = tangram_city_v1.parallel_env(**sample.given)
    episode, rng = env._episode, random.Random(3)
    differed = 0
    for number, (_, _, step) in enumerate(play_parallel(env, seed=3)):
        if number % 5 or number > 20:  # the last round takes several steps of one moment
            continue
        position = episode.position
        for seat, differs, twin in twins(sample, episode, rng):
            agent = env.possible_agents[seat]
            episode.position = twin
            env._new_moment()
            np.testing.assert_equal(env._observations()[agent], step[0][agent])
            differed += differs
        episode.position = position
        env._new_moment()
    assert differed
