"""HTTP: what people do with their account: password, sessions, deletion."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, delete, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter

from baumeister.server.http.accounts.leaving import leave_tables
from baumeister.server.http.accounts.people import person_of, with_cookie
from baumeister.server.http.parts import AnyRequest, body
from baumeister.server.people.auth import require_session, service_of, set_cookie
from baumeister.server.wire.payloads import accounts as b

LOGIN = {"rate": "login"}
SessionId = Annotated[str, PathParameter(min_length=1, max_length=32, pattern="^[0-9a-f]+$")]


@post("/api/account/password", tags=["people"], status_code=200, opt=LOGIN)
async def change_password(
    request: AnyRequest,
    data: Annotated[
        b.PasswordChange, body({"old": "correct horse battery", "password": "staple of a lifetime"})
    ],
) -> Response[b.Person]:
    """Change your password. All your other sessions end."""
    service = service_of(request)
    before = await require_session(request)
    session = await service.people.change_password(before, data.old, data.password)
    service.hub.sessions.update(session.user.ids, None)  # they reconnect if they still may
    return with_cookie(request, session, person_of(session), 200)


@get("/api/me/sessions", tags=["people"])
async def my_sessions(request: AnyRequest) -> list[b.SessionInfo]:
    """List the browsers and programs that are logged in as you, the most recently used first."""
    session = await require_session(request)
    return [
        b.SessionInfo(row.chain, row.device, row.began, row.seen, row.chain == session.chain)
        for row in await service_of(request).people.devices(session)
    ]


@delete(
    "/api/me/sessions/{session_id:str}",
    tags=["people"],
    responses={204: ResponseSpec(None, description="done")},
)
async def end_session(request: AnyRequest, session_id: SessionId) -> Response[None]:
    """End one of your sessions: log out there. A guest without an account needs its own."""
    service = service_of(request)
    session = await require_session(request)
    await service.people.end_session(session, session_id)
    service.hub.sessions.update(session.user.ids, None)  # the others reconnect
    if session_id != session.chain:
        return Response(None, status_code=204)
    return _without_cookie(request)


@delete("/api/me/sessions", tags=["people"])
async def end_other_sessions(request: AnyRequest) -> None:
    """End all your sessions but this one."""
    service = service_of(request)
    session = await require_session(request)
    await service.people.end_other_sessions(session)
    service.hub.sessions.update(session.user.ids, None)  # this one reconnects


@delete(
    "/api/me",
    tags=["people"],
    opt=LOGIN,
    responses={204: ResponseSpec(None, description="done")},
)
async def delete_me(request: AnyRequest) -> Response[None]:
    """Delete your account, or the guest you are, for good.

    In running games a bot plays on for you. Games and chats keep the names you had there, as those
    of a guest. An account needs a login within the last ten minutes.
    """
    service = service_of(request)
    session = await require_session(request)
    service.people.check_confirmed(session)
    await leave_tables(service.hub, session.user)
    await service.people.delete(session)
    service.hub.sessions.update(session.user.ids, None)
    return _without_cookie(request)


def _without_cookie(request: AnyRequest) -> Response[None]:
    request.scope.get("state", {}).pop("renewed", None)
    return Response(None, status_code=204, cookies=[set_cookie(request, "", 0)])


HANDLERS: list[HTTPRouteHandler] = [
    change_password,
    my_sessions,
    end_session,
    end_other_sessions,
    delete_me,
]
