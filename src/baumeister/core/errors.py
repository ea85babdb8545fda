"""Typed errors: what was wrong, which clause forbids it, what is possible instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple


class Refusal(NamedTuple):
    """Why something is not allowed: a clause of the rules and plain words."""

    clause: str
    reason: str

    def __str__(self) -> str:
        return f"{self.clause}: {self.reason}"


class BaumeisterError(Exception):
    """Base of every error a caller may cause; `code` names the kind on the wire."""

    code: ClassVar[str] = "error"

    def __init__(self, reason: str, *, clause: str | None = None) -> None:
        self.reason = reason
        self.clause = clause
        super().__init__(f"{clause}: {reason}" if clause else reason)


class OptionsError(BaumeisterError):
    """An option that is unknown, of the wrong kind, or not allowed with the others."""

    code = "options"

    def __init__(self, field: str, reason: str, *, clause: str | None = None) -> None:
        self.field = field
        super().__init__(f"option {field!r}: {reason}", clause=clause)


class SubmitError(BaumeisterError):
    """An action that a match did not take; the match is as it was."""

    code = "refused"

    def __init__(
        self, reason: str, *, clause: str | None = None, possible: Sequence[str] = ()
    ) -> None:
        self.possible = tuple(possible)
        hint = f" (possible: {', '.join(self.possible)})" if self.possible else ""
        super().__init__(reason + hint, clause=clause)


class MalformedError(SubmitError):
    """Not the canonical text of any action, or not an action of this game."""

    code = "malformed"


class IllegalError(SubmitError):
    """A well-formed action that a clause of the rules forbids here."""

    code = "illegal"


class NotYourTurnError(SubmitError):
    """The seat owes no decision now."""

    code = "not-your-turn"


class StaleError(SubmitError):
    """The action was based on an older version of the match."""

    code = "stale"


class GameOverError(SubmitError):
    """The game has ended."""

    code = "game-over"
