"""The JSON Schema of what is Tangram City's own in a record."""

from __future__ import annotations

from typing import Any


def result_schema() -> dict[str, Any]:
    """The schema of `result`."""
    return {
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
