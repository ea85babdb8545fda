"""What the explorer counts: the features of a decision, brought by each game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from baumeister.core.game import AnyGame
from baumeister.core.registry import plugin_of
from baumeister.records import Step

OPENING: Final = "opening"
"""Not a feature of one decision: the tree of the decisions from the beginning of the game."""


class ExplorerModule(Protocol):
    """The interface of a plug-in's `explorer` module."""

    FEATURES: Mapping[str, str]
    """The features and what they are, the most interesting first."""
    OWN_LINES: bool
    """True if each player's decisions form an opening of their own, as on boards of their own;
    False if those of all players together form one."""

    def features(self, step: Step, /) -> Mapping[str, str]:
        """The features of a player's decision; those that do not apply are left out."""

    def opening(self, step: Step, /) -> str | None:
        """The decision as a step of an opening; None if openings leave it out."""


class _Generic:
    """For games that bring no features: the words of the action."""

    FEATURES: Mapping[str, str] = {
        "action": "the action, as records write it",
        "kind": "the first word of the action",
    }
    OWN_LINES = False

    def features(self, step: Step) -> Mapping[str, str]:
        text = str(step.action)
        return {"action": text, "kind": text.partition(" ")[0]}

    def opening(self, step: Step) -> str | None:
        return str(step.action)


_GENERIC: Final = _Generic()


def module_of(game: AnyGame) -> ExplorerModule:
    """The features of a game: its own, or the generic ones."""
    found: ExplorerModule = plugin_of(game).load("explorer") or _GENERIC
    return found


def features_of(game: AnyGame) -> dict[str, str]:
    """What can be counted in this game, and what it is."""
    return {
        **module_of(game).FEATURES,
        OPENING: "the next decision after an opening, which is the decisions before it",
    }
