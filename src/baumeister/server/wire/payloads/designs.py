"""Bodies about designs: parts of a game that players draw themselves."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from baumeister.server.wire.payloads.play import GameId

DesignName = Annotated[str, Meta(min_length=1, max_length=60, examples=["My tiles"])]


class DesignBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A design as a file holds it; it may be unfinished."""

    game: GameId
    design: Any


class CompletionBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A design, and one of the goals that its report lists."""

    game: GameId
    design: Any
    goal: Annotated[str, Meta(max_length=40)]


class NewDesign(Struct, frozen=True, forbid_unknown_fields=True):
    """A design to save; with `id` it replaces one of yours."""

    game: GameId
    name: DesignName
    design: Any
    id: Annotated[str, Meta(max_length=32)] | None = None


class DesignInfo(Struct, frozen=True):
    """A saved design."""

    id: str
    game: str
    name: str
    updated: int


class SavedDesign(Struct, frozen=True):
    """A saved design with its contents."""

    id: str
    game: str
    name: str
    updated: int
    design: Any
