"""What people ask of a table, as it arrives: the shape is checked here, the sense in decide.py."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from baumeister.server.tables.events import Matter, Room
from baumeister.server.tables.pace import Pace, Untimed

SeatNumber = Annotated[int, Meta(ge=0, le=4)]
Key = Annotated[
    str,
    Meta(
        min_length=8,
        max_length=64,
        pattern="^[A-Za-z0-9_-]+$",
        description="chosen by the client, new for each command; the same key is taken once",
    ),
]
Version = Annotated[int, Meta(ge=0, description="the seat's version this is based on")]
Text = Annotated[str, Meta(max_length=120)]
Code = Annotated[str, Meta(max_length=60)]


class SeatPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """How a seat is to be filled: `me` (the one who asks), `open`, or `bot` with its level."""

    kind: Literal["me", "open", "bot"]
    name: Text | None = None
    bot: Code | None = None


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be made."""

    game: Annotated[str, Meta(max_length=40)]
    options: dict[str, Any] = {}
    seats: Annotated[tuple[SeatPlan, ...], Meta(max_length=5)] = ()
    """One a player; left out: me, and the rest open."""
    pace: Pace = Untimed()
    listed: bool = False
    watchable: bool = True
    chat: bool = True
    bot_pace: bool = True
    """Bots take the time a person would."""
    start: bool = True
    """Begin as soon as every seat is taken."""


class Command(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    pass


class Sit(Command, frozen=True, tag="sit"):
    """Take an open seat; with an invitation if the table is not listed."""

    seat: SeatNumber
    name: Text | None = None
    invite: Annotated[str, Meta(max_length=64)] | None = None
    salt: Annotated[str, Meta(max_length=64)] | None = None


class Stand(Command, frozen=True, tag="stand"):
    """Give a seat free again before the game; the host may do so for others."""

    seat: SeatNumber


class FillWithBot(Command, frozen=True, tag="bot"):
    """The host puts a bot on an open seat before the game, or another bot in place of one."""

    seat: SeatNumber
    bot: Code


class Salt(Command, frozen=True, tag="salt"):
    """Mix something of one's own into chance, before the game."""

    seat: SeatNumber
    salt: Annotated[str, Meta(max_length=64)]


class Start(Command, frozen=True, tag="start"):
    pass


class Close(Command, frozen=True, tag="close"):
    """The host calls the table off before the game."""


class Act(Command, frozen=True, tag="act"):
    seat: SeatNumber
    action: Text
    version: Version
    key: Key


class Retract(Command, frozen=True, tag="retract"):
    """Take back a decision while it waits for those of others."""

    seat: SeatNumber
    version: Version
    key: Key


class Ask(Command, frozen=True, tag="ask"):
    """Ask the others for an undo or a pause."""

    matter: Matter
    seat: SeatNumber


class Answer(Command, frozen=True, tag="answer"):
    """Agree to what was asked, or not; `no` from who asked withdraws it."""

    seat: SeatNumber
    yes: bool


class Resume(Command, frozen=True, tag="resume"):
    """End a pause."""

    seat: SeatNumber


class Resign(Command, frozen=True, tag="resign"):
    """Give up a seat: a bot plays on, or nobody, which ends the game."""

    seat: SeatNumber
    then: Literal["bot", "nobody"] = "bot"


class Rematch(Command, frozen=True, tag="rematch"):
    """The same people again, seats shifted by one; or agree to it."""


class Say(Command, frozen=True, tag="say"):
    room: Room
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class SwitchChat(Command, frozen=True, tag="chat"):
    """The host switches the chat of the table on or off."""

    on: bool


AnyCommand = (
    Sit
    | Stand
    | FillWithBot
    | Salt
    | Start
    | Close
    | Act
    | Retract
    | Ask
    | Answer
    | Resume
    | Resign
    | Rematch
    | Say
    | SwitchChat
)
