"""The JSON Schema of what is Manhattan's own in a record."""

from __future__ import annotations

from typing import Any

from baumeister.games.manhattan.editions import COLOURS
from baumeister.games.manhattan.options import PLAYERS
from baumeister.games.manhattan.scoring import REASONS


def result_schema() -> dict[str, Any]:
    """Schemas of `players` and `result`."""
    return {
        "players": {"minItems": PLAYERS[0], "maxItems": PLAYERS[-1]},
        "result": {
            "properties": {
                "reason": {"enum": list(REASONS)},
                "rounds": {"type": "array", "items": {"type": "array", "items": _items()}},
                "scores": {},
                "ranks": {},
                "winners": {},
            },
            "required": ["rounds"],
            "additionalProperties": False,
        },
    }


def _items() -> dict[str, Any]:
    names = ["highest", "majorities", "buildings", "urban"]
    return {
        "type": "object",
        "required": ["colour", *names],
        "additionalProperties": False,
        "properties": {
            "colour": {"enum": list(COLOURS)},
            **{name: {"type": "integer", "minimum": 0} for name in names},
        },
    }
