"""Many games played one after the other: against bots, or without the compiled core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.utils import seeding
from numpy.typing import NDArray

from baumeister.envs.gymnasium.seat import SeatEpisode
from baumeister.fast.errors import ArgumentError


class SequentialGames:
    """The arrays of a vector environment, filled game by game."""

    def __init__(self, games: Sequence[SeatEpisode]) -> None:
        self._games = games
        rules = games[0].episode.rules
        count = len(games)
        self.observations = np.zeros((count, rules.observation), np.float32)
        self.masks = np.zeros((count, rules.actions), np.int8)
        self.rewards = np.zeros(count, np.float64)
        self.ended = np.zeros(count, bool)
        self._rngs: list[np.random.Generator] = []

    def reset(self, seed: int | Sequence[int | None] | None) -> None:
        """Start new games. Each has its own generator: seed, seed + 1 and so on."""
        count = len(self._games)
        if not isinstance(seed, Sequence):
            seed = [None if seed is None else seed + index for index in range(count)]
        if len(seed) != count:
            raise ArgumentError(f"{count} games need {count} seeds, not {len(seed)}")
        if not self._rngs:
            self._rngs = [seeding.np_random(None)[0] for _ in range(count)]
        for index, one in enumerate(seed):
            if one is not None:
                self._rngs[index], _ = seeding.np_random(one)
            self._reset(index)

    def step(self, actions: NDArray[Any]) -> None:
        """Step every game; those that have ended are reset instead."""
        for index, action in enumerate(actions):
            game = self._games[index]
            if game.ended:
                self._reset(index)
            else:
                self.rewards[index] = game.step(action)
                self._write(index)

    def points(self) -> NDArray[np.int64]:
        """Everyone's points in each game; 0 in games that have not ended."""
        return np.array(
            [
                game.episode.position.points() if game.ended else [0] * game.episode.rules.players
                for game in self._games
            ],
            np.int64,
        )

    def _reset(self, index: int) -> None:
        self._games[index].reset(self._rngs[index])
        self.rewards[index] = 0.0
        self._write(index)

    def _write(self, index: int) -> None:
        game = self._games[index]
        self.ended[index] = game.ended
        game.episode.position.observe(game.seat, self.observations[index])
        self.masks[index] = game.mask()
