"""Our measured games: their names in the table and their options."""

from __future__ import annotations

from typing import Any

MANHATTAN: dict[str, dict[str, Any]] = {
    "Manhattan, 4 players": {},
    "Manhattan, 3 players": {"players": 3},
    "Manhattan, 2 players": {"players": 2},
    "Manhattan, 4 players, urban rules": {"urban": True},
    "Manhattan, 4 players, Godzilla": {"variants": ["godzilla"]},
    "Manhattan, 4 players, three variants": {
        "variants": ["baby-godzilla", "progressive", "anti-trust"]
    },
}
TANGRAM_CITY: dict[str, dict[str, Any]] = {
    "Tangram City, 1 player": {"players": 1},
    "Tangram City, 5 players": {"players": 5},
}
MAIN = ("Manhattan, 4 players", "Tangram City, 1 player")
