"""Games in arrays, one after the other: with bots, or without the compiled core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.utils import seeding
from numpy.typing import NDArray

from baumeister.envs.gymnasium.seat import Seat


class Singles:
    """The arrays that a vector environment shows, and what fills them."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self._seats = seats
        rules = seats[0].play.rules
        count = len(seats)
        self.observations = np.zeros((count, rules.observation), np.float32)
        self.masks = np.zeros((count, rules.actions), np.int8)
        self.rewards = np.zeros(count, np.float64)
        self.ended = np.zeros(count, bool)
        self._randoms: list[np.random.Generator] = []

    def reset(self, seed: int | Sequence[int | None] | None) -> None:
        """Each game has a generator of its own: seed, seed + 1 and so on."""
        count = len(self._seats)
        if not isinstance(seed, Sequence):
            seed = [None if seed is None else seed + index for index in range(count)]
        if len(seed) != count:
            raise ValueError(f"{count} games need {count} seeds, not {len(seed)}")
        if not self._randoms:
            self._randoms = [seeding.np_random(None)[0] for _ in range(count)]
        for index, one in enumerate(seed):
            if one is not None:
                self._randoms[index], _ = seeding.np_random(one)
            self._begin(index)

    def step(self, actions: NDArray[Any]) -> None:
        for index, action in enumerate(actions):
            seat = self._seats[index]
            if seat.ended:
                self._begin(index)
            else:
                self.rewards[index] = seat.step(action)
                self._write(index)

    def points(self) -> NDArray[np.int64]:
        """Everybody's points in each game; 0 where it has not ended."""
        return np.array(
            [
                seat.play.position.points() if seat.ended else [0] * seat.play.rules.players
                for seat in self._seats
            ],
            np.int64,
        )

    def _begin(self, index: int) -> None:
        self._seats[index].begin(self._randoms[index])
        self.rewards[index] = 0.0
        self._write(index)

    def _write(self, index: int) -> None:
        seat = self._seats[index]
        self.ended[index] = seat.ended
        seat.play.position.observe(seat.seat, self.observations[index])
        self.masks[index] = seat.mask()
