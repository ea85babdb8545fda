"""Many games at a time, in arrays: what `gymnasium.make_vec` makes.

A game that has ended begins anew with the next step (`AutoresetMode.NEXT_STEP`): that step's
action is not looked at, its reward is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from baumeister.envs.faces import MANHATTAN_FACE, TANGRAM_CITY_FACE, Face
from baumeister.envs.gymnasium.batch import Batched
from baumeister.envs.gymnasium.seat import Seat, with_fixed
from baumeister.envs.gymnasium.singles import Singles
from baumeister.envs.play import Play
from baumeister.envs.spaces import action_space, observation_space

Floats = NDArray[np.float32]


class SeatVectorEnv(VectorEnv[Floats, Any, NDArray[Any]]):
    """Games side by side, each as `SeatEnv` plays it."""

    face: ClassVar[Face]
    fixed: ClassVar[dict[str, Any]] = {}

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int = 0,
        reward: str | None = None,
        illegal: str = "end",
        **options: Any,
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"num_envs must be at least 1, not {num_envs}")
        self.num_envs = num_envs
        all_options = with_fixed(options, self.fixed)

        def table() -> Seat:
            return Seat(Play(self.face, all_options, reward, illegal), seat, opponents)

        first = table()
        rules = first.play.rules
        self.single_observation_space = observation_space(rules)
        self.single_action_space = action_space(rules)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._games: Batched | Singles
        if Batched.can(first):
            self._games = Batched(first, num_envs)
        else:
            self._games = Singles([first, *(table() for _ in range(1, num_envs))])

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  (there are none)
    ) -> tuple[Floats, dict[str, Any]]:
        """New games. The same seed gives the same games, these and those after them."""
        self._games.reset(seed)
        return self._games.observations.copy(), self._info()

    def step(
        self, actions: Any
    ) -> tuple[Floats, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        games = self._games
        numbers = np.asarray(actions)
        if numbers.shape != (self.num_envs,) or numbers.dtype.kind not in "iu":
            what = f"{numbers.dtype} of shape {numbers.shape}"
            raise ValueError(f"actions must be {self.num_envs} whole numbers, not {what}")
        games.step(numbers)
        ended = games.ended.copy()
        nothing = np.zeros_like(ended)
        return games.observations.copy(), games.rewards.copy(), ended, nothing, self._info()

    def _info(self) -> dict[str, Any]:
        """What is legal; of games that have ended, everybody's points. As Gymnasium has it, a
        key with an underscore says which games have the other."""
        games = self._games
        everyone = np.ones(self.num_envs, bool)
        info = {"action_mask": games.masks.copy(), "_action_mask": everyone}
        if games.ended.any():
            info |= {"points": games.points(), "_points": games.ended.copy()}
        return info

    def action_masks(self) -> NDArray[np.bool_]:
        """What is legal, game by game."""
        return self._games.masks.astype(bool)


class ManhattanVector(SeatVectorEnv):
    face = MANHATTAN_FACE


class TangramCityVector(SeatVectorEnv):
    face = TANGRAM_CITY_FACE


class TangramCitySoloVector(TangramCityVector):
    fixed: ClassVar = {"players": 1}
