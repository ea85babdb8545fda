"""The messages that the service sends through a socket (docs/protocol.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from baumeister.server.tables.events import Room
from baumeister.server.tables.folding.notes import AnyNote
from baumeister.server.tables.pace import Pace
from baumeister.server.wire.games import union_of

if TYPE_CHECKING:
    AnyView = Any
    AnyPreview = Any
    AnyScored = Any
else:
    AnyView = union_of("View")
    AnyPreview = union_of("Preview")
    AnyScored = union_of("Scored")


class SeatInfo(Struct, frozen=True, omit_defaults=True):
    kind: Literal["open", "human", "bot"]
    name: str = ""
    person: str | None = None
    bot: str | None = None
    you: bool = False
    ready: bool = True
    gone: str | None = None
    """Why a bot plays for the person who had the seat."""


class Result(Struct, frozen=True):
    """The result of a game; `details` only if it was played to its end."""

    ranks: list[int]
    scores: list[int]
    gone: int | None
    details: dict[str, Any] | None


class Chance(Struct, frozen=True):
    """The commitment to the seed of chance; the seed itself once the game is over."""

    commitment: str
    salts: list[str]
    seed: str | None


class Removed(Struct, frozen=True):
    """Somebody whom the host has removed from the table."""

    person: str
    name: str


class TableInfo(Struct, frozen=True):
    """The part of a table that rarely changes."""

    game: str
    options: dict[str, Any]
    seats: list[SeatInfo]
    status: Literal["gathering", "playing", "over", "closed"]
    pace: Pace
    autostart: bool
    """Whether the game starts as soon as every seat is taken."""
    listed: bool
    watchable: bool
    chat: bool
    host: bool
    """Whether you are the host."""
    invite: str | None
    """The secret of the invitation, if you may pass it on."""
    chance: Chance
    created: int
    started: int | None
    result: Result | None
    rematch: str | None
    rematch_of: str | None
    take_backs: bool = False
    """Whether decisions have been taken back."""
    friendly: bool = False
    """Hints are allowed although several people play."""
    hints: bool = True
    """Whether players may ask for hints."""
    removed: list[Removed] = []
    """For the host: who may not come back until let in again."""
    preview: str | None = None
    """The key of previews of links, once the game is over: `/replay/ID?preview=KEY`."""


class SummarySeat(Struct, frozen=True):
    kind: Literal["open", "human", "bot"]
    name: str
    person: str | None
    bot: str | None = None
    """The bot's code."""
    gone: str | None = None
    """Why a bot plays for the person who had the seat."""


class Summary(Struct, frozen=True):
    """A table as lists show it."""

    game: str
    options: dict[str, Any]
    seats: list[SummarySeat]
    pace: Pace
    ranks: list[int]
    """By seat, once the game is over."""
    take_backs: bool = False
    """Whether decisions have been taken back."""
    scores: list[int] = []
    """By seat, if the game was played to its end."""


class ClockState(Struct, frozen=True):
    """Milliseconds left by seat at the time `at`, and the seats whose clocks are running."""

    at: int
    left: list[int]
    running: list[int]


class ProposalInfo(Struct, frozen=True):
    matter: str
    seat: int
    agreed: list[int]


class GraceInfo(Struct, frozen=True):
    """A seat may still take back its decision: chance follows in `left` milliseconds."""

    seat: int
    left: int


class Absence(Struct, frozen=True):
    """A seat whose person has left, or that a bot may play for because others wait for it."""

    seat: int
    ago: int | None
    """Milliseconds since the person left; null while connected."""
    bot_in: int | None
    """Milliseconds until the others may let a bot play on; null if nobody waits for the seat."""


class SeatState(Struct, frozen=True, omit_defaults=True):
    """One of your seats: its view, its legal actions and the version to send with them."""

    seat: int
    version: int
    view: AnyView
    decided: list[str] = []
    """Your decisions that wait for the others."""
    standing: list[int] | None = None
    """As in `TableMessage`, but with these decisions; left out without any."""
    legal: list[str] = []
    product: list[list[str]] | None = None
    """If there are too many actions to list: choose one text from each list and join them with
    spaces."""


class ChatLine(Struct, frozen=True):
    """A chat line; `n` counts the lines of the room."""

    n: int
    room: Room
    at: int
    person: str
    name: str
    text: str


class TableMessage(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="table"):
    """A table as you may see it now, and its story since the last message."""

    table: str
    story_from: int
    story: list[str | AnyNote]
    """Lines of the game as you may see them, and notes; the first entry has the number
    `story_from`."""
    owing: list[int]
    """The seats that owe a decision."""
    standing: list[int] | None = None
    """Each player's points if the round were scored now, in the last one with what the end of the
    game adds. Like `points`, `info`, `seats` and `view`
    it is left out if it has not changed since the last message."""
    points: list[int] | None = None
    """Each player's points in the rounds scored so far."""
    just_scored: bool = False
    """Nothing that scores has changed since the last scoring: `standing` would only repeat it."""
    info: TableInfo | None = None
    seats: list[SeatState] | None = None
    view: AnyView | None = None
    """The view of a spectator, if you hold no seat."""
    paused: bool = False
    clocks: ClockState | None = None
    proposal: ProposalInfo | None = None
    grace: GraceInfo | None = None
    absent: list[Absence] = []
    chat: list[ChatLine] = []


class Done(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="done"):
    """The request was executed, and its effect is durable."""

    id: int
    table: str | None = None
    """For a rematch: the new table."""


class Previewed(Struct, frozen=True, tag_field="type", tag="previewed"):
    id: int
    standing: list[int]
    preview: AnyPreview


class Job(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="job"):
    """Progress of a hint or an analysis; the result (Hinted or Analysis) comes when `done` is 1."""

    id: int
    done: float
    result: dict[str, Any] | None = None


class Turn(Struct, frozen=True, tag_field="type", tag="turn"):
    """You owe a decision at a table that you do not watch on this connection."""

    table: str
    seat: int


class Pong(Struct, frozen=True, tag_field="type", tag="pong"):
    id: int
    at: int


class Problem(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="error"):
    """An error: what was wrong, which clause forbids it, what is possible instead."""

    code: str
    reason: str
    explained: bool = False
    """Whether the reason is meant for players, in the language of the request."""
    id: int | None = None
    clause: str | None = None
    possible: list[str] = []
    field: str | None = None
    column: int | None = None
    """The character of a position text, from 1, where the error is."""
    fresh: TableMessage | None = None
    """The current table, if you acted on an old version."""


AnyMessage = TableMessage | Done | Previewed | Job | Turn | Pong | Problem
