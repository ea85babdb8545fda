"""Editors: games whose players may draw parts of their own, such as tiles."""

from __future__ import annotations

from typing import Any, Protocol

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


def editor_of(game_id: str) -> EditorModule:
    """The editor of a game; BadInputError if it has none."""
    module: EditorModule | None = plugin_of(find(game_id)).load("editor")
    if module is None:
        raise BadInputError(f"{game_id} has no editor")
    return module
