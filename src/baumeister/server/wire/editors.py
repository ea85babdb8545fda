"""Editors: of parts that players draw themselves, such as tiles, and of positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from baumeister.core.game import AnyGame
from baumeister.core.registry import find, plugin_of
from baumeister.server.tables.errors import BadInputError


class EditorModule(Protocol):
    """What `Plugin.editor` names: a module with these functions and types. A design is plain data,
    as a file holds it; it may be unfinished or wrong."""

    Report: Any
    """The msgspec type of `check`."""
    Completion: Any
    """The msgspec type of `complete`."""

    def check(self, design: Any, language: str, /) -> Any:
        """What is wrong with a design, in this language, and facts about it."""

    def complete(self, design: Any, goal: str, /) -> Any:
        """Whether and how the parts reach a goal that the report lists. May take seconds."""


class DraftModule(Protocol):
    """What `Plugin.drafts` names: a module with these functions and types. A draft is a position
    that somebody sets up by hand; what it leaves open (null) is worked out."""

    Draft: Any
    """The msgspec type of drafts; every field has a default."""

    def draft_of(self, state: Any, /) -> Any:
        """The draft of a position."""

    def completed(self, options: Any, draft: Any, seed: int, /) -> Any:
        """The draft with everything worked out that it leaves open; the seed deals cards."""

    def fields_of(self, options: Any, draft: Any, /) -> Mapping[str, str]:
        """The fields of the position text of a completed draft, which may be impossible."""


def drafts_of(game: AnyGame) -> DraftModule:
    """The drafts of a game; BadInputError if its positions cannot be set up by hand."""
    module: DraftModule | None = plugin_of(game).load("drafts")
    if module is None:
        raise BadInputError(f"positions of {game.id} cannot be set up by hand")
    return module


def editor_of(game_id: str) -> EditorModule:
    """The editor of a game; BadInputError if it has none."""
    module: EditorModule | None = plugin_of(find(game_id)).load("editor")
    if module is None:
        raise BadInputError(f"{game_id} has no editor")
    return module
