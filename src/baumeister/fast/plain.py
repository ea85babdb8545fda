"""Positions backed by the readable engine: slow, exact, available without a compiler.

A position holds a state of the readable engine and, while a compound action (one that takes
several numbers) is being entered, the numbers given so far. Tests compare the compiled core with
it at every step.
"""

from __future__ import annotations

import json
import zlib
from array import array
from collections.abc import Sequence
from operator import index
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final, Never, Self

from baumeister.core.chance import CHANCE
from baumeister.core.errors import Refusal
from baumeister.core.game import AnyGame, S
from baumeister.fast import OVER
from baumeister.fast.errors import (
    ArgumentError,
    ArgumentTypeError,
    IllegalNumberError,
    NoCoreError,
    incomplete_action,
)
from baumeister.fast.generator import Generator, below, lower, upper
from baumeister.fast.numbering import Numbering, Rules

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_MAGIC: Final = b"baumeister plain 1 "


class PlainPosition(Numbering[S]):
    """A position backed by a rules engine. Subclasses implement the methods of `Numbering`."""

    __slots__ = ("_generator", "_outcomes", "_parts", "_state", "rules")

    game: ClassVar[AnyGame]

    def __init__(self, rules: Rules, seed: int = 0) -> None:
        if getattr(rules, "game", None) is not self.game:
            raise ArgumentTypeError(
                f"not rules of {self.game.id}: make them with rules() beside Position"
            )
        self.rules = rules
        self._generator = Generator(index(seed))
        self._set(rules.game.new(rules.options), ())

    def __repr__(self) -> str:  # without the state, which holds hidden cards
        return f"<Position of {self.game.id}, actor {self.actor}>"

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        assert isinstance(other, PlainPosition)
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        return self.rules.options, self._state, self._parts

    # --- queries -----------------------------------------------------------------------

    @property
    def actor(self) -> int:
        actors = self.game.actors(self._state)
        return actors[0] if actors else OVER

    def legal(self) -> list[int]:
        return [number for number, _ in self._possible()]

    def weights(self) -> list[int]:
        if self.actor != CHANCE:
            raise ArgumentError("chance is not to act: there are no weights")
        return [weight for _, weight in self._possible()]

    def mask(self, out: WriteableBuffer) -> None:
        view = _writable(out, "B", self.rules.actions)
        flags = bytearray(self.rules.actions)
        if self.actor >= 0:
            for number in self.legal():
                flags[number] = 1
        view[:] = flags

    def observe(self, seat: int, out: WriteableBuffer) -> None:
        view = _writable(out, "f", self.rules.observation)
        state = self._partial(self._state, self._parts) if self._parts else self._state
        view[:] = array("f", self._encode(self.game.view(state, index(seat))))

    def points(self) -> list[int]:
        return list(self._points(self._state))

    def standing(self) -> list[int]:
        return list(self.game.standing(self._state))

    def ranks(self) -> list[int]:
        outcome = self.game.outcome(self._state)
        if outcome is None:
            raise ArgumentError("the game is not over: there are no ranks yet")
        return list(outcome.ranks)

    # --- play --------------------------------------------------------------------------

    def apply(self, number: int) -> None:
        number = index(number)
        actor = self.actor
        if number not in self.legal():
            raise IllegalNumberError(number, actor, self.legal(), self._why_not(number))
        parts = (*self._parts, number)
        if len(parts) < self._wanted(self._state):
            self._set(self._state, parts)
        else:
            action = self._action(self._state, actor, parts)
            self._set(self._normalized(self.game.apply(self._state, actor, action)), ())

    def settle(self) -> None:
        while self.actor == CHANCE:
            self._draw(self._generator.next())

    def step(self, number: int) -> None:
        self.apply(number)
        self.settle()

    def playout(
        self,
        policy: Sequence[float] | None = None,
        policies: Sequence[Sequence[float]] | None = None,
        inverse_temperature: float = 1.0,  # noqa: ARG002
        round_only: bool = False,
    ) -> int:
        if policy is not None or policies is not None or round_only:
            raise NoCoreError("policies")
        decisions = 0
        self.settle()
        while self.actor != OVER:
            bits = self._generator.next()
            legal = self.legal()
            self.apply(legal[below(upper(bits), len(legal))])
            decisions += 1
            if self._ends_with_draw(self._state):  # the core uses one random number for both
                self._draw(bits)
            self.settle()
        return decisions

    def playouts(
        self,
        n: int,
        seed: int = 0,
        threads: int = 1,  # noqa: ARG002
        lockstep: bool = True,  # noqa: ARG002
    ) -> int:
        total = 0
        for game in range(n):
            other = self.copy()
            other._generator = Generator(index(seed)).split(game)
            total += other.playout()
        return total

    def copy(self) -> Self:
        return self._make(self.rules, self._state, self._parts, self._generator.copy())

    def reseed(self, seed: int) -> None:
        self._generator = Generator(index(seed))

    def determinize(self, seat: int, seed: int) -> Self:
        view = self.game.view(self.state(), index(seat))
        other = self.of(self.rules, self.game.determinize(view, Random(index(seed))))
        other.reseed(seed)
        return other

    def search(self, **_wanted: Any) -> Never:
        raise NoCoreError("searches")

    def forecast(self, **_wanted: Any) -> Never:
        raise NoCoreError("forecasts")

    def features(self, _out: WriteableBuffer) -> Never:
        raise NoCoreError("policies")

    def logits(self, policy: Sequence[float]) -> list[float]:  # noqa: ARG002
        raise NoCoreError("policies")

    # --- conversion -------------------------------------------------------------------

    def state(self) -> S:
        if self._parts:
            raise incomplete_action()
        return self._state

    @classmethod
    def of(cls, rules: Rules, state: S) -> Self:
        if cls.game.options_of(state) != rules.options:
            raise ArgumentError("the state has other options than the rules")
        return cls._make(rules, cls._normalized(state), (), Generator(0))

    def __bytes__(self) -> bytes:
        generator = self._generator
        data = [generator.key, generator.count, self._parts, self._data(self._state)]
        text = json.dumps(data, separators=(",", ":")).encode()
        return _MAGIC + _checksum(self.rules, text) + text

    @classmethod
    def from_bytes(cls, rules: Rules, data: bytes) -> Self:
        head = len(_MAGIC) + 8
        text = bytes(data[head:])
        if data[:head] != _MAGIC + _checksum(rules, text):
            raise ArgumentError(f"not a position of {cls.game.id} under these options, or damaged")
        key, count, parts, state = json.loads(text)
        return cls._make(rules, cls._read(rules, state), tuple(parts), Generator(key, count))

    # --- internals ---------------------------------------------------------------------

    def _set(self, state: S, parts: tuple[int, ...]) -> None:
        self._state = state
        self._parts = parts
        self._outcomes: Sequence[tuple[int, int]] | None = None

    @classmethod
    def _make(cls, rules: Rules, state: S, parts: tuple[int, ...], generator: Generator) -> Self:
        position = cls.__new__(cls)
        position.rules = rules
        position._generator = generator
        position._set(state, parts)
        return position

    def _possible(self) -> Sequence[tuple[int, int]]:
        """The legal numbers with their weights (1 for players), cached until the next change."""
        if self._outcomes is None:
            actor = self.actor
            if actor == CHANCE:
                self._outcomes = self._chance(self._state, self._parts)
            elif actor == OVER:
                self._outcomes = ()
            else:
                self._outcomes = [(n, 1) for n in self._legal(self._state, actor, self._parts)]
        return self._outcomes

    def _draw(self, bits: int) -> None:
        """Sample a chance outcome with these random bits and apply it."""
        outcomes = self._possible()
        left = below(lower(bits), sum(weight for _, weight in outcomes))
        for number, weight in outcomes:
            left -= weight
            if left < 0:
                self.apply(number)
                return

    def _why_not(self, number: int) -> Refusal | None:
        """The refusal of a number, or None if the number alone is not a complete action."""
        if self.actor == OVER or self._wanted(self._state) > 1:
            return None
        try:
            action = self._action(self._state, self.actor, (number,))
        except ValueError:
            return None
        return self.game.why_not(self._state, self.actor, action)


class NoBatch:
    """Placeholder for `Batch`, which needs the compiled core."""

    def __init__(self, *_given: Any, **_settings: Any) -> None:
        raise NoCoreError("batches")


def _writable(out: WriteableBuffer, kind: str, length: int) -> memoryview:
    """Return a memory view of the caller's array; TypeError or ValueError if it does not fit."""
    view = memoryview(out)
    if view.format != kind or view.ndim != 1 or not view.c_contiguous or view.readonly:
        name = {"B": "uint8", "f": "float32"}[kind]
        raise ArgumentTypeError(f"must be a writable, contiguous, one-dimensional array of {name}")
    if len(view) != length:
        raise ArgumentError(f"must have length {length}, not {len(view)}")
    return view


def _checksum(rules: Rules, text: bytes) -> bytes:
    """A checksum of the options and the text, as eight hexadecimal digits."""
    options = json.dumps([rules.game.id, rules.game.options_data(rules.options)], sort_keys=True)
    return b"%08x" % zlib.crc32(text, zlib.crc32(options.encode()))
