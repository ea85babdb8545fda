"""How games look in the terminal."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Protocol, cast

from rich.console import RenderableType

from baumeister.cli.plain_board import PlainBoard
from baumeister.core.game import AnyGame
from baumeister.core.registry import plugin_of


class TextBoard(Protocol):
    """A game's text board: the interface of a plug-in's `terminal` module.

    `names` are the players' names by seat; `legal` are the legal actions of the view's seat.
    """

    WIDTH: int
    """The number of columns the board needs."""

    def board(self, view: Any, names: Sequence[str], legal: Sequence[Any] = ()) -> RenderableType:
        """The board; it may mark where the legal actions are."""

    def status(self, view: Any, names: Sequence[str]) -> RenderableType:
        """The round, the points and what else is public."""

    def hand(self, view: Any) -> RenderableType:
        """What the view's seat holds or places next."""

    def legend(self, view: Any) -> str:
        """An explanation of the symbols and of the input, for the help."""

    def prompt(self, view: Any, legal: Sequence[Any]) -> str:
        """What to type now, with an example."""

    def short(self, text: str) -> str:
        """The shortest input that means the action with this text."""

    def list_actions(self, view: Any, legal: Sequence[Any]) -> str:
        """The legal actions, as they may be typed."""

    def answers(self, view: Any, legal: Sequence[Any]) -> Collection[str]:
        """Inputs that mean an action although they are also commands of the terminal."""

    def read(self, view: Any, typed: str, legal: Sequence[Any]) -> str:
        """The canonical text of the action that was typed, as far as it can be recognised."""

    def describe(
        self, before: Any, after: Any, actor: int, action: Any, *, seen: str, names: Sequence[str]
    ) -> list[str]:
        """What happened, in sentences for everyone.

        `before` and `after` are a spectator's views; `seen` is the action's text as the reader may
        know it.
        """

    def rounds_scored(self, view: Any) -> int:
        """The number of rounds scored so far."""

    def scoring(self, view: Any, number: int, names: Sequence[str]) -> RenderableType:
        """The scoring of one round, counted from 1."""


def board_of(game: AnyGame) -> TextBoard:
    """The game's text board, or a plain one if it brings none."""
    found = plugin_of(game).load("terminal")
    return PlainBoard(game) if found is None else cast("TextBoard", found)
