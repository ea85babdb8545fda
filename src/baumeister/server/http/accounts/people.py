"""HTTP: guests, accounts and sessions."""

from __future__ import annotations

from typing import Annotated, TypeVar

from litestar import Response, get, patch, post
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec

from baumeister.server.http.parts import AnyRequest, body
from baumeister.server.people.auth import require_session, service_of, session_of, set_cookie
from baumeister.server.people.sessions import Session
from baumeister.server.tables.viewer import User
from baumeister.server.wire.payloads import accounts as b

T = TypeVar("T")


@post("/api/people", tags=["people"])
async def new_person(
    request: AnyRequest, data: Annotated[b.NewGuest, body({"name": "Ada"})]
) -> Response[b.Person]:
    """Sign in as a guest: a name is enough. The cookie holds your secret; keep it."""
    session = await service_of(request).people.new_guest(data.name, data.otherwise)
    return with_cookie(request, session, person_of(session), 201)


@get("/api/me", tags=["people"])
async def me(request: AnyRequest) -> b.Person | None:
    """Who you are; null if you are not signed in."""
    session = await session_of(request)
    return person_of(session) if session else None


@patch("/api/me", tags=["people"])
async def rename(
    request: AnyRequest, data: Annotated[b.NewPerson, body({"name": "Ada L."})]
) -> b.Person:
    """Change your name; tables keep the one you sat down with."""
    service = service_of(request)
    session = await service.people.rename((await require_session(request)).user, data.name)
    service.hub.sessions.update(session.user.ids, session)
    return person_of(session)


@post("/api/me/mutes", tags=["people"], status_code=204)
async def mute(
    request: AnyRequest, data: Annotated[b.Mute, body({"person": "2fR0q9wYbA1k", "on": True})]
) -> None:
    """Mute somebody in chats, or unmute them."""
    service = service_of(request)
    session = await service.people.mute(await require_session(request), data.person, data.on)
    service.hub.sessions.update(session.user.ids, session)


@post("/api/account", tags=["people"])
async def sign_up(
    request: AnyRequest,
    data: Annotated[b.Credentials, body({"login": "ada", "password": "correct horse battery"})],
) -> Response[b.Person]:
    """Turn the guest you are into an account; your games stay yours. The guest's cookie ends. To
    add a password to an account with passkeys, log in within ten minutes before."""
    service = service_of(request)
    guest = await require_session(request)
    session = await service.people.sign_up(guest, data.login, data.password)
    service.hub.sessions.update(guest.user.ids, None)  # they reconnect with the new cookie
    return with_cookie(request, session, person_of(session), 201)


@post("/api/login", tags=["people"], status_code=200)
async def log_in(
    request: AnyRequest,
    data: Annotated[b.Credentials, body({"login": "ada", "password": "correct horse battery"})],
) -> Response[b.Person]:
    """Log in to your account; the games of the current guest move to it."""
    guest = await session_of(request)
    session = await service_of(request).people.log_in(guest, data.login, data.password)
    return logged_in(request, guest, session)


def logged_in(request: AnyRequest, guest: Session | None, session: Session) -> Response[b.Person]:
    """Set the cookie and move open connections to the new session."""
    service = service_of(request)
    if guest is not None and guest.user.id in session.user.ids:
        service.hub.sessions.update(guest.user.ids, None)  # it reconnects as the account
    service.hub.sessions.update(session.user.ids, session._replace(renewed=None))
    return with_cookie(request, session, person_of(session), 200)


@post(
    "/api/logout",
    tags=["people"],
    status_code=204,
    responses={204: ResponseSpec(None, description="done")},
)
async def log_out(request: AnyRequest) -> Response[None]:
    """End all your sessions. A guest without an account is lost for good."""
    service = service_of(request)
    user = (await require_session(request)).user
    await service.people.log_out(user)
    service.hub.sessions.update(user.ids, None)
    return Response(None, status_code=204, cookies=[set_cookie(request, "", 0)])


def person_of(session: Session) -> b.Person:
    user: User = session.user
    return b.Person(user.id, user.name, session.login, sorted(session.mutes), session.is_account)


def with_cookie(request: AnyRequest, session: Session, content: T, status: int) -> Response[T]:
    """A response that gives the browser the secret of a new session."""
    request.scope.get("state", {}).pop("renewed", None)
    cookie = set_cookie(request, session.renewed or "")
    return Response(content, status_code=status, cookies=[cookie])


HANDLERS: list[HTTPRouteHandler] = [new_person, me, rename, mute, sign_up, log_in, log_out]
