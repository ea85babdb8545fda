"""Bots by their codes, parts of which are separated by colons.

manhattan:3                 the third level of a game; `3` where the game is known
manhattan:5:seconds=0.1     with another budget
search:nodes=5000           the plain tree search
random, greedy              the simplest there are
external:python3 my_bot.py  a program of one's own (docs/bots.md)
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from math import inf, isfinite
from typing import Any, Final

from baumeister.bots.bot import MOST_NODES, Bot, BotError
from baumeister.bots.external import ExternalBot
from baumeister.bots.greedy import GreedyBot
from baumeister.bots.levels import LEVELS, level_code
from baumeister.bots.search import SearchBot
from baumeister.bots.uniform import RandomBot
from baumeister.core.errors import short
from baumeister.core.game import AnyGame

SIMPLE: Final = ("random", "greedy")
"""Bots of one code for all games."""

_PLAIN: Final[dict[str, Callable[..., Bot]]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "search": SearchBot,
}
_EXTERNAL: Final = "external"
_MODULES: Final = {
    "manhattan": "baumeister.bots.manhattan.levels",
    "tangram-city": "baumeister.bots.tangram_city.levels",
}
_KINDS: Final[dict[str, Callable[[str], Any]]] = {
    "nodes": lambda text: _positive(int(text), MOST_NODES),
    "seconds": lambda text: _positive(float(text)),
    "exploration": lambda text: _finite(float(text)),
    "leaf": str,
    "policy": str,
    "value": str,
    "opponents": str,
    "inverse_temperature": lambda text: _finite(float(text)),
}
"""How the value of a setting is read."""


class UnknownBotError(BotError):
    code = "unknown-bot"


def bot_codes(game_id: str) -> list[str]:
    """The bots to play a game against: its levels, from the weakest on, and the simple ones."""
    return [*(level_code(game_id, level) for level in LEVELS), *SIMPLE]


def make_bot(code: str, game: AnyGame, *, programs: bool = False) -> Bot:
    """The bot with this code, for this game. Only whoever may start programs here should say that
    programs may be started: never for a code out of a file."""
    name, _, rest = code.partition(":")
    if name == _EXTERNAL and rest:
        if not programs:
            raise UnknownBotError("programs of one's own are not started here")
        return ExternalBot(game, rest)
    if name.isdecimal():
        name, rest = game.id, code
    parts = rest.split(":") if rest else []
    if name in _PLAIN:
        return _made(code, _PLAIN[name], game, parts)
    if name != game.id or not parts or parts[0] not in map(str, LEVELS):
        raise _unknown(code, game)
    bot = import_module(_MODULES[name]).LevelBot
    return _made(code, lambda game, **given: bot(game, int(parts[0]), **given), game, parts[1:])


def record_kind(code: str) -> str:
    """How a record names who had a seat; commands are not for records."""
    return "bot:external" if code.startswith(f"{_EXTERNAL}:") else f"bot:{code}"


def _made(code: str, make: Callable[..., Bot], game: AnyGame, parts: list[str]) -> Bot:
    try:
        return make(game, **dict(map(_setting, parts)))
    except (TypeError, ValueError):
        names = ", ".join(_KINDS)
        reason = f"{short(code)}: no such setting of this bot, or not with this value"
        raise UnknownBotError(f"{reason}; written as nodes=2000, there are: {names}") from None


def _setting(part: str) -> tuple[str, Any]:
    name, _, text = part.partition("=")
    if name not in _KINDS:
        raise ValueError(name)
    return name, _KINDS[name](text)


def _finite(number: float) -> float:
    if not isfinite(number):
        raise ValueError("must have an end")
    return number


def _positive(number: Any, most: float = inf) -> Any:
    if not 0 < number < most:
        raise ValueError("must be more than nothing, and have an end")
    return number


def _unknown(code: str, game: AnyGame) -> UnknownBotError:
    there = ", ".join([*bot_codes(game.id), "search:nodes=5000", "external:COMMAND"])
    return UnknownBotError(f"no bot {short(code)} for {game.id}; there are: {there}")
