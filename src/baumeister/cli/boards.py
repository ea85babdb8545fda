"""How each game looks in the terminal."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Protocol, cast

from rich.console import RenderableType

from baumeister.cli.manhattan import board as manhattan
from baumeister.cli.tangram_city import board as tangram_city


class TableLook(Protocol):
    """What the terminal asks of a game's look; one module each."""

    WIDTH: int

    def board(
        self, view: Any, names: Sequence[str], targets: Collection[int] = ()
    ) -> RenderableType: ...
    def answers(self, view: Any) -> Collection[str]: ...
    def status(self, view: Any, names: Sequence[str]) -> RenderableType: ...
    def hand(self, view: Any) -> RenderableType: ...
    def legend(self, view: Any) -> str: ...
    def ask(self, view: Any, legal: Sequence[Any]) -> str: ...
    def short(self, text: str) -> str: ...
    def listed(self, view: Any, legal: Sequence[Any]) -> str: ...
    def read(self, view: Any, typed: str) -> str: ...
    def targets(self, legal: Sequence[Any]) -> set[int]: ...
    def tell(
        self, before: Any, after: Any, actor: int, action: Any, names: Sequence[str]
    ) -> list[str]: ...
    def scoring(self, view: Any, number: int, names: Sequence[str]) -> RenderableType: ...


_LOOKS = {
    "manhattan": cast("TableLook", manhattan),
    "tangram-city": cast("TableLook", tangram_city),
}


def look(game_id: str) -> TableLook:
    """The look of the game with this id."""
    return _LOOKS[game_id]
