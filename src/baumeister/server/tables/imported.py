"""Convert a recorded game into the events of a table."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from baumeister.core.chance import CHANCE, split_line
from baumeister.records import Fairness, Player, Record, match_of
from baumeister.server.tables import events as e
from baumeister.server.tables.errors import BadInputError
from baumeister.server.tables.pace import Untimed


class ImportedTable(NamedTuple):
    """The events of an imported game; `seed` must never be shown."""

    events: list[e.AnyEvent]
    seed: str

    def __repr__(self) -> str:
        return f"<Imported, {len(self.events)} events>"


def events_of(
    record: Record, *, now: int, invite: str, new_seed: str, play_on: bool = False
) -> ImportedTable:
    """Convert a checked record.

    The table is over, however far the record goes. With `play_on` the seats of its people are open
    to whoever is invited, and chance continues from the committed seed. BadInputError if the record
    has a commitment but not its seed: the promise could not be kept.
    """
    going_on = play_on and record.result is None
    promised = record.chance
    if going_on and promised is not None and promised.seed is None:
        raise BadInputError("the record has a commitment but no seed: export it with --secret")
    at = _time(record.started)
    events: list[e.AnyEvent] = [
        e.Created(
            at=now,
            game=record.game_id,
            options=record.game.options_data(record.options),
            seats=tuple(_seat(player, is_open=going_on) for player in record.players),
            pace=Untimed(),
            host="",
            invite=invite,
            commitment=promised.commitment if promised else "",
            rules_version=record.game.rules_version,
            annotations={} if going_on else _annotations(record),
        )
    ]
    if promised:
        events += [
            e.Salted(at=at, seat=seat, salt=salt) for seat, salt in enumerate(promised.salts)
        ]
    events.append(e.Started(at=at))
    kept = 0
    for log, each in zip(record.logs_taken_back(), record.take_backs, strict=True):
        events += [_line(line, at) for line in log[kept:]]
        events.append(e.Undone(at=at, to=each.line))
        kept = each.line
    events += [_line(line, at) for line in record.log[kept:]]
    seed = (promised.seed or "") if promised else new_seed
    if going_on:
        events += _chance(record, seed, now)
    else:
        events.append(e.Ended(at=at, seed=seed if promised else ""))
    return ImportedTable(events, seed)


def _chance(record: Record, seed: str, now: int) -> list[e.AnyEvent]:
    """The events of chance, if the record ends where chance acts."""
    promised = record.chance or Fairness("")
    match = match_of(record)
    rolled = Fairness(promised.commitment, promised.salts, seed).roll(match)
    events: list[e.AnyEvent] = [e.Rolled(at=now, actions=(str(each.action),)) for each in rolled]
    if not match.actors:
        events.append(e.Ended(at=now, seed=seed))
    return events


def _annotations(record: Record) -> dict[str, Any]:
    data = record.data()
    return {key: data[key] for key in ("notes", "variations") if key in data}


def _seat(player: Player, *, is_open: bool) -> e.Seat:
    kind, _, bot = player.kind.partition(":")
    if kind == "bot":
        return e.Seat("bot", player.name, bot=bot)
    return e.Seat("open" if is_open else "human", player.name)


def _line(line: str, at: int) -> e.AnyEvent:
    actor, action = split_line(line)
    if actor == CHANCE:
        return e.Rolled(at=at, actions=(action,))
    return e.Acted(at=at, seat=actor, action=action)


def _time(started: str | None) -> int:
    """Milliseconds since the epoch; 0 if unknown."""
    if started is None:
        return 0
    return int(datetime.fromisoformat(started.replace("Z", "+00:00")).timestamp() * 1000)
