"""No bot may know more than its seat does.

The arena makes bots from their codes and gives them views, so there is nothing to cheat with. Two
checks hold that: a bot that is given to it as an object must have no state in it, and no view
that is handed out may lead to one. What a program does behind Python's back (looking into the
frames of its caller) can be kept out only by a process of its own: `external:COMMAND`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, Final

from baumeister.bots.position import fast_of
from baumeister.core.errors import BaumeisterError
from baumeister.core.game import AnyGame, Game
from baumeister.core.match import Match

_ATOMS: Final = frozenset((bool, int, float, complex, str, bytes, type(None)))


class UnfairBotError(BaumeisterError):
    code = "unfair-bot"


def secrets_of(game: AnyGame, options: Any) -> tuple[type, ...]:
    """What a bot must not be given: whatever holds all hands."""
    return type(game.new(options)), Match, fast_of(game).Position


def check_bot(bot: Any, secrets: tuple[type, ...]) -> None:
    """A bot that was made elsewhere holds no secrets when it sits down."""
    way = way_to(bot, secrets)
    if way is not None:
        raise UnfairBotError(
            f"{type(bot).__name__} was given a state: it has {way}. "
            "Bots decide by the view they are handed, and by nothing else"
        )


def check_view(view: Any, secrets: tuple[type, ...]) -> None:
    """A view leads to no secrets."""
    way = way_to(view, secrets)
    if way is not None:
        raise UnfairBotError(f"this view leads to a state: it has {way}")


def way_to(thing: Any, secrets: tuple[type, ...]) -> str | None:
    """How something secret is reached from here, if it is: `.table[0].match`."""
    known: dict[int, Any] = {id(thing): thing}
    to_do = [(thing, "")]
    while to_do:
        here, way = to_do.pop()
        if type(here) is tuple and all(type(part) in _ATOMS for part in here):
            continue  # most of a view is such: this is what makes it quick
        for step, there in _parts(here):
            if type(there) in _ATOMS or id(there) in known:
                continue
            if isinstance(there, secrets):
                return f"{way}{step} ({type(there).__name__})"
            known[id(there)] = there
            to_do.append((there, way + step))
    return None


def _parts(thing: Any) -> Iterator[tuple[str, Any]]:
    """What a thing holds, with how it is reached."""
    if isinstance(thing, (tuple, list, set, frozenset)):
        yield from ((f"[{index}]", part) for index, part in enumerate(thing))
        if not hasattr(thing, "__dict__"):
            return
    elif isinstance(thing, dict):
        yield from ((f"[{key!r}]", part) for key, part in thing.items())
        yield from (("", key) for key in thing)
    elif isinstance(thing, FunctionType):
        yield from _of_function(thing)
    elif isinstance(thing, (MethodType, BuiltinFunctionType)):
        yield ".__self__", thing.__self__
        if isinstance(thing, MethodType):
            yield "", thing.__func__
    elif isinstance(thing, partial):
        yield ".func", thing.func
        yield ".args", thing.args
        yield ".keywords", thing.keywords
    if isinstance(thing, (type, ModuleType, Game)):
        return  # the rules are known to all
    for name, part in getattr(thing, "__dict__", {}).items():
        yield f".{name}", part
    for each in type(thing).__mro__:
        slots = vars(each).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(thing, name):
                yield f".{name}", getattr(thing, name)
        if not each.__module__.startswith(("baumeister.", "builtins")):
            yield from ((f".{name}", part) for name, part in vars(each).items() if name[:2] != "__")


def _of_function(function: FunctionType) -> Iterator[tuple[str, Any]]:
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            yield f" its {name}", cell.cell_contents
        except ValueError:
            continue  # not filled yet
    yield "", function.__defaults__
    yield "", function.__kwdefaults__
    for name in function.__code__.co_names:
        if name in function.__globals__:
            yield f" the global {name}", function.__globals__[name]
