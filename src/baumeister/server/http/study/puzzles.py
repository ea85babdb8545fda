"""HTTP: puzzles. A solution is sent only once the puzzle is solved or given up."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import PathParameter, QueryParameter

from baumeister.puzzles.days.calendar import of_the_day
from baumeister.puzzles.puzzle import Puzzle
from baumeister.puzzles.shipped import day_kinds, position_kinds, shipped
from baumeister.puzzles.trainer.mistakes import KIND as MISTAKE
from baumeister.puzzles.trainer.statistics import by_theme, streaks
from baumeister.server.http.parts import AnyRequest, body
from baumeister.server.http.study.days import day_entry
from baumeister.server.http.study.shared import (
    entry_of,
    names_in,
    now_of,
    puzzle_for,
    solution_of,
    state_of,
    store_of,
    today,
    words_of,
    work,
)
from baumeister.server.http.study.trainer import is_due_again, trained
from baumeister.server.languages import accepted
from baumeister.server.people.auth import session_of
from baumeister.server.people.sessions import Session
from baumeister.server.store.queries.puzzles import ResultRow
from baumeister.server.wire.games import examples
from baumeister.server.wire.payloads import puzzles as b

PAGE: Final = 60
"""Puzzles per page of the archive."""
PuzzleId = Annotated[str, PathParameter(min_length=1, max_length=20, pattern="^[0-9a-f]+$")]
Word = Annotated[str | None, QueryParameter(max_length=40)]


@get("/api/puzzles", tags=["study"])
async def puzzles_today(request: AnyRequest) -> b.PuzzlesToday:
    """Today's puzzles, and your results so far."""
    session, day = await session_of(request), today(request)
    rows = await _rows(request, session)
    daily = [of_the_day(shipped(game.id, kind), day) for game, kind in position_kinds()]
    return b.PuzzlesToday(
        day=day.isoformat(),
        puzzles=[entry_of(puzzle, rows.get(puzzle.id)) for puzzle in daily],
        games=[
            await day_entry(request, session, (game.id, kind, day.isoformat()))
            for game, kind in day_kinds()
        ],
        counts={
            f"{game.id}/{kind}": len(shipped(game.id, kind)) for game, kind in position_kinds()
        },
        you=await _statistics(request, session, rows),
    )


@get("/api/puzzles/archive", tags=["study"])
async def puzzle_archive(  # noqa: PLR0917  (Litestar passes them by name)
    request: AnyRequest,
    game: Word = None,
    kind: Word = None,
    theme: Word = None,
    difficulty: Annotated[int | None, QueryParameter(ge=1, le=5)] = None,
    first: Annotated[int, QueryParameter(ge=0, le=100_000)] = 0,
) -> b.PuzzleList:
    """All puzzles, easy ones first, one page at a time."""
    found = [
        puzzle
        for each, name in position_kinds()
        if game in (None, each.id) and kind in (None, name)
        for puzzle in shipped(each.id, name)
        if difficulty in (None, puzzle.difficulty) and (theme is None or theme in puzzle.themes)
    ]
    found.sort(key=lambda puzzle: (puzzle.difficulty, puzzle.id))
    rows = await _rows(request, await session_of(request))
    shown = [entry_of(puzzle, rows.get(puzzle.id)) for puzzle in found[first : first + PAGE]]
    return b.PuzzleList(len(found), shown)


@get("/api/puzzles/{puzzle_id:str}", tags=["study"])
async def puzzle(request: AnyRequest, puzzle_id: PuzzleId) -> b.PuzzleShown:
    """A puzzle as its seat sees it, with the solution only if you already know it."""
    session = await session_of(request)
    found = await puzzle_for(request, session, puzzle_id)
    row = await _row(request, session, found)
    shown = await work(request, "show_puzzle", found.data())
    done = row is not None and bool(row.solved or row.shown)
    return b.PuzzleShown(
        entry=entry_of(found, row),
        seat=found.seat,
        names=names_in(found, _language(request)),
        text=found.position,
        options=shown.options,
        position=shown.position,
        legal=shown.legal,
        product=shown.product,
        solution=solution_of(found, _language(request)) if done else None,
    )


