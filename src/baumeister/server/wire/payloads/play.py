"""Bodies about games: tables, records, positions, analyses and practice."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from baumeister.core.registry import games
from baumeister.server.tables.commands import AnyCommand, SeatNumber, Text
from baumeister.server.wire.messages import AnyPreview, AnyScored, AnyView, Summary

GameId = Annotated[str, Meta(max_length=40, examples=games()[:1])]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    game: GameId
    options: dict[str, Any] = {}


class CommandBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A command, with the invitation if you are not at the table yet."""

    command: AnyCommand
    invite: Annotated[str, Meta(max_length=64)] | None = None


class ReplayBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A record and the position to show: after `line` lines, as `seat` sees it, or `every`
    position."""

    record: dict[str, Any]
    line: Annotated[int, Meta(ge=0)] | None = None
    seat: SeatNumber | None = None
    every: bool = False


class AnalysisBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A record of a finished game."""

    record: dict[str, Any]
    open_cards: bool = False
    """Judge decisions with all cards open, not by what each player could know."""
    table: Text | None = None
    """The table of this service whose record it is: the analysis is then stored with it."""


class JudgementBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Another action at a decision of a finished game, to be compared with the best one."""

    record: dict[str, Any]
    line: Annotated[int, Meta(ge=1)]
    """The log line of the decision, counted from 1."""
    action: Text
    best: Text
    """The best action according to an analysis."""
    open_cards: bool = False
    """As in the analysis."""


Line = Annotated[
    str, Meta(max_length=120, pattern=r"^(\*|1?[0-9]) [ -~]+$", examples=["* start 0"])
]


class PracticeBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A position, given by the log that leads to it, and an action of `seat`. If the action is
    legal, the lines of `then` follow: a script for chance and the other players."""

    game: GameId
    seat: SeatNumber
    log: Annotated[list[Line], Meta(max_length=400)]
    options: dict[str, Any] = {}
    action: Text | None = None
    then: Annotated[list[Line], Meta(max_length=100)] = []
    preview: bool = False
    """Only show what the action would change."""


class TableSummary(Struct, frozen=True):
    id: str
    status: str
    created: int
    updated: int
    summary: Summary
    turn: bool = False
    """Whether you owe a decision there."""
    own: list[int] = []
    """The seats you hold there."""


class NewTableInfo(Struct, frozen=True):
    """A new table. Give `invite` to those who should join: in a link put it behind a #, where it
    stays secret."""

    table: str
    invite: str


class CommandDone(Struct, frozen=True):
    table: str


class Position(Struct, frozen=True):
    """The position after `line` lines of the log."""

    line: int
    view: AnyView
    standing: list[int]
    """Each player's points if the round were scored now."""
    points: list[int]
    """Each player's points in the rounds scored so far."""
    owing: list[int]
    """The seats that owe a decision; empty if it is chance's turn."""
    just_scored: bool = False
    """Nothing that scores has changed since the last scoring: `standing` would only repeat it."""
    hands: list[list[int]] | None = None
    """All hands, in games with hands, if nothing is hidden from you, as in a complete record."""
    text: str | None = None
    """The position text, as you may know it; only for positions of tables."""


class ScoredRound(Struct, frozen=True):
    """The scoring of a round that ended with this line."""

    round: int
    line: int
    points: list[int]
    """Each player's points, including this round."""
    scored: AnyScored
    effects: list[str]
    """What the actions of the round caused besides what they say, in order; as in the log."""


class RoundScored(Struct, frozen=True):
    """The scoring of a round, and the table after it."""

    round: int
    line: int
    view: AnyView
    standing: list[int]
    points: list[int]
    """Each player's points, including this round; `standing` already counts the next one."""
    scored: AnyScored
    effects: list[str]
    """As in `ScoredRound`."""


class Replayed(Struct, frozen=True):
    """A valid record: its lines, the standing after each, its scored rounds and one or all
    positions."""

    lines: list[str]
    standing: list[list[int]]
    result: dict[str, Any] | None
    rounds: list[ScoredRound]
    position: Position
    positions: list[Position] | None = None
    """The positions before the first line and after each line, if requested by `every`."""
    effects: list[str | None] = []
    """What each line caused beyond the action itself, in the game's own words."""


class Practised(Struct, frozen=True):
    """The complete log and the position it leads to."""

    log: list[str]
    position: Position
    legal: list[str]
    """The legal actions of the seat, if it owes a decision."""
    product: list[list[str]] | None
    """If there are too many actions to list: choose one text from each list and join them with
    spaces."""
    standing: list[int]
    """Each player's points if the round were scored now; for a preview, after the action."""
    preview: AnyPreview | None
    scored: RoundScored | None
    """The scoring of the last scored round."""
    result: dict[str, Any] | None
    """The result once the game is over, item by item as in records."""


class Health(Struct, frozen=True):
    status: str
    version: str
    tables: dict[str, int]
