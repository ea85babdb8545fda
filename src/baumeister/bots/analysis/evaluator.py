"""What analyses and hints ask of the engines: how good each decision is, how everybody stands.

A decision is judged by what its player could know: the cards that the seat cannot see are dealt
anew for every simulation. With open cards they are as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, NamedTuple, Protocol

from baumeister.bots.bot import Budget
from baumeister.core.game import AnyGame


class Question(NamedTuple):
    """A decision that is due."""

    game: AnyGame
    seat: int
    view: Any
    """What the seat knows."""
    state: Any = None
    """All there is, where the cards are open; else nothing but the view is looked at."""


class Alternative(NamedTuple):
    """A decision and what it is worth to who makes it."""

    action: Any
    chance: float
    """Of winning; 1 where nobody else plays."""
    points: float
    """Expected at the end."""
    visits: int


class Difference(NamedTuple):
    """What one decision is worth more than another, measured side by side."""

    chance: float
    chance_error: float
    """The standard error."""
    points: float
    points_error: float


NOTHING: Final = Difference(0.0, 0.0, 0.0, 0.0)


class Prospect(NamedTuple):
    """How everybody stands, by seat."""

    chances: tuple[float, ...]
    points: tuple[float, ...]
    errors: tuple[float, ...]
    """Standard errors of the chances."""
    points_errors: tuple[float, ...]


class Evaluator(Protocol):
    """An engine of one game, asked by analyses and hints."""

    by_points: ClassVar[bool]
    """Whether points are each player's own affair, so that losing some is a mistake in any case."""

    def alternatives(self, question: Question, budget: Budget, seed: int) -> list[Alternative]:
        """The decisions that were looked at, the best first; none if all come to the same."""

    def difference(
        self, question: Question, actions: Sequence[Any], budget: Budget, seed: int
    ) -> Difference:
        """What the first of two actions is worth more than the second."""

    def prospect(self, game: AnyGame, state: Any, budget: Budget, seed: int) -> Prospect:
        """How everybody stands for who sees all: the players themselves do not."""


def part(budget: Budget, share: float) -> Budget:
    """A share of a budget.

    >>> part(Budget(nodes=1000), 0.25)
    Budget(seconds=None, nodes=250)
    """
    return Budget(
        budget.seconds * share if budget.seconds is not None else None,
        max(1, round(budget.nodes * share)) if budget.nodes is not None else None,
    )
