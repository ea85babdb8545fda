"""The result of a game: scores, ranks, and what decided it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game, by player.

    `ranks` are competition ranks: they start at 1, ties share a rank and the next is skipped
    (1, 2, 2, 4). `details` holds the game's own fields of a record's result, such as `rounds`.
    """

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def winners(self) -> tuple[int, ...]:
        """The players of rank 1."""
        return tuple(player for player, rank in enumerate(self.ranks) if rank == 1)

    def as_result(self) -> dict[str, Any]:
        """The `result` object of a record."""
        return {
            "scores": list(self.scores),
            "ranks": list(self.ranks),
            "winners": list(self.winners),
            "reason": self.reason,
            **self.details,
        }


def ranks_by(keys: Sequence[Any]) -> tuple[int, ...]:
    """Competition ranks of comparable keys; the greatest key has rank 1.

    >>> ranks_by([5, 9, 5, 1])
    (2, 1, 2, 4)
    """
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def win_shares(ranks: Sequence[int]) -> tuple[float, ...]:
    """Each player's share of the win; players tied for first place split it.

    >>> win_shares([1, 3, 1])
    (0.5, 0.0, 0.5)
    """
    winners = ranks.count(1)
    return tuple(1 / winners if rank == 1 else 0.0 for rank in ranks)
