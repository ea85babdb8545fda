"""Notes: the entries of a table's story that are not lines of the game."""

from __future__ import annotations

from msgspec import Struct

from baumeister.server.tables.events import Matter


class Note(Struct, frozen=True, tag_field="what"):
    at: int
    """Time, in milliseconds since the epoch."""


class SatNote(Note, frozen=True, tag="sat"):
    seat: int
    name: str


class StoodNote(Note, frozen=True, tag="stood"):
    seat: int


class StartedNote(Note, frozen=True, tag="started"):
    """The game starts; its lines follow."""


class EffectNote(Note, frozen=True, tag="effect"):
    """What the line before it caused, in the game's own words: `monster C5 4 orange`."""

    text: str


class UndoneNote(Note, frozen=True, tag="undone"):
    """An undo: only the first `to` lines of the game so far still count."""

    to: int
    seat: int | None = None
    """The seat that took back its decision."""


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
    """The bot that takes over; null if the game ended."""


class FlagNote(Note, frozen=True, tag="flag"):
    """A seat ran out of time."""

    seat: int
    bot: str | None
    """The bot that takes over; null if the game ended."""


class AwayNote(Note, frozen=True, tag="away"):
    """A bot plays on for somebody who has left."""

    seat: int
    bot: str | None


class ReturnedNote(Note, frozen=True, tag="returned"):
    """A person who was away takes over from the bot."""

    seat: int


class BotNote(Note, frozen=True, tag="bot"):
    """A bot takes a seat, or replaces one that failed."""

    seat: int
    bot: str


class EndedNote(Note, frozen=True, tag="ended"):
    gone: int | None
    """The seat that was abandoned, if that ended the game."""


class ClosedNote(Note, frozen=True, tag="closed"):
    """The host cancelled the table."""


class RematchNote(Note, frozen=True, tag="rematch"):
    table: str


AnyNote = (
    SatNote
    | StoodNote
    | StartedNote
    | EffectNote
    | UndoneNote
    | AskedNote
    | AnsweredNote
    | PausedNote
    | ResumedNote
    | ResignedNote
    | FlagNote
    | AwayNote
    | ReturnedNote
    | BotNote
    | EndedNote
    | ClosedNote
    | RematchNote
)
