"""How each game looks in the terminal."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Protocol, cast

from rich.console import RenderableType
from rich.text import Text

from baumeister.cli.tables import manhattan


class TableLook(Protocol):
    """What the terminal asks of a game's look; one module each."""

    def board(self, view: Any, targets: Collection[int] = ()) -> Text: ...
    def status(self, view: Any, names: Sequence[str]) -> RenderableType: ...
    def hand(self, view: Any) -> Text: ...
    def ask(self, view: Any, legal: Sequence[Any]) -> str: ...
    def listed(self, legal: Sequence[Any]) -> str: ...
    def read(self, view: Any, typed: str) -> str: ...
    def targets(self, legal: Sequence[Any]) -> set[int]: ...
    def tell(self, actor: int, action: Any, names: Sequence[str]) -> str | None: ...
    def scoring(self, view: Any, number: int, names: Sequence[str]) -> RenderableType: ...


_LOOKS = {"manhattan": cast("TableLook", manhattan)}


def look(game_id: str) -> TableLook:
    """The look of the game with this id."""
    return _LOOKS[game_id]
