"""Replaying, checking and exporting records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from baumeister.core.chance import CHANCE, actor_text, split_line
from baumeister.core.errors import MalformedError, Message, Refusal, short
from baumeister.core.game import AnyGame, check_seat
from baumeister.core.match import Match
from baumeister.records.errors import RecordError, located
from baumeister.records.fair import Fairness
from baumeister.records.positions import Path as Place
from baumeister.records.reading import loads, read_text
from baumeister.records.record import Record


class Step(NamedTuple):
    """One line of the log, counted from 1, with the states before and after it."""

    line: int
    before: Any
    actor: int
    action: Any
    after: Any


def replay(record: Record) -> Iterator[Step]:
    """Play the log line by line; RecordError at the first illegal line."""
    state = record.game.new(record.options)
    return _steps(record, state, record.log, 0, lambda index: ("log", index))


def _steps(
    record: Record, state: Any, log: Sequence[str], first: int, path_of: Callable[[int], Place]
) -> Iterator[Step]:
    """Play a log from the line with this index on; `state` is the state before it."""
    game = record.game
    for index in range(first, len(log)):
        line, path = log[index], path_of(index)
        actor, text = split_line(line)
        if "?" in text:
            reason = (
                "hidden ('?'): an export for one viewer cannot be replayed, only the full record"
            )
            raise RecordError(reason, path=path, kind="hidden")
        try:
            action = game.parse(text)
        except MalformedError as error:
            raise RecordError(error.reason, path=path) from None
        actors = game.actors(state)
        if not actors:
            refusal = game.why_not(state, actor, action)
            clause = refusal.clause if refusal else None
            reason = "continues after the end of the game"
            raise RecordError(reason, path=path, clause=clause, kind="over")
        refusal = game.why_not(state, actor, action)
        if refusal:
            if clause := _corrected(record, state, action, None):
                raise _outdated(record, clause, path)
            raise RecordError(
                refusal.reason,
                path=path,
                clause=refusal.clause,
                kind="refused" if refusal.message else None,
                because=_cited(refusal),
            )
        if actor != actors[0]:  # records list simultaneous decisions in player order
            reason = (
                f"simultaneous decisions must be in player order: {actor_text(actors[0])} first"
            )
            raise RecordError(reason, path=path)
        after = game.apply(state, actor, action)
        yield Step(index + 1, state, actor, action, after)
        state = after


def final_state(record: Record) -> Any:
    """The state after the last line of the log."""
    state = record.game.new(record.options)
    for step in replay(record):
        state = step.after
    return state


def match_of(record: Record) -> Match[Any, Any, Any, Any]:
    """A match that continues where the record ends, with its pending decisions."""
    match = Match(record.game, record.options)
    for step in replay(record):
        match.submit(step.actor, step.action)
    return match


def check(record: Record) -> Any:
    """Verify the log and the result, and return the final state; RecordError if one is wrong.

    If the record has a published seed, every chance outcome must follow from it.
    """
    state = record.game.new(record.options)
    fair = record.chance if record.chance and record.chance.seed else None
    if fair and not fair.keeps_promise:
        reason = "the seed does not match the commitment"
        raise RecordError(reason, path=("chance", "seed"), kind="seed")
    _check_take_backs(record, fair)
    _check_variations(record)
    scored_by = None  # the clause by which a round was scored otherwise, if it was
    for step in replay(record):
        scored_by = scored_by or _corrected(record, step.before, step.action, step.after)
        if fair and step.actor == CHANCE:
            _check_chance(record.game, fair, step, ("log", step.line - 1))
        state = step.after
    outcome = record.game.outcome(state)
    given = record.result
    if outcome is None:
        if given is not None:
            reason = "there is a result, but the game has not ended"
            raise RecordError(reason, path=("result",))
        return state
    if given is None:
        raise RecordError("the game has ended, but its result is missing", path=("result",))
    expected = outcome.as_result()
    for key in given:
        if key not in expected:
            raise RecordError(f"unknown field {short(key)}", path=("result", key))
    for key, value in expected.items():
        if key not in given:
            raise RecordError("is missing", path=("result", key))
        if not _same(given[key], value):
            if scored_by:
                raise _outdated(record, scored_by, ("result", key))
            raise RecordError(
                _difference(given[key], value),
                path=("result", key),
                clause=record.game.result_clauses.get(key),
            )
    return state


def _check_take_backs(record: Record, fair: Fairness | None) -> None:
    """Verify what was taken back like the log itself, chance included."""
    states = [record.game.new(record.options)]
    for number, log in enumerate(record.logs_taken_back()):
        kept = record.take_backs[number].line

        def path_of(index: int, number: int = number, kept: int = kept) -> Place:
            place: Place = ("take_backs", number)
            return (*place, "undone", index - kept) if index >= kept else place

        for step in _steps(record, states[-1], log, len(states) - 1, path_of):
            if fair and step.actor == CHANCE:
                _check_chance(record.game, fair, step, path_of(step.line - 1))
            states.append(step.after)
        del states[kept + 1 :]


def _check_variations(record: Record) -> None:
    """Verify that variations follow the rules; their chance is anybody's guess."""
    known: list[list[Any]] = []
    main = [record.game.new(record.options)]
    if record.variations:
        main += [step.after for step in replay(record)]
    for number, each in enumerate(record.variations):
        states = (main if each.of is None else known[each.of])[: each.line + 1]

        def path_of(index: int, number: int = number) -> Place:
            return ("variations", number, "log", index)

        for step in _steps(record, states[-1], each.log, 0, path_of):
            states.append(step.after)
        known.append(states)


