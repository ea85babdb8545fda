"""What `GET /api/games` says about a game; a game's wire package may add fields of its own."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class ClauseInfo(Struct, frozen=True):
    """One clause of the rules."""

    id: str
    title: str
    text: str


class GuidePart(Struct, frozen=True):
    """One step of the illustrated rules."""

    id: str
    """Unique on the page."""
    title: str
    """May be empty: the part continues the one before."""
    text: str
    """Paragraphs separated by empty lines; lines that begin with `- ` are a list; **bold**."""
    caption: str
    figure: dict[str, Any] | None
    """What the game's user interface draws; `svg` is a drawing that the page can show by itself."""
    labels: dict[str, str]
    """Words inside the figure."""
    clauses: list[str]
    """The clauses that the part explains."""


class GuideSection(Struct, frozen=True):
    """A section of the illustrated rules."""

    id: str
    title: str
    parts: list[GuidePart]


class EditionInfo(Struct, frozen=True):
    """An edition of a game; POST /api/options resolves the options it presets."""

    id: str
    title: str


class BotInfo(Struct, frozen=True):
    """A bot. Levels start at 1, the weakest; of level 0 only `house:` bots are offered."""

    code: str
    level: int
    name: str
    about: str
    short: str
    """A short name, for narrow columns."""


class GameInfo(Struct, frozen=True):
    """What a set-up page needs to know about a game. Games may add fields of their own."""

    id: str
    title: str
    """The name of the game as players know it."""
    ui: str | None
    """The name of the user interface that the browser client has for the game; null: the plain
    table."""
    rules_version: int
    options_schema: dict[str, Any]
    """JSON Schema; `x-clause` of each property is the clause it is about."""
    defaults: dict[str, Any]
    """Every option with its default value."""
    editions: list[EditionInfo]
    bots: list[BotInfo]
    clauses: list[ClauseInfo]
    guide: bool
    """Whether GET /api/games/{game}/guide has illustrated rules."""
