"""Typed errors: what was wrong, which clause forbids it, what is possible instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from baumeister.core.messages import Value


def short(value: object) -> str:
    """A value as an error may show it: safe for any terminal, of bounded length.

    What holds other values is only named: it may be nested deeply.
    """
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, (list, tuple)):
        return "a list"
    text = ascii(value[:60] if isinstance(value, str) else value)
    return text if len(text) <= 60 else text[:57] + "..."


class Message(NamedTuple):
    """Where the words of a refusal come from, so that they can be said in another language."""

    package: str
    """The package beside whose rules the texts lie."""
    key: str
    values: Mapping[str, Value]


class Refusal(NamedTuple):
    """Why something is not allowed: a clause of the rules and plain words."""

    clause: str
    reason: str
    """In English; `games.clauses.reason_in` says it in another language."""
    message: Message | None = None

    def __str__(self) -> str:
        return f"{self.clause}: {self.reason}"


class BaumeisterError(Exception):
    """Base of every error a caller may cause; `code` names the kind on the wire."""

    code: ClassVar[str] = "error"

    def __init__(self, reason: str, *, clause: str | None = None) -> None:
        self.reason = reason
        self.clause = clause
        super().__init__(f"{clause}: {reason}" if clause else reason)

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors come back whole from other processes, however they are made."""
        return _again, (type(self), self.args, self.__dict__)


def _again(
    kind: type[BaumeisterError], args: tuple[Any, ...], fields: dict[str, Any]
) -> BaumeisterError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


class UnknownSeatError(BaumeisterError):
    """Not a seat of this table."""

    code = "unknown-seat"


class OptionsError(BaumeisterError):
    """An option that is unknown, of the wrong kind, or not allowed with the others."""

    code = "options"

    def __init__(self, field: str, reason: str, *, clause: str | None = None) -> None:
        self.field = field
        super().__init__(f"option {short(field)}: {reason}", clause=clause)


class SubmitError(BaumeisterError):
    """An action that a match did not take; the match is as it was."""

    code = "refused"

    def __init__(
        self, reason: str, *, clause: str | None = None, possible: Sequence[str] = ()
    ) -> None:
        self.possible = tuple(possible)
        super().__init__(reason, clause=clause)

    def __str__(self) -> str:
        hint = f" (possible: {', '.join(self.possible)})" if self.possible else ""
        return super().__str__() + hint


class MalformedError(SubmitError):
    """Not the canonical text of any action, or not an action of this game."""

    code = "malformed"


class IllegalError(SubmitError):
    """A well-formed action that a clause of the rules forbids here."""

    code = "illegal"

    def __init__(self, refusal: Refusal, *, possible: Sequence[str] = ()) -> None:
        self.refusal = refusal
        super().__init__(refusal.reason, clause=refusal.clause, possible=possible)


class NotYourTurnError(SubmitError):
    """The seat owes no decision now."""

    code = "not-your-turn"


class StaleError(SubmitError):
    """The action was based on an older version of the match."""

    code = "stale"


class GameOverError(SubmitError):
    """The game has ended."""

    code = "game-over"
