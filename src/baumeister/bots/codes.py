"""Bots by their codes; the parts of a code are separated by colons.

manhattan:3                 the third level of a game; `3` where the game is known
manhattan:5:seconds=0.1     with another budget
search:nodes=5000           tree search
random, greedy              the simplest bots
my_bots:MyBot:path=net.pt   a class of your own, with the settings that it takes by name
external:python3 my_bot.py  a program of your own (docs/bots.md)

A level also takes `weights=PATH`, and a search `policy=PATH` and `value=PATH`: weights that
`baumeister train` wrote.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf, isfinite
from typing import Any, Final

from baumeister.bots.bot import MOST_NODES, Bot
from baumeister.bots.generic.external import ExternalBot
from baumeister.bots.generic.greedy import GreedyBot
from baumeister.bots.generic.search import PARTS, SearchBot
from baumeister.bots.generic.uniform import RandomBot
from baumeister.bots.levels import bot_codes, levels_of
from baumeister.bots.specs import (
    BotSpec,
    UnknownBotError,
    imported,
    installed,
    is_import,
    made_from,
    record_kind,
)
from baumeister.bots.weights import is_path
from baumeister.core.errors import short
from baumeister.core.game import AnyGame

__all__ = ["UnknownBotError", "make_bot", "record_kind"]

_GENERIC: Final[dict[str, Callable[..., Bot]]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "search": SearchBot,
}
_EXTERNAL: Final = "external"


def _yes_or_no(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError("must be yes or no")
    return text == "yes"


_SETTINGS: Final[dict[str, Callable[[str], Any]]] = {
    "nodes": lambda text: _positive(int(text), MOST_NODES),
    "seconds": lambda text: _positive(float(text)),
    "exploration": lambda text: _finite(float(text)),
    "leaf": str,
    "policy": str,
    "value": str,
    "inverse_temperature": lambda text: _finite(float(text)),
    "paranoid": _yes_or_no,
    "depth": lambda text: _positive(int(text), 1 << 31),
    "weights": str,
}
"""Parsers of the settings in a code."""


def make_bot(spec: BotSpec, game: AnyGame, *, programs: bool = False) -> Bot:
    """Make the bot of a specification for a game; a bot itself is returned as it is.

    `programs` allows codes that run programs, import modules or read files: `external:COMMAND`,
    `module:Class` and paths of weights. Never pass it for a code that comes out of a file or from
    the network.
    """
    if not isinstance(spec, str):
        return made_from(spec, game)
    name, _, rest = spec.partition(":")
    if name == _EXTERNAL and rest:
        _check_allowed(spec, programs)
        return ExternalBot(game, rest)
    if name.isdecimal():
        name, rest = game.id, spec
    parts = rest.split(":") if rest else []
    if name in _GENERIC:
        _check_allowed(spec, programs or not any(map(_is_path, parts)))
        return _made(spec, partial(_GENERIC[name], game), parts)
    levels = levels_of(game)
    if levels is not None and name == game.id:
        if not parts or parts[0] not in map(str, levels.LEVELS):
            raise _unknown(spec, game)
        _check_allowed(spec, programs or not any(map(_is_path, parts)))
        return _made(spec, partial(levels.LevelBot, game, int(parts[0])), parts[1:])
    if name in installed():
        return made_from(_loaded(name), game, _own_settings(spec, parts), spec)
    if is_import(spec):
        _check_allowed(spec, programs)
        found = imported(f"{name}:{parts[0]}")
        return made_from(found, game, _own_settings(spec, parts[1:]), spec)
    raise _unknown(spec, game)


def _check_allowed(code: str, allowed: bool) -> None:
    if not allowed:
        raise UnknownBotError(
            f"{short(code)}: programs, modules and weights of your own are not started here; in"
            " Python, programs=True allows them"
        )


def _is_path(part: str) -> bool:
    """Whether a setting names a file."""
    name, _, text = part.partition("=")
    return name == "weights" or (name in PARTS and is_path(text))


def _loaded(name: str) -> Any:
    try:
        return installed()[name].load()
    except Exception as error:  # whatever a stranger's module raises
        raise UnknownBotError(f"the installed bot {name} fails: {error!r}") from error


def _own_settings(code: str, parts: list[str]) -> dict[str, Any]:
    """Settings of a class of one's own: numbers where they look like it, else text."""
    found: dict[str, Any] = {}
    for part in parts:
        name, equals, text = part.partition("=")
        if not equals or not name.isidentifier():
            raise UnknownBotError(f"{short(code)}: settings are written as name=value, not {part}")
        found[name] = text
        for number in (int, float):
            try:
                found[name] = number(text)
                break
            except ValueError:
                continue
    return found


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
    more = ["search:nodes=5000", *sorted(installed()), "module:Class", "external:COMMAND"]
    there = ", ".join([*bot_codes(game), *more])
    return UnknownBotError(f"no bot {short(code)} for {game.id}; there are: {there}")
