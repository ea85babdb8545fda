"""Planning the rest of a city with the compiled core (docs/how-bots-think.md)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from baumeister.fast.api import Position
from baumeister.fast.errors import NoCoreError

HORIZON: Final = 13
"""The cards left from which on level 5 plans all of them."""


class Planned(NamedTuple):
    """The result of planning one decision. The lists are parallel."""

    numbers: list[int]
    """The legal numbers that were evaluated closely."""
    values: list[float]
    """The win probability of each; solo, the expected points / 200."""
    points: list[float]
    """The expected points at the end, if the order of the cards were known."""
    complete: list[float]
    """The probability of a complete city; 0 where a network valued it."""
    simulations: int

    @property
    def best(self) -> int:
        """The number with the highest value."""
        return self.numbers[self.values.index(max(self.values))]


def plan(position: Position, *, network: Any, **settings: Any) -> Planned:
    """Plan the rest of the game for the player to act.

    Settings: `nodes`, plans to try, and `seconds`, whichever ends first; `network`, a value network
    (`value_network.py`), which plays far from the end; `orders`, how many orders of the cards are
    drawn; `candidates`, how many decisions are evaluated closely, besides the numbers of
    `consider`; `horizon`, the number of remaining cards from which on all of them are planned;
    `depth`, how many plans follow a rollout, where 0 lets the network value its city instead; and
    `cards`, the hidden cards in their order, if it is known.
    """
    if not hasattr(position, "plan"):
        raise NoCoreError("plans")
    return Planned(*position.plan(network=network, **settings))


def roll_out(position: Position, *, network: Any, **settings: Any) -> list[float]:
    """The points of the player to act, played out in several orders of the cards.

    Settings: `orders`, how many; `seed`; and `horizon` and `depth`, as of `plan`.
    """
    if not hasattr(position, "roll_out"):
        raise NoCoreError("rollouts")
    points: list[float] = position.roll_out(network=network, **settings)
    return points


def board_features(position: Position) -> list[list[float]]:
    """The features of the board after each legal number, in their order (`board_features.py`)."""
    if not hasattr(position, "board_features"):
        raise NoCoreError("board features")
    found: list[list[float]] = position.board_features()
    return found


def play_by_network(position: Position, network: Any) -> int:
    """Play to the end by a value network; return the number of decisions.

    Each player takes the number after which the network expects most, the first of equals, and the
    first side of a board.
    """
    if not hasattr(position, "play_by_network"):
        raise NoCoreError("games by a value network")
    decisions: int = position.play_by_network(network)
    return decisions
