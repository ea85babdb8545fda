"""The tasks of worker processes: bot moves, hints, analyses, replays and practice.

Bots and hints get views, never states. Errors in user input are returned, not raised: the text of
an exception could name hidden cards and never leaves a worker.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any, Final

import msgspec

from baumeister.bots import Budget, analysis, hints, seated, strongest_code
from baumeister.core.errors import SHARED, BaumeisterError, IllegalError, Message
from baumeister.core.game import check_seat
from baumeister.core.registry import find, plugin_of
from baumeister.fast import compiled
from baumeister.records import Record, check_text
from baumeister.records import replay as replay_steps
from baumeister.server.store import TableRow
from baumeister.server.tables.errors import BadInputError
from baumeister.server.wire.games import wire_of
from baumeister.server.wire.payloads.analysis import Analysis, Hinted, Judged
from baumeister.server.wire.payloads.play import (
    JudgementBody,
    Position,
    PracticeBody,
    Practised,
    Replayed,
)
from baumeister.server.wire.payloads.study import (
    DraftBody,
    DraftedPosition,
    Evaluated,
    EvaluationBody,
    ExploredPosition,
    PositionBody,
)
from baumeister.server.wire.positions import position_of, scored_rounds
from baumeister.server.wire.serialise import encode
from baumeister.server.work import explorer, practice, puzzles
from baumeister.server.work.designs import check_design, complete_design
from baumeister.server.work.study import board, drafts, engine

Progress = Callable[[float], None]

ANALYSIS_NICENESS: Final = 7
"""Analyses run at a lower priority than bots, but are not starved by them: people wait for both."""


def decide(
    _: Progress, game_id: str, code: str, view: Any, legal: Any, programs: bool = False
) -> str:
    """The text of the action that a bot chooses; `programs` is for the operator's own bots."""
    with seated([code], find(game_id), programs=programs) as [bot]:
        return str(bot.decide(view, legal, Budget(), random.SystemRandom()).action)


def hint(_: Progress, game_id: str, view: Any, legal: Any, seconds: float) -> Hinted:
    """What the strongest bot would do and why, with the standing before and after."""
    game, rng = find(game_id), random.SystemRandom()
    found = hints.hint(game, view, legal, Budget(seconds=seconds), rng)
    before = game.determinize(view, rng)
    after = game.apply(before, view.seat, found.action)
    scoring = wire_of(game).own_scoring
    scorings = {"before": scoring(view), "after": scoring(game.view(after, view.seat))}
    return Hinted(
        action=str(found.action),
        bot=strongest_code(game),
        chance=found.chance,
        points=found.points,
        reasons=list(found.reasons),
        contrast=list(found.contrast),
        before=list(game.scored_now(before)),
        after=list(game.scored_now(after)),
        scoring={} if scorings["before"] is None else scorings,
    )


def analyse(
    progress: Progress, text: str, open_cards: bool, seconds: float, contrasts: bool
) -> Analysis | BaumeisterError:
    """The analysis of a finished game, or why it cannot be analysed."""
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, 0, ANALYSIS_NICENESS)
    record = _finished(text)
    if isinstance(record, BaumeisterError):
        return record
    found = analysis.analyse(
        record, seconds=seconds, open_cards=open_cards, progress=progress, contrasts=contrasts
    )
    return msgspec.convert(found.data(), Analysis)


def judge(_: Progress, request: JudgementBody, seconds: float) -> Judged | BaumeisterError:
    """Compare another action with the best one at a decision; or why that cannot be done."""
    record = _finished(msgspec.json.encode(request.record).decode())
    if isinstance(record, BaumeisterError):
        return record
    try:
        line = analysis.analyse_line(
            record,
            request.line,
            action=request.action,
            best=request.best,
            seconds=seconds,
            open_cards=request.open_cards,
        )
    except IllegalError as error:
        return error
    except BaumeisterError as error:
        return BadInputError(str(error), message=error.message)
    return msgspec.convert({**line.data(), "reasons": list(line.done or line.reasons)}, Judged)


def _finished(text: str) -> Record | BadInputError:
    """The record if it can be analysed, else why it cannot."""
    try:
        record = check_text(text)
    except BaumeisterError as error:
        return BadInputError(str(error), message=error.message)
    if record.result is None:
        reason = "only a finished game can be analysed"
        return BadInputError(reason, message=Message(SHARED, "unfinished", {}))
    if plugin_of(record.game).positions is not None and not compiled():
        reason = "games cannot be analysed here: this service has no compiled core"
        return BadInputError(reason, message=Message(SHARED, "no-core", {}))
    return record


def replay(
    progress: Progress, text: str, line: int | None, seat: int | None, every: bool
) -> bytes | BaumeisterError:
    """Check a record and replay it: an encoded Replayed, or what is wrong with the record.

    Encoded here, not in the service: there may be hundreds of positions.
    """
    try:
        record = check_text(text)
        check_seat(seat, len(record.players))
    except BaumeisterError as error:
        return BadInputError(str(error), message=error.message)
    game = record.game
    steps = list(replay_steps(record))
    states = [game.new(record.options), *(step.after for step in steps)]
    progress(0.5)
    at = len(steps) if line is None else line
    if at > len(steps):
        return BadInputError(f"the log has {len(steps)} lines")

    def position(number: int) -> Position:
        return position_of(game, number, states[number], seat, all_hands=True)

    return encode(
        Replayed(
            lines=list(record.log),
            standing=[list(game.scored_now(state)) for state in states[1:]],
            result=record.result,
            rounds=[scored for _, scored in scored_rounds(game, steps)],
            position=position(at),
            positions=list(map(position, range(len(states)))) if every else None,
            effects=[game.effect(step.before, step.action, step.after) for step in steps],
        )
    )


def practise(_: Progress, request: PracticeBody) -> Practised | BaumeisterError:
    """The position that a practice request leads to, or the error that refuses it."""
    try:
        return practice.practise(request)
    except BaumeisterError as error:
        return error


def explore(_: Progress, request: PositionBody) -> ExploredPosition | BaumeisterError:
    """A position of the analysis board, or the error that refuses it."""
    try:
        return board.explore(request)
    except BaumeisterError as error:
        return error


def draft_position(
    _: Progress, request: DraftBody, language: str
) -> DraftedPosition | BaumeisterError:
    """A position that is set up by hand, completed and checked."""
    try:
        return drafts.drafted(request, language)
    except BaumeisterError as error:
        return error


def evaluate(_: Progress, request: EvaluationBody, seconds: float) -> Evaluated | BaumeisterError:
    """The evaluation of a position of the analysis board, or the error that refuses it."""
    try:
        return engine.evaluate(request, seconds)
    except BaumeisterError as error:
        return error


def read_games(_: Progress, tables: list[tuple[TableRow, list[bytes]]]) -> list[explorer.Seen]:
    """The explorer's digests of finished games."""
    return explorer.read(tables)


TASKS: Final[dict[str, Callable[..., Any]]] = {
    each.__name__: each
    for each in (
        *(decide, hint, analyse, judge, replay, practise),
        *(explore, draft_position, evaluate, read_games, check_design, complete_design),
        *puzzles.TASKS,
    )
}
"""The tasks by the name the service asks for."""
