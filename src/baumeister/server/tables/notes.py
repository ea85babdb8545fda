"""What the story of a table tells besides the lines of the game: each note a small value."""

from __future__ import annotations

from msgspec import Struct

from baumeister.server.tables.events import Matter


class Note(Struct, frozen=True, tag_field="what"):
    at: int
    """When, in milliseconds since the epoch."""


class SatNote(Note, frozen=True, tag="sat"):
    seat: int
    name: str


class StoodNote(Note, frozen=True, tag="stood"):
    seat: int


class StartedNote(Note, frozen=True, tag="started"):
    """The game begins; its lines follow."""


class UndoneNote(Note, frozen=True, tag="undone"):
    """Of the lines of the game so far only the first `to` count from here on."""

    to: int


class AskedNote(Note, frozen=True, tag="asked"):
    matter: Matter
    seat: int


class AnsweredNote(Note, frozen=True, tag="answered"):
    seat: int
    yes: bool


class PausedNote(Note, frozen=True, tag="paused"):
    pass


class ResumedNote(Note, frozen=True, tag="resumed"):
    pass


class ResignedNote(Note, frozen=True, tag="resigned"):
    seat: int
    bot: str | None
    """Who plays on; null if that was the end."""


class FlagNote(Note, frozen=True, tag="flag"):
    """A seat's time was up."""

    seat: int
    bot: str | None
    """Who plays on; null if that was the end."""


class BotNote(Note, frozen=True, tag="bot"):
    """A bot sits down, or takes over from one that failed."""

    seat: int
    bot: str


class EndedNote(Note, frozen=True, tag="ended"):
    gone: int | None
    """The seat that was given up for good, if that ended the game."""


class ClosedNote(Note, frozen=True, tag="closed"):
    """Called off before it began."""


class RematchNote(Note, frozen=True, tag="rematch"):
    table: str


AnyNote = (
    SatNote
    | StoodNote
    | StartedNote
    | UndoneNote
    | AskedNote
    | AnsweredNote
    | PausedNote
    | ResumedNote
    | ResignedNote
    | FlagNote
    | BotNote
    | EndedNote
    | ClosedNote
    | RematchNote
)
