"""The games that are installed, found through the entry-point group `baumeister.games`.

An entry point names a `Plugin`. One that is broken, or repeats an id, is left out and reported by
`problems()`; all others keep working.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from baumeister.core.errors import BaumeisterError, short
from baumeister.core.game import AnyGame, Game
from baumeister.core.plugin import Plugin

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "baumeister.games"
OWN: Final = "baumeister"
"""Our distribution: its games are found first, so that no other can take their ids."""

_ID: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class UnknownGameError(BaumeisterError):
    code = "unknown-game"


class Problem(NamedTuple):
    """A plug-in that was left out."""

    plugin: str
    """The entry point's name and, where known, its distribution."""
    reason: str

    def __str__(self) -> str:
        return f"the game plug-in {self.plugin} was left out: {self.reason}"


class Registry:
    """Plug-ins by the id of their game."""

    def __init__(self) -> None:
        self.plugins: dict[str, Plugin] = {}
        self.problems: list[Problem] = []

    def add(self, plugin: Plugin) -> None:
        """Register a plug-in; ValueError says what is wrong with it."""
        if not isinstance(plugin, Plugin):
            raise ValueError(f"it is {short(plugin)}, not a baumeister.core.plugin.Plugin")
        game = plugin.game
        if not isinstance(game, Game):
            raise ValueError(f"its game is {short(game)}, not a baumeister.core.game.Game")
        if not isinstance(game.id, str) or not _ID.fullmatch(game.id):
            raise ValueError(f"the id {short(game.id)} is not lower-case words joined by hyphens")
        if game.id in self.plugins:
            raise ValueError(f"there is a game with the id {game.id!r} already")
        game.options_data(game.options({}))
        self.plugins[game.id] = plugin

    def discover(self) -> None:
        """Register what is installed, our own games first."""
        from importlib.metadata import entry_points  # noqa: PLC0415 - costs as much as our own core

        for entry in sorted(entry_points(group=GROUP), key=_order):
            try:
                self.add(entry.load())
            except Exception as error:  # whatever a stranger's module raises
                reason = str(error) if type(error) is ValueError else repr(error)
                self.problems.append(Problem(_name(entry), reason))


_registry: Registry | None = None


def registry() -> Registry:
    """The plug-ins, discovered at the first call."""
    global _registry  # noqa: PLW0603
    if _registry is None:
        _registry = Registry()
        _registry.discover()
    return _registry


def register(plugin: Plugin) -> None:
    """Add a game that is not installed as a package, for this process. ValueError if its id is
    taken."""
    registry().add(plugin)


@contextmanager
def known(game: AnyGame) -> Iterator[None]:
    """Register a game without parts for the duration of a block, unless its id is registered."""
    plugins = registry().plugins
    is_new = game.id not in plugins
    if is_new:
        register(Plugin(game))
    try:
        yield
    finally:
        if is_new:
            del plugins[game.id]


def plugin(game_id: str) -> Plugin:
    """The plug-in of the game with this id."""
    known = registry().plugins
    try:
        return known[game_id]
    except KeyError:
        there = ", ".join(sorted(known)) or "none; is Baumeister installed?"
        raise UnknownGameError(f"no game {short(game_id)}; there are: {there}") from None


def plugin_of(game: AnyGame) -> Plugin:
    """The plug-in of a game; one without parts for a game that is not registered."""
    found = registry().plugins.get(game.id)
    # games that were pickled are equal, not identical, in another process
    return found if found is not None and type(found.game) is type(game) else Plugin(game)


def find(game_id: str) -> AnyGame:
    """The game with this id."""
    return plugin(game_id).game


def games() -> list[str]:
    """The ids of all games."""
    return sorted(registry().plugins)


def problems() -> tuple[Problem, ...]:
    """The plug-ins that were left out, and why."""
    return tuple(registry().problems)


def _order(entry: EntryPoint) -> tuple[bool, str, str]:
    return _distribution(entry) != OWN, _distribution(entry), entry.name


def _distribution(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else ""


def _name(entry: EntryPoint) -> str:
    return f"{entry.name} ({entry.dist.name} {entry.dist.version})" if entry.dist else entry.name
