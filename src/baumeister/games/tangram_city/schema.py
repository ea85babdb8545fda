"""What records of Tangram City look like, for the JSON Schema."""

from __future__ import annotations

from typing import Any

from baumeister.core.options import with_clauses
from baumeister.games.tangram_city.geometry import CORNERS, SIZE
from baumeister.games.tangram_city.options import CLAUSES, PLAYERS
from baumeister.games.tangram_city.text import FORMS
from baumeister.games.tangram_city.tiles import TILE_SETS, TILES


def record_schema() -> dict[str, Any]:
    """Schemas of `options`, `log` and `result`."""
    return {
        "options": {
            "type": "object",
            "additionalProperties": False,
            "properties": with_clauses(_options(), CLAUSES),
        },
        "log": {"items": {"pattern": f"^(?:{FORMS.line_pattern()})$"}},
        "result": {
            "properties": {
                "scores": {},
                "ranks": {},
                "winners": {},
                "reason": {"enum": ["points", "shared"]},
                "rounds": {
                    "items": {"type": "array", "items": _counts("rectangle", "buildings", "green")}
                },
                "bonuses": {"type": "array", "items": _counts("planning", "harmony")},
            },
            "required": ["bonuses"],
            "additionalProperties": False,
        },
    }


def _options() -> dict[str, Any]:
    flag = {"type": "boolean"}
    return {
        "players": {"enum": list(PLAYERS)},
        "tile_set": {"enum": list(TILE_SETS)},
        "tiles": {"type": "array", "minItems": TILES, "maxItems": TILES, "items": _tile()},
        "printed_field": flag,
        "same_board": flag,
        "start_points": {"enum": [0, 1]},
        "start": {"type": "integer", "minimum": 0, "maximum": 4},
    }


def _tile() -> dict[str, Any]:
    place = {"type": "integer", "minimum": 0, "maximum": SIZE - 1}
    half = {
        "type": "array",
        "prefixItems": [place, place, {"enum": list(CORNERS)}],
        "items": False,
        "minItems": 3,
    }
    return {
        "type": "object",
        "required": ["id", "halves"],
        "additionalProperties": False,
        "properties": {
            "id": {"type": "string", "pattern": "^[0-9]{2}$"},
            "name": {"type": "string", "maxLength": 40},
            "symbol": {"type": "boolean"},
            "halves": {"type": "array", "minItems": 1, "items": half},
        },
    }


def _counts(*names: str) -> dict[str, Any]:
    return {
        "type": "object",
        "required": list(names),
        "additionalProperties": False,
        "properties": {name: {"type": "integer", "minimum": 0} for name in names},
    }
