"""The contract of a game.

A game is a handful of pure functions over immutable states. Rules assume legal input;
people's input goes through `core.match`, the checked door.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from baumeister.core.chance import Rng, draw_index
from baumeister.core.errors import Refusal, UnknownSeatError, short
from baumeister.core.outcome import Outcome

O = TypeVar("O")  # options: one frozen value  # noqa: E741
S = TypeVar("S")  # state
A = TypeVar("A")  # action; str(action) is its canonical text
V = TypeVar("V")  # view


class Game(ABC, Generic[O, S, A, V]):
    """One game; `O` options, `S` state, `A` action, `V` view."""

    id: ClassVar[str]
    """The name used in records, on the command line and on the wire."""
    rules_version: ClassVar[int]
    """Raised when the meaning of a recorded game changes."""
    result_clauses: ClassVar[Mapping[str, str]] = {}
    """The clause that decides each field of a record's result."""

    # --- options -----------------------------------------------------------------------

    @abstractmethod
    def options(self, given: Mapping[str, Any]) -> O:
        """Options from plain data: presets resolved, all fields checked (OptionsError)."""

    @abstractmethod
    def options_data(self, options: O) -> dict[str, Any]:
        """Every option in force, as plain data; `options` reads it back."""

    @abstractmethod
    def players(self, options: O) -> int:
        """How many players."""

    @abstractmethod
    def sides(self, options: O) -> tuple[int, ...] | None:
        """The side of the table each player has, where the game knows sides."""

    # --- play --------------------------------------------------------------------------

    @abstractmethod
    def new(self, options: O) -> S:
        """The first state. No randomness: chance acts from here."""

    @abstractmethod
    def options_of(self, state: S) -> O:
        """The options this state is played under."""

    @abstractmethod
    def actors(self, state: S) -> tuple[int, ...]:
        """Who owes a decision: players in order, `(CHANCE,)`, or `()` at the end.

        Several at once decide without knowing of each other; states reached by their
        actions in any order are equal.
        """

    @abstractmethod
    def legal(self, state: S, actor: int) -> Sequence[A]:
        """All legal actions of the actor, in a fixed order; empty if it owes none."""

    @abstractmethod
    def apply(self, state: S, actor: int, action: A) -> S:
        """The state after a legal action. Deterministic; the old state never changes."""

    @abstractmethod
    def why_not(self, state: S, actor: int, action: A) -> Refusal | None:
        """The clause that forbids the action, or None if it is legal."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result once `actors` is empty, else None."""

    @abstractmethod
    def standing(self, state: S) -> tuple[int, ...]:
        """Each player's points, plus what they would get if the round were scored now."""

    # --- chance ------------------------------------------------------------------------

    @abstractmethod
    def chance(self, state: S) -> Sequence[tuple[A, int]]:
        """What chance may do here, each with its exact integer weight."""

    def sample(self, state: S, rng: Rng) -> A:
        """One action of chance, drawn by weight. Games may do it without listing all."""
        outcomes = self.chance(state)
        return outcomes[draw_index(rng, [weight for _, weight in outcomes])][0]

    # --- knowledge ---------------------------------------------------------------------

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """What the seat, or a spectator (None), may know; no way back to the state.

        A view has the attributes `seat` (None for a spectator) and `options`.
        """

    @abstractmethod
    def determinize(self, view: V, rng: Rng, /) -> S:
        """A state that fits the view, uniform over the hidden parts that do.

        A view has no memory: who remembers the log may know more.
        """

    @abstractmethod
    def moment(self, state: S) -> Hashable:
        """When it is, as far as that decides who may know what is done now: a small value."""

    @abstractmethod
    def seen(self, made: Any, actor: int, action: A, viewer: int | None, now: S) -> str:
        """The action's text as the viewer may know it, `?` for each hidden part.

        `made` is the moment of the state it was taken in; `now` the latest, as secrets come out.
        """

    # --- texts -------------------------------------------------------------------------

    @abstractmethod
    def parse(self, text: str) -> A:
        """The action with this canonical text, or MalformedError."""

    @abstractmethod
    def record_schema(self) -> dict[str, Any]:
        """JSON Schemas of the fields of a record that are this game's own."""


def check_seat(seat: int | None, players: int) -> None:
    """A seat of the table or a spectator; anything else must not look at another's cards."""
    if seat is not None and (type(seat) is not int or not 0 <= seat < players):
        raise UnknownSeatError(f"there is no seat {short(seat)}; seats are 0 to {players - 1}")


AnyGame = Game[Any, Any, Any, Any]
