"""A game in PettingZoo's agent environment cycle: one decision after the other."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from baumeister.envs.faces import Face
from baumeister.envs.pettingzoo.agents import Agents
from baumeister.envs.play import ILLEGAL_REWARD, Play, no_mask


class TableEnv(Agents, AECEnv[str, dict[str, Any], int]):
    """Chance is part of the step it follows."""

    def __init__(
        self,
        face: Face,
        name: str,
        *,
        reward: str | None = None,
        illegal: str = "end",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self._sit_down(
            Play(face, options, reward, illegal),
            name=name,
            parallel=False,
            max_cycles=max_cycles,
            render_mode=render_mode,
        )

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  (there are none)
    ) -> None:
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._decisions = [0] * len(self.agents)
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent may know, and what it may do now."""
        seat, play = self._seats[agent], self._play
        ended = self.terminations.get(agent, True) or self.truncations.get(agent, True)
        mask = no_mask(play.rules) if ended else play.mask(seat)
        return {"observation": play.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._decisions[self._selected] += 1
        if self._play.take(action):
            earned = self._play.rewards.earned(self._play.position)
            self.rewards = dict(zip(self.agents, earned, strict=True))
            self._go_on()
        else:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self.rewards[agent] = ILLEGAL_REWARD
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos[agent]["illegal"] = action
        self._accumulate_rewards()
        self._deads_step_first()

    def _go_on(self) -> None:
        """Whose turn it is. Who has had as many as there may be, ends it for all."""
        if self.render_mode == "ansi":
            self._picture.look_at(self._play)
        if self._play.over:
            self.terminations = dict.fromkeys(self.agents, True)
            return
        self._selected = self._play.actor
        self.agent_selection = self.possible_agents[self._selected]
        if self._decisions[self._selected] == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
