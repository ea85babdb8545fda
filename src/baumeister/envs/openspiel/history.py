"""The action history of a game as each seat knows it: the basis of information states."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple, Self

from baumeister.core.chance import CHANCE
from baumeister.core.game import AnyGame
from baumeister.core.position_text import view_text

NOT_YET: Final = 0
HIDDEN: Final = 1
SEEN: Final = 2
"""The code of a step in a tensor: not made yet, made but hidden, or its number plus SEEN."""
NEVER: Final = 10**6


class Step(NamedTuple):
    """One action, of a player or of chance."""

    actor: int
    number: int
    observers: Collection[int] | None = None
    """The seats that see it at once; None for all."""
    revealed_at: int = NEVER
    """The moment at which everyone sees it."""


class ActionHistory(ABC):
    """The actions of one game. Moments are counters that each game defines, to say when hidden
    actions are revealed."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.steps: list[Step] = []
        self.resampled_for: int | None = None
        """The seat from whose information state the position was resampled, if it was."""
        self.start: tuple[str, ...] = ()
        """What each seat knew at the beginning, if the game began at a given position."""

    def begin_at(self, game: AnyGame, state: Any) -> None:
        """Begin at this state instead of the deal."""
        seats = range(game.players(game.options_of(state)))
        self.start = tuple(view_text(game, game.view(state, seat)) for seat in seats)
        self._begin_at(state)

    def copy(self) -> Self:
        """A copy that can be extended independently."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.steps = self.steps.copy()
        return other

    def resampled(self, seat: int) -> Self:
        """The history that the seat knows, for a position resampled from its information state.

        What the seat does not know is erased: it need not be true of the new position.
        """
        other = self.copy()
        other.resampled_for = seat
        other.steps = [
            step._replace(number=HIDDEN - SEEN) if code == HIDDEN else step
            for step, code in zip(self.steps, self.codes(seat), strict=True)
        ]
        return other

    def add(self, actor: int, number: int, points: Sequence[int]) -> None:
        """Append an action; `points` are those after it."""
        step = self._chance(number, points) if actor == CHANCE else self._decision(actor, number)
        self.steps.append(step)

    def codes(self, seat: int) -> list[int]:
        """The codes of all steps so far, as the seat knows them."""
        now = self._moment()
        return [
            step.number + SEEN
            if step.observers is None or seat in step.observers or now >= step.revealed_at
            else HIDDEN
            for step in self.steps
        ]

    def text(self, seat: int | None = None) -> str:
        """The steps the seat knows, `*` for chance: `*2 *? 0:254`; without a seat, everything."""
        hidden = [False] * len(self.steps)
        if seat is not None:
            hidden = [code == HIDDEN for code in self.codes(seat)]
        return " ".join(
            ("*" if step.actor == CHANCE else f"{step.actor}:")
            + ("?" if is_hidden else str(step.number))
            for step, is_hidden in zip(self.steps, hidden, strict=True)
        )

    @abstractmethod
    def _begin_at(self, state: Any) -> None:
        """Set the counters to those of a game that has come to this state."""

    @abstractmethod
    def _chance(self, number: int, points: Sequence[int]) -> Step:
        """A chance outcome, with the seats that may see it."""

    @abstractmethod
    def _decision(self, player: int, number: int) -> Step:
        """A player's action, with the seats that may see it."""

    @abstractmethod
    def _moment(self) -> int:
        """The present moment."""
