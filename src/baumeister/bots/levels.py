"""The bots a game can be played against, by code.

A game brings levels of its own, from a friendly beginner to the strongest (`LevelsModule`). A game
without levels is played by the generic bots `search`, `greedy` and `random`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

from baumeister.bots.bot import Bot
from baumeister.core.game import AnyGame
from baumeister.core.registry import plugin_of


class MakeLevelBot(Protocol):
    def __call__(
        self,
        game: AnyGame,
        level: int,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> Bot:
        """The bot of a level; `nodes` or `seconds` replace the level's own budget.

        A level may also take `weights`, the path of its own weights, and other settings by name.
        """


class LevelsModule(Protocol):
    """The module `Plugin.bots` names. `words.<language>.toml` beside it names the levels.

    Two optional parts: `SEARCH_PARTS` with `search_parts` (see `bots.generic.search`) lets the bot
    `search` use learned weights, and `complete(outcome)` says which seats reached the game's
    special goal, whose rate the arena reports.
    """

    LEVELS: Sequence[int]
    """Weakest first."""
    LevelBot: MakeLevelBot


SIMPLE: Final = ("random", "greedy")
"""Offered besides a game's levels."""
GENERIC: Final = ("search", "greedy", "random")
"""Offered for a game without levels, strongest first."""


def levels_of(game: AnyGame) -> LevelsModule | None:
    """The game's own levels, if it brings any."""
    found: LevelsModule | None = plugin_of(game).load("bots")
    return found


def bot_codes(game: AnyGame) -> list[str]:
    """The codes of all bots to choose from: the levels, weakest first, then the simple bots."""
    levels = _level_codes(game)
    return [*levels, *SIMPLE] if levels else list(GENERIC)


def default_code(game: AnyGame) -> str:
    """The opponent when nobody chose one: the second weakest level, else `search`."""
    levels = _level_codes(game)
    return levels[min(1, len(levels) - 1)] if levels else "search"


def stand_in_code(game: AnyGame) -> str:
    """The bot that takes over the seat of a player who left: the middle level, else `greedy`."""
    levels = _level_codes(game)
    return levels[len(levels) // 2] if levels else "greedy"


def strongest_code(game: AnyGame) -> str:
    """The strongest bot: the highest level, else `search`."""
    levels = _level_codes(game)
    return levels[-1] if levels else "search"


def full_code(code: Any, game: AnyGame) -> Any:
    """The code with the game's id before a bare level: `manhattan:3` for `3`; other specifications
    are returned as they are."""
    return f"{game.id}:{code}" if isinstance(code, str) and code[:1].isdecimal() else code


def level_of(code: str) -> int:
    """The level in a code; 0 for bots without one.

    >>> level_of("manhattan:3"), level_of("search")
    (3, 0)
    """
    _, _, rest = code.partition(":")
    return int(rest) if rest.isdecimal() else 0


def _level_codes(game: AnyGame) -> list[str]:
    module = levels_of(game)
    return [f"{game.id}:{level}" for level in module.LEVELS] if module else []
