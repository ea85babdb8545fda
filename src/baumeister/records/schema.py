"""The JSON Schema of records, assembled from the schemas of the installed games."""

from __future__ import annotations

from typing import Any

from baumeister.core.registry import find, games
from baumeister.records.annotations import notes_schema, variations_schema
from baumeister.records.fair import LONGEST_SALT, SCHEME
from baumeister.records.reading import KIND, LONGEST_NAME, MOST_TAKE_BACKS, STARTED
from baumeister.records.record import FORMAT


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of the structure of records."""
    by_game = [find(game_id) for game_id in games()]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Baumeister game record ({FORMAT})",
        "type": "object",
        "required": ["format", "game", "rules_version", "options", "players", "log"],
        "additionalProperties": False,
        "properties": {
            "format": {"const": FORMAT},
            "game": {"enum": [game.id for game in by_game]},
            "rules_version": {"type": "integer", "minimum": 1},
            "options": {"type": "object"},
            "players": {"type": "array", "minItems": 1, "maxItems": 5, "items": _player()},
            "started": {
                "type": "string",
                "pattern": f"^{STARTED}$",
                "description": "UTC; absent if it does not matter, as in self-play",
            },
            "chance": {
                "type": "object",
                "description": "the commitment to the seed; the seed itself after the end",
                "required": ["scheme", "commitment"],
                "additionalProperties": False,
                "properties": {
                    "scheme": {"const": SCHEME},
                    "commitment": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
                    "salts": {
                        "type": "array",
                        "items": {"type": "string", "maxLength": LONGEST_SALT},
                    },
                    "seed": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
                },
            },
            "log": {"type": "array", "items": {"type": "string"}},
            "take_backs": {
                "type": "array",
                "description": "decisions that were taken back; absent if there were none",
                "maxItems": MOST_TAKE_BACKS,
                "items": {
                    "type": "object",
                    "required": ["line", "undone"],
                    "additionalProperties": False,
                    "properties": {
                        "line": {
                            "type": "integer",
                            "minimum": 0,
                            "description": "how many lines of the log were kept",
                        },
                        "undone": {"type": "array", "minItems": 1, "items": {"type": "string"}},
                    },
                },
            },
            "notes": notes_schema(),
            "variations": variations_schema(),
            "result": {
                "type": "object",
                "description": "absent while the game is in progress",
                "required": ["scores", "ranks", "winners", "reason"],
                "properties": {
                    "scores": _integers(),
                    "ranks": _integers(),
                    "winners": _integers(),
                    "reason": {"type": "string"},
                },
            },
        },
        "allOf": [
            {
                "if": {"properties": {"game": {"const": game.id}}},
                "then": {"properties": game.record_schema()},
            }
            for game in by_game
        ],
    }


def _player() -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["seat", "name", "kind"],
        "additionalProperties": False,
        "properties": {
            "seat": {"type": "integer", "minimum": 0, "maximum": 4},
            "name": {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME},
            "kind": {"type": "string", "pattern": f"^(?:{KIND})$"},
            "side": {"type": "integer", "minimum": 0, "maximum": 3},
        },
    }


def _integers() -> dict[str, Any]:
    return {"type": "array", "items": {"type": "integer"}}
