"""The work on puzzles that happens in worker processes."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from baumeister.core.errors import BaumeisterError
from baumeister.core.match import Match
from baumeister.core.position_text import parse_position
from baumeister.core.registry import find
from baumeister.puzzles.answering import Answer, answer
from baumeister.puzzles.days.calendar import AnyMatch, play_day
from baumeister.puzzles.days.files import Day, make_day
from baumeister.puzzles.parts import day_kind_of
from baumeister.puzzles.puzzle import Puzzle
from baumeister.puzzles.trainer.mistakes import mistakes
from baumeister.records import check_text
from baumeister.server.wire.messages import AnyPreview
from baumeister.server.wire.payloads.play import Position, Practised
from baumeister.server.wire.positions import position_of
from baumeister.server.wire.serialise import choices_of, previewed, standing_for
from baumeister.server.work.practice import position_for, scored_for

Progress = Any

DAY_NODES = 20_000
"""Plans to try for each side of a board whose day was not prepared."""


class Shown(msgspec.Struct):
    """A puzzle's position for the page."""

    options: dict[str, Any]
    position: Position
    legal: list[str]
    product: list[list[str]] | None


class Tried(msgspec.Struct):
    """An attempt and the table after it."""

    right: bool
    lost: float
    refutation: list[dict[str, Any]]
    standing: list[int]
    preview: AnyPreview | None


def match_at(puzzle: Puzzle) -> AnyMatch:
    """A match that begins at the puzzle; what is hidden from the seat is drawn at random."""
    found = parse_position(puzzle.position)
    match: AnyMatch = Match(found.game, found.options)
    return match.at(found.complete(Random(0)), 0)


def show_puzzle(_: Progress, data: dict[str, Any]) -> Shown:
    """The position of a puzzle as its seat sees it, and the legal moves."""
    puzzle = Puzzle.of(data)
    match = match_at(puzzle)
    game = match.game
    legal, product = choices_of(match, puzzle.seat)
    return Shown(
        options=game.options_data(game.options_of(match.state)),
        position=position_of(game, 0, match.state, puzzle.seat),
        legal=legal,
        product=product,
    )


def try_puzzle(
    _: Progress, data: dict[str, Any], action: str, preview: bool
) -> Tried | BaumeisterError:
    """Judge an attempt, or only show what the move changes; or why it is illegal."""
    puzzle = Puzzle.of(data)
    try:
        standing, board = previewed(match_at(puzzle), puzzle.seat, action)
        found = Answer(False, 0.0, (), ()) if preview else answer(puzzle, action)
    except BaumeisterError as error:
        return error
    return Tried(found.right, found.lost, list(found.refutation), standing, board)


def play_puzzle_day(
    _: Progress, ids: tuple[str, str, str], moves: list[str], action: str | None, preview: bool
) -> Practised | BaumeisterError:
    """The game of a day after these moves, and one more if it is given."""
    game_id, kind, day = ids
    game = find(game_id)
    try:
        match = play_day(game, day_kind_of(game, kind), day, moves)
        shown = None
        if action is not None and preview:
            shown = previewed(match, 0, action)
        elif action is not None:
            match = play_day(game, day_kind_of(game, kind), day, [*moves, action])
    except BaumeisterError as error:
        return error
    owes = 0 in match.waiting_for
    legal, product = choices_of(match, 0) if owes else ([], None)
    standing, board = shown or (standing_for(match, 0), None)
    return Practised(
        log=match.lines(0),
        position=position_for(match, 0, all_hands=False),
        legal=legal,
        product=product,
        standing=standing,
        preview=board,
        scored=scored_for(match, 0),
        result=match.outcome.as_result() if match.outcome else None,
    )


def know_puzzle_day(_: Progress, game_id: str, kind: str, day: str) -> Day:
    """The best known score and the pars of a day that was not prepared."""
    game = find(game_id)
    return make_day(game, day_kind_of(game, kind), day, DAY_NODES)


def find_mistakes(
    _: Progress, text: str, lines: list[dict[str, Any]], seats: list[int]
) -> list[dict[str, Any]] | BaumeisterError:
    """The mistakes of these seats in a finished game as puzzles."""
    try:
        return [puzzle.data() for puzzle in mistakes(check_text(text), lines, seats)]
    except BaumeisterError as error:
        return error


TASKS = (show_puzzle, try_puzzle, play_puzzle_day, know_puzzle_day, find_mistakes)
