"""Tasks of editors: check and complete what players have drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from baumeister.core.errors import BaumeisterError
from baumeister.server.wire.editors import editor_of


def check_design(_: Callable[[float], None], game: str, design: Any, language: str) -> Any:
    """The editor's report, or the error that refuses the design."""
    try:
        return editor_of(game).check(design, language)
    except BaumeisterError as error:
        return error


def complete_design(_: Callable[[float], None], game: str, design: Any, goal: str) -> Any:
    """How the parts reach the goal, or the error that refuses them."""
    try:
        return editor_of(game).complete(design, goal)
    except BaumeisterError as error:
        return error
