"""What the handlers of puzzles, days and trainer share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any

import msgspec

from baumeister.bots.words import say, seat_names
from baumeister.core.position_text import parse_position
from baumeister.core.registry import find
from baumeister.puzzles.days.calendar import stars_for_tries
from baumeister.puzzles.puzzle import Puzzle
from baumeister.puzzles.shipped import puzzle_by_id
from baumeister.server.http.parts import AnyRequest, asked
from baumeister.server.people.auth import service_of
from baumeister.server.people.sessions import Session
from baumeister.server.store import Store
from baumeister.server.store.queries.puzzles import ResultRow
from baumeister.server.wire.payloads import puzzles as b

TIMEOUT = 20.0


def store_of(request: AnyRequest) -> Store:
    return service_of(request).store


def now_of(request: AnyRequest) -> int:
    """Milliseconds since the epoch."""
    return service_of(request).settings.clock()


def today(request: AnyRequest) -> date:
    """The day of the puzzles: everywhere the same, UTC."""
    return datetime.fromtimestamp(now_of(request) / 1000, UTC).date()


async def work(request: AnyRequest, task: str, *arguments: Any) -> Any:
    """The result of a worker; what it refuses is raised."""
    return await asked(request, object, task, *arguments, timeout=TIMEOUT)


async def puzzle_for(request: AnyRequest, session: Session | None, puzzle_id: str) -> Puzzle:
    """The shipped puzzle or the person's own mistake with this id; PuzzleError if there is none."""
    if session is not None:
        row = await store_of(request).trainer_item(session.user.ids, puzzle_id)
        if row is not None:
            return Puzzle.of(msgspec.json.decode(row.puzzle))
    return puzzle_by_id(puzzle_id)


def state_of(row: ResultRow | None) -> b.PuzzleState:
    if row is None:
        return b.PuzzleState()
    stars = stars_for_tries(row.tries) if row.solved else 0
    return b.PuzzleState(row.tries, bool(row.solved), bool(row.shown), stars)


def entry_of(puzzle: Puzzle, row: ResultRow | None) -> b.PuzzleEntry:
    return b.PuzzleEntry(
        id=puzzle.id,
        game=puzzle.game,
        kind=puzzle.kind,
        difficulty=puzzle.difficulty,
        themes=list(puzzle.themes),
        players=_players(puzzle.position),
        you=state_of(row),
    )


@lru_cache(maxsize=4096)
def _players(position: str) -> int:
    found = parse_position(position)
    return found.game.players(found.options)


def names_in(puzzle: Puzzle, language: str) -> list[str]:
    """Names for the seats: nobody has played these positions."""
    found = parse_position(puzzle.position)
    return seat_names(found.game, found.options, language)


def words_of(puzzle: Puzzle, reasons: Iterable[Mapping[str, Any]], language: str) -> list[str]:
    """Reasons in words, addressed to the player to decide."""
    names = names_in(puzzle, language)
    return say(find(puzzle.game), list(reasons), language, names, puzzle.seat)


def solution_of(puzzle: Puzzle, language: str) -> b.PuzzleSolution:
    """The solution in words, for those who have solved the puzzle or given up."""
    return b.PuzzleSolution(
        best=list(puzzle.best),
        words=words_of(puzzle, puzzle.reasons, language),
        contrasts=[
            b.WrongMove(each.move, each.lost, words_of(puzzle, each.contrast, language))
            for each in puzzle.wrong
        ],
    )
