"""Digests: what the explorer keeps of a finished game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from baumeister.core.chance import CHANCE
from baumeister.core.outcome import win_shares
from baumeister.core.registry import find
from baumeister.explorer.features import module_of
from baumeister.records import Record, Step, read_games, replay


class Decision(NamedTuple):
    """One decision of a player."""

    line: int
    """The line of the log, from 1."""
    actor: int
    round: int
    opening: str | None
    """The step of an opening."""
    features: tuple[tuple[str, str], ...]


class Seat(NamedTuple):
    """A player and the result."""

    name: str
    bot: str
    """The bot's code; empty for a person."""
    points: int
    rank: int
    win: float
    """The share of the win: players tied for first place split it."""


class Digest(NamedTuple):
    """What the explorer keeps of a finished game."""

    name: str
    """Where the game is from, such as the id of its table."""
    game_id: str
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    decisions: tuple[Decision, ...]


class Shared:
    """Shares equal decisions among digests: there are thousands of games, with the same moves."""

    def __init__(self) -> None:
        self._known: dict[Any, Any] = {}

    def of(self, found: Digest) -> Digest:
        """The same digest, of shared values."""
        share = self._known.setdefault
        decisions = tuple(
            each._replace(
                opening=share(each.opening, each.opening),
                features=share(each.features, each.features),
            )
            for each in found.decisions
        )
        return found._replace(decisions=decisions)


def digest(record: Record, name: str = "") -> Digest | None:
    """The digest of a game; None if it is not finished. RecordError if the log is wrong."""
    result = record.result
    if result is None:
        return None
    module = module_of(record.game)
    decisions = tuple(
        Decision(
            step.line,
            step.actor,
            _round(step),
            module.opening(step),
            tuple(module.features(step).items()),
        )
        for step in replay(record)
        if step.actor != CHANCE
    )
    wins = win_shares(result["ranks"])
    seats = tuple(
        Seat(player.name, _bot(player.kind), points, rank, win)
        for player, points, rank, win in zip(
            record.players, result["scores"], result["ranks"], wins, strict=True
        )
    )
    options = find(record.game_id).options_data(record.options)
    return Digest(name, record.game_id, options, seats, decisions)


def digests(source: Path | str | Iterable[Record]) -> Iterator[Digest]:
    """The digests of all finished games of a file, a folder or records; the newest come last."""
    shared = Shared()
    records = read_games(source) if isinstance(source, Path | str) else source
    for number, record in enumerate(records, start=1):
        found = digest(record, str(number))
        if found is not None:
            yield shared.of(found)


def _bot(kind: str) -> str:
    return kind.partition(":")[2]


def _round(step: Step) -> int:
    """The round of a decision, from 1; 1 in games that are not played in rounds."""
    found = getattr(step.before, "round", 1)
    return max(1, found) if isinstance(found, int) else 1
