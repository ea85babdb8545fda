"""HTTP: whole games with the cards of a day, one for each person, and the board of the day."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Final

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import PathParameter

from baumeister.core.errors import StaleError
from baumeister.core.registry import find
from baumeister.puzzles.days.calendar import parse_day, stars
from baumeister.puzzles.days.files import Day
from baumeister.puzzles.parts import day_kind_of
from baumeister.puzzles.puzzle import PuzzleError
from baumeister.puzzles.shipped import day_kinds, shipped_days
from baumeister.server.http.parts import AnyRequest, body
from baumeister.server.http.study.shared import now_of, store_of, today, work
from baumeister.server.people.auth import require_session, session_of
from baumeister.server.people.sessions import Session
from baumeister.server.store.queries.puzzles import DayRow
from baumeister.server.wire.games import examples
from baumeister.server.wire.payloads import puzzles as b

BOARD: Final = 20
"""Lines of the board of the day."""
OLDEST: Final = timedelta(days=400)
"""Days that can be played."""
GameName = Annotated[str, PathParameter(max_length=40)]
DayName = Annotated[str, PathParameter(min_length=10, max_length=10)]


async def day_entry(
    request: AnyRequest, session: Session | None, ids: tuple[str, str, str]
) -> b.DayEntry:
    """The game of a day in a list, with your result."""
    game, kind, day = ids
    row = await store_of(request).day_game(session.user.ids, game, day) if session else None
    known = shipped_days(game, kind).get(day)
    moves = row.moves.count("\n") + 1 if row and row.moves else 0
    score = row.score if row else None
    par = list(known.par) if known else []
    return b.DayEntry(game, kind, day, par, moves, score, row.stars if row else 0)


@post("/api/days/{game_id:str}/{day:str}", tags=["study"], status_code=200)
async def play_day(
    request: AnyRequest,
    game_id: GameName,
    day: DayName,
    data: Annotated[b.DayBody, body(*examples("play_day"))],
) -> b.DayPlayed:
    """Your game of the day: make a move, or only look. There is one game for each of you."""
    session = await require_session(request)
    ids = _ids(request, game_id, day)
    row = await store_of(request).day_game(session.user.ids, game_id, day)
    moves = row.moves.split("\n") if row and row.moves else []
    if data.action is not None and data.after != len(moves):
        raise StaleError(f"based on {data.after} moves, but there are {len(moves)}")
    played = await work(request, "play_puzzle_day", ids, moves, data.action, data.preview)
    if data.action is not None and not data.preview:
        score = played.result["scores"][0] if played.result else None
        earned = 0
        if score is not None:
            earned = stars(score, (await _known(request, ids)).par)
        new = DayRow(day, "\n".join([*moves, data.action]), score, earned)
        before = "\n".join(moves)
        saved = store_of(request).save_day(session.user.id, game_id, new, before, now_of(request))
        if not await saved:
            raise StaleError("this game has been continued elsewhere")
    known = await _known(request, ids) if played.result else None
    game = find(game_id)
    return b.DayPlayed(
        entry=await day_entry(request, session, ids),
        options=game.options_data(game.options(day_kind_of(game, ids[1]).options())),
        log=played.log,
        position=played.position,
        legal=played.legal,
        product=played.product,
        standing=played.standing,
        preview=played.preview,
        scored=played.scored,
        result=played.result,
        best=max(known.best, played.result["scores"][0]) if known else None,
        bound=known.bound if known else None,
    )


@get("/api/days/{game_id:str}/{day:str}/board", tags=["study"])
async def day_board(request: AnyRequest, game_id: GameName, day: DayName) -> list[b.BoardLine]:
    """The best finished games of a day on this service."""
    _ids(request, game_id, day)
    session = await session_of(request)
    own = session.user.ids if session else frozenset()
    rows = await store_of(request).day_board(game_id, day, BOARD)
    scores = [row.score for row in rows]
    return [
        b.BoardLine(
            rank=scores.index(row.score) + 1,
            name=row.name,
            score=row.score,
            stars=row.stars,
            you=row.person in own,
            guest=bool(row.guest),
        )
        for row in rows
    ]


async def _known(request: AnyRequest, ids: tuple[str, str, str]) -> Day:
    """The best known score of a day; worked out now if the day was not prepared."""
    game, kind, day = ids
    known = shipped_days(game, kind).get(day)
    found: Day = known or await work(request, "know_puzzle_day", *ids)
    return found


def _ids(request: AnyRequest, game_id: str, day: str) -> tuple[str, str, str]:
    """Game, kind and day; PuzzleError if the game has no such puzzles, or for a day to come."""
    kinds = {game.id: kind for game, kind in day_kinds()}
    if game_id not in kinds:
        raise PuzzleError(f"there is no puzzle of the day for {game_id[:40]!r}")
    asked, now = parse_day(day), today(request)
    if not now - OLDEST <= asked <= now:
        raise PuzzleError(f"the day must be between {now - OLDEST} and {now}")
    return game_id, kinds[game_id], day


HANDLERS: list[HTTPRouteHandler] = [play_day, day_board]
