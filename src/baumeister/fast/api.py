"""What can be done with a position, whoever plays it: the compiled core or the readable engine.

Steps are small. Where the readable engine has one action of many parts (a hand of cards, the
order of the districts, the blocks of two colours, the boards), they are taken one after the
other. Players who decide at the same time take their decisions in player order, and nobody's
observation shows another's before all are in. Which number means what: `<game>/numbers.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


class Rules(Protocol):
    """The options of a game, and what follows from them; made once by `rules(options)`."""

    @property
    def options(self) -> Any: ...

    @property
    def players(self) -> int: ...

    @property
    def actions(self) -> int:
        """How many numbers a player may have to choose from: the length of a mask."""

    @property
    def observation(self) -> int:
        """The length of an observation."""


class MakeRules(Protocol):
    def __call__(self, options: Any | Mapping[str, Any] | None = None) -> Rules:
        """The rules for these options, or for plain data that says them; made once."""


class SearchResult(NamedTuple):
    """What a search found out about the decision that is due."""

    numbers: list[int]
    """The legal ones, ascending."""
    visits: list[int]
    values: list[float]
    """The mean worth of each to the player to decide, 0 to 1; 0 where it was not tried."""
    simulations: int
    shares: list[list[float]]
    """Of each number, the mean worth to every player; 0 where it was not tried."""
    points: list[list[float]]
    """Of each number, the mean points of every player where simulations were judged."""
    errors: list[float]
    """The standard errors of the values."""

    @property
    def best(self) -> int:
        """The number tried most: what a search decides on."""
        return self.numbers[self.visits.index(max(self.visits))]


class Forecast(NamedTuple):
    """How everybody stands, by player."""

    shares: list[float]
    """The mean worth of the position, 0 to 1."""
    points: list[float]
    """The mean points at the end of the game."""
    share_errors: list[float]
    points_errors: list[float]
    """Standard errors."""
    simulations: int


class Position(Protocol):
    """One game being played, with a generator of its own. It changes as it is played."""

    def __init__(self, rules: Rules, seed: int = 0) -> None:
        """The first position: nothing is dealt yet."""

    @property
    def rules(self) -> Rules: ...

    @property
    def actor(self) -> int:
        """The player to decide; CHANCE (-1) or OVER (-2)."""

    def legal(self) -> list[int]:
        """The numbers that the actor may give, ascending; of chance, what may come out."""

    def weights(self) -> list[int]:
        """At chance: the integer weight of each of `legal()`."""

    def apply(self, number: int) -> None:
        """One step, chance included. IllegalNumberError, a ValueError, if it is not legal."""

    def settle(self) -> None:
        """Play chance with the own generator until a player is to decide or the game is over."""

    def step(self, number: int) -> None:
        """`apply` and `settle`."""

    def copy(self) -> Position:
        """Another position that stands where this one does, generator included."""

    def reseed(self, seed: int) -> None:
        """A fresh generator."""

    def playout(
        self,
        policy: Sequence[float] | None = None,
        policies: Sequence[Sequence[float]] | None = None,
        inverse_temperature: float = 1.0,
        round_only: bool = False,
    ) -> int:
        """Play uniformly at random to the end of the game or the round, or by a policy, or by one
        for each player; how many decisions were made. The sharper, the likelier what it likes."""

    def playouts(self, n: int, seed: int = 0, threads: int = 1, lockstep: bool = True) -> int:
        """So many random games from here; the position stays. How many decisions were made."""

    def determinize(self, seat: int, seed: int) -> Position:
        """Another position that the seat cannot tell from this one: what it may not know is dealt
        anew, and the generator is one of this seed. A plain position can do so only where no step
        of many parts is half done."""

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
        evaluate: Callable[[Any], Sequence[float]] | None = None,
        value: Sequence[float] | None = None,
        inverse_temperature: float = 1.0,
        among: Sequence[int] = (),
        open_cards: bool = False,
        value_network: Any = None,
        opponent_policies: Sequence[Sequence[float]] = (),
        opponent_probabilities: Sequence[Sequence[float]] = (),
    ) -> SearchResult:
        """Search the decision that is due, by information-set tree search. Compiled only.

        It ends after so many `nodes` (simulations) or `seconds`, whichever is first. `leaf` is
        how far a simulation is played out: "game", "round" or "none"; `evaluate` says what a leaf
        is worth to each player, from 0 to 1, `value` has the weights of the game's own evaluation,
        and a `value_network` of the game evaluates leaves without playing them out.
        `exploration` is the constant of the bound, `inverse_temperature` how closely playouts
        follow the policy. `opponent_policies` are policies that opponents may follow, and
        `opponent_probabilities` has, for each player, the probability of each of them; a player
        with an empty list follows `policy`, as everybody does by default.
        With `among` only these decisions are searched; with `open_cards` the hidden cards are as
        they are.
        """

    def forecast(
        self,
        *,
        nodes: int = 0,
        seconds: float = 0.0,
        seed: int = 0,
        leaf: str = "round",
        policy: Sequence[float] | None = None,
        value: Sequence[float] | None = None,
        inverse_temperature: float = 1.0,
        every: int = 4,
    ) -> Forecast:
        """How everybody stands, chance to act or a player: the mean of simulations from the
        position as it is, in which players follow the policy. One in `every` is played to the end
        of the game, for the points. Compiled only."""

    def features(self, out: WriteableBuffer) -> int:
        """Write the features of each legal number, a row of float32 each, in the order of
        `legal()`; how many rows. Compiled only."""

    def logits(self, policy: Sequence[float]) -> list[float]:
        """How much a policy likes each legal number: the weighted sums of their features, in the
        order of `legal()`. Compiled only."""

    def points(self) -> list[int]:
        """The points of each player."""

    def standing(self) -> list[int]:
        """The points of each player if the round were scored now."""

    def ranks(self) -> list[int]:
        """At the end: the rank of each player, 1 has won, ties share."""

    def mask(self, out: WriteableBuffer) -> None:
        """Write 1 for legal, else 0, for each number: `rules.actions` of uint8 or bool.

        All 0 where no player is to decide.
        """

    def observe(self, seat: int, out: WriteableBuffer) -> None:
        """Write what the seat may know: `rules.observation` of float32."""

    def state(self) -> Any:
        """The readable state; ValueError while a step of many parts is half done."""

    @classmethod
    def of(cls, rules: Rules, state: Any) -> Position:
        """The position of a readable state, with the generator of seed 0."""

    def __bytes__(self) -> bytes:
        """The position with its generator; what wrote it reads it back."""

    @classmethod
    def from_bytes(cls, rules: Rules, data: bytes) -> Position:
        """The position that `bytes` wrote under the same rules; ValueError if it is not one."""


class Batch(Protocol):
    """Positions stepped together, each with its generator, into the caller's arrays. Compiled only.

    Arrays are contiguous and on the CPU, and each may be left out: `observations`, of whoever is
    to decide (float32, n × `rules.observation`; of the first player where the game is over);
    `masks` (uint8 or bool, n × `rules.actions`); `rewards` (float32, n × players); `dones` (uint8
    or bool, n); `actors` (int32, n).
    """

    def __init__(
        self, rules: Rules, n: int, seed: int = 0, reward: str = "win", seat: int = -1
    ) -> None:
        """So many games, dealt. `reward` is "win", shares of it, or "points", as they are gained.

        With a `seat` only that player decides, the others play at random, and all that is
        observed is the seat's.
        """

    @property
    def rules(self) -> Rules: ...

    def __len__(self) -> int: ...

    def __getitem__(self, index: int) -> Position:
        """A copy of one position."""

    def __setitem__(self, index: int, position: Any) -> None: ...

    def reset(
        self,
        seed: int = 0,
        observations: Any = None,
        masks: Any = None,
        actors: Any = None,
    ) -> None:
        """New games."""

    def step(  # noqa: PLR0917  (the arrays, in this order or by name)
        self,
        actions: Any,
        observations: Any = None,
        masks: Any = None,
        rewards: Any = None,
        dones: Any = None,
        actors: Any = None,
        threads: int = 1,
    ) -> None:
        """A decision in each game (int32 or int64, n) with the chance after it. Games that are
        over begin anew instead. IllegalNumberError if one is not legal: then none is made."""

    def sample(self, actions: Any) -> None:
        """Write a legal number for each game, uniformly (int32, n)."""

    def playouts(
        self, seed: int = 0, points: Any = None, threads: int = 1, lockstep: bool = True
    ) -> int:
        """Play copies uniformly at random to the end and write everybody's points (int16, n ×
        players); how many decisions were made."""
