"""The Gymnasium environment of one game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from numpy.typing import NDArray

from baumeister.bots import BotSpec
from baumeister.envs.episode import Episode, Observation
from baumeister.envs.gymnasium.seat import SeatEpisode, with_fixed
from baumeister.envs.render import MODES, Renderer
from baumeister.envs.spaces import action_space, observation_space
from baumeister.fast.positions import PositionModule


class SeatEnv(gymnasium.Env[Observation, Any]):
    """One seat of a game against bots; `info["action_mask"]` holds the legal actions.

    An `illegal` action ends the game ("end"), raises an error ("raise") or is replaced by a
    random legal one ("random").
    """

    positions: ClassVar[PositionModule]
    fixed: ClassVar[dict[str, Any]] = {}
    """Options that the environment fixes."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES), "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        *,
        opponents: BotSpec | Sequence[BotSpec] = "random",
        seat: int = 0,
        reward: str | None = None,
        illegal: str = "end",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        episode = Episode(self.positions, with_fixed(options, self.fixed), reward, illegal)
        self._game = SeatEpisode(episode, seat, opponents)
        self.observation_space = observation_space(episode.rules)
        self.action_space = action_space(episode.rules)
        self._renderer = Renderer(render_mode)
        self.render_mode = render_mode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game, or continue from the position text in `options["position"]`.

        A seed determines this game and those after it.
        """
        super().reset(seed=seed, options=options)
        self._game.reset(self.np_random, options)
        self._update_renderer()
        return self._game.observation(), self._game.info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action and let the opponents move until the seat decides again."""
        reward = self._game.step(action)
        self._update_renderer()
        info = self._game.info()
        return self._game.observation(), reward, self._game.ended, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, under the name sb3-contrib expects."""
        return self._game.mask().astype(bool)

    def render(self) -> Any:
        """The position as the seat sees it: text, or an array of pixels."""
        return self._renderer.render(self._game.episode, self._game.seat)

    def close(self) -> None:
        """Close the opponents, ending those that run as external programs."""
        self._game.opponents.close()

    def _update_renderer(self) -> None:
        self._renderer.update(self._game.episode)
