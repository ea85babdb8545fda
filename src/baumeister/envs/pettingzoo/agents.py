"""What both forms of a PettingZoo environment share: agents, their spaces, seeds, the picture."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Dict, Discrete
from gymnasium.utils import seeding

from baumeister.envs.play import Play
from baumeister.envs.render import MODES, Picture, checked
from baumeister.envs.spaces import action_space, masked_space


class Agents:
    """Every player of a game is an agent: player_0, player_1 and so on, clockwise."""

    _selected: int
    """The seat whose view is drawn."""

    def _sit_down(
        self,
        play: Play,
        *,
        name: str,
        parallel: bool,
        max_cycles: int | None,
        render_mode: str | None,
    ) -> None:
        self.metadata = {"render_modes": list(MODES), "name": name, "is_parallelizable": parallel}
        self.render_mode = checked(render_mode)
        self.max_cycles = max_cycles
        self._play = play
        self._picture = Picture()
        self._random: np.random.Generator | None = None
        rules = play.rules
        self.agents: list[str] = []
        self.possible_agents = [f"player_{seat}" for seat in range(rules.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: masked_space(rules) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(rules) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[Any]:
        return self.action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        """A new game. The same seed gives the same games, this one and those after it."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self._play.begin(self._random)
        self.agents = list(self.possible_agents)

    def render(self) -> str | None:
        """The position as the agent to decide sees it; in parallel, as the first does."""
        if self.render_mode != "ansi":
            return None
        return self._picture.text(self._play, self._selected)

    def close(self) -> None:
        """There is nothing to let go of."""