def _check_chance(game: AnyGame, fair: Fairness, step: Step, path: Place) -> None:
    """Verify that a chance outcome follows from seed and salts."""
    expected = game.sample(step.before, fair.rng(step.line - 1))
    if expected != step.action:
        reason = f"does not follow from the seed, which gives '{expected}'"
        raise RecordError(reason, path=path, kind="seed")


def _corrected(record: Record, before: Any, action: Any, after: Any) -> str | None:
    """The clause by which a step differs from the older version of the rules it was played by."""
    version = record.rules_version
    if version is None:
        return None
    return record.game.corrected(version, before, action, after)


def _outdated(record: Record, clause: str, path: Place) -> RecordError:
    reason = f"was played by version {record.rules_version} of the rules, corrected since"
    return RecordError(reason, path=path, clause=clause, kind="outdated")


def _cited(refusal: Refusal) -> Message | None:
    """The message of a refusal, with its clause among the values."""
    found = refusal.message
    return found and found._replace(values={**found.values, "clause": refusal.clause})


def check_text(text: str) -> Record:
    """Parse and check a record; RecordError says what is wrong, and in which line of the text."""
    record = loads(text)
    with located(text):
        check(record)
    return record


def load(path: Path | str) -> Record:
    """Read a record file and check it; RecordError says what is wrong, and where."""
    return check_text(read_text(Path(path)))


def export_for(record: Record, viewer: int | None) -> Record:
    """The record as one seat, or a spectator (None), may see it, with `?` for hidden parts.

    Notes stay; variations, whose cards nobody has seen, are left out.
    """
    game = record.game
    check_seat(viewer, game.players(record.options))
    now = final_state(record)
    return replace(
        record,
        log=tuple(
            f"{actor_text(step.actor)} "
            + game.seen(game.moment(step.before), step.actor, step.action, viewer, now)
            for step in replay(record)
        ),
        take_backs=tuple(
            each._replace(undone=_export_log(record, log, viewer)[each.line :])
            for each, log in zip(record.take_backs, record.logs_taken_back(), strict=True)
        ),
        variations=(),
    )


def _export_log(record: Record, log: tuple[str, ...], viewer: int | None) -> tuple[str, ...]:
    """A log that was taken back as the viewer saw it then."""
    return export_for(replace(record, log=log, take_backs=(), notes=()), viewer).log


def _same(given: Any, expected: Any) -> bool:
    """Whether two JSON values are equal and of the same type: true is not 1, 1.0 is not 1."""
    if type(given) is not type(expected):
        return False
    if isinstance(expected, list):
        return len(given) == len(expected) and all(map(_same, given, expected))
    if isinstance(expected, dict):
        return given.keys() == expected.keys() and all(
            _same(given[key], expected[key]) for key in expected
        )
    return bool(given == expected)


def _difference(given: Any, expected: Any) -> str:
    if isinstance(given, list) and isinstance(expected, list) and len(given) == len(expected):
        for index, (one, other) in enumerate(zip(given, expected, strict=True)):
            if not _same(one, other) and isinstance(other, (list, dict)):
                return f"[{index}] " + _difference(one, other)
    shown = ascii(given) if isinstance(given, (list, dict)) else short(given)
    return f"the log gives {expected!r:.200}, the record says {shown:.200}"
