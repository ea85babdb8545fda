"""Which games and decisions the explorer counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from baumeister.core.errors import BaumeisterError
from baumeister.explorer.digest import Decision, Digest

Kind = Literal["person", "bot"]


class ExplorerError(BaumeisterError):
    """A question that the explorer cannot answer."""

    code: ClassVar[str] = "explorer"


@dataclass(frozen=True)
class Selection:
    """Filters; None lets everything pass."""

    players: int | None = None
    """The number of players."""
    edition: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options and the values they must have."""
    kind: Kind | None = None
    """Only decisions of people, or only those of bots."""
    player: str | None = None
    """Only decisions of this player: a name, or a bot's code."""
    round: int | None = None
    """Only decisions of this round, from 1."""
    won: bool | None = None
    """Only decisions of winners (True) or of the others (False)."""

    def has_game(self, game: Digest) -> bool:
        """Whether a game is counted."""
        return (
            self.players in (None, len(game.seats))
            and self.edition in (None, game.options.get("edition"))
            and all(
                name in game.options and game.options[name] == value
                for name, value in self.options.items()
            )
        )

    def has(self, game: Digest, decision: Decision) -> bool:
        """Whether a decision of a counted game is counted."""
        seat = game.seats[decision.actor]
        return (
            self.round in (None, decision.round)
            and (self.kind is None or (self.kind == "bot") == bool(seat.bot))
            and self.player in (None, seat.name, seat.bot or None)
            and (self.won is None or self.won == (seat.rank == 1))
        )
