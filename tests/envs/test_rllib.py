"""Training with RLlib, which is not among the requirements of the checks: pip install 'ray[rllib]'.

It asks for one version of Gymnasium, so it needs an environment of its own, with PyTorch.
"""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.spaces import Box, Dict

import baumeister.envs.gymnasium  # noqa: F401  (registers the ids)

STEPS = 240
"""Of an iteration: eight games."""


class Masked(gymnasium.Wrapper):
    """Observations with the mask, as RLlib's module expects them."""

    def __init__(self, env):
        super().__init__(env)
        mask = Box(0.0, 1.0, (env.action_space.n,), np.float32)
        self.observation_space = Dict({"observations": env.observation_space, "action_mask": mask})

    def reset(self, **settings):
        return seen(*self.env.reset(**settings)), {}

    def step(self, action):
        observation, reward, ended, truncated, info = self.env.step(action)
        return seen(observation, info), reward, ended, truncated, {}


def seen(observation, info):
    return {"observations": observation, "action_mask": info["action_mask"].astype(np.float32)}


def masked(_settings):
    return Masked(gymnasium.make("baumeister/TangramCitySolo-v1", illegal="raise"))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # third-party libraries warn
def test_a_few_steps_of_ppo():
    """The mask keeps all actions legal, and the steps change the policy."""
    torch = pytest.importorskip("torch", reason="needs: pip install torch")
    pytest.importorskip("ray.rllib", reason="needs: pip install 'ray[rllib]'", exc_type=ImportError)
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.examples.rl_modules.classes import action_masking_rlm
    from ray.tune.registry import register_env

    torch.set_num_threads(1)
    register_env("tangram-city", masked)
    module = action_masking_rlm.ActionMaskingTorchRLModule
    settings = PPOConfig().environment("tangram-city").env_runners(num_env_runners=0)
    settings.training(train_batch_size_per_learner=STEPS, minibatch_size=120, num_epochs=2)
    settings.rl_module(
        rl_module_spec=RLModuleSpec(module_class=module, model_config={"head_fcnet_hiddens": [32]})
    )
    algorithm = settings.build_algo()
    try:
        before = {
            name: value.clone() for name, value in algorithm.get_module().state_dict().items()
        }
        for _ in range(2):
            played = algorithm.train()["env_runners"]
            assert played["num_episodes"] == STEPS // 30
            assert played["episode_return_mean"] > 0
        after = algorithm.get_module().state_dict()
        assert any(not torch.equal(before[name], after[name]) for name in after)
    finally:
        algorithm.stop()
