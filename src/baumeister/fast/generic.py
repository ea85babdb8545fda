"""Positions of any game over its rules engine, for games without a position module of their own.

A number is an index into `legal(state, actor)`, or into `chance(state)` for chance; it has no
meaning beyond the state. That is enough for playouts and search. A mask and an observation need a
fixed numbering and an encoding, which only a module of the game's own can define.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Never, cast

from baumeister.core.chance import CHANCE
from baumeister.core.game import AnyGame
from baumeister.fast import api, numbering, plain
from baumeister.fast.errors import UnsupportedError
from baumeister.fast.generator import Generator
from baumeister.fast.layout import Field


@dataclass(frozen=True, slots=True)
class Rules:
    """A game under fixed options."""

    game: AnyGame
    options: Any

    @property
    def players(self) -> int:
        return self.game.players(self.options)

    @property
    def actions(self) -> int:
        raise UnsupportedError(self.game, "fixed numbering of actions")

    @property
    def observation(self) -> int:
        raise UnsupportedError(self.game, "observation encoding")


class _Draws:
    """A `core.chance.Rng` that draws from a position's generator."""

    def __init__(self, generator: Generator) -> None:
        self._generator = generator

    def random(self) -> float:
        return (self._generator.next() >> 11) * 2.0**-53


class GenericPosition(plain.PlainPosition[Any]):
    """A position of a game that brings only its rules."""

    __slots__ = ()

    def settle(self) -> None:
        # by `sample`: listing all outcomes may be far more work than drawing one
        draws = _Draws(self._generator)
        while self.actor == CHANCE:
            action = self.game.sample(self._state, draws)
            self._set(self.game.apply(self._state, CHANCE, action), ())

    @classmethod
    def _legal(cls, state: Any, player: int, _parts: Sequence[int]) -> list[int]:
        return list(range(len(cls.game.legal(state, player))))

    @classmethod
    def _chance(cls, state: Any, _parts: Sequence[int]) -> list[tuple[int, int]]:
        return [(number, weight) for number, (_, weight) in enumerate(cls.game.chance(state))]

    @staticmethod
    def _wanted(_state: Any) -> int:
        return 1

    @classmethod
    def _action(cls, state: Any, actor: int, numbers: Sequence[int]) -> Any:
        return _action_of(cls.game, state, actor, numbers)

    @staticmethod
    def _partial(state: Any, _parts: Sequence[int]) -> Any:
        return state

    @classmethod
    def _points(cls, state: Any) -> Sequence[int]:
        return cls.game.standing(state)

    @classmethod
    def _encode(cls, _view: Any) -> Never:
        raise UnsupportedError(cls.game, "observation encoding")

    @classmethod
    def _data(cls, _state: Any) -> Never:
        raise UnsupportedError(cls.game, "encoding of positions as bytes")

    @classmethod
    def _read(cls, _rules: Any, _data: Any) -> Never:
        raise UnsupportedError(cls.game, "encoding of positions as bytes")


class GenericModule:
    """A `PositionModule` for one game."""

    def __init__(self, game: AnyGame) -> None:
        self.GAME = game
        made = type("Position", (GenericPosition,), {"__slots__": (), "game": game})
        self.Position = cast("type[api.Position]", made)
        self.Batch = cast("type[api.Batch]", plain.NoBatch)
        self._rules = lru_cache(maxsize=64)(lambda options: Rules(game, options))

    def rules(self, options: Any | Mapping[str, Any] | None = None) -> Rules:
        return self._rules(numbering.options_of(self.GAME, options))

    def numbers_of(self, state: Any, actor: int, action: Any, /) -> tuple[int, ...]:
        return (list(_actions(self.GAME, state, actor)).index(action),)

    def action_of(self, state: Any, actor: int, numbers: Sequence[int], /) -> Any:
        return _action_of(self.GAME, state, actor, numbers)

    def wanted(self, _state: Any, /) -> int:
        return 1

    def text(self, state: Any, actor: int, number: int, _index: int = 0, /) -> str:
        return str(_action_of(self.GAME, state, actor, (number,)))

    def fields(self, _rules: Any, /) -> Sequence[Field]:
        raise UnsupportedError(self.GAME, "observation encoding")


@cache
def positions(game: AnyGame) -> GenericModule:
    """The generic position module of a game."""
    return GenericModule(game)


def _actions(game: AnyGame, state: Any, actor: int) -> Sequence[Any]:
    if actor == CHANCE:
        return [action for action, _ in game.chance(state)]
    return game.legal(state, actor)


def _action_of(game: AnyGame, state: Any, actor: int, numbers: Sequence[int]) -> Any:
    actions = _actions(game, state, actor)
    if len(numbers) != 1 or not 0 <= numbers[0] < len(actions):
        raise ValueError(f"an action here is one number from 0 to {len(actions) - 1}")
    return actions[numbers[0]]
