"""HTTP: records and positions of games."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter

from baumeister.core.position_text import has_position_text, position_text, view_text
from baumeister.records import replay as walk
from baumeister.server.http.parts import (
    COMPRESSED,
    AnyRequest,
    Invite,
    TableId,
    asked,
    body,
    table_for,
)
from baumeister.server.tables.errors import BadInputError
from baumeister.server.tables.folding.playing import match_after
from baumeister.server.tables.recorded import record_of_table
from baumeister.server.tables.table import Status
from baumeister.server.wire.games import examples
from baumeister.server.wire.payloads import play as b
from baumeister.server.wire.positions import position_of, round_scored, scored_rounds
from baumeister.server.wire.serialise import record_for
from baumeister.server.words import utc


@get(
    "/api/tables/{table_id:str}/record",
    tags=["tables"],
    media_type="application/json",
    responses={
        200: ResponseSpec(
            dict[str, Any], generate_examples=False, description="docs/record.schema.json"
        )
    },
)
async def record(request: AnyRequest, table_id: TableId, invite: Invite = None) -> Response[str]:
    """The record as you may see it: hidden cards are `?` until the game is over."""
    session, live = await table_for(request, table_id, invite)
    started = live.table.started
    found = record_for(
        live.table, session.user if session else None, utc(started) if started else None
    )
    return Response(
        found.dumps(),
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{table_id}.bau.json"'},
    )


@get("/api/tables/{table_id:str}/positions/{line:int}", tags=["tables"])
async def position(
    request: AnyRequest,
    table_id: TableId,
    line: Annotated[int, PathParameter(ge=0, le=100_000)],
    invite: Invite = None,
) -> b.Position:
    """The table after the given number of log lines, as you knew it then."""
    session, live = await table_for(request, table_id, invite)
    if line > live.table.story.lines:
        raise BadInputError(f"the log has {live.table.story.lines} lines")
    match = match_after(live.table, line)
    viewer = live.table.viewer(session.user.ids) if session else None
    found = position_of(match.game, match.version, match.state, viewer)
    if not has_position_text(match.game):
        return found
    is_over = live.table.status == Status.OVER
    text = (
        position_text(match.game, match.state)
        if is_over
        else view_text(match.game, match.game.view(match.state, viewer))
    )
    return msgspec.structs.replace(found, text=text)


@get("/api/tables/{table_id:str}/rounds/{number:int}", tags=["tables"])
async def scored_round(
    request: AnyRequest,
    table_id: TableId,
    number: Annotated[int, PathParameter(ge=1, le=100)],
    invite: Invite = None,
) -> b.RoundScored:
    """The scoring of a round, explained by the rules in force at that time."""
    session, live = await table_for(request, table_id, invite)
    game, viewer = live.table.game, live.table.viewer(session.user.ids) if session else None
    played = record_of_table(live.table, None)

    def scored() -> b.RoundScored:
        for step, found in scored_rounds(game, walk(played)):
            if found.round == number:
                return round_scored(game, step, found, viewer)
        raise BadInputError(f"round {number} has not been scored")

    return await asyncio.to_thread(scored)


@post(
    "/api/replay",
    tags=["records"],
    status_code=200,
    request_max_body_size=1 << 20,
    media_type="application/json",
    middleware=[COMPRESSED],
    responses={200: ResponseSpec(b.Replayed, generate_examples=False)},
)
async def replay(
    request: AnyRequest,
    data: Annotated[
        b.ReplayBody,
        body(*examples("replay")),
    ],
) -> Response[bytes]:
    """Check a record and replay it."""
    text = msgspec.json.encode(data.record).decode()
    question = ("replay", text, data.line, data.seat, data.every)
    found = await asked(request, bytes, *question, timeout=20.0)
    return Response(found, media_type="application/json")


HANDLERS: list[HTTPRouteHandler] = [record, position, scored_round, replay]
