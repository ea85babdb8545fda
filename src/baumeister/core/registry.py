"""The games there are, by id."""

from __future__ import annotations

from baumeister.core.errors import BaumeisterError, short
from baumeister.core.game import AnyGame

_GAMES: dict[str, AnyGame] = {}


class UnknownGameError(BaumeisterError):
    code = "unknown-game"


def register(game: AnyGame) -> None:
    """Make a game known. A second game of the same id is an error."""
    if _GAMES.setdefault(game.id, game) is not game:
        raise ValueError(f"a game with the id {game.id!r} is registered already")


def find(game_id: str) -> AnyGame:
    """The game with this id."""
    try:
        return _GAMES[game_id]
    except KeyError:
        known = ", ".join(sorted(_GAMES))
        raise UnknownGameError(f"no game {short(game_id)}; there are: {known}") from None


def games() -> list[str]:
    """The ids of all games."""
    return sorted(_GAMES)
