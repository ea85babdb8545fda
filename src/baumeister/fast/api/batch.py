"""The interface of a batch of positions."""

from __future__ import annotations

from typing import Any, Protocol

from baumeister.fast.api.position import Position
from baumeister.fast.api.rules import Rules


class Batch(Protocol):
    """Positions stepped together into the caller's arrays. Compiled core only.

    Arrays are contiguous, on the CPU, and optional: `observations` of the player to act (float32,
    n × `rules.observation`; of the first player where the game is over); `masks` (uint8 or bool,
    n × `rules.actions`); `rewards` (float32, n × players); `dones` (uint8 or bool, n); `actors`
    (int32, n).
    """

    def __init__(
        self, rules: Rules, n: int, seed: int = 0, reward: str = "win", seat: int = -1
    ) -> None:
        """Create n games, with chance settled.

        `reward` is "win", the share of the win at the end, or "points", as they are scored. With a
        `seat` only that player decides, the others play at random, and all observations are the
        seat's.
        """

    @property
    def rules(self) -> Rules:
        """The rules of all positions."""

    @property
    def reward(self) -> str:
        """ "win" or "points"."""

    @property
    def seat(self) -> int:
        """The only player whose decisions are stepped; -1 if all players are."""

    def __bytes__(self) -> bytes:
        """The positions and their generators, for `restore`."""

    def restore(self, data: bytes) -> None:
        """Set all positions and generators from the `bytes` of a batch of the same size."""

    def copy(self) -> Batch:
        """Return an independent copy, generators included."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int) -> Position:
        """Return a copy of one position."""

    def __setitem__(self, index: int, position: Any) -> None: ...

    def reset(
        self,
        seed: int = 0,
        observations: Any = None,
        masks: Any = None,
        actors: Any = None,
    ) -> None:
        """Start new games."""

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
        """Take one decision (int32 or int64, n) in each game and settle chance.

        Games that are over restart instead. If an action is illegal, IllegalNumberError is raised
        and no game changes.
        """

    def sample(self, actions: Any) -> None:
        """Write a uniformly random legal number for each game (int32 or int64, n)."""

    def playouts(
        self, seed: int = 0, points: Any = None, threads: int = 1, lockstep: bool = True
    ) -> int:
        """Play copies at random to the end and write all points (int16, n × players).

        Return the number of decisions.
        """
