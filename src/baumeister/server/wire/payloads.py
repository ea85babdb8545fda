"""Bodies of the HTTP interface that are not messages of the socket."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from baumeister.core.registry import games
from baumeister.server.tables.commands import AnyCommand, SeatNumber, Text
from baumeister.server.wire.messages import AnyPreview, AnyScored, AnyView, Summary

Name = Annotated[str, Meta(min_length=1, max_length=60, examples=["Ada"])]
Login = Annotated[str, Meta(min_length=3, max_length=30, examples=["ada"])]
Password = Annotated[str, Meta(min_length=10, max_length=200, examples=["correct horse battery"])]
GameId = Annotated[str, Meta(max_length=40, examples=games()[:1])]
PersonId = Annotated[str, Meta(max_length=32)]


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class NewPerson(Body, frozen=True):
    name: Name


class Credentials(Body, frozen=True):
    login: Login
    password: Password


CredentialId = Annotated[str, Meta(min_length=1, max_length=1400, pattern="^[A-Za-z0-9_-]+$")]
Base64Url = Annotated[str, Meta(max_length=12_000, pattern="^[A-Za-z0-9_-]*$")]


class Attestation(Struct, frozen=True, rename="camel"):
    """AuthenticatorAttestationResponse, of which this much is read."""

    client_data_json: Base64Url = field(name="clientDataJSON")
    attestation_object: Base64Url


class Assertion(Struct, frozen=True, rename="camel"):
    """AuthenticatorAssertionResponse."""

    client_data_json: Base64Url = field(name="clientDataJSON")
    authenticator_data: Base64Url
    signature: Base64Url
    user_handle: Base64Url


class MadeCredential(Struct, frozen=True, rename="camel"):
    """What navigator.credentials.create() gave you: its toJSON()."""

    id: CredentialId
    raw_id: CredentialId
    type: Literal["public-key"]
    response: Attestation


class ShownCredential(Struct, frozen=True, rename="camel"):
    """What navigator.credentials.get() gave you: its toJSON()."""

    id: CredentialId
    raw_id: CredentialId
    type: Literal["public-key"]
    response: Assertion


class NewPasskey(Body, frozen=True):
    """`name` is for you, to tell your passkeys apart."""

    credential: MadeCredential
    name: Name = "Passkey"


class PasskeyLogin(Body, frozen=True):
    credential: ShownCredential


class Passkey(Struct, frozen=True):
    id: str
    name: str
    created: int


class Mute(Body, frozen=True):
    person: PersonId
    on: bool = True


class Options(Body, frozen=True):
    game: GameId
    options: dict[str, Any] = {}


class CommandBody(Body, frozen=True):
    """A command; the invitation if you are not at the table yet."""

    command: AnyCommand
    invite: Annotated[str, Meta(max_length=64)] | None = None


class ReplayBody(Body, frozen=True):
    """A record, and which position to show: after so many lines, as this seat sees it; or every
    position."""

    record: dict[str, Any]
    line: Annotated[int, Meta(ge=0)] | None = None
    seat: Annotated[int, Meta(ge=0, le=4)] | None = None
    every: bool = False


class AnalysisBody(Body, frozen=True):
    """A record of a finished game."""

    record: dict[str, Any]
    open_cards: bool = False
    """Judge decisions with all cards on the table, not by what each player could know."""


class JudgementBody(Body, frozen=True):
    """Another action in place of a decision of a finished game, to be held against the best."""

    record: dict[str, Any]
    line: Annotated[int, Meta(ge=1)]
    """Of the log, from 1: the decision."""
    action: Text
    best: Text
    """What an analysis called the best there."""
    open_cards: bool = False
    """As the analysis was made."""


Line = Annotated[str, Meta(max_length=120, pattern=r"^(\*|[0-4]) [ -~]+$", examples=["* start 0"])]


class PracticeBody(Body, frozen=True):
    """A position, as the log that leads to it, and what `seat` does there. If the action is
    taken, the lines of `then` follow: what chance and others do by the script."""

    game: GameId
    seat: SeatNumber
    log: Annotated[list[Line], Meta(max_length=400)]
    options: dict[str, Any] = {}
    action: Text | None = None
    then: Annotated[list[Line], Meta(max_length=100)] = []
    preview: bool = False
    """Only show what the action would do."""


class Person(Struct, frozen=True):
    id: str
    name: str
    login: str | None
    mutes: list[str]
    account: bool
    """Whether you can log in again, by a password or a passkey; a guest has only its cookie."""


class TableSummary(Struct, frozen=True):
    id: str
    status: str
    created: int
    updated: int
    summary: Summary
    turn: bool = False
    """Whether you owe a decision there."""


class NewTableInfo(Struct, frozen=True):
    """`invite` is for who is to join: put it behind a # in a link, where it stays secret."""

    table: str
    invite: str


class CommandDone(Struct, frozen=True):
    table: str


class Position(Struct, frozen=True):
    """After so many lines of the log."""

    line: int
    view: AnyView
    standing: list[int]
    owing: list[int]
    """The seats that owe a decision; none where it is chance's turn."""
    hands: list[list[int]] | None = None
    """Manhattan: everybody's cards, where nothing is hidden from you, as in a whole record."""


class ScoredRound(Struct, frozen=True):
    """A round as it was scored, after so many lines; Tangram City: city by city."""

    round: int
    line: int
    points: list[int]
    """Each player's, this round included."""
    scored: AnyScored


class RoundScored(Struct, frozen=True):
    """A round as it was scored, and the table after that line."""

    round: int
    line: int
    view: AnyView
    standing: list[int]
    points: list[int]
    """Each player's, this round included; `standing` counts on with the next one."""
    scored: AnyScored


class Replayed(Struct, frozen=True):
    """A record that is right: its lines, how everybody stood after each, its scored rounds, one
    position or every one."""

    lines: list[str]
    standing: list[list[int]]
    result: dict[str, Any] | None
    rounds: list[ScoredRound]
    position: Position
    positions: list[Position] | None = None
    """Before the first line and after each, if you asked for `every` one."""


class Practised(Struct, frozen=True):
    """The log with all that was played, and the position it leads to."""

    log: list[str]
    position: Position
    legal: list[str]
    """What the seat may do, if it owes a decision."""
    product: list[list[str]] | None
    """Where there are too many to list: one text of each list, joined by spaces."""
    standing: list[int]
    """Each player's points if the round were scored now; of a preview, after the action."""
    preview: AnyPreview | None
    scored: RoundScored | None
    """The last round that was scored, explained."""
    result: dict[str, Any] | None
    """Once the game is over: item by item, as records have it."""


class Health(Struct, frozen=True):
    status: str
    version: str
    tables: dict[str, int]
