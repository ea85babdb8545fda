"""The levels of bots, from 1, a friendly beginner, to 5, the strongest there is.

Each is somebody: names and characters are words (`words.<language>.toml`), what they think with
is in `manhattan.py` and `tangram_city.py`.
"""

from __future__ import annotations

from typing import Final

LEVELS: Final = (1, 2, 3, 4, 5)
STRONGEST: Final = LEVELS[-1]
USUAL: Final = 2
"""Who plays where nobody was chosen."""
STAND_IN: Final = 3
"""Who plays on for somebody who left."""


def level_code(game_id: str, level: int) -> str:
    """The code of a game's bot of this level.

    >>> level_code("manhattan", 3)
    'manhattan:3'
    """
    return f"{game_id}:{level}"


def level_of(code: str) -> int:
    """The level a code stands for; 0 for bots that have none."""
    _, _, rest = code.partition(":")
    return int(rest) if rest.isdecimal() else 0
