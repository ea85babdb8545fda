"""The Gymnasium vector environment: many games in arrays (`gymnasium.make_vec`).

A game that has ended is reset by the next step (`AutoresetMode.NEXT_STEP`), which ignores its
action and gives no reward.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium import vector
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from baumeister.bots import BotSpec
from baumeister.envs.episode import Episode
from baumeister.envs.gymnasium.compiled_batch import CompiledBatch
from baumeister.envs.gymnasium.seat import SeatEpisode, with_fixed
from baumeister.envs.gymnasium.sequential import SequentialGames
from baumeister.envs.spaces import action_space, observation_space
from baumeister.fast.errors import ArgumentError
from baumeister.fast.positions import PositionModule

Floats = NDArray[np.float32]

# Gymnasium 1.0 has no names for the modes: it always resets at the next step
_MODES: Any = getattr(vector, "AutoresetMode", None)


class SeatVectorEnv(VectorEnv[Floats, Any, NDArray[Any]]):
    """Many independent games, each like one of `SeatEnv`."""

    positions: ClassVar[PositionModule]
    fixed: ClassVar[dict[str, Any]] = {}

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": [],
        **({"autoreset_mode": _MODES.NEXT_STEP} if _MODES else {}),
    }

    def __init__(
        self,
        num_envs: int = 1,
        *,
        opponents: BotSpec | Sequence[BotSpec] = "random",
        seat: int = 0,
        reward: str | None = None,
        illegal: str = "end",
        **options: Any,
    ) -> None:
        if num_envs < 1:
            raise ArgumentError(f"num_envs must be at least 1, not {num_envs}")
        self.num_envs = num_envs
        all_options = with_fixed(options, self.fixed)

        def make_game() -> SeatEpisode:
            episode = Episode(self.positions, all_options, reward, illegal)
            return SeatEpisode(episode, seat, opponents)

        first = make_game()
        rules = first.episode.rules
        self.single_observation_space = observation_space(rules)
        self.single_action_space = action_space(rules)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._games: CompiledBatch | SequentialGames
        if CompiledBatch.supports(first):
            self._games = CompiledBatch(first, num_envs)
        else:
            self._games = SequentialGames([first, *(make_game() for _ in range(1, num_envs))])

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Floats, dict[str, Any]]:
        """Start new games. A seed determines these games and those after them."""
        if options:
            raise ValueError("vector environments start no game at a position: use gymnasium.make")
        self._games.reset(seed)
        return self._games.observations.copy(), self._info()

    def step(
        self, actions: Any
    ) -> tuple[Floats, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        games = self._games
        numbers = np.asarray(actions)
        if numbers.shape != (self.num_envs,) or numbers.dtype.kind not in "iu":
            what = f"{numbers.dtype} of shape {numbers.shape}"
            raise ArgumentError(f"actions must be {self.num_envs} whole numbers, not {what}")
        games.step(numbers)
        ended = games.ended.copy()
        truncated = np.zeros_like(ended)
        return games.observations.copy(), games.rewards.copy(), ended, truncated, self._info()

    def _info(self) -> dict[str, Any]:
        """The legal actions; for games that have ended also everyone's points.

        As is usual in Gymnasium, `_key` says which games have a value for `key`.
        """
        games = self._games
        everyone = np.ones(self.num_envs, bool)
        info = {"action_mask": games.masks.copy(), "_action_mask": everyone}
        if games.ended.any():
            info |= {"points": games.points(), "_points": games.ended.copy()}
        return info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of each game."""
        return self._games.masks.astype(bool)
