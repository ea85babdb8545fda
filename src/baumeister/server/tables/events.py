"""The stored events of a table.

A table is a fold over its events (table.py). Actions are stored as the canonical texts of the
record format. Compatibility: fields may be added with a default, never removed.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from baumeister.server.tables.pace import Pace

Room = Literal["players", "watchers"]
Matter = Literal["undo", "pause"]


class Seat(Struct, frozen=True, omit_defaults=True):
    """A seat: `open` (nobody yet), `human` or `bot`."""

    kind: Literal["open", "human", "bot"] = "open"
    name: str = ""
    person: str | None = None
    bot: str | None = None
    """The bot's code."""
    ready: bool = True
    """False until a person whose seat was kept for a rematch agrees to play."""
    gone: Literal["resigned", "flag", "away"] | None = None
    """Why a bot plays for the person who had the seat; `away`: until the person returns."""


class Event(Struct, frozen=True, omit_defaults=True, tag_field="e"):
    at: int
    """Time of the event, in milliseconds since the epoch."""


class Created(Event, frozen=True, tag="created"):
    game: str
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    pace: Pace
    host: str
    invite: str
    """The secret of the invitation."""
    commitment: str
    """The commitment to the seed of chance; empty for imported games without one."""
    listed: bool = False
    watchable: bool = True
    chat: bool = True
    bot_pace: bool = True
    autostart: bool = True
    """Start as soon as every seat is taken."""
    friendly: bool = False
    """Hints are allowed although several people play."""
    rematch_of: str | None = None
    grace: int = 0
    """Milliseconds in which a player may take back a decision before chance follows it."""
    away: int = 180_000
    """Milliseconds after which others may let a bot play for somebody who has left."""
    rules_version: int = 1
    """The version of the rules that the options belong to; events of older services lack it."""
    annotations: dict[str, Any] = {}
    """`notes` and `variations` of an imported record."""


class Sat(Event, frozen=True, tag="sat"):
    seat: int
    person: str
    name: str


class Stood(Event, frozen=True, tag="stood"):
    seat: int
    removed: bool = False
    """The host has removed the person, who stays out."""


class LetIn(Event, frozen=True, tag="let-in"):
    """The host lets somebody in again."""

    person: str


class Readied(Event, frozen=True, tag="ready"):
    seat: int


class Salted(Event, frozen=True, tag="salted"):
    seat: int
    salt: str


class Started(Event, frozen=True, tag="started"):
    pass


class Acted(Event, frozen=True, tag="acted"):
    seat: int
    action: str
    key: str = ""
    grace: int = 0
    """Milliseconds before chance follows; 0: at once."""


class Retracted(Event, frozen=True, tag="retracted"):
    seat: int
    key: str = ""


class Rolled(Event, frozen=True, tag="rolled"):
    actions: tuple[str, ...]


class Asked(Event, frozen=True, tag="asked"):
    matter: Matter
    seat: int
    to: int = 0
    """For an undo: the number of log lines to keep."""


class Answered(Event, frozen=True, tag="answered"):
    seat: int
    yes: bool


class Undone(Event, frozen=True, tag="undone"):
    to: int
    seat: int | None = None
    """The seat that took back its decision."""


class Paused(Event, frozen=True, tag="paused"):
    pass


class Resumed(Event, frozen=True, tag="resumed"):
    seat: int


class Back(Event, frozen=True, tag="back"):
    """No time has passed at this table between `was` and `at`.

    The service was down, another process runs the table now, or the machine's clock was set.
    """

    was: int | None = None
    """None, in old logs: clocks start again at `at`."""


class Left(Event, frozen=True, tag="left"):
    """The person of the seat is no longer connected."""

    seat: int


class Came(Event, frozen=True, tag="came"):
    """The person of the seat is connected again."""

    seat: int


class Returned(Event, frozen=True, tag="returned"):
    """A person who was away takes over from the bot."""

    seat: int


class Gone(Event, frozen=True, tag="gone"):
    """A person resigned, ran out of time or is away; `bot` takes over, None: nobody."""

    seat: int
    why: Literal["resigned", "flag", "away"]
    bot: str | None = None


class BotReplaced(Event, frozen=True, tag="bot-replaced"):
    """A bot takes a seat, or replaces one that failed."""

    seat: int
    bot: str


class Ended(Event, frozen=True, tag="ended"):
    """The game is over: played to its end, or abandoned by a seat. Publishes the seed."""

    seed: str
    """Empty for imported games with an unknown seed."""
    gone: int | None = None


class Closed(Event, frozen=True, tag="closed"):
    """The host cancelled the table."""


class Rematched(Event, frozen=True, tag="rematched"):
    table: str


class Said(Event, frozen=True, tag="said"):
    room: Room
    person: str
    name: str
    text: Annotated[str, Meta(max_length=500)]


class ChatSwitched(Event, frozen=True, tag="chat"):
    on: bool


class WatchingSwitched(Event, frozen=True, tag="watching"):
    on: bool


AnyEvent = (
    Created
    | Sat
    | Stood
    | LetIn
    | Readied
    | Salted
    | Started
    | Acted
    | Retracted
    | Rolled
    | Asked
    | Answered
    | Undone
    | Paused
    | Resumed
    | Back
    | Left
    | Came
    | Returned
    | Gone
    | BotReplaced
    | Ended
    | Closed
    | Rematched
    | Said
    | ChatSwitched
    | WatchingSwitched
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(list[AnyEvent])


def encode(events: list[AnyEvent]) -> bytes:
    """The content of one log row."""
    return _encoder.encode(events)


def decode(data: bytes) -> list[AnyEvent]:
    return _decoder.decode(data)
