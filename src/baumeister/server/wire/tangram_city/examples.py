"""Example request bodies with Tangram City, for the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

_TILE: Final = {"id": "01", "halves": [[0, 0, "nw"], [0, 0, "se"], [0, 1, "ne"]]}

EXAMPLES: Final[dict[str, list[Any]]] = {
    "draft_position": [
        {
            "game": "tangram-city",
            "options": {"players": 1},
            "draft": {"round": 2, "slot": 1, "boards": [{"number": 3, "side": "b"}]},
        }
    ],
    "new_table": [
        {
            "game": "tangram-city",
            "options": {"players": 2},
            "pace": {"kind": "days", "days": 3},
        }
    ],
    "check_design": [{"game": "tangram-city", "design": [_TILE]}],
    "complete_design": [{"game": "tangram-city", "design": [_TILE], "goal": "1a"}],
    "save_design": [{"game": "tangram-city", "name": "My tiles", "design": [_TILE]}],
    "play_day": [{"action": "side a"}],
}
