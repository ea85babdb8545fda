"""HTTP: analyses of records, streamed with their progress."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated, Any, Final

import msgspec
from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter
from litestar.response import Stream

from baumeister.bots.words import say
from baumeister.core.errors import BaumeisterError
from baumeister.core.registry import find
from baumeister.server.http.parts import (
    AnyRequest,
    Invite,
    TableId,
    asked,
    body,
    table_for,
)
from baumeister.server.languages import accepted
from baumeister.server.people.auth import asker_of, service_of
from baumeister.server.tables.errors import BadInputError
from baumeister.server.tables.naming import record_names
from baumeister.server.tables.recorded import record_of_table
from baumeister.server.tables.table import Status
from baumeister.server.wire import messages as m
from baumeister.server.wire.games import examples
from baumeister.server.wire.payloads import play as b
from baumeister.server.wire.payloads.analysis import Analysis, Judged, with_words
from baumeister.server.wire.serialise import encode, problem
from baumeister.server.work.analyses import key_of

ALIVE_EVERY: Final = 10.0
"""Seconds between lines; a line without news keeps proxies from closing the connection."""

JUDGEMENT_TIMEOUT: Final = 20.0
"""Seconds for a judgement on top of its thinking time."""


@post(
    "/api/analysis",
    tags=["records"],
    status_code=200,
    request_max_body_size=1 << 20,
    media_type="application/x-ndjson",
    responses={
        200: ResponseSpec(
            m.Job,
            generate_examples=False,
            media_type="application/x-ndjson",
            description="one `job` per line, the last one with the Analysis; or an `error`",
        )
    },
)
async def analysis(
    request: AnyRequest,
    data: Annotated[b.AnalysisBody, body(*examples("analysis"))],
    invite: Invite = None,
) -> Stream:
    """Analyse a finished game: lines of progress, then the analysis, which is stored if the game
    was played here. Closing the connection cancels it."""
    language = accepted(request.headers.get("accept-language", ""))
    analyse = service_of(request).hub.analyses.analyse
    if data.table is not None:
        _, live = await table_for(request, data.table, invite)
        played = (
            record_of_table(live.table, None).data() if live.table.status == Status.OVER else {}
        )
        if key_of(played, data.open_cards) != key_of(data.record, data.open_cards):
            raise BadInputError("this is not the record of a finished game of that table")
        analyse = partial(analyse, table=data.table)
    analyse = partial(analyse, asker=await asker_of(request, data.table or ""))
    return Stream(_lines(analyse, data, language), media_type="application/x-ndjson")


@post(
    "/api/judgement",
    tags=["records"],
    status_code=200,
    request_max_body_size=1 << 20,
)
async def judgement(
    request: AnyRequest,
    data: Annotated[
        b.JudgementBody,
        body(*examples("judgement")),
    ],
) -> Judged:
    """Compare another action with the one an analysis called the best."""
    language = accepted(request.headers.get("accept-language", ""))
    seconds = service_of(request).hub.settings.hint_seconds
    timeout = JUDGEMENT_TIMEOUT + seconds
    found = await asked(request, Judged, "judge", data, seconds, timeout=timeout)
    game = find(str(data.record.get("game")))
    names = record_names(data.record, language)
    return msgspec.structs.replace(
        found,
        words=say(game, found.reasons, language, names),
        contrast_words=say(game, found.contrast, language, names),
    )


@get("/api/tables/{table_id:str}/analysis", tags=["tables"])
async def stored(
    request: AnyRequest,
    table_id: TableId,
    open_cards: Annotated[bool, QueryParameter()] = False,
    invite: Invite = None,
) -> Analysis | None:
    """The stored analysis of a finished game; null if there is none yet."""
    _, live = await table_for(request, table_id, invite)
    if live.table.status != Status.OVER:
        return None
    record = record_of_table(live.table, None).data()
    found = await service_of(request).hub.analyses.stored(record, open_cards)
    if found is None:
        return None
    language = accepted(request.headers.get("accept-language", ""))
    return with_words(found, record_names(record, language), language)


async def _lines(analyse: Any, data: b.AnalysisBody, language: str) -> AsyncIterator[bytes]:
    progress: asyncio.Queue[float] = asyncio.Queue()
    task = asyncio.create_task(analyse(data.record, data.open_cards, progress.put_nowait))
    task.add_done_callback(lambda _: progress.put_nowait(1.0))
    reported = 0.0
    try:
        while not task.done():
            try:
                async with asyncio.timeout(ALIVE_EVERY):
                    done = await progress.get()
            except TimeoutError:
                done = reported
            if not task.done():
                reported = done
                yield _line(m.Job(0, min(done, 0.99)))
        yield _line(_answer(task, data.record, language))
    finally:
        task.cancel()


def _answer(task: asyncio.Task[Any], record: dict[str, Any], language: str) -> m.Job | m.Problem:
    try:
        found = with_words(task.result(), record_names(record, language), language)
    except BaumeisterError as error:
        return problem(error, 0, language=language)
    return m.Job(0, 1.0, msgspec.to_builtins(found))


def _line(message: m.AnyMessage) -> bytes:
    return encode(message) + b"\n"


HANDLERS: list[HTTPRouteHandler] = [analysis, judgement, stored]
