"""A game in PettingZoo's agent environment cycle (AEC): one decision at a time."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from baumeister.envs.episode import ILLEGAL_REWARD, Episode, empty_mask
from baumeister.envs.pettingzoo.agents import Agents
from baumeister.fast.positions import PositionModule


class TableEnv(Agents, AECEnv[str, dict[str, Any], int]):
    """A game with one agent per player; chance is part of the step it follows."""

    def __init__(
        self,
        positions: PositionModule,
        name: str,
        *,
        reward: str | None = None,
        illegal: str = "end",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self._set_up(
            Episode(positions, options, reward, illegal),
            name=name,
            parallel=False,
            max_cycles=max_cycles,
            render_mode=render_mode,
        )

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> None:
        self._reset(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._decisions = [0] * len(self.agents)
        self._select_agent()

    def observe(self, agent: str) -> dict[str, Any]:
        """The agent's observation and its mask of legal actions."""
        seat, episode = self._seats[agent], self._episode
        ended = self.terminations.get(agent, True) or self.truncations.get(agent, True)
        mask = empty_mask(episode.rules) if ended else episode.mask(seat)
        return {"observation": episode.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._decisions[self._selected] += 1
        if self._episode.step(action):
            earned = self._episode.rewards.earned(self._episode.position)
            self.rewards = dict(zip(self.agents, earned, strict=True))
            self._select_agent()
        else:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self.rewards[agent] = ILLEGAL_REWARD
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos[agent]["illegal"] = action
        self._accumulate_rewards()
        self._deads_step_first()

    def _select_agent(self) -> None:
        """Select the agent to move; truncate the episode at `max_cycles`."""
        self._update_renderer()
        if self._episode.over:
            self.terminations = dict.fromkeys(self.agents, True)
            return
        self._selected = self._episode.actor
        self.agent_selection = self.possible_agents[self._selected]
        if self._decisions[self._selected] == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)


def wrapped(env: TableEnv) -> Any:
    """The environment with PettingZoo's checks of the call order and of actions."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))
