"""A game's positions as the environments need them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from baumeister.core.game import AnyGame
from baumeister.core.registry import plugin_of
from baumeister.fast.layout import Field


@dataclass(frozen=True)
class PositionModule:
    """What `fast/<game>` brings."""

    GAME: AnyGame
    rules: Callable[[Any], Any]
    Position: Any
    Batch: Any
    numbers_of: Callable[[Any, int, Any], Sequence[int]]
    text: Callable[..., str]
    fields: Callable[[Any], Sequence[Field]]


def positions_of(game: AnyGame) -> PositionModule:
    """The positions of a game."""
    module = plugin_of(game).load("positions")
    numbers = import_module(f"{module.__name__}.numbers")
    observation = import_module(f"{module.__name__}.observation")

    def fields(rules: Any) -> Sequence[Field]:
        found: Sequence[Field] = (
            observation.fields(rules.players)
            if hasattr(observation, "fields")
            else observation.FIELDS
        )
        return found

    return PositionModule(
        game,
        module.rules,
        module.Position,
        module.Batch,
        numbers.numbers_of,
        numbers.text,
        fields,
    )
