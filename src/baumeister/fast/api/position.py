"""The interface of a position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from baumeister.fast.api.results import Forecast, SearchResult
from baumeister.fast.api.rules import Rules

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


class Position(Protocol):
    """A mutable position with a random generator of its own.

    Positions are equal if their rules and everything in the game are, hidden cards included;
    generators are not compared. Do not change a position that is a key of a dictionary.
    """

    def __init__(self, rules: Rules, seed: int = 0) -> None:
        """Create the initial position; nothing is dealt yet."""

    @property
    def rules(self) -> Rules:
        """The rules, options included."""

    @property
    def actor(self) -> int:
        """The player to act; CHANCE (-1) or OVER (-2)."""

    def legal(self) -> list[int]:
        """Return the legal numbers of the actor, ascending; at chance, the possible outcomes."""

    def weights(self) -> list[int]:
        """Return the integer weight of each of `legal()` at a chance node."""

    def apply(self, number: int) -> None:
        """Take one step, chance included. IllegalNumberError, a ValueError, if it is illegal."""

    def settle(self) -> None:
        """Sample chance from the generator until a player is to act or the game is over."""

    def step(self, number: int) -> None:
        """`apply` and `settle`."""

    def copy(self) -> Position:
        """Return an independent copy, generator included."""

    def reseed(self, seed: int) -> None:
        """Replace the generator."""

    def playout(
        self,
        policy: Sequence[float] | None = None,
        policies: Sequence[Sequence[float]] | None = None,
        inverse_temperature: float = 1.0,
        round_only: bool = False,
    ) -> int:
        """Play to the end of the game, or of the round; return the number of decisions.

        Decisions are uniformly random, or drawn from the softmax of a policy's logits times
        `inverse_temperature`: one policy for all, or one for each player.
        """

    def playouts(self, n: int, seed: int = 0, threads: int = 1, lockstep: bool = True) -> int:
        """Play n uniformly random games from here; return the number of decisions.

        The position itself does not change.
        """

    def determinize(self, seat: int, seed: int) -> Position:
        """Return a position that the seat cannot distinguish from this one.

        Hidden information is resampled, and the generator has this seed. Over the readable engine
        this is impossible while a compound action is partly given.
        """

    def search(
        self,
        *,
        nodes: int = 0,
        seconds: float = 0.0,
        seed: int = 0,
        threads: int = 1,
        leaf: str | None = None,
        exploration: float = 0.5,
        policy: Sequence[float] | None = None,
        evaluate: Callable[..., Any] | None = None,
        inverse_temperature: float = 1.0,
        among: Sequence[int] = (),
        open_cards: bool = False,
        value_network: Any = None,
        paranoid: bool = False,
        depth: int = 0,
        batch: int = 0,
        noise: float = 0.0,
        alpha: float = 0.3,
        logits: bool = False,
        arrays: tuple[Any, Any] | None = None,
    ) -> SearchResult:
        """Search the decision of the player to act by information-set MCTS. Compiled core only.

        The search ends after `nodes` simulations or `seconds`, whichever comes first. `leaf` says
        how far a simulation is played out: "game", "round" or "none". Leaves are evaluated by
        the game; by `evaluate`, which returns a value from 0 to 1 for each player; or by a
        `value_network` of the game, beside a `policy` and "round" or "none". `exploration` is
        the constant of UCB1, or of PUCT with a `policy`, which is the prior and guides playouts at
        `inverse_temperature`. `among` restricts the search to these numbers; `open_cards` searches
        the position as it is, without resampling hidden cards. Every player maximises their own
        value; if `paranoid`, the opponents minimise that of the searching player, except in
        secret choices, which are sampled. The tree is at most `depth` decisions deep; 0 is no
        limit, 1 is flat Monte Carlo.

        With `batch`, `evaluate(observations, masks)` returns priors and values of up to `batch`
        leaves at once: see `baumeister.fast.search_many`, which also explains `noise`, `alpha`,
        `logits` and `arrays`. The other arguments are then `nodes`, `seconds`, `seed`, `threads`,
        `exploration`, `among` and `open_cards`.
        """

    def forecast(
        self,
        *,
        nodes: int = 0,
        seconds: float = 0.0,
        seed: int = 0,
        leaf: str = "round",
        policy: Sequence[float] | None = None,
        inverse_temperature: float = 1.0,
        every: int = 4,
        value_network: Any = None,
    ) -> Forecast:
        """Return the expected result by simulations from the position as it is. Compiled core only.

        Players follow the policy. A `value_network` values the leaves by the mean of what all seats
        see. One simulation in `every` is played to the end of the game, for the points.
        """

    def features(self, out: WriteableBuffer) -> int:
        """Write a row of float32 features for each of `legal()`; return the number of rows.

        Compiled core only.
        """

    def logits(self, policy: Sequence[float]) -> list[float]:
        """Return the policy's logit for each of `legal()`.

        Without the compiled core only for the policy networks of Manhattan.
        """

    def points(self) -> list[int]:
        """Return each player's points."""

    def standing(self) -> list[int]:
        """Return each player's points if the round were scored now."""

    def ranks(self) -> list[int]:
        """Return each player's rank at the end; 1 has won, ties share a rank."""

    def mask(self, out: WriteableBuffer) -> None:
        """Write 1 for each legal number and 0 elsewhere: `rules.actions` of uint8 or bool.

        All 0 where no player is to act.
        """

    def observe(self, seat: int, out: WriteableBuffer) -> None:
        """Write the observation of the seat: `rules.observation` of float32."""

    def state(self) -> Any:
        """Return the readable state; ValueError while a compound action is partly given."""

    @classmethod
    def of(cls, rules: Rules, state: Any) -> Position:
        """Return the position of a readable state, with a generator of seed 0."""

    def __bytes__(self) -> bytes:
        """The position and its generator; only the engine that wrote it can read it."""

    @classmethod
    def from_bytes(cls, rules: Rules, data: bytes) -> Position:
        """Return the position written by `bytes` under the same rules; ValueError if it is none."""
