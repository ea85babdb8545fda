"""Bots by their codes; the parts of a code are separated by colons.

manhattan:3                 the third level of a game; `3` where the game is known
manhattan:5:seconds=0.1     with another budget
search:nodes=5000           tree search
random, greedy              the simplest bots
external:python3 my_bot.py  a program of your own (docs/bots.md)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf, isfinite
from typing import Any, Final

from baumeister.bots.bot import MOST_NODES, Bot, BotError
from baumeister.bots.external import ExternalBot
from baumeister.bots.greedy import GreedyBot
from baumeister.bots.levels import bot_codes, levels_of
from baumeister.bots.search import SearchBot
from baumeister.bots.uniform import RandomBot
from baumeister.core.errors import short
from baumeister.core.game import AnyGame

_GENERIC: Final[dict[str, Callable[..., Bot]]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "search": SearchBot,
}
_EXTERNAL: Final = "external"
_SETTINGS: Final[dict[str, Callable[[str], Any]]] = {
    "nodes": lambda text: _positive(int(text), MOST_NODES),
    "seconds": lambda text: _positive(float(text)),
    "exploration": lambda text: _finite(float(text)),
    "leaf": str,
    "policy": str,
    "value": str,
    "opponents": str,
    "inverse_temperature": lambda text: _finite(float(text)),
}
"""Parsers of the settings in a code."""


class UnknownBotError(BotError):
    code = "unknown-bot"


def make_bot(code: str, game: AnyGame, *, programs: bool = False) -> Bot:
    """Make the bot with this code for a game.

    `programs` allows `external:` codes, which start a program: never pass it for a code that comes
    out of a file or from the network.
    """
    name, _, rest = code.partition(":")
    if name == _EXTERNAL and rest:
        if not programs:
            raise UnknownBotError("external programs are not started here")
        return ExternalBot(game, rest)
    if name.isdecimal():
        name, rest = game.id, code
    parts = rest.split(":") if rest else []
    if name in _GENERIC:
        return _made(code, partial(_GENERIC[name], game), parts)
    levels = levels_of(game)
    if levels is None or name != game.id or not parts or parts[0] not in map(str, levels.LEVELS):
        raise _unknown(code, game)
    return _made(code, partial(levels.LevelBot, game, int(parts[0])), parts[1:])


def record_kind(code: str) -> str:
    """How records name the bot in a seat; the command of an external program is left out."""
    return "bot:external" if code.startswith(f"{_EXTERNAL}:") else f"bot:{code}"


def _made(code: str, make: Callable[..., Bot], parts: list[str]) -> Bot:
    try:
        return make(**dict(map(_setting, parts)))
    except (TypeError, ValueError):
        names = ", ".join(_SETTINGS)
        reason = f"{short(code)}: this bot has no such setting, or not with this value"
        raise UnknownBotError(f"{reason}; written as nodes=2000, there are: {names}") from None


def _setting(part: str) -> tuple[str, Any]:
    name, _, text = part.partition("=")
    if name not in _SETTINGS:
        raise ValueError(name)
    return name, _SETTINGS[name](text)


def _finite(number: float) -> float:
    if not isfinite(number):
        raise ValueError("must be finite")
    return number


def _positive(number: Any, most: float = inf) -> Any:
    if not 0 < number < most:
        raise ValueError("must be positive and finite")
    return number


def _unknown(code: str, game: AnyGame) -> UnknownBotError:
    there = ", ".join([*bot_codes(game), "search:nodes=5000", "external:COMMAND"])
    return UnknownBotError(f"no bot {short(code)} for {game.id}; there are: {there}")
