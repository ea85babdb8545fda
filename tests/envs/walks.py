"""Playing environments at random."""

from __future__ import annotations

import numpy as np


def legal_number(mask, rng):
    """A random legal action."""
    return int(rng.choice(np.flatnonzero(mask)))


def play_aec(env, seed=0, rng=None, most=10**6):
    """Play a random game; yields agent, observation and action before each step."""
    rng = rng or np.random.default_rng(seed)
    env.reset(seed=seed)
    for _, agent in zip(range(most), env.agent_iter(), strict=False):
        observation, _, terminated, truncated, _ = env.last()
        action = None
        if not (terminated or truncated):
            action = legal_number(observation["action_mask"], rng)
        yield agent, observation, action
        env.step(action)


def play_parallel(env, seed=0, rng=None):
    """Play a random game; yields observations, actions and results of each step."""
    rng = rng or np.random.default_rng(seed)
    observations, _ = env.reset(seed=seed)
    while env.agents:
        actions = {
            agent: legal_number(observations[agent]["action_mask"], rng) for agent in env.agents
        }
        step = env.step(actions)
        yield observations, actions, step
        observations = step[0]


def play_single(env, seed=0, rng=None):
    """Play a random Gymnasium game; returns the rewards and the last info."""
    rng = rng or np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    rewards = []
    while True:
        _, reward, ended, _, info = env.step(legal_number(info["action_mask"], rng))
        rewards.append(reward)
        if ended:
            return rewards, info
