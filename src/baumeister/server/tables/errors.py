"""What can be wrong with what somebody asks of a table."""

from __future__ import annotations

from typing import ClassVar

from baumeister.core.errors import BaumeisterError


class TableError(BaumeisterError):
    """Not possible at this table now; nothing has changed."""

    code: ClassVar[str] = "not-now"


class ForbiddenError(TableError):
    """Not yours to do."""

    code = "forbidden"


class NotSignedInError(ForbiddenError):
    """Who asks has not come in yet."""

    def __init__(self) -> None:
        super().__init__("say who you are first: POST people with a name")


class NoTableError(TableError):
    """No such table, or not one that this person may look at: both read alike."""

    code = "no-table"

    def __init__(self) -> None:
        super().__init__("there is no such table, or it needs an invitation")


class SeatTakenError(TableError):
    code = "seat-taken"


class BadInputError(TableError):
    """A value out of bounds."""

    code = "bad-input"


class FlagError(TableError):
    """The time was up before this arrived."""

    code = "time-up"
