"""Errors in commands and requests to a table."""

from __future__ import annotations

from typing import ClassVar

from baumeister.core.errors import BaumeisterError


class TableError(BaumeisterError):
    """Not possible at this table now; nothing has changed."""

    code: ClassVar[str] = "not-now"


class ForbiddenError(TableError):
    """The user may not do this."""

    code = "forbidden"


class NotSignedInError(ForbiddenError):
    """The request has no valid session."""

    def __init__(self) -> None:
        super().__init__("sign in first: POST /api/people with a name")


class NoTableError(TableError):
    """No such table, or the user may not see it: the two are indistinguishable."""

    code = "no-table"

    def __init__(self) -> None:
        super().__init__("there is no such table, or it needs an invitation")


class NoStudyError(BaumeisterError):
    """No such study."""

    code: ClassVar[str] = "no-study"


class StoppingError(BaumeisterError):
    """The service is about to stop: new connections should go elsewhere."""

    code: ClassVar[str] = "stopping"


class RemovedError(TableError):
    """The host has removed the user from this table."""

    code = "removed"

    def __init__(self) -> None:
        super().__init__("the host has removed you from this table and may let you in again")


class SeatTakenError(TableError):
    code = "seat-taken"


class BadInputError(TableError):
    """A value out of range."""

    code = "bad-input"


class FlagError(TableError):
    """The clock ran out before the command arrived."""

    code = "time-up"
