"""The fallback wire module, for games that bring none: views as text and as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from baumeister.core.data import data_of, shown_data, text_of
from baumeister.core.game import AnyGame
from baumeister.core.outcome import Outcome
from baumeister.server.wire.info import GameInfo


class PlainView(Struct, frozen=True):
    """The view or preview of a game without its own wire module."""

    game: str
    text: list[str]
    """The view as human-readable lines."""
    fields: dict[str, Any]
    """The fields of the view by name, without its seat and options."""


class PlainWire:
    """Implements `GameWire` for any game, using only the `Game` interface."""

    View: Any = None
    Preview: Any = None
    Scored: Any = None
    Info: Any = GameInfo
    EXAMPLES: Mapping[str, Sequence[Any]] = {}

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def view(self, seen: Any) -> PlainView:
        fields = shown_data(seen)
        return PlainView(self._game.id, text_of(fields), fields)

    def seat_view(self, public: Any, seen: Any) -> PlainView:
        del public
        return self.view(seen)

    def preview(self, after: Any) -> PlainView:
        return self.view(after)

    def own_scoring(self, seen: Any) -> None:
        del seen

    def scored(self, before: Any, action: Any, after: Any) -> Any:
        """The latest of the state's `rounds`, as plain data."""
        del before, action
        return data_of(after.rounds[-1])

    def hands(self, state: Any) -> None:
        del state

    def details(self, outcome: Outcome) -> dict[str, Any]:
        return outcome.as_result()

    def product(self, legal: Sequence[Any]) -> None:
        del legal

    def info(self, info: GameInfo) -> GameInfo:
        return info
