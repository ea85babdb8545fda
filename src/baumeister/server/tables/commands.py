"""Commands to a table. Their shape is checked when they are decoded, their meaning in
decisions/."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from baumeister.server.tables.events import Matter, Room
from baumeister.server.tables.pace import Pace, Untimed

MAX_SEATS: Final = 20
"""More than any game needs; a table is checked against the seats it has."""

SeatNumber = Annotated[int, Meta(ge=0, le=MAX_SEATS - 1)]
Key = Annotated[
    str,
    Meta(
        min_length=8,
        max_length=64,
        pattern="^[A-Za-z0-9_-]+$",
        description="chosen by the client, new for each command; a repeated key is ignored",
    ),
]
Version = Annotated[int, Meta(ge=0, description="the version of the seat that this is based on")]
Text = Annotated[str, Meta(max_length=120)]
Code = Annotated[str, Meta(max_length=60)]


class SeatPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """How to fill a seat: `me` (who creates the table), `open`, or `bot` with its code."""

    kind: Literal["me", "open", "bot"]
    name: Text | None = None
    bot: Code | None = None


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be created."""

    game: Annotated[str, Meta(max_length=40)]
    options: dict[str, Any] = {}
    seats: Annotated[tuple[SeatPlan, ...], Meta(max_length=MAX_SEATS)] = ()
    """One per player; if left out, me and open seats."""
    pace: Pace = Untimed()
    listed: bool = False
    watchable: bool = True
    chat: bool = True
    bot_pace: bool = True
    """Bots take as long as a person would."""
    friendly: bool = False
    """Players may ask for hints although other people play."""
    start: bool = True
    """Start the game as soon as every seat is taken."""


class Command(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    pass


class Sit(Command, frozen=True, tag="sit"):
    """Take an open seat; needs an invitation unless the table is listed."""

    seat: SeatNumber
    name: Text | None = None
    invite: Annotated[str, Meta(max_length=64)] | None = None
    salt: Annotated[str, Meta(max_length=64)] | None = None


class Stand(Command, frozen=True, tag="stand"):
    """Free a seat before the game. The host may free the seats of others, who then stay out."""

    seat: SeatNumber


class LetIn(Command, frozen=True, tag="let-in"):
    """The host lets somebody in again who was removed from a seat."""

    person: Annotated[str, Meta(max_length=32)]


class FillWithBot(Command, frozen=True, tag="bot"):
    """The host puts a bot on an open seat before the game, or replaces a bot."""

    seat: SeatNumber
    bot: Code


class Salt(Command, frozen=True, tag="salt"):
    """Add your own salt to the game's chance, before the game."""

    seat: SeatNumber
    salt: Annotated[str, Meta(max_length=64)]


class Start(Command, frozen=True, tag="start"):
    pass


class Close(Command, frozen=True, tag="close"):
    """The host cancels the table: before the game, or during a game without other people."""


class Act(Command, frozen=True, tag="act"):
    seat: SeatNumber
    action: Text
    version: Version
    key: Key


class Retract(Command, frozen=True, tag="retract"):
    """Take back a decision while others are still deciding."""

    seat: SeatNumber
    version: Version
    key: Key


class Ask(Command, frozen=True, tag="ask"):
    """Ask the others for an undo or a pause."""

    matter: Matter
    seat: SeatNumber


class Answer(Command, frozen=True, tag="answer"):
    """Answer a proposal; `no` from the player who asked withdraws it."""

    seat: SeatNumber
    yes: bool


class Resume(Command, frozen=True, tag="resume"):
    """End a pause."""

    seat: SeatNumber


class Resign(Command, frozen=True, tag="resign"):
    """Give up a seat: a bot takes over, or nobody, which ends the game."""

    seat: SeatNumber
    then: Literal["bot", "nobody"] = "bot"


class StandIn(Command, frozen=True, tag="stand-in"):
    """Let a bot play on for somebody who has left; the person takes over again on returning."""

    seat: SeatNumber


class TakeOver(Command, frozen=True, tag="take-over"):
    """Take over your seat from the bot that plays for you while you are away."""

    seat: SeatNumber


class Rematch(Command, frozen=True, tag="rematch"):
    """Ask for a rematch with the seats shifted by one, or agree to it."""


class Say(Command, frozen=True, tag="say"):
    room: Room
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class SwitchChat(Command, frozen=True, tag="chat"):
    """The host turns the chat of the table on or off."""

    on: bool


class SwitchWatching(Command, frozen=True, tag="watching"):
    """The host opens the running game to spectators, or closes it to them."""

    on: bool


AnyCommand = (
    Sit
    | Stand
    | LetIn
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
    | StandIn
    | TakeOver
    | Rematch
    | Say
    | SwitchChat
    | SwitchWatching
)
