"""The messages between the processes of one service."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct

from baumeister.server.tables import commands as c
from baumeister.server.tables.viewer import User

MOVED: Final = "moved"
"""The code of an answer: this process does not own the table."""


class Message(Struct, frozen=True, tag_field="t", omit_defaults=True):
    pass


class Hello(Message, frozen=True, tag="hello"):
    """The handshake: each side proves that it knows the key in the database."""

    nonce: str
    process: str = ""
    proof: str = ""


class Execute(Message, frozen=True, tag="execute"):
    """Execute a command at a table that you own."""

    table: str
    user: tuple[str, list[str], str]
    command: c.AnyCommand
    invite: str | None = None


class Accept(Message, frozen=True, tag="accept"):
    """This user agrees to a rematch at a table that you own."""

    table: str
    user: tuple[str, list[str], str]


class Request(Message, frozen=True, tag="ask"):
    n: int
    what: Execute | Accept


class Answer(Message, frozen=True, tag="answer"):
    n: int
    length: int = 0
    """The length of the table's log, to read as far."""
    table: str | None = None
    code: str = ""
    """The error code; `moved`: this process does not own the table."""
    reason: str = ""
    clause: str | None = None


class Here(Message, frozen=True, tag="here"):
    """People came to one of my connections, or the people of these seats left them."""

    table: str
    came: list[str] = []
    returns: bool = False
    left: list[int] = []


class Follow(Message, frozen=True, tag="follow"):
    """Tell me about changes of this table, or no longer."""

    table: str
    on: bool


class Changed(Message, frozen=True, tag="changed"):
    """A row of a table's log, for the processes that follow it."""

    table: str
    n: int
    total: int
    data: str


class Turns(Message, frozen=True, tag="turns"):
    """People owe a decision at a table: person and seat."""

    table: str
    turns: list[tuple[str, int]]


class SessionChanged(Message, frozen=True, tag="session"):
    """The sessions of a person have changed; `out`: all have ended."""

    ids: list[str]
    person: str = ""
    out: bool = False


class Spent(Message, frozen=True, tag="spent"):
    """What addresses have used of their rate limits: address, kind, how often."""

    taken: list[tuple[str, str, int]]


class Tick(Message, frozen=True, tag="tick"):
    clock: int


class Bye(Message, frozen=True, tag="bye"):
    """I have stopped; my tables are free."""


Notice = Here | Follow | Changed | Turns | SessionChanged | Spent | Tick | Bye
AnyPeerMessage = Hello | Request | Answer | Notice

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyPeerMessage)


def encode(message: AnyPeerMessage) -> bytes:
    data = _encoder.encode(message)
    return len(data).to_bytes(4, "big") + data


def decode(data: bytes) -> AnyPeerMessage:
    found: AnyPeerMessage = _decoder.decode(data)
    return found


def packed(user: User) -> tuple[str, list[str], str]:
    return user.id, sorted(user.ids), user.name


def unpacked(user: tuple[str, list[str], str]) -> User:
    return User(user[0], frozenset(user[1]), user[2])
