"""A text board for games that bring none: the view as text, actions by number."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice
from typing import Any, Final

from rich.text import Text

from baumeister.core.chance import CHANCE
from baumeister.core.data import shown_data, text_of
from baumeister.core.errors import MalformedError
from baumeister.core.game import AnyGame

MOST_LISTED: Final = 200
"""Legal actions listed at most; some games have hundreds of thousands."""
MOST_PROMPTED: Final = 6
"""Legal actions shown in the prompt itself at most."""
MOST_COMPARED: Final = 5000
"""Legal actions searched at most for one that looks like a command."""


class PlainBoard:
    """The text board of a game, from nothing but the contract (`boards.TextBoard`)."""

    WIDTH = 40

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def board(
        self,
        view: Any,
        names: Sequence[str],  # noqa: ARG002
        legal: Sequence[Any] = (),  # noqa: ARG002
    ) -> Text:
        return Text("\n".join(text_of(shown_data(view))))

    def status(self, view: Any, names: Sequence[str]) -> Text:  # noqa: ARG002
        return Text("Players: " + ", ".join(f"{seat} {name}" for seat, name in enumerate(names)))

    def hand(self, view: Any) -> Text:  # noqa: ARG002
        return Text("")

    def legend(self, view: Any) -> str:  # noqa: ARG002
        return "Type an action, or its number in the list of legal actions (l)."

    def prompt(self, view: Any, legal: Sequence[Any]) -> str:  # noqa: ARG002
        if len(legal) > MOST_PROMPTED:
            return f"Type one of {len(legal)} actions (l lists them), e.g. {legal[0]}"
        return f"Type an action: {', '.join(map(str, legal))}"

    def short(self, text: str) -> str:
        return text

    def list_actions(self, view: Any, legal: Sequence[Any]) -> str:  # noqa: ARG002
        lines = [f"{number:4}  {action}" for number, action in _numbered(legal, MOST_LISTED)]
        if len(legal) > MOST_LISTED:
            lines.append(f"   …  and {len(legal) - MOST_LISTED} more")
        return "\n".join(lines)

    def answers(self, view: Any, legal: Sequence[Any]) -> Collection[str]:  # noqa: ARG002
        return {str(action) for _, action in _numbered(legal, MOST_COMPARED)}

    def read(self, view: Any, typed: str, legal: Sequence[Any]) -> str:  # noqa: ARG002
        try:
            self._game.parse(typed)
        except MalformedError:
            if typed.isascii() and typed.isdecimal() and 1 <= int(typed) <= len(legal):
                return str(legal[int(typed) - 1])
        return typed

    def describe(
        self,
        before: Any,  # noqa: ARG002
        after: Any,  # noqa: ARG002
        actor: int,
        action: Any,  # noqa: ARG002
        *,
        seen: str,
        names: Sequence[str],
    ) -> list[str]:
        return [f"{'Chance' if actor == CHANCE else names[actor]}: {seen}"]

    def rounds_scored(self, view: Any) -> int:  # noqa: ARG002
        return 0

    def scoring(self, view: Any, number: int, names: Sequence[str]) -> Text:  # noqa: ARG002
        return Text("")


def _numbered(legal: Sequence[Any], most: int) -> list[tuple[int, Any]]:
    return list(islice(enumerate(legal, 1), most))
