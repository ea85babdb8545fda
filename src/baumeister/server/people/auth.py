"""Authentication of requests: cookies, origins, client addresses and rate limits."""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager, nullcontext
from ipaddress import ip_address
from typing import Any, ClassVar, Final
from urllib.parse import SplitResult, urlsplit

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from baumeister.core.errors import BaumeisterError, short
from baumeister.server.people.devices import device_of
from baumeister.server.people.limit_table import ENDPOINTS
from baumeister.server.people.limits import network_of
from baumeister.server.people.sessions import LIFETIME, Session
from baumeister.server.service import Service
from baumeister.server.tables.errors import ForbiddenError, NotSignedInError
from baumeister.server.work.fair import Asker

TRY_AGAIN: Final = 1013
POLICY: Final = 1008
COOKIE: Final = "baumeister"
SAFE: Final = ("GET", "HEAD", "OPTIONS")
PORTS: Final = {"http": 80, "https": 443}

AnyConnection = ASGIConnection[Any, Any, Any, Any]


class HostError(BaumeisterError):
    """The request is for a host name that the service does not have."""

    code: ClassVar[str] = "host"

    def __init__(self, host: str) -> None:
        super().__init__(
            f"this service is not {short(host)}: open it by its own name"
            " (operators name it with --host-name)"
        )


def service_of(connection: AnyConnection) -> Service:
    service: Service = connection.app.state.service
    return service


async def session_of(connection: AnyConnection) -> Session | None:
    """The session of the request's cookie; looked up once per request."""
    scope_state: dict[str, Any] = connection.scope.setdefault("state", {})
    if "session" not in scope_state:
        people = service_of(connection).people
        renew = isinstance(connection, Request)  # a WebSocket has no response to set a cookie with
        device = device_of(connection.headers.get("user-agent", "")[:400])
        cookie = connection.cookies.get(COOKIE)
        found = await people.session(cookie, renew=renew, device=device)
        service_of(connection).bans.check_people(found.user.ids if found else ())
        scope_state["session"] = found
        session = scope_state["session"]
        if session and session.renewed:
            scope_state["renewed"] = session.renewed
    remembered: Session | None = scope_state["session"]
    return remembered


async def require_session(request: AnyConnection) -> Session:
    session = await session_of(request)
    if session is None:
        raise NotSignedInError
    return session


def same_origin(connection: AnyConnection) -> bool:
    """True if the request comes from a page of this service, or from no page at all."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    if origin in service_of(connection).settings.origins:
        return True
    scheme = str(connection.scope.get("scheme", "http")).replace("ws", "http")
    try:
        page = urlsplit(origin)
        own = urlsplit(f"{scheme}://{connection.headers['host']}")
        return page.hostname is not None and _place(page) == _place(own)
    except (KeyError, ValueError):
        return False


def _place(url: SplitResult) -> tuple[str, str | None, int | None]:
    """What makes an origin: scheme, host and port."""
    return url.scheme, url.hostname, url.port or PORTS.get(url.scheme)


def check_host(connection: AnyConnection) -> None:
    """Refuse requests to host names that the operator has not named, if any are."""
    names = service_of(connection).settings.host_names
    if not names:
        return
    try:
        host = urlsplit(f"//{connection.headers.get('host', '')}").hostname or ""
    except ValueError:
        host = ""
    if host not in names and not is_here(connection):
        raise HostError(host)


def is_local(connection: AnyConnection) -> bool:
    """True for requests from this machine that were not forwarded by a proxy."""
    forwarded = {"forwarded", "x-forwarded-for"} & set(connection.headers.keys())
    client = connection.client
    try:
        return client is not None and not forwarded and ip_address(client.host).is_loopback
    except ValueError:
        return False


def is_here(connection: AnyConnection) -> bool:
    """True for requests from this machine to one of its own names.

    A foreign page may let its name point to this machine; then the request names another host.
    """
    try:
        host = urlsplit(f"//{connection.headers.get('host', '')}").hostname or ""
        return is_local(connection) and (host == "localhost" or ip_address(host).is_loopback)
    except ValueError:
        return False


def address_of(connection: AnyConnection) -> str:
    """The network address by which limits and shares of work are counted."""
    return network_of(connection.client.host) if connection.client else "?"


async def asker_of(connection: AnyConnection, table: str = "") -> Asker:
    """On whose behalf workers work for this request."""
    session = await session_of(connection)
    return Asker(address_of(connection), session.user.id if session else "", table)


def check_rate(connection: AnyConnection, kind: str) -> None:
    service = service_of(connection)
    if service.settings.rate_limits:
        service.limits.take(address_of(connection), kind, asyncio.get_running_loop().time())


def socket_slot(connection: AnyConnection) -> AbstractContextManager[None]:
    """Count an open WebSocket while the context lasts."""
    service = service_of(connection)
    address = address_of(connection)
    return service.limits.socket(address) if service.settings.rate_limits else nullcontext()


async def before_request(request: Request[Any, Any, Any]) -> None:
    """Apply rate limits, and refuse changes requested by foreign pages."""
    kind = ENDPOINTS.get(
        request.route_handler.fn.__name__, "read" if request.method in SAFE else "login"
    )
    check_rate(request, kind)
    service_of(request).bans.check_address(address_of(request))
    if not request.route_handler.opt.get("any_host"):
        check_host(request)
    if request.method not in SAFE and not same_origin(request):
        raise ForbiddenError(
            "requests from this origin are not allowed: scheme, host and port must be those of the"
            " service (operators: see --proxy and --origin)"
        )


def set_cookie(request: AnyConnection, value: str, age: int = LIFETIME // 1000) -> Cookie:
    settings = service_of(request).settings
    secure = settings.secure_cookies
    if secure is None:
        secure = request.scope.get("scheme") in ("https", "wss")
    return Cookie(
        key=COOKIE,
        value=value,
        max_age=age,
        path=settings.base_path or "/",
        secure=secure,
        httponly=True,
        samesite="lax",
    )