@post("/api/puzzles/{puzzle_id:str}/try", tags=["study"], status_code=200)
async def try_puzzle(
    request: AnyRequest,
    puzzle_id: PuzzleId,
    data: Annotated[b.TryBody, body(*examples("try_puzzle"))],
) -> b.PuzzleTried:
    """Try a move: a wrong one is refuted, a right one explained."""
    session, language = await session_of(request), _language(request)
    found = await puzzle_for(request, session, puzzle_id)
    tried = await work(request, "try_puzzle", found.data(), data.action, data.preview)
    before = await _row(request, session, found)
    row = before
    if not data.preview:
        row = await _count_attempt(request, session, found, before, tried.right)
    known = tried.right or (row is not None and bool(row.solved or row.shown))
    return b.PuzzleTried(
        right=tried.right,
        lost=tried.lost,
        words=words_of(found, tried.refutation, language),
        you=state_of(row),
        standing=tried.standing,
        preview=tried.preview,
        solution=solution_of(found, language) if known and not data.preview else None,
    )


@post("/api/puzzles/{puzzle_id:str}/solution", tags=["study"], status_code=200)
async def puzzle_solution(request: AnyRequest, puzzle_id: PuzzleId) -> b.PuzzleSolution:
    """Give up and get the solution. The puzzle can no longer count as solved."""
    session = await session_of(request)
    found = await puzzle_for(request, session, puzzle_id)
    row = await _row(request, session, found)
    if session is not None and not (row and (row.solved or row.shown)):
        tries = row.tries if row else 0
        given_up = ResultRow(found.id, "", tries, 0, 1, now_of(request))
        await store_of(request).save_result(session.user.id, given_up)
        await trained(request, session, found, right=False)
    return solution_of(found, _language(request))


# --- results ---------------------------------------------------------------------------


async def _count_attempt(
    request: AnyRequest, session: Session | None, found: Puzzle, row: ResultRow | None, right: bool
) -> ResultRow | None:
    """Save an attempt and return the new result; nothing counts once the solution is known."""
    if session is None:
        return ResultRow(found.id, "", 1, int(right), 0, 0) if right else None
    if row is not None and (row.solved or row.shown):
        return row
    tries = 1 + (row.tries if row else 0)
    day = today(request).isoformat() if right and _is_daily(request, found) else ""
    new = ResultRow(found.id, day, tries, int(right), 0, now_of(request))
    await store_of(request).save_result(session.user.id, new)
    if right or tries == 1:  # only a first answer tests memory
        await trained(request, session, found, right=right and tries == 1)
    return new


def _is_daily(request: AnyRequest, found: Puzzle) -> bool:
    listed = shipped(found.game, found.kind) if found.kind != MISTAKE else ()
    return bool(listed) and of_the_day(listed, today(request)).id == found.id


async def _row(request: AnyRequest, session: Session | None, found: Puzzle) -> ResultRow | None:
    if session is None:
        return None
    row = await store_of(request).puzzle_result(session.user.ids, found.id)
    if row is not None and await is_due_again(request, session, found, row.changed):
        return None
    return row


async def _rows(request: AnyRequest, session: Session | None) -> dict[str, ResultRow]:
    if session is None:
        return {}
    rows = await store_of(request).puzzle_results(session.user.ids)
    return {row.puzzle: row for row in rows}


async def _statistics(
    request: AnyRequest, session: Session | None, rows: dict[str, ResultRow]
) -> b.PuzzleStatistics:
    days = {row.day for row in rows.values() if row.day and row.solved}
    if session is not None:
        for game, _ in day_kinds():
            games = await store_of(request).day_games(session.user.ids, game.id)
            days |= {row.day for row in games if row.score is not None}
    current, longest = streaks(days, today(request))
    known = {each.id: each for game, kind in position_kinds() for each in shipped(game.id, kind)}
    return b.PuzzleStatistics(
        solved=sum(bool(row.solved) for row in rows.values()),
        tried=len(rows),
        first_try=sum(bool(row.solved) and row.tries == 1 for row in rows.values()),
        streak=current,
        longest=longest,
        themes=by_theme(
            (known[row.puzzle].themes, bool(row.solved))
            for row in rows.values()
            if row.puzzle in known
        ),
    )


def _language(request: AnyRequest) -> str:
    return accepted(request.headers.get("accept-language", ""))


HANDLERS: list[HTTPRouteHandler] = [
    puzzles_today,
    puzzle_archive,
    puzzle,
    try_puzzle,
    puzzle_solution,
]
