"""What AEC and parallel environments share: agents, spaces, seeds and rendering."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Dict, Discrete
from gymnasium.utils import seeding

from baumeister.envs.episode import Episode
from baumeister.envs.render import MODES, Renderer
from baumeister.envs.spaces import action_space, masked_space


class Agents:
    """One agent per player, clockwise: player_0, player_1 and so on."""

    _selected: int
    """The seat whose view is rendered."""

    def _set_up(
        self,
        episode: Episode,
        *,
        name: str,
        parallel: bool,
        max_cycles: int | None,
        render_mode: str | None,
    ) -> None:
        self.metadata = {"render_modes": list(MODES), "name": name, "is_parallelizable": parallel}
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self._episode = episode
        self._renderer = Renderer(render_mode)
        self._random: np.random.Generator | None = None
        rules = episode.rules
        self.agents: list[str] = []
        self.possible_agents = [f"player_{seat}" for seat in range(rules.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: masked_space(rules) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(rules) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[Any]:
        return self.action_spaces[agent]

    def _reset(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Start a new game, or at the position text in `options["position"]`.

        A seed determines this game and those after it.
        """
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self._episode.reset(self._random, options)
        self.agents = list(self.possible_agents)

    def render(self) -> Any:
        """The position as the agent to move sees it; in parallel, as player_0 sees it."""
        if self.render_mode is None:
            return None
        return self._renderer.render(self._episode, self._selected)

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def _update_renderer(self) -> None:
        self._renderer.update(self._episode)
