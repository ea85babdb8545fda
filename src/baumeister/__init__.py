"""Baumeister: exact engines for the board games Manhattan and Tangram City.

>>> import baumeister
>>> match = baumeister.new_match("manhattan", players=3)
>>> match.actors  # chance draws the start player first
(-1,)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from baumeister.core import CHANCE, BaumeisterError, Match, Outcome
from baumeister.core.position_text import parse_position, position_text, view_text
from baumeister.core.registry import find as game
from baumeister.core.registry import games as game_ids

if TYPE_CHECKING:
    from baumeister.explorer import explore
    from baumeister.records import (
        Player,
        Record,
        RecordError,
        check_text,
        export_for,
        load,
        read_games,
        record_of,
        replay,
    )

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Import records and the explorer when they are first used: most programs do without."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    source = "baumeister.explorer" if name == "explore" else "baumeister.records"
    found = globals()[name] = getattr(import_module(source), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def new_match(game_id: str, **options: Any) -> Match[Any, Any, Any, Any]:
    """A match of the game; options not given come from the edition.

    Args:
        game_id: One of `game_ids()`.
        options: The options of the game, by name (docs/games/manhattan.md).

    Raises:
        OptionsError: An option is unknown or has a wrong value; the error names it.

    >>> new_match("tangram-city", players=2).waiting_for
    (-1,)
    """
    found = game(game_id)
    return Match(found, found.options(options))


__all__ = [
    "CHANCE",
    "BaumeisterError",
    "Match",
    "Outcome",
    "Player",
    "Record",
    "RecordError",
    "check_text",
    "explore",
    "export_for",
    "game",
    "game_ids",
    "load",
    "new_match",
    "parse_position",
    "position_text",
    "read_games",
    "record_of",
    "replay",
    "view_text",
]
