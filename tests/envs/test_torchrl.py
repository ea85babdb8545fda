"""Training with TorchRL, which is not among the requirements of the checks: pip install torchrl."""

from __future__ import annotations

import pytest

import baumeister.envs.gymnasium  # noqa: F401  (registers the ids)

FRAMES = 240
"""Of an iteration: eight games."""


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # third-party libraries warn
def test_a_few_steps_of_ppo():
    """`GymEnv` makes the environment by its id, the mask keeps all actions legal, and the steps
    change the policy."""
    torch = pytest.importorskip("torch", reason="needs: pip install torchrl")
    pytest.importorskip("torchrl", reason="needs: pip install torchrl")
    from tensordict.nn import TensorDictModule
    from torchrl.data import Binary
    from torchrl.envs import GymEnv
    from torchrl.envs.gym_like import default_info_dict_reader
    from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
    from torchrl.objectives import ClipPPOLoss
    from torchrl.objectives.value import GAE

    torch.manual_seed(0)
    torch.set_num_threads(1)
    env = GymEnv("baumeister/TangramCitySolo-v1", categorical_action_encoding=True, illegal="raise")
    env.set_seed(1)
    mask = Binary(env.action_spec.space.n, dtype=torch.int8)
    env.set_info_dict_reader(default_info_dict_reader(["action_mask"], spec=[mask]))
    inputs = env.observation_spec["observation"].shape[0]

    def network(outputs):
        layers = (torch.nn.Linear(inputs, 32), torch.nn.Tanh(), torch.nn.Linear(32, outputs))
        return torch.nn.Sequential(*layers)

    body = network(env.action_spec.space.n)
    logits = TensorDictModule(
        lambda seen, allowed: (body(seen), allowed.bool()),
        in_keys=["observation", "action_mask"],
        out_keys=["logits", "mask"],
    )
    actor = ProbabilisticActor(
        logits,
        spec=env.action_spec,
        in_keys=["logits", "mask"],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(network(1), in_keys=["observation"])
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    optimizer = torch.optim.Adam([*body.parameters(), *critic.parameters()], lr=1e-3)
    before = [each.clone() for each in body.parameters()]
    for _ in range(2):
        with torch.no_grad():
            batch = env.rollout(FRAMES, actor, break_when_any_done=False)
        assert batch["next", "done"].sum() == FRAMES // 30
        assert batch["next", "reward"].sum() > 0
        advantage(batch)
        for _ in range(3):
            found = loss(batch)
            total = found["loss_objective"] + found["loss_critic"] + found["loss_entropy"]
            optimizer.zero_grad()
            total.backward()
            optimizer.step()
            assert torch.isfinite(total)
    assert any(not torch.equal(*pair) for pair in zip(before, body.parameters(), strict=True))
