"""Positions of any game, played by action numbers.

A game's plug-in may name a module of its own (`Plugin.positions`), compiled or with its own
numbering; every other game gets the generic one over its rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from baumeister.core.game import AnyGame
from baumeister.core.position_text import parse_position
from baumeister.core.registry import plugin_of
from baumeister.fast import api, generic
from baumeister.fast.layout import Field


class PositionModule(Protocol):
    """What `fast/<game>/__init__.py` exports."""

    @property
    def GAME(self) -> AnyGame:  # noqa: N802
        """The rules engine that the positions are played by."""

    @property
    def rules(self) -> api.MakeRules: ...

    @property
    def Position(self) -> type[api.Position]: ...  # noqa: N802

    @property
    def Batch(self) -> type[api.Batch]:  # noqa: N802
        """Many positions stepped together; constructing one may raise NoCoreError."""

    @property
    def numbers_of(self) -> NumbersOf: ...

    @property
    def action_of(self) -> ActionOf: ...

    @property
    def wanted(self) -> Wanted: ...

    @property
    def text(self) -> Text: ...

    @property
    def fields(self) -> Fields: ...


class NumbersOf(Protocol):
    def __call__(self, state: Any, actor: int, action: Any, /) -> tuple[int, ...]:
        """Return the numbers of an action, one for each of its parts."""


class ActionOf(Protocol):
    def __call__(self, state: Any, actor: int, numbers: Sequence[int], /) -> Any:
        """Return the action with these numbers; ValueError if there is none.

        The action need not be legal: `game.why_not` explains it.
        """


class Wanted(Protocol):
    def __call__(self, state: Any, /) -> int:
        """Return how many numbers the next action consists of."""


class Text(Protocol):
    def __call__(self, state: Any, actor: int, number: int, index: int = 0, /) -> str:
        """Return the text of a number: of the action, or of its `index`-th part."""


class Fields(Protocol):
    def __call__(self, rules: Any, /) -> Sequence[Field]:
        """Return the layout of an observation."""


def positions_of(game: AnyGame) -> PositionModule:
    """The game's own position module, or a generic one over its rules."""
    module: PositionModule | None = plugin_of(game).load("positions")
    return generic.positions(game) if module is None else module


def position_from_text(text: str, seed: int = 0) -> api.Position:
    """The position with this text, ready to be searched; what a view hides is drawn at random."""
    found = parse_position(text)
    module = positions_of(found.game)
    position = module.Position.of(module.rules(found.options), found.complete(Random(seed)))
    position.reseed(seed)
    return position
