"""Bot specifications: everything that names a bot or is one.

A specification is a code (`bots.codes`), `module:Class`, the name of an entry point of the group
`baumeister.bots`, `external:COMMAND`, a bot, a class of bots, or a function that returns one.
"""

from __future__ import annotations

import inspect
import pickle
import re
import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module, invalidate_caches
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final

from baumeister.bots.bot import Bot, BotError
from baumeister.core.errors import BaumeisterError, short
from baumeister.core.game import AnyGame

GROUP: Final = "baumeister.bots"
"""The entry points by which installed packages offer bots."""

BotSpec = str | Bot | type[Bot] | Callable[..., Bot]

_KIND: Final = re.compile(r"[^a-z0-9:=,._-]")
_LONGEST: Final = 60
_MODULE: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


class UnknownBotError(BotError):
    """There is no such bot, or it cannot play this game."""

    code = "unknown-bot"


def spec_name(spec: BotSpec) -> str:
    """The printed name of a specification: its code, its `name`, or the name of its class.

    >>> spec_name("manhattan:3")
    'manhattan:3'
    """
    if isinstance(spec, str):
        return spec
    own = getattr(spec, "name", None)
    if isinstance(own, str) and own:
        return own
    if isinstance(spec, partial):
        given = [*map(str, spec.args), *(f"{key}={each}" for key, each in spec.keywords.items())]
        return f"{spec_name(spec.func)}({', '.join(given)})"
    named: str = getattr(spec, "__name__", "") or type(spec).__name__
    return named


def record_kind(spec: BotSpec) -> str:
    """How records name the bot in a seat: without commands, folders and upper-case letters.

    >>> record_kind("external:python3 my_bot.py"), record_kind("my_bots:MyBot")
    ('bot:external', 'bot:my_bots:mybot')
    """
    name = spec_name(spec)
    if name.startswith("external:"):
        return "bot:external"
    name = re.sub(r"=[^:]*[/\\]", "=", name).lower()
    name = _KIND.sub("-", name).strip(":=,._-")[:_LONGEST]
    return f"bot:{name or 'own'}"


def is_bot(thing: Any) -> bool:
    """Whether this is a bot, not a class or function that makes one."""
    return not isinstance(thing, type) and callable(getattr(thing, "decide", None))


def made_from(
    given: Any, game: AnyGame, settings: Mapping[str, Any] | None = None, name: str = ""
) -> Bot:
    """The bot itself, or the one that a class or function makes.

    It is called with the game if its first parameter has no default or is called `game`, and with
    the settings by name.
    """
    name = name or spec_name(given)
    bot = given
    if not is_bot(given):
        if not callable(given):
            raise UnknownBotError(f"{short(given)} is not a bot: it has no method decide")
        try:
            bot = given(*([game] if _takes_game(given) else []), **(settings or {}))
        except BaumeisterError:
            raise
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise UnknownBotError(f"the bot {name} cannot be made: {reason}") from error
    elif settings:
        raise UnknownBotError(f"{name} is a bot already and takes no settings")
    if not is_bot(bot):
        raise UnknownBotError(f"{name} makes {short(bot)}, which has no method decide")
    games = getattr(bot, "games", None)
    if games is not None and game.id not in games:
        raise UnknownBotError(f"the bot {name} does not play {game.id}")
    return bot  # type: ignore[no-any-return]


def _takes_game(factory: Callable[..., Any]) -> bool:
    try:
        parameters = list(inspect.signature(factory).parameters.values())
    except (TypeError, ValueError):  # a class of a compiled module
        return False
    first = parameters[0] if parameters else None
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    if first is None or first.kind not in positional:
        return False
    return first.default is inspect.Parameter.empty or first.name == "game"


def is_import(code: str) -> bool:
    """Whether a code begins with `module:Class`."""
    return _MODULE.fullmatch(":".join(code.split(":")[:2])) is not None


def imported(path: str) -> Any:
    """What `module:Class` names; modules of the current folder are found too."""
    module, _, attribute = path.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
        invalidate_caches()
    try:
        return getattr(import_module(module), attribute)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise UnknownBotError(f"no bot {short(path)}: {reason}") from error


@cache
def installed() -> Mapping[str, Any]:
    """The entry points of installed bots by name, our own names left out."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def check_portable(spec: BotSpec) -> None:
    """Raise BotError if the specification cannot be sent to another process."""
    if isinstance(spec, str):
        return
    try:
        pickle.dumps(spec)
    except Exception as error:
        reason = f"the bot {spec_name(spec)} cannot be sent to another process: {error}"
        instead = "use a class or function of a module, `module:Class`, or one core"
        raise BotError(f"{reason}; {instead}") from error
