"""Parts of the state of a table."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

from baumeister.core.match import Match
from baumeister.server.tables import events as e

AnyMatch = Match[Any, Any, Any, Any]


class Status(StrEnum):
    GATHERING = "gathering"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class Proposal:
    """A proposal that the others have to agree to."""

    __slots__ = ("agreed", "matter", "seat", "to")

    def __init__(self, asked: e.Asked) -> None:
        self.matter: e.Matter = asked.matter
        self.seat = asked.seat
        self.to = asked.to
        self.agreed = {asked.seat}


class Grace(NamedTuple):
    """A seat may take back its decision until chance follows it."""

    seat: int
    until: int
