"""One game at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from numpy.typing import NDArray

from baumeister.envs.faces import MANHATTAN_FACE, TANGRAM_CITY_FACE, Face
from baumeister.envs.gymnasium.seat import Seat, with_fixed
from baumeister.envs.play import Observation, Play
from baumeister.envs.render import MODES, Picture, checked
from baumeister.envs.spaces import action_space, observation_space


class SeatEnv(gymnasium.Env[Observation, Any]):
    """One seat of a game against bots; `info["action_mask"]` has what is legal."""

    face: ClassVar[Face]
    fixed: ClassVar[dict[str, Any]] = {}
    """Options that are not to be chosen."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES), "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int = 0,
        reward: str | None = None,
        illegal: str = "end",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        play = Play(self.face, with_fixed(options, self.fixed), reward, illegal)
        self._seat = Seat(play, seat, opponents)
        self.observation_space = observation_space(play.rules)
        self.action_space = action_space(play.rules)
        self.render_mode = checked(render_mode)
        self._picture = Picture()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game. The same seed gives the same games, this one and those after it."""
        super().reset(seed=seed, options=options)
        self._seat.begin(self.np_random)
        self._look()
        return self._seat.observation(), self._seat.info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        reward = self._seat.step(action)
        self._look()
        info = self._seat.info()
        return self._seat.observation(), reward, self._seat.ended, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """What is legal, as sb3-contrib asks for it."""
        return self._seat.mask().astype(bool)

    def render(self) -> str | None:
        """The position as the seat sees it."""
        if self.render_mode != "ansi":
            return None
        return self._picture.text(self._seat.play, self._seat.seat)

    def _look(self) -> None:
        if self.render_mode == "ansi":
            self._picture.look_at(self._seat.play)


class Manhattan(SeatEnv):
    """One seat of a game of Manhattan."""

    face = MANHATTAN_FACE


class TangramCity(SeatEnv):
    """One seat of a game of Tangram City."""

    face = TANGRAM_CITY_FACE


class TangramCitySolo(TangramCity):
    """Tangram City alone: as many points as can be (T5.4)."""

    fixed: ClassVar = {"players": 1}
