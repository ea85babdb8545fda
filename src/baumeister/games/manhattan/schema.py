"""What records of Manhattan look like, for the JSON Schema."""

from __future__ import annotations

from typing import Any

from baumeister.core.options import with_clauses
from baumeister.games.manhattan.board import BLOCK_COUNTS, SITE_NAMES
from baumeister.games.manhattan.editions import COLOURS, EDITIONS
from baumeister.games.manhattan.options import CHOICES, CLAUSES, HANDS, PLAYERS, VARIANTS
from baumeister.games.manhattan.scoring import REASONS
from baumeister.games.manhattan.text import FORMS


def record_schema() -> dict[str, Any]:
    """Schemas of `options`, `log` and `result`."""
    return {
        "options": {
            "type": "object",
            "additionalProperties": False,
            "properties": with_clauses(_options(), CLAUSES),
        },
        "players": {"minItems": 2, "maxItems": 4},
        "log": {"items": {"pattern": f"^(?:{FORMS.line_pattern()})$"}},
        "result": {
            "properties": {
                "reason": {"enum": list(REASONS)},
                "rounds": {"items": {"type": "array", "items": _items()}},
                "scores": {},
                "ranks": {},
                "winners": {},
            },
            "additionalProperties": False,
        },
    }


def _options() -> dict[str, Any]:
    flag = {"type": "boolean"}
    count = {"type": "integer", "minimum": 1, "maximum": sum(BLOCK_COUNTS)}
    return {
        "players": {"enum": list(PLAYERS)},
        "edition": {"enum": list(EDITIONS)},
        "rounds": count,
        "blocks": count,
        "sides": _list({"type": "integer", "minimum": 0, "maximum": 3}, 2, 4),
        "hand": {"enum": list(HANDS)},
        "choice": {"enum": list(CHOICES)},
        "same_owner_highest": flag,
        "tie_break": flag,
        "urban": flag,
        "megacity_all": flag,
        "variants": _list({"enum": list(VARIANTS)}, 0, 3),
        "colours": _list({"enum": list(COLOURS)}, 3, 4),
        "start": {"type": "integer", "minimum": 0, "maximum": 3},
        "monster": {"enum": list(SITE_NAMES)},
    }


def _list(items: dict[str, Any], least: int, most: int) -> dict[str, Any]:
    return {
        "type": "array",
        "items": items,
        "uniqueItems": True,
        "minItems": least,
        "maxItems": most,
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
