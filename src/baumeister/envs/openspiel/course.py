"""The course of a game as a seat knows it: every step so far, those it may not know hidden.

That is what an information state is: who knows the course has forgotten nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple, Self

from baumeister.core.chance import CHANCE

NOT_YET: Final = 0
HIDDEN: Final = 1
SEEN: Final = 2
"""A step in a tensor: not made yet, made but hidden, or its number with SEEN added."""
NEVER: Final = 10**6


class Step(NamedTuple):
    actor: int
    number: int
    lookers: Collection[int] | None = None
    """The seats that know it at once; None for all."""
    opens: int = NEVER
    """The moment from which all know it."""


class Course(ABC):
    """The steps of one game. Moments are counted as the game needs it to say what comes out
    when."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.steps: list[Step] = []
        self.guesser: int | None = None
        """The seat from which others' secrets are guessed, if they are."""

    def copy(self) -> Self:
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.steps = self.steps.copy()
        return other

    def guessed_by(self, seat: int) -> Self:
        """The course as far as the seat knows it. What it does not know is not known at all: the
        position that goes with it has been guessed anew."""
        other = self.copy()
        other.guesser = seat
        other.steps = [
            step._replace(number=HIDDEN - SEEN) if number == HIDDEN else step
            for step, number in zip(self.steps, self.seen(seat), strict=True)
        ]
        return other

    def add(self, actor: int, number: int, points: Sequence[int]) -> None:
        """A step that has been made, and the points after it."""
        made = self._chance(number, points) if actor == CHANCE else self._decision(actor, number)
        self.steps.append(made)

    def seen(self, seat: int) -> list[int]:
        """The steps as a tensor has them, as far as the game has come."""
        now = self._moment()
        return [
            step.number + SEEN
            if step.lookers is None or seat in step.lookers or now >= step.opens
            else HIDDEN
            for step in self.steps
        ]

    def text(self, seat: int | None = None) -> str:
        """The steps with who made them, `*` for chance: `*2 *? 0:254`. All, without a seat."""
        hidden = [False] * len(self.steps)
        if seat is not None:
            hidden = [number == HIDDEN for number in self.seen(seat)]
        return " ".join(
            ("*" if step.actor == CHANCE else f"{step.actor}:")
            + ("?" if is_hidden else str(step.number))
            for step, is_hidden in zip(self.steps, hidden, strict=True)
        )

    @abstractmethod
    def _chance(self, number: int, points: Sequence[int]) -> Step: ...

    @abstractmethod
    def _decision(self, player: int, number: int) -> Step: ...

    @abstractmethod
    def _moment(self) -> int:
        """The present one."""
