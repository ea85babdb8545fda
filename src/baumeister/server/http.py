"""The HTTP interface; the rest of the play is on the socket."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, patch, post
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example
from litestar.params import Body, HeaderParameter, PathParameter

import baumeister
from baumeister.core.errors import StaleError
from baumeister.server import bodies as b
from baumeister.server.catalogue import GameInfo, catalogue, resolved
from baumeister.server.doors import check_rate, is_local, person, service_of, session_of, set_cookie
from baumeister.server.people import Session
from baumeister.server.store import DamagedError, TableRow
from baumeister.server.tables.commands import NewTable, Say
from baumeister.server.tables.errors import BadInputError
from baumeister.server.tables.table import Status, replayed
from baumeister.server.tables.who import Who
from baumeister.server.wire.messages import Problem, Summary, TableMessage
from baumeister.server.wire.serialise import fresh_message, record_for, table_message, view_of
from baumeister.server.words import utc

AnyRequest = Request[Any, Any, Any]
Invite = Annotated[
    str | None,
    HeaderParameter(
        name="X-Invite", max_length=64, description="the invitation's key, if you need it"
    ),
]
TableId = Annotated[str, PathParameter(min_length=1, max_length=32, pattern="^[A-Za-z0-9_-]+$")]
UPLOAD = {"rate": "upload"}
REPLAY = {"rate": "replay"}
ERRORS = {
    400: "what was sent is wrong",
    403: "not yours to do; or say first who you are",
    404: "no such table, or it needs an invitation",
    409: "not possible now, as things stand",
    413: "the body is too large",
    429: "too often: wait as long as Retry-After says",
    503: "the store or the workers are not to be had",
}
"""What may come instead of any answer, always a Problem (its `code` says more)."""


RECORD = {
    "format": "baumeister-record/1",
    "game": "manhattan",
    "rules_version": 1,
    "options": {"players": 2, "edition": "hig-2017"},
    "players": [
        {"seat": 0, "name": "Ada", "kind": "human"},
        {"seat": 1, "name": "Greedy", "kind": "bot:greedy"},
    ],
    "log": ["* start 0", "* deal 0 2229", "* deal 1 1468"],
}


def body(*values: Any) -> Any:
    return Body(examples=[Example(value=value) for value in values])


# --- about the service -----------------------------------------------------------------


@get("/health", tags=["service"])
async def health(request: AnyRequest) -> b.Health:
    """Whether the service can read its store."""
    counts = await service_of(request).store.count_by_status()
    return b.Health("ok", baumeister.__version__, counts)


@get("/metrics", tags=["service"], media_type="text/plain; version=0.0.4", sync_to_thread=False)
def metrics(request: AnyRequest) -> bytes:
    """Counters for Prometheus, to be asked for on this machine only: they count what all do, and
    at a quiet hour they would tell that somebody thinks better of it."""
    if not is_local(request):
        raise NotFoundException
    service = service_of(request)
    service.metrics.tables.set(service.hub.tables_in_memory)
    return service.metrics.text()


@get("/api/games", tags=["games"], sync_to_thread=False)
def games() -> list[GameInfo]:
    """What can be played: options, bots, the rules clause by clause, tiles."""
    return catalogue()


@post("/api/options", tags=["games"], status_code=200, sync_to_thread=False)
def options(
    data: Annotated[
        b.Options,
        body({"game": "manhattan", "options": {"edition": "hig-2017", "players": 3}}),
    ],
) -> dict[str, Any]:
    """Every option in force if these are given; or which of them is wrong, by which clause."""
    return resolved(data.game, data.options)


# --- people ----------------------------------------------------------------------------


@post("/api/people", tags=["people"], opt={"rate": "people"})
async def new_person(
    request: AnyRequest, data: Annotated[b.NewPerson, body({"name": "Ada"})]
) -> Response[b.Person]:
    """Come in as a guest: a name is enough. The cookie holds your secret; keep it."""
    session = await service_of(request).people.new_guest(data.name)
    return _with_cookie(request, session, 201)


@get("/api/me", tags=["people"])
async def me(request: AnyRequest) -> b.Person:
    """Who you are."""
    return _person(await person(request))


@patch("/api/me", tags=["people"])
async def rename(
    request: AnyRequest, data: Annotated[b.NewPerson, body({"name": "Ada L."})]
) -> b.Person:
    """Another name from now on; tables keep the one you sat down with."""
    service = service_of(request)
    session = await service.people.rename((await person(request)).who, data.name)
    service.hub.tell_person(session.who.ids, session)
    return _person(session)


@post("/api/me/mutes", tags=["people"], status_code=204)
async def mute(
    request: AnyRequest, data: Annotated[b.Mute, body({"person": "2fR0q9wYbA1k", "on": True})]
) -> None:
    """Hear no more of somebody, or again."""
    service = service_of(request)
    session = await service.people.mute(await person(request), data.person, data.on)
    service.hub.tell_person(session.who.ids, session)


@post("/api/account", tags=["people"], opt={"rate": "login"})
async def sign_up(
    request: AnyRequest,
    data: Annotated[b.Credentials, body({"login": "ada", "password": "correct horse battery"})],
) -> Response[b.Person]:
    """Make an account of the guest you are; your games stay yours."""
    people = service_of(request).people
    session = await people.sign_up(await person(request), data.login, data.password)
    return _with_cookie(request, session, 201)


@post("/api/login", tags=["people"], status_code=200, opt={"rate": "login"})
async def log_in(
    request: AnyRequest,
    data: Annotated[b.Credentials, body({"login": "ada", "password": "correct horse battery"})],
) -> Response[b.Person]:
    """Be your account here too; the games of the guest you were go over to it."""
    guest = await session_of(request)
    session = await service_of(request).people.log_in(guest, data.login, data.password)
    return logged_in(request, guest, session)


def logged_in(request: AnyRequest, guest: Session | None, session: Session) -> Response[b.Person]:
    """The cookie of who is here now; open sockets hear of it."""
    service = service_of(request)
    if guest is not None and guest.who.id in session.who.ids:
        service.hub.tell_person(guest.who.ids, None)  # it comes again as the account
    service.hub.tell_person(session.who.ids, session._replace(renewed=None))
    return _with_cookie(request, session, 200)


@post(
    "/api/logout",
    tags=["people"],
    status_code=204,
    responses={204: ResponseSpec(None, description="done")},
)
async def log_out(request: AnyRequest) -> Response[None]:
    """End all your sessions. A guest without an account is gone for good by this."""
    service = service_of(request)
    who = (await person(request)).who
    await service.people.log_out(who)
    service.hub.tell_person(who.ids, None)
    return Response(None, status_code=204, cookies=[set_cookie(request, "", 0)])


# --- tables ----------------------------------------------------------------------------


@get("/api/tables", tags=["tables"])
async def open_tables(request: AnyRequest) -> list[b.TableSummary]:
    """Listed tables, gathering or being played."""
    return [_summary(row) for row in await service_of(request).store.listed()]


@get("/api/me/tables", tags=["tables"])
async def my_tables(request: AnyRequest) -> list[b.TableSummary]:
    """Every table you have a seat at or have made; `turn` where a decision of yours is owed."""
    service = service_of(request)
    who = (await person(request)).who
    found = []
    for row in await service.store.tables_of(who.ids):
        turn = False
        if row.status == Status.PLAYING:
            with suppress(DamagedError):  # the others are still to be seen
                table = (await service.hub.open(row.id)).table
                turn = not set(table.owing).isdisjoint(table.seats_of(who.ids))
        found.append(_summary(row, turn))
    return found


@post("/api/tables", tags=["tables"], opt={"rate": "tables"}, request_max_body_size=1 << 16)
async def new_table(
    request: AnyRequest,
    data: Annotated[
        NewTable,
        body(
            {
                "game": "manhattan",
                "options": {"players": 3, "edition": "hig-2017"},
                "seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}, {"kind": "open"}],
                "pace": {"kind": "live", "bank": 900, "increment": 10, "flag": "bot"},
                "listed": True,
            },
            {
                "game": "tangram-city",
                "options": {"players": 2},
                "pace": {"kind": "days", "days": 3},
            },
        ),
    ],
) -> b.NewTableInfo:
    """A new table. It begins by itself once every seat is taken, unless `start` is false."""
    live = await service_of(request).hub.create(data, (await person(request)).who)
    return b.NewTableInfo(live.id, live.table.created.invite)


@get("/api/tables/{table_id:str}", tags=["tables"])
async def table(request: AnyRequest, table_id: TableId, invite: Invite = None) -> TableMessage:
    """The table as you may know it, with its whole story."""
    session, live = await _entered(request, table_id, invite)
    service = service_of(request)
    return table_message(
        table_id,
        live.table,
        session.who if session else None,
        service.settings.clock(),
        mutes=session.mutes if session else frozenset(),
    )


@post("/api/tables/{table_id:str}/commands", tags=["tables"], status_code=200)
async def command(
    request: AnyRequest,
    table_id: TableId,
    data: Annotated[
        b.CommandBody,
        body(
            {"command": {"do": "sit", "seat": 1}, "invite": "mJ0v0bWk3uTgQ4nH0zjw1vM9xkqL7r2S"},
            {
                "command": {
                    "do": "act",
                    "seat": 0,
                    "action": "build 5 C5 3",
                    "version": 17,
                    "key": "b2f1c0aa91d4",
                }
            },
        ),
    ],
) -> b.CommandDone:
    """A command to a table, as on the socket. It is durable when the answer comes."""
    if isinstance(data.command, Say):
        check_rate(request, "say")
    who = (await person(request)).who
    service = service_of(request)
    try:
        found = await service.hub.do(table_id, who, data.command, data.invite)
    except StaleError:
        table = service.hub.in_memory(table_id)
        if table:
            now = service.settings.clock()
            request.scope["state"]["fresh"] = fresh_message(table_id, table, who, now)
        raise
    return b.CommandDone(found or table_id)


@get(
    "/api/tables/{table_id:str}/record",
    tags=["tables"],
    opt=REPLAY,
    media_type="application/json",
    responses={
        200: ResponseSpec(
            dict[str, Any], generate_examples=False, description="docs/record.schema.json"
        )
    },
)
async def record(request: AnyRequest, table_id: TableId, invite: Invite = None) -> Response[str]:
    """The record as you may have it: hidden cards are `?` until the game is over."""
    session, live = await _entered(request, table_id, invite)
    started = live.table.started
    found = record_for(
        live.table, session.who if session else None, utc(started) if started else None
    )
    return Response(
        found.dumps(),
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{table_id}.bau.json"'},
    )


@get("/api/tables/{table_id:str}/positions/{line:int}", tags=["tables"], opt=REPLAY)
async def position(
    request: AnyRequest,
    table_id: TableId,
    line: Annotated[int, PathParameter(ge=0, le=100_000)],
    invite: Invite = None,
) -> b.Position:
    """The table after so many lines of its log, as you knew it then."""
    session, live = await _entered(request, table_id, invite)
    own: tuple[int, ...] = live.table.seats_of(session.who.ids) if session else ()
    if line > live.table.story.lines:
        raise BadInputError(f"the log has {live.table.story.lines} lines")
    match = replayed(live.table, line)
    viewer = own[0] if len(own) == 1 else None
    return b.Position(
        match.version,
        view_of(match.game, match.game.view(match.state, viewer)),
        list(match.game.standing(match.state)),
    )


@post("/api/replay", tags=["records"], status_code=200, opt=UPLOAD, request_max_body_size=1 << 20)
async def replay(
    request: AnyRequest,
    data: Annotated[b.ReplayBody, body({"record": RECORD, "line": 1})],
) -> b.Replayed:
    """Check a record and walk through it."""
    text = msgspec.json.encode(data.record).decode()
    found = await service_of(request).hub.helpers.do(
        "replay", text, data.line, data.seat, patience=20.0
    )
    if "error" in found:
        raise BadInputError(found["error"])
    return msgspec.convert(found, b.Replayed)


# --- parts -----------------------------------------------------------------------------


async def _entered(request: AnyRequest, table_id: str, invite: str | None) -> Any:
    session = await session_of(request)
    hub = service_of(request).hub
    return session, await hub.enter(table_id, session.who if session else None, invite)


def _person(session: Session) -> b.Person:
    who: Who = session.who
    return b.Person(who.id, who.name, session.login, sorted(session.mutes), session.is_account)


def _with_cookie(request: AnyRequest, session: Session, status: int) -> Response[b.Person]:
    request.scope.get("state", {}).pop("renewed", None)
    return Response(
        _person(session), status_code=status, cookies=[set_cookie(request, session.renewed or "")]
    )


def _summary(row: TableRow, turn: bool = False) -> b.TableSummary:
    summary = msgspec.json.decode(row.summary, type=Summary)
    return b.TableSummary(row.id, row.status, row.created, row.updated, summary, turn)


HANDLERS: list[HTTPRouteHandler] = [
    health,
    metrics,
    games,
    options,
    new_person,
    me,
    rename,
    mute,
    sign_up,
    log_in,
    log_out,
    open_tables,
    my_tables,
    new_table,
    table,
    command,
    record,
    position,
    replay,
]


def name_errors(handlers: list[HTTPRouteHandler]) -> None:
    for handler in handlers:
        handler.responses = {
            **{
                status: ResponseSpec(Problem, generate_examples=False, description=text)
                for status, text in ERRORS.items()
            },
            **(handler.responses or {}),
        }


name_errors(HANDLERS)
