"""The JSON Schema of what is Tangram City's own in a record."""

from __future__ import annotations

from typing import Any

from baumeister.games.tangram_city.options import Options
from baumeister.games.tangram_city.text import FORMS


def record_schema() -> dict[str, Any]:
    """Schemas of `options`, `log` and `result`."""
    return {
        "options": Options.json_schema(),
        "log": {"items": {"pattern": f"^(?:{FORMS.line_pattern()})$"}},
        "result": {
            "properties": {
                "scores": {},
                "ranks": {},
                "winners": {},
                "reason": {"enum": ["points", "shared"]},
                "rounds": {
                    "type": "array",
                    "items": {"type": "array", "items": _counts("rectangle", "buildings", "green")},
                },
                "bonuses": {"type": "array", "items": _counts("planning", "harmony")},
            },
            "required": ["rounds", "bonuses"],
            "additionalProperties": False,
        },
    }


def _counts(*names: str) -> dict[str, Any]:
    return {
        "type": "object",
        "required": list(names),
        "additionalProperties": False,
        "properties": {name: {"type": "integer", "minimum": 0} for name in names},
    }
