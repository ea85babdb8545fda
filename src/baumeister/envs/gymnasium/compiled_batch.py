"""Many games played by the compiled core in one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.utils import seeding
from numpy.typing import NDArray

from baumeister.envs.episode import ILLEGAL_REWARD
from baumeister.envs.gymnasium.seat import SeatEpisode
from baumeister.envs.rewards import utility
from baumeister.fast import compiled
from baumeister.fast.errors import ArgumentError


class CompiledBatch:
    """The arrays of a vector environment, filled by the compiled core, which plays random
    opponents itself.

    Behaves like `SequentialGames`, but takes one seed for all games.
    """

    @staticmethod
    def supports(game: SeatEpisode) -> bool:
        """Whether the core can play such games: it is there, and opponents are random."""
        return compiled() and game.opponents.random

    def __init__(self, game: SeatEpisode, count: int) -> None:
        episode, rules, reward = game.episode, game.episode.rules, game.episode.rewards.kind
        self._seat, self._players = game.seat, rules.players
        self._illegal = episode.illegal
        self._reward_is_win = reward == "win"
        self._batch = episode.positions.Batch(rules, count, reward=reward, seat=game.seat)
        self._random: np.random.Generator | None = None
        self.observations = np.zeros((count, rules.observation), np.float32)
        self.masks = np.zeros((count, rules.actions), np.int8)
        self.rewards = np.zeros(count, np.float64)
        self.ended = np.zeros(count, bool)
        self._earned = np.zeros((count, rules.players), np.float32)
        self._dones = np.zeros(count, np.uint8)
        self._stopped: dict[int, list[int]] = {}
        """Games that the last step ended for an illegal action, with everyone's points."""

    def reset(self, seed: int | Sequence[int | None] | None) -> None:
        """Start new games."""
        if isinstance(seed, Sequence):
            raise ArgumentError("the compiled core takes one seed for all games: reset(seed=7)")
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        first = int(self._random.integers(2**63))
        self._batch.reset(first, self.observations, self.masks.view(np.uint8))
        self.rewards[:] = 0.0
        self.ended[:] = False

    def step(self, actions: NDArray[Any]) -> None:
        """Step every game; the core resets those that have ended instead."""
        numbers = np.array(actions, np.int32)
        wrong = self._wrong(numbers)
        before = self.observations[wrong]
        self._stopped = {}
        if self._illegal == "random":
            for index in wrong:
                numbers[index] = self._drawn(index)
        elif self._illegal == "end":  # the core steps all games or none: `_stop` restores these
            self._stopped = {index: self._batch[index].points() for index in wrong.tolist()}
            numbers[wrong] = self.masks[wrong].argmax(axis=1)
        masks = self.masks.view(np.uint8)
        self._batch.step(numbers, self.observations, masks, self._earned, self._dones)
        self.ended[:] = self._dones
        self.rewards[:] = self._earned[:, self._seat]
        if self._reward_is_win:  # the core returns shares of the win
            self.rewards[:] = np.where(self.ended, utility(self.rewards, self._players), 0.0)
        if self._stopped:
            self._stop(wrong, before)

    def points(self) -> NDArray[np.int64]:
        """Everyone's points in each game; 0 in games that have not ended."""
        return np.array([self._points(index) for index in range(len(self.ended))], np.int64)

    def _points(self, index: int) -> list[int]:
        if not self.ended[index]:
            return [0] * self._players
        points: list[int] = self._stopped.get(index) or self._batch[index].points()
        return points

    def _wrong(self, numbers: NDArray[np.int32]) -> NDArray[np.intp]:
        """The indices of games with an illegal action."""
        known = (numbers >= 0) & (numbers < self.masks.shape[1])
        legal = known & (self.masks[np.arange(len(numbers)), np.where(known, numbers, 0)] == 1)
        return np.flatnonzero(~legal & ~self.ended)

    def _drawn(self, index: int) -> int:
        assert self._random is not None
        return int(self._random.choice(np.flatnonzero(self.masks[index])))

    def _stop(self, games: NDArray[np.intp], before: NDArray[np.float32]) -> None:
        """End games at the position before the step.

        In the core they are played to the end, because it resets only games that are over.
        """
        self.observations[games] = before
        self.masks[games] = 0
        self.rewards[games] = ILLEGAL_REWARD
        self.ended[games] = True
        for index in games.tolist():
            position = self._batch[index]
            position.playout()
            self._batch[index] = position
