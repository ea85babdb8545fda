"""Typed errors: what is wrong, which clause forbids it, and what is possible instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, NamedTuple

from baumeister.core.messages import Value


def short(value: object) -> str:
    """A value for an error message: ASCII and of bounded length.

    Containers are only named, because they may be nested deeply.
    """
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, (list, tuple)):
        return "a list"
    text = ascii(value[:60] if isinstance(value, str) else value)
    return text if len(text) <= 60 else text[:57] + "..."


SHARED: Final = "baumeister.games"
"""The package with the texts of problems that any game may have."""


class Message(NamedTuple):
    """The source of an error's text, to translate it."""

    package: str
    """The package that contains the texts: clauses of refusals, `problems.<language>.toml` of other
    errors."""
    key: str
    values: Mapping[str, Value]
    because: Message | None = None
    """Fills `{reason}`."""


class Refusal(NamedTuple):
    """Why an action is not allowed: a clause of the rules and an explanation."""

    clause: str
    reason: str
    """In English; `games.clauses.reason_in` translates it."""
    message: Message | None = None

    def __str__(self) -> str:
        return f"{self.clause}: {self.reason}"


class BaumeisterError(Exception):
    """Base class of all errors that callers may cause; `code` identifies them on the wire."""

    code: ClassVar[str] = "error"

    def __init__(
        self, reason: str, *, clause: str | None = None, message: Message | None = None
    ) -> None:
        self.reason = reason
        """In English."""
        self.clause = clause
        self.message = message
        """For players, worded by `games.problems.problem_in`; None: there is only English."""
        super().__init__(f"{clause}: {reason}" if clause else reason)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle independently of the signature of `__init__`, to cross process boundaries."""
        return _unpickled, (type(self), self.args, self.__dict__)


def _unpickled(
    kind: type[BaumeisterError], args: tuple[Any, ...], fields: dict[str, Any]
) -> BaumeisterError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


class UnknownSeatError(BaumeisterError):
    """There is no such seat at this table."""

    code = "unknown-seat"


class OptionsError(BaumeisterError):
    """An option that is unknown, has an invalid value, or contradicts another option."""

    code = "options"

    def __init__(
        self,
        field: str,
        reason: str,
        *,
        clause: str | None = None,
        message: Message | None = None,
    ) -> None:
        self.field = field
        super().__init__(f"option {short(field)}: {reason}", clause=clause, message=message)


class SubmitError(BaumeisterError):
    """An action that a match refused; the match is unchanged."""

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
    """Neither an action of this game nor the canonical text of one."""

    code = "malformed"


class IllegalError(SubmitError):
    """A well-formed action that a clause of the rules forbids here."""

    code = "illegal"

    def __init__(self, refusal: Refusal, *, possible: Sequence[str] = ()) -> None:
        self.refusal = refusal
        super().__init__(refusal.reason, clause=refusal.clause, possible=possible)


class NotYourTurnError(SubmitError):
    """It is not this seat's turn to decide."""

    code = "not-your-turn"


class StaleError(SubmitError):
    """The action was based on an older version of the match."""

    code = "stale"


class GameOverError(SubmitError):
    """The game has ended."""

    code = "game-over"
