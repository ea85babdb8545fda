"""Example request bodies with Tangram City, for the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

EXAMPLES: Final[dict[str, list[Any]]] = {
    "new_table": [
        {
            "game": "tangram-city",
            "options": {"players": 2},
            "pace": {"kind": "days", "days": 3},
        }
    ],
    "play_day": [{"action": "side a"}],
}
