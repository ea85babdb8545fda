"""OpenSpiel observers: a flat tensor with named pieces, and a string."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from baumeister.fast.layout import Field


class Observer:
    """Observes a player's view and, with perfect recall, the action history.

    `length` is the maximum length of the history; 0 means no recall.
    """

    def __init__(self, rules: Any, fields: Sequence[Field], length: int) -> None:
        self._players, self._length = rules.players, length
        pieces: list[tuple[str, tuple[int, ...]]] = [("player", (rules.players,))]
        pieces += [(field.name, field.shape or (1,)) for field in fields]
        pieces += [("course", (length,))] if length else []
        self.tensor = np.zeros(sum(int(np.prod(shape)) for _, shape in pieces), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, shape in pieces:
            end = start + int(np.prod(shape))
            self.dict[name] = self.tensor[start:end].reshape(shape)
            start = end
        self._observation = self.tensor[rules.players : rules.players + rules.observation]

    def set_from(self, state: Any, player: int) -> None:
        """Fill the tensor from the player's point of view."""
        self.dict["player"][:] = 0
        self.dict["player"][player] = 1
        state.data.position.observe(player, self._observation)
        if self._length:
            codes = state.data.history.codes(player)
            self.dict["course"][: len(codes)] = codes
            self.dict["course"][len(codes) :] = 0

    def string_from(self, state: Any, player: int) -> str:
        """With perfect recall the action history, otherwise the non-zero fields.

        The history determines all fields, unless the state was resampled for another player. In a
        game that began at a given position both follow the view of its beginning.
        """
        history = state.data.history
        recalled = self._length and history.resampled_for in (None, player)
        if recalled and not history.start:
            return f"p{player} {history.text(player)}"
        self.set_from(state, player)
        texts = [f"p{player}"]
        if recalled:
            texts += [history.start[player], history.text(player)]
        for name, piece in self.dict.items():
            flat = piece.reshape(-1)
            nonzero = [f"{index}:{flat[index]:g}" for index in np.flatnonzero(flat)]
            if name != "player" and nonzero:
                texts.append(f"{name} {' '.join(nonzero)}")
        return "; ".join(texts)
