"""Plans of the compiled core: what each decision is worth, with all that may still come in mind.

docs/planner.md says how.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from baumeister.fast.api import Position
from baumeister.fast.errors import NoCoreError


class Planned(NamedTuple):
    """What planning found out about the decision that is due; lists belong together."""

    numbers: list[int]
    """The legal ones that were looked at closely."""
    values: list[float]
    """The chance of each to win, 0 to 1; alone, the expected points / 200."""
    points: list[float]
    """Expected at the end: what could be had if the order of the cards were known."""
    complete: list[float]
    """The chance of a complete city."""
    simulations: int

    @property
    def best(self) -> int:
        """The number with the highest value."""
        return self.numbers[self.values.index(max(self.values))]


def plan(position: Position, *, policy: Sequence[float], **wanted: Any) -> Planned:
    """Plan the rest of the game for the player to decide.

    `nodes` are plans tried, `seconds` the time it may take, whichever ends first; `policy` the
    weights that play is guessed with far from the end; `orders` of the cards are drawn;
    `candidates` are looked at closely, and in any case the numbers of `consider`; from `horizon`
    cards left on all is planned; `depth` is how many plans follow play by habit; `cards` are the
    hidden ones in their order, if that is known.
    """
    if not hasattr(position, "plan"):
        raise NoCoreError("plans")
    return Planned(*position.plan(policy=policy, **wanted))


def board_features(position: Position) -> list[list[float]]:
    """How the board would look after each legal number (`board_features.py`), in their order."""
    if not hasattr(position, "board_features"):
        raise NoCoreError("board features")
    found: list[list[float]] = position.board_features()
    return found


def play_by_policy(position: Position, policy: Sequence[float]) -> int:
    """Everybody plays on to the end by this habit; returns how many decisions that were.

    Each does what looks best, the first of equals; of the sides of a board takes the first.
    """
    if not hasattr(position, "play_by_policy"):
        raise NoCoreError("games by a placement policy")
    decisions: int = position.play_by_policy(policy)
    return decisions
