"""HTTP: for the operator, who signs in with a token or with the account named at the start."""

from __future__ import annotations

import hmac
import shutil
from typing import Annotated, Literal

import msgspec
from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import HeaderParameter, QueryParameter

import baumeister
from baumeister.records import export_for
from baumeister.server.http.parts import AnyRequest, TableId, body
from baumeister.server.operating.bans import network_text
from baumeister.server.people.auth import check_rate, service_of, session_of
from baumeister.server.service import Service
from baumeister.server.store import StoreError, TableRow
from baumeister.server.tables.errors import BadInputError, ForbiddenError
from baumeister.server.tables.recorded import record_of_table
from baumeister.server.tables.state import Status
from baumeister.server.wire.messages import Summary
from baumeister.server.wire.payloads import operating as o
from baumeister.server.wire.payloads.play import TableSummary
from baumeister.server.words import utc

Token = Annotated[
    str | None,
    HeaderParameter(name="X-Operator", max_length=200, description="the operator's token"),
]
LIMIT = 200


async def _checked(request: AnyRequest, token: str | None) -> Service:
    """The service; ForbiddenError unless the operator asks."""
    service = service_of(request)
    given = service.settings.operator_token
    if given and token and hmac.compare_digest(token.encode(), given.encode()):
        return service
    session = await session_of(request)
    name = service.settings.operator
    if name and session and session.login == name.lower():
        return service
    if token:
        check_rate(request, "login")
    raise ForbiddenError("only the operator of this service may do that")


@get("/api/operator", tags=["operator"])
async def overview(request: AnyRequest, token: Token = None) -> o.Overview:
    """Get the state of the service: tables, disk use, bans."""
    service = await _checked(request, token)
    bans = [o.BanInfo(*ban) for ban in await service.store.bans()]
    free = None if service.settings.database else shutil.disk_usage(service.settings.data).free
    return o.Overview(
        baumeister.__version__,
        await service.store.count_by_status(),
        await service.store.disk_use(),
        free,
        bans,
    )


@get("/api/operator/tables", tags=["operator"])
async def operated_tables(
    request: AnyRequest,
    token: Token = None,
    status: Annotated[
        Literal["gathering", "playing", "over", "closed"] | None, QueryParameter()
    ] = None,
) -> list[o.OperatedTable]:
    """List the tables that changed last."""
    service = await _checked(request, token)
    return [
        await _operated(service, row) for row in await service.store.newest_tables(status, LIMIT)
    ]


@get("/api/operator/tables/{table_id:str}/record", tags=["operator"], media_type="application/json")
async def operated_record(
    request: AnyRequest, table_id: TableId, token: Token = None
) -> Response[str]:
    """Export a game; a running one as a spectator sees it."""
    service = await _checked(request, token)
    table = (await service.hub.open(table_id)).table
    record = record_of_table(table, utc(table.started) if table.started else None)
    shown = record if table.status == Status.OVER else export_for(record, None)
    return Response(shown.dumps(), media_type="application/json")


@post("/api/operator/tables/{table_id:str}/close", tags=["operator"], status_code=204)
async def close_table(request: AnyRequest, table_id: TableId, token: Token = None) -> None:
    """Close a table: its game ends without a result."""
    await (await _checked(request, token)).orders.give("close", table_id)


@post("/api/operator/tables/{table_id:str}/delete", tags=["operator"], status_code=204)
async def delete_table(request: AnyRequest, table_id: TableId, token: Token = None) -> None:
    """Delete a table for good."""
    await (await _checked(request, token)).orders.give("delete", table_id)


@post("/api/operator/bans", tags=["operator"], status_code=204)
async def ban(
    request: AnyRequest,
    data: Annotated[o.NewBan, body({"kind": "address", "value": "192.0.2.7"})],
    token: Token = None,
) -> None:
    """Ban a person or an address; their connections end."""
    service = await _checked(request, token)
    match data.kind:
        case "person":
            kind, value = "person", await service.store.person_named(data.value)
        case "table":
            kind, value = "origin", await service.store.origin_of(data.value)
        case _:
            kind, value = "address", network_text(data.value)
    if value is None:
        raise BadInputError(f"{data.value} is not known")
    await service.orders.ban(kind, value, data.reason)


@post("/api/operator/bans/lift", tags=["operator"], status_code=204)
async def lift_ban(
    request: AnyRequest,
    data: Annotated[o.LiftedBan, body({"kind": "address", "value": "192.0.2.7/32"})],
    token: Token = None,
) -> None:
    """Lift a ban."""
    await (await _checked(request, token)).orders.unban(data.kind, data.value)


async def _operated(service: Service, row: TableRow) -> o.OperatedTable:
    try:
        summary = msgspec.json.decode(row.summary, type=Summary)
    except msgspec.MsgspecError:
        raise StoreError(f"the summary of table {row.id} is damaged") from None
    live = service.hub.cache.get(row.id)
    return o.OperatedTable(
        TableSummary(row.id, row.status, row.created, row.updated, summary, False),
        await service.store.origin_of(row.id),
        len(live.listeners) if live else 0,
    )


HANDLERS: list[HTTPRouteHandler] = [
    overview,
    operated_tables,
    operated_record,
    close_table,
    delete_table,
    ban,
    lift_ban,
]
