"""The contract of a game.

A game is a set of pure functions over immutable states. The functions assume legal input; use
`core.match` to play with unchecked input.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar, cast

from baumeister.core.chance import Rng, draw_index
from baumeister.core.errors import Refusal, UnknownSeatError, short
from baumeister.core.options import OptionSet
from baumeister.core.outcome import Outcome
from baumeister.core.text import Forms

O = TypeVar("O")  # options: one frozen value  # noqa: E741
S = TypeVar("S")  # state
A = TypeVar("A")  # action; str(action) is its canonical text
V = TypeVar("V")  # view


class Game(ABC, Generic[O, S, A, V]):
    """One game; `O` options, `S` state, `A` action, `V` view."""

    id: ClassVar[str]
    """The name used in records, on the command line and on the wire."""
    rules_version: ClassVar[int]
    """Raised when the meaning of a recorded game changes. Games of all older versions are read:
    `options_of_version`, `corrected`."""
    result_clauses: ClassVar[Mapping[str, str]] = {}
    """The clause that decides each field of a record's result."""

    options_type: ClassVar[type[OptionSet]] = OptionSet
    """The options, declared once (`core.options`)."""
    forms: ClassVar[Forms[Any]]
    """How each kind of action is written (`core.text`)."""

    # --- options -----------------------------------------------------------------------

    def options(self, given: Mapping[str, Any]) -> O:
        """Options from plain data: presets resolved, all fields checked (OptionsError)."""
        found: Any = self.options_type.resolve(given)
        return cast("O", found)

    def options_of_version(self, version: int, given: Mapping[str, Any]) -> Mapping[str, Any]:  # noqa: ARG002
        """Options of a game that was played by an older version of the rules, as this version has
        them; OptionsError if that version did not know one of them."""
        return given

    def options_data(self, options: O) -> dict[str, Any]:
        """Every option in force as plain data; `options` reads it back."""
        return cast("OptionSet", options).data()

    def players(self, options: O) -> int:
        """The number of players."""
        count: int = cast("Any", options).players
        return count

    def sides(self, options: O) -> tuple[int, ...] | None:  # noqa: ARG002
        """The side of the table each player sits at; None where the game has no sides."""
        return None

    # --- play --------------------------------------------------------------------------

    @abstractmethod
    def new(self, options: O) -> S:
        """The first state. No randomness: chance acts from here."""

    def options_of(self, state: S) -> O:
        """The options this state is played under."""
        found: O = cast("Any", state).options
        return found

    @abstractmethod
    def actors(self, state: S) -> tuple[int, ...]:
        """Who has to decide: players in player order, `(CHANCE,)`, or `()` at the end.

        Several players decide simultaneously, without seeing each other's decisions: their actions
        commute.
        """

    @abstractmethod
    def legal(self, state: S, actor: int) -> Sequence[A]:
        """The legal actions of the actor, in a fixed order; empty if it has nothing to decide."""

    @abstractmethod
    def apply(self, state: S, actor: int, action: A) -> S:
        """The state after a legal action. Deterministic; never changes the old state."""

    @abstractmethod
    def why_not(self, state: S, actor: int, action: A) -> Refusal | None:
        """Why the action is illegal, with the clause that forbids it; None if it is legal."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result; None until the game has ended."""

    @abstractmethod
    def standing(self, state: S) -> tuple[int, ...]:
        """Each player's points if the round were scored now."""

    def scored_now(self, state: S) -> tuple[int, ...]:
        """The standing as players see it: in the last round with what the end of the game adds;
        default: the standing."""
        return self.standing(state)

    def points(self, state: S) -> tuple[int, ...]:
        """Each player's points in the rounds scored so far; default: the standing, for games that
        score as they go."""
        return self.standing(state)

    def just_scored(self, state: S) -> bool:  # noqa: ARG002
        """Whether nothing that scores has changed since the last scoring, so that the standing
        would only repeat it; default: no."""
        return False

    # --- chance ------------------------------------------------------------------------

    @abstractmethod
    def chance(self, state: S) -> Sequence[tuple[A, int]]:
        """The possible actions of chance with their exact integer weights."""

    def sample(self, state: S, rng: Rng) -> A:
        """A random action of chance. Override it to avoid listing all of them."""
        outcomes = self.chance(state)
        return outcomes[draw_index(rng, [weight for _, weight in outcomes])][0]

    # --- knowledge ---------------------------------------------------------------------

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """What the seat, or a spectator (None), may know; nothing hidden can be derived from it.

        A view has at least `seat` and `options`. UnknownSeatError for any other seat.
        """

    @abstractmethod
    def determinize(self, view: V, rng: Rng, /) -> S:
        """A random state consistent with the view, uniform over the hidden information.

        Only the view counts: a player who remembers the log may know more.
        """

    def moment(self, state: S) -> Hashable:  # noqa: ARG002
        """A small value for `seen`: what it needs to know about the state before an action."""
        return None

    @abstractmethod
    def seen(self, made: Any, actor: int, action: A, viewer: int | None, now: S) -> str:
        """The action's text as the viewer may see it, with `?` for each hidden part.

        `made` is the `moment` of the state before the action; `now` is the present state, because
        secrets are revealed over time.
        """

    def effect(self, before: S, action: A, after: S) -> str | None:  # noqa: ARG002
        """What an action caused besides what its text says, as public text for the log."""
        return None

    def corrected(self, version: int, before: S, action: A, after: S | None) -> str | None:  # noqa: ARG002
        """The clause by which a step of a game played by an older version of the rules is now
        refused (`after` is None) or scored differently, if there is one."""
        return None

    # --- text --------------------------------------------------------------------------

    def parse(self, text: str) -> A:
        """The action with this canonical text, or MalformedError."""
        action: A = self.forms.parse(text)
        return action

    def record_schema(self) -> dict[str, Any]:
        """JSON Schemas of the record fields that depend on the game."""
        return {
            "options": self.options_type.json_schema(),
            "log": {"items": {"pattern": f"^(?:{self.forms.line_pattern()})$"}},
        }


def check_seat(seat: int | None, players: int) -> None:
    """Raise UnknownSeatError unless the seat is one of the table or None, a spectator."""
    if seat is not None and (type(seat) is not int or not 0 <= seat < players):
        raise UnknownSeatError(f"there is no seat {short(seat)}; seats are 0 to {players - 1}")


AnyGame = Game[Any, Any, Any, Any]
