"""Checks that no bot knows more than its seat does.

The arena makes bots from their codes and passes them views, so they have nothing to cheat with. Two
checks ensure this: a bot passed in as an object must hold no state, and no view may lead to one.
Code that looks into its caller's frames can only be kept out by a process of its own:
`external:COMMAND`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, Final

from baumeister.core.errors import BaumeisterError
from baumeister.core.game import AnyGame, Game
from baumeister.core.match import Match
from baumeister.fast.positions import positions_of

_ATOMS: Final = frozenset((bool, int, float, complex, str, bytes, type(None)))


class UnfairBotError(BaumeisterError):
    code = "unfair-bot"


def secrets_of(game: AnyGame, options: Any) -> tuple[type, ...]:
    """The types a bot must not hold: those that contain every hand.

    A state of a built-in type cannot be told from other values and is not looked for.
    """
    kinds = (Match, positions_of(game).Position, type(game.new(options)))
    return tuple(kind for kind in kinds if kind.__module__ != "builtins")


def check_bot(bot: Any, secrets: tuple[type, ...]) -> None:
    """Raise UnfairBotError if a bot made elsewhere holds secrets."""
    way = way_to(bot, secrets)
    if way is not None:
        raise UnfairBotError(
            f"{type(bot).__name__} was given a state: it has {way}. "
            "Bots may decide by the view they are passed, and nothing else"
        )


def check_view(view: Any, secrets: tuple[type, ...]) -> None:
    """Raise UnfairBotError if a view leads to secrets."""
    way = way_to(view, secrets, code=False)
    if way is not None:
        raise UnfairBotError(f"this view leads to a state: it has {way}")


def way_to(thing: Any, secrets: tuple[type, ...], *, code: bool = True) -> str | None:
    """The path from a value to a secret, such as `.table[0].match`, if there is one.

    With `code`, classes and the globals of functions are followed too.
    """
    known: dict[int, Any] = {id(thing): thing}
    to_do = [(thing, "")]
    while to_do:
        here, way = to_do.pop()
        if type(here) is tuple and all(type(part) in _ATOMS for part in here):
            continue  # most of a view: skipping it makes this fast
        for step, there in _parts(here, code):
            if type(there) in _ATOMS or id(there) in known:
                continue
            if isinstance(there, secrets):
                return f"{way}{step} ({type(there).__name__})"
            known[id(there)] = there
            to_do.append((there, way + step))
    return None


def _parts(thing: Any, code: bool) -> Iterator[tuple[str, Any]]:
    """The values a value holds, with the path to each."""
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
        return  # everybody knows the rules
    for name, part in getattr(thing, "__dict__", {}).items():
        yield f".{name}", part
    for each in type(thing).__mro__:
        slots = vars(each).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(thing, name):
                yield f".{name}", getattr(thing, name)
        if code and not each.__module__.startswith(("baumeister.", "builtins")):
            yield from ((f".{name}", part) for name, part in vars(each).items() if name[:2] != "__")


def _of_function(function: FunctionType) -> Iterator[tuple[str, Any]]:
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            yield f" its {name}", cell.cell_contents
        except ValueError:
            continue  # an empty cell
    yield "", function.__defaults__
    yield "", function.__kwdefaults__
    for name in function.__code__.co_names:
        if name in function.__globals__:
            yield f" the global {name}", function.__globals__[name]
