"""HTTP: the trainer. Your own mistakes from analysed games come back until you know better."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import post
from litestar.handlers import HTTPRouteHandler

from baumeister.puzzles.puzzle import Puzzle
from baumeister.puzzles.trainer.mistakes import KIND
from baumeister.puzzles.trainer.repetition import due, is_learned, next_box
from baumeister.puzzles.trainer.statistics import by_theme
from baumeister.server.http.parts import AnyRequest
from baumeister.server.http.study.shared import entry_of, now_of, store_of, work
from baumeister.server.people.auth import require_session, service_of
from baumeister.server.people.sessions import Session
from baumeister.server.tables.recorded import record_of_table
from baumeister.server.tables.table import Status
from baumeister.server.wire.payloads import puzzles as b

MOST_TABLES: Final = 10
"""Finished games that one request looks at."""
MOST_DUE: Final = 20


@post("/api/trainer", tags=["study"], status_code=200)
async def trainer(request: AnyRequest) -> b.TrainerState:
    """Your mistakes to train now. Those of games analysed since the last visit are added."""
    session, now = await require_session(request), now_of(request)
    await _collect(request, session, now)
    rows = await store_of(request).trainer_items(session.user.ids)
    waiting = [row for row in rows if not is_learned(row.box)]
    ready = [row for row in waiting if row.due <= now]
    puzzles = [Puzzle.of(msgspec.json.decode(row.puzzle)) for row in waiting]
    later = [row.due for row in waiting if row.due > now]
    return b.TrainerState(
        due=[entry_of(each, None) for each in puzzles[: len(ready)][:MOST_DUE]],
        waiting=len(waiting) - len(ready),
        learned=len(rows) - len(waiting),
        next=min(later, default=None) if not ready else None,
        themes={
            theme: count
            for theme, (_, count) in by_theme((each.themes, False) for each in puzzles).items()
        },
    )


async def trained(request: AnyRequest, session: Session, puzzle: Puzzle, *, right: bool) -> None:
    """Let a mistake come back later if the answer was right, or soon if not."""
    if puzzle.kind != KIND:
        return
    row = await store_of(request).trainer_item(session.user.ids, puzzle.id)
    if row is not None:
        box = next_box(row.box, right)
        when = due(box, now_of(request))
        await store_of(request).move_item(session.user.ids, row.item, box, when)


async def is_due_again(
    request: AnyRequest, session: Session, puzzle: Puzzle, answered: int
) -> bool:
    """Whether a mistake has come back since this answer: then it starts again."""
    if puzzle.kind != KIND:
        return False
    row = await store_of(request).trainer_item(session.user.ids, puzzle.id)
    return row is not None and answered < row.due <= now_of(request)


async def _collect(request: AnyRequest, session: Session, now: int) -> None:
    """Add the mistakes of games that were analysed."""
    store, hub = store_of(request), service_of(request).hub
    known = await store.trained_tables(session.user.ids)
    listed = [row for row in await store.tables_of(session.user.ids) if row.id not in known]
    for row in [each for each in listed if each.status == Status.OVER][:MOST_TABLES]:
        live = await hub.enter(row.id, session.user, None)
        record = record_of_table(live.table, None).data()
        analysis = await hub.analyses.stored(record, False)
        if analysis is None:
            continue
        seats = sorted(live.table.seats_of(session.user.ids))
        lines = [msgspec.to_builtins(line) for line in analysis.lines if line.verdict]
        text = msgspec.json.encode(record).decode()
        found = await work(request, "find_mistakes", text, lines, seats)
        items = [(each["id"], msgspec.json.encode(each).decode()) for each in found]
        await store.add_mistakes(session.user.id, row.id, items, now)


HANDLERS: list[HTTPRouteHandler] = [trainer]
