"""HTTP: tables. Most of the play is on the WebSocket."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.handlers import HTTPRouteHandler

from baumeister.core.errors import StaleError
from baumeister.server.http.parts import AnyRequest, Invite, TableId, body, table_for
from baumeister.server.people.auth import address_of, check_rate, require_session, service_of
from baumeister.server.people.limit_table import COMMANDS, MAX_LISTED
from baumeister.server.store import DamagedError, Store, StoreError, TableRow
from baumeister.server.tables.commands import NewTable
from baumeister.server.tables.errors import TableError
from baumeister.server.tables.table import Status
from baumeister.server.tables.viewer import User
from baumeister.server.wire.games import examples
from baumeister.server.wire.messages import Summary, SummarySeat, TableMessage
from baumeister.server.wire.payloads import play as b
from baumeister.server.wire.updates import fresh_message, table_message


@get("/api/tables", tags=["tables"])
async def open_tables(request: AnyRequest) -> list[b.TableSummary]:
    """List public tables that gather players or are being played."""
    return [_summary(row) for row in await service_of(request).store.listed()]


@get("/api/me/tables", tags=["tables"])
async def my_tables(request: AnyRequest) -> list[b.TableSummary]:
    """List the tables you play at or have created; `turn` is true if you owe a decision."""
    service = service_of(request)
    user = (await require_session(request)).user
    found = []
    for row in await service.store.tables_of(user.ids):
        turn = False
        if row.status == Status.PLAYING:
            with suppress(DamagedError):  # still list the others
                table = (await service.hub.open(row.id)).table
                turn = not set(table.owing).isdisjoint(table.seats_of(user.ids))
        listed = _summary(row, turn)
        own = [n for n, seat in enumerate(listed.summary.seats) if _is_held(seat, user)]
        found.append(msgspec.structs.replace(listed, own=own))
    return found


@post("/api/tables", tags=["tables"], request_max_body_size=1 << 16)
async def new_table(
    request: AnyRequest,
    data: Annotated[
        NewTable,
        body(*examples("new_table")),
    ],
) -> b.NewTableInfo:
    """Create a table. The game starts once every seat is taken, unless `start` is false."""
    service = service_of(request)
    user = (await require_session(request)).user
    origin = service.bans.origin(address_of(request))
    limited = data.listed and service.settings.rate_limits
    if limited and await service.store.listed_from(origin) >= MAX_LISTED:
        raise TableError(f"an address can list at most {MAX_LISTED} tables: finish or close one")
    live = await service.hub.opening.create(data, user)
    service.hub.start(_note_origin(service.store, live.id, origin, live.table.created.at))
    return b.NewTableInfo(live.id, live.table.created.invite)


@get("/api/tables/{table_id:str}", tags=["tables"])
async def table(request: AnyRequest, table_id: TableId, invite: Invite = None) -> TableMessage:
    """The table as you may see it, with its whole story."""
    session, live = await table_for(request, table_id, invite)
    service = service_of(request)
    return table_message(
        table_id,
        live.table,
        session.user if session else None,
        service.hub.now_at(live),
        mutes=session.mutes if session else frozenset(),
    )


@post("/api/tables/{table_id:str}/commands", tags=["tables"], status_code=200)
async def command(
    request: AnyRequest,
    table_id: TableId,
    data: Annotated[
        b.CommandBody,
        body(*examples("command")),
    ],
) -> b.CommandDone:
    """Send a command to a table, as on the WebSocket. It is durable when the answer arrives."""
    check_rate(request, COMMANDS[str(data.command.__struct_config__.tag)])
    user = (await require_session(request)).user
    service = service_of(request)
    try:
        found = await service.hub.execute(table_id, user, data.command, data.invite)
    except StaleError:
        live = service.hub.cache.get(table_id)
        if live:
            now = service.hub.now_at(live)
            request.scope["state"]["fresh"] = fresh_message(table_id, live.table, user, now)
        raise
    return b.CommandDone(found or table_id)


async def _note_origin(store: Store, table_id: str, origin: str, now: int) -> None:
    with suppress(StoreError):  # it is logged; the table is there
        await store.note_origin(table_id, origin, now)


def _summary(row: TableRow, turn: bool = False) -> b.TableSummary:
    summary = msgspec.json.decode(row.summary, type=Summary)
    return b.TableSummary(row.id, row.status, row.created, row.updated, summary, turn)


def _is_held(seat: SummarySeat, user: User) -> bool:
    return seat.kind == "human" and seat.person in user.ids


HANDLERS: list[HTTPRouteHandler] = [open_tables, my_tables, new_table, table, command]
