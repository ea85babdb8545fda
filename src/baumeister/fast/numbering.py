"""Rules of a game for positions, and how its states and actions become numbers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, NamedTuple

from baumeister.core.game import AnyGame, S
from baumeister.fast.errors import ArgumentTypeError


class Rules(NamedTuple):
    """A game under fixed options, with the sizes of its encodings."""

    game: AnyGame
    options: Any
    players: int
    actions: int
    observation: int


class Numbering(ABC, Generic[S]):
    """What a game adds to positions backed by its readable engine."""

    __slots__ = ()

    @staticmethod
    @abstractmethod
    def _legal(state: S, player: int, parts: Sequence[int]) -> list[int]:
        """The legal numbers of the player, ascending."""

    @staticmethod
    @abstractmethod
    def _chance(state: S, parts: Sequence[int]) -> list[tuple[int, int]]:
        """The chance outcomes, ascending, with their weights."""

    @staticmethod
    @abstractmethod
    def _wanted(state: S) -> int:
        """The number of parts the next action consists of."""

    @staticmethod
    @abstractmethod
    def _action(state: S, actor: int, numbers: Sequence[int]) -> Any:
        """The action with these numbers; ValueError if there is none."""

    @staticmethod
    @abstractmethod
    def _partial(state: S, parts: Sequence[int]) -> S:
        """The state to observe while a compound action is incomplete."""

    @staticmethod
    def _normalized(state: S) -> S:
        """The state without the parts that positions do not need."""
        return state

    @staticmethod
    def _ends_with_draw(_state: S) -> bool:
        """Whether the turn still ends with drawing a card."""
        return False

    @staticmethod
    @abstractmethod
    def _points(state: S) -> Sequence[int]: ...

    @staticmethod
    @abstractmethod
    def _encode(view: Any) -> list[float]: ...

    @staticmethod
    @abstractmethod
    def _data(state: S) -> Any:
        """The state as JSON data."""

    @staticmethod
    @abstractmethod
    def _read(rules: Rules, data: Any) -> S:
        """The state read from JSON data."""


def options_of(game: AnyGame, options: Any | Mapping[str, Any] | None) -> Any:
    """Return the game's options object, given as such or as plain data; None means the defaults."""
    if options is None or isinstance(options, Mapping):
        return game.options(options or {})
    if not isinstance(options, _options_type(game)):
        raise ArgumentTypeError(f"options of {game.id} must be a mapping, not {options!r}")
    return options


@lru_cache(maxsize=64)
def _options_type(game: AnyGame) -> type:
    """The type of a game's options; every position that is made asks for it."""
    return type(game.options({}))


def tuples(value: Any) -> Any:
    """Convert the lists in JSON data to tuples, which states consist of."""
    return tuple(map(tuples, value)) if isinstance(value, list) else value
