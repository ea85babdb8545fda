"""Records of games (docs/records.md)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from baumeister.core.chance import actor_text
from baumeister.core.game import AnyGame
from baumeister.core.match import Match
from baumeister.core.registry import find
from baumeister.records.annotations import Note, Variation
from baumeister.records.fair import Fairness

FORMAT: Final = "baumeister-record/1"
EXTENSION: Final = ".bau.json"


@dataclass(frozen=True, slots=True)
class Player:
    """A player; `kind` is `human` or `bot:CODE`, `side` a side of the table in some games."""

    seat: int
    name: str
    kind: str = "human"
    side: int | None = None

    def data(self) -> dict[str, Any]:
        """The JSON object."""
        plain = {"seat": self.seat, "name": self.name, "kind": self.kind}
        return plain if self.side is None else {**plain, "side": self.side}


class TakeBack(NamedTuple):
    """Decisions that were taken back: the log ended with `undone` after its first `line` lines."""

    line: int
    undone: tuple[str, ...]

    def data(self) -> dict[str, Any]:
        """The JSON object."""
        return {"line": self.line, "undone": list(self.undone)}


@dataclass(frozen=True, slots=True)
class Record:
    """One game: its options, players, log and result."""

    game_id: str
    options: Any
    players: tuple[Player, ...]
    log: tuple[str, ...]
    """One canonical text per line: `ACTOR ACTION`."""
    started: str | None = None
    """When the game began (UTC); None in self-play, whose records depend only on the seed."""
    result: dict[str, Any] | None = None
    chance: Fairness | None = None
    """The commitment to a seed (fair.py), if the service made one."""
    rules_version: int | None = None
    """The version of the rules it was played under, if not the current one."""
    take_backs: tuple[TakeBack, ...] = ()
    """In chronological order."""
    notes: tuple[Note, ...] = ()
    """Comments and marks on positions of the log."""
    variations: tuple[Variation, ...] = ()

    @property
    def game(self) -> AnyGame:
        """The game that was played."""
        return find(self.game_id)

    def data(self) -> dict[str, Any]:
        """The JSON object, with its keys in the order of the format."""
        plain: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game_id,
            "rules_version": self.game.rules_version,
            "options": self.game.options_data(self.options),
            "players": [player.data() for player in self.players],
        }
        if self.started is not None:
            plain["started"] = self.started
        if self.chance is not None:
            plain["chance"] = self.chance.data()
        plain["log"] = list(self.log)
        if self.take_backs:
            plain["take_backs"] = [each.data() for each in self.take_backs]
        if self.notes:
            plain["notes"] = [each.data() for each in self.notes]
        if self.variations:
            plain["variations"] = [each.data() for each in self.variations]
        if self.result is not None:
            plain["result"] = self.result
        return plain

    def logs_taken_back(self) -> list[tuple[str, ...]]:
        """The whole log just before each take-back."""
        found: list[tuple[str, ...]] = []
        log = self.log
        for each in reversed(self.take_backs):
            log = (*log[: each.line], *each.undone)
            found.insert(0, log)
        return found

    def dumps(self) -> str:
        """The record as JSON text, with each log entry on its own line for readable diffs."""
        parts = []
        for key, value in self.data().items():
            if key in ("players", "log", "take_backs", "notes", "variations") and value:
                items = ",\n".join(f"    {_json(item)}" for item in value)
                parts.append(f"  {_json(key)}: [\n{items}\n  ]")
            else:
                parts.append(f"  {_json(key)}: {_json(value)}")
        return "{\n" + ",\n".join(parts) + "\n}\n"

    def dumps_line(self) -> str:
        """The record as one line of JSON, for files of many records."""
        return json.dumps(self.data(), ensure_ascii=False, separators=(",", ":")) + "\n"


def record_of(
    match: Match[Any, Any, Any, Any], players: Sequence[Player] = (), started: str | None = None
) -> Record:
    """The full record of a match, with all hidden information.

    Pending decisions are included in player order, up to the first player still to decide.
    """
    outcome = match.outcome
    options = match.game.options_of(match.state)
    seats = range(match.game.players(options))
    pending = []
    for actor in match.actors:
        pending += [f"{actor_text(actor)} {action}" for action in match.pending.get(actor, ())]
        if actor in match.waiting_for:
            break
    return Record(
        game_id=match.game.id,
        options=options,
        players=tuple(players) or tuple(Player(seat, f"Player {seat}") for seat in seats),
        log=(*map(str, match.log), *pending),
        started=started,
        result=outcome.as_result() if outcome else None,
    )


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
