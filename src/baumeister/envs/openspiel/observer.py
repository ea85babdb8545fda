"""What a seat sees, in OpenSpiel's form: named pieces of one flat tensor, and a text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from baumeister.fast.layout import Field


class Observer:
    """The seat, the fields of an observation, and with `steps` the course of the game."""

    def __init__(self, rules: Any, fields: Sequence[Field], steps: int) -> None:
        self._players, self._steps = rules.players, steps
        pieces: list[tuple[str, tuple[int, ...]]] = [("player", (rules.players,))]
        pieces += [(field.name, field.shape or (1,)) for field in fields]
        pieces += [("course", (steps,))] if steps else []
        self.tensor = np.zeros(sum(int(np.prod(shape)) for _, shape in pieces), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, shape in pieces:
            end = start + int(np.prod(shape))
            self.dict[name] = self.tensor[start:end].reshape(shape)
            start = end
        self._observation = self.tensor[rules.players : rules.players + rules.observation]

    def set_from(self, state: Any, player: int) -> None:
        """Fill the tensor with what the player sees."""
        self.dict["player"][:] = 0
        self.dict["player"][player] = 1
        state.table.position.observe(player, self._observation)
        if self._steps:
            seen = state.table.course.seen(player)
            self.dict["course"][: len(seen)] = seen
            self.dict["course"][len(seen) :] = 0

    def string_from(self, state: Any, player: int) -> str:
        """With the course, the course: everything else follows from it, but where it is guessed.
        Else the fields that are not all zero, each number with its index."""
        course = state.table.course
        if self._steps and course.guesser in (None, player):
            return f"p{player} {course.text(player)}"
        self.set_from(state, player)
        texts = [f"p{player}"]
        for name, piece in self.dict.items():
            flat = piece.reshape(-1)
            set_ones = [f"{index}:{flat[index]:g}" for index in np.flatnonzero(flat)]
            if name != "player" and set_ones:
                texts.append(f"{name} {' '.join(set_ones)}")
        return "; ".join(texts)
