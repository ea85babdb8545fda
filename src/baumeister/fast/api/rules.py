"""The interface of the rules of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol


class Rules(Protocol):
    """A game under fixed options; made by `rules(options)` and cached."""

    @property
    def options(self) -> Any:
        """The options of the game."""

    @property
    def players(self) -> int:
        """The number of players."""

    @property
    def actions(self) -> int:
        """The number of action numbers of players: the length of a mask."""

    @property
    def observation(self) -> int:
        """The length of an observation."""


class MakeRules(Protocol):
    def __call__(self, options: Any | Mapping[str, Any] | None = None) -> Rules:
        """Return the rules for these options, given as such or as plain data; cached."""
