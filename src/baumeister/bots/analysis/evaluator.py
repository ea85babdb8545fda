"""What analyses and hints ask of an engine: how good each decision is, and everybody's chances.

A decision is judged by what its player could know: hidden cards are resampled in every
simulation. With open cards the true state is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, NamedTuple, Protocol

from baumeister.bots.bot import Budget
from baumeister.core.game import AnyGame
from baumeister.core.outcome import win_shares


class Question(NamedTuple):
    """A decision to evaluate."""

    game: AnyGame
    seat: int
    view: Any
    """What the seat knows."""
    state: Any = None
    """The true state with open cards; None: only the view is used."""


class Alternative(NamedTuple):
    """An action and its value to the player who takes it."""

    action: Any
    chance: float
    """Of winning; 1 in a solo game."""
    points: float
    """Expected at the end."""
    visits: int


class Swing(NamedTuple):
    """What one seat gains if the first of two actions is taken instead of the second."""

    chance: float
    points: float


class Difference(NamedTuple):
    """How much better one action is than another, measured side by side."""

    chance: float
    chance_error: float
    """Standard error."""
    points: float
    points_error: float
    seats: tuple[Swing, ...] = ()
    """The same for everybody, by seat, from the same simulations."""
    until: str = "game"
    """How far the points are counted: to the end of the `round`, the `next-round` or the `game`."""


NOTHING: Final = Difference(0.0, 0.0, 0.0, 0.0)


class Prospect(NamedTuple):
    """Everybody's chances and expected points, by seat."""

    chances: tuple[float, ...]
    points: tuple[float, ...]
    errors: tuple[float, ...]
    """Standard errors of the chances."""
    points_errors: tuple[float, ...]


class Evaluator(Protocol):
    """An engine for one game."""

    by_points: ClassVar[bool]
    """Whether players score independently, so that lost points are a mistake in any case."""

    def alternatives(self, question: Question, budget: Budget, seed: int) -> list[Alternative]:
        """The actions considered, best first; empty if all are equivalent."""

    def difference(
        self, question: Question, actions: Sequence[Any], budget: Budget, seed: int
    ) -> Difference:
        """How much better the first of two actions is than the second."""

    def prospect(self, game: AnyGame, state: Any, budget: Budget, seed: int) -> Prospect:
        """Everybody's chances in the true state, which the players themselves cannot see."""


def final_prospect(game: AnyGame, state: Any) -> Prospect | None:
    """The result of a game that has ended, as a prospect without errors."""
    outcome = game.outcome(state)
    if outcome is None:
        return None
    none = (0.0,) * len(outcome.ranks)
    return Prospect(win_shares(outcome.ranks), tuple(map(float, outcome.scores)), none, none)


def part(budget: Budget, share: float) -> Budget:
    """A share of a budget.

    >>> part(Budget(nodes=1000), 0.25)
    Budget(seconds=None, nodes=250)
    """
    return Budget(
        budget.seconds * share if budget.seconds is not None else None,
        max(1, round(budget.nodes * share)) if budget.nodes is not None else None,
    )
