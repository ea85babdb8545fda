"""HTTP: the explorer over the finished games of this service."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Annotated, Any, Final

import msgspec
from litestar import post
from litestar.handlers import HTTPRouteHandler

from baumeister.core.position_text import has_position_text, position_text
from baumeister.core.registry import find
from baumeister.explorer import (
    Digest,
    Example,
    ExplorerError,
    Row,
    Selection,
    Table,
    count,
    features_of,
)
from baumeister.explorer.features import module_of
from baumeister.records import Record, replay
from baumeister.server.http.parts import COMPRESSED, AnyRequest, body
from baumeister.server.people.auth import asker_of, service_of, session_of
from baumeister.server.tables.errors import BadInputError, NoTableError, RemovedError
from baumeister.server.tables.recorded import record_of_table
from baumeister.server.tables.viewer import User
from baumeister.server.wire.games import examples
from baumeister.server.wire.payloads import explorer as x
from baumeister.server.wire.positions import position_of

MAX_ROWS: Final = 200


@post(
    "/api/explorer",
    tags=["records"],
    status_code=200,
    request_max_body_size=1 << 16,
    middleware=[COMPRESSED],
)
async def explore_games(
    request: AnyRequest, data: Annotated[x.ExplorerBody, body(*examples("explorer"))]
) -> x.Explored:
    """Count what was played in finished games that you may see: public ones and your own."""
    game = find(data.game)  # raises UnknownGameError
    hub, session = service_of(request).hub, await session_of(request)
    user = session.user if session else None
    ids = user.ids if user else frozenset[str]()
    known = await hub.explorer.known(ids, await asker_of(request), mine=data.mine)
    digests = [each for each in known.digests if each.game_id == game.id]
    async with hub.explorer.counting:
        found = await asyncio.to_thread(_count, data, digests)
    shown = await _example(request, user, found.example) if found.example else None
    editions = Counter(str(each.options.get("edition")) for each in digests)
    return x.Explored(
        game=game.id,
        by=found.by,
        features=list(features_of(game)),
        games=found.games,
        decisions=found.decisions,
        unread=known.unread,
        rows=[_row(row) for row in found.rows[:MAX_ROWS]],
        more=max(0, len(found.rows) - MAX_ROWS),
        players={str(n): k for n, k in sorted(Counter(len(d.seats) for d in digests).items())},
        editions={} if "None" in editions else dict(sorted(editions.items())),
        rounds=max((each.decisions[-1].round for each in digests if each.decisions), default=0),
        own_lines=module_of(game).OWN_LINES,
        example=shown,
    )


def _count(data: x.ExplorerBody, digests: list[Digest]) -> Table:
    selected = Selection(
        players=data.players,
        edition=data.edition,
        kind=data.kind,
        player=data.player,
        round=data.round,
        won=data.won,
    )
    try:
        return count(data.game, digests, selected, by=data.by, after=data.after)
    except ExplorerError as error:
        raise BadInputError(error.reason) from None


def _row(row: Row) -> x.ExplorerRow:
    return msgspec.convert(row, x.ExplorerRow, from_attributes=True)


async def _example(
    request: AnyRequest, user: User | None, example: Example
) -> x.ExplorerExample | None:
    """The position, if the user may still see the table."""
    try:
        live = await service_of(request).hub.enter(example.name, user, None)
    except (NoTableError, RemovedError):
        return None
    return await asyncio.to_thread(_shown, record_of_table(live.table, None), example)


def _shown(record: Record, example: Example) -> x.ExplorerExample:
    game = record.game
    state: Any = game.new(record.options)
    for step in replay(record):
        if step.line > example.line:
            break
        state = step.after
    viewer = example.seat if module_of(game).OWN_LINES else None
    return x.ExplorerExample(
        table=example.name,
        line=example.line,
        seat=example.seat,
        names=[player.name for player in record.players],
        bots=[player.kind.partition(":")[2] for player in record.players],
        options=game.options_data(record.options),
        lines=list(record.log[: example.line]),
        position=position_of(game, example.line, state, viewer),
        text=position_text(game, state) if has_position_text(game) else None,
    )


HANDLERS: list[HTTPRouteHandler] = [explore_games]
