"""The Litestar application: routes, error responses and request hooks."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import msgspec
from litestar import Litestar, Request, Response, Router, asgi
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import baumeister
from baumeister.bots.house import offer
from baumeister.core.errors import BaumeisterError
from baumeister.core.registry import games, plugin
from baumeister.games.clauses import closest
from baumeister.server.http import HANDLERS
from baumeister.server.http.pages.client_files import ClientFiles
from baumeister.server.languages import accepted
from baumeister.server.operating.bans import BannedError
from baumeister.server.people.auth import (
    POLICY,
    TRY_AGAIN,
    AnyConnection,
    HostError,
    address_of,
    before_request,
    check_host,
    check_rate,
    same_origin,
    service_of,
    session_of,
    set_cookie,
    socket_slot,
)
from baumeister.server.people.limits import RateError
from baumeister.server.service import Service
from baumeister.server.settings import Settings
from baumeister.server.socket.client import Client
from baumeister.server.socket.connection import Connection
from baumeister.server.socket.outlet import outlet_of
from baumeister.server.wire.messages import Problem
from baumeister.server.wire.serialise import encode, problem

log = logging.getLogger("baumeister.server")

MAX_BODY: Final = 16 * 1024

STATUS: Final = {
    "no-table": 404,
    "no-study": 404,
    "forbidden": 403,
    "removed": 403,
    "login": 403,
    "banned": 403,
    "log-in-again": 403,
    "host": 421,
    "too-often": 429,
    "store": 503,
    "stopping": 503,
    "damaged": 500,
    "job": 503,
    "malformed": 400,
    "options": 400,
    "bad-input": 400,
    "weak-password": 400,
    "unknown-game": 400,
    "record": 400,
    "position-text": 400,
    "puzzle": 404,
}
"""The HTTP status of each error code; every other code is a conflict with the current state,
409."""


@asgi("/api/socket", copy_scope=False)
async def socket(scope: Any, receive: Any, send: Any) -> None:
    """Play over a WebSocket: see docs/protocol.md."""
    if scope["type"] != "websocket":
        problem = Problem("upgrade", "this is a WebSocket: see docs/protocol.md")
        await _problem(problem, 426, {"Upgrade": "websocket"}).to_asgi_response(
            None, Request(scope)
        )(scope, receive, send)
        return
    await receive()  # websocket.connect
    connection: AnyConnection = ASGIConnection({**scope, "state": {}})  # type: ignore[arg-type]
    if not same_origin(connection):
        await send({"type": "websocket.close", "code": POLICY, "reason": ""})
        return
    try:
        check_host(connection)
        check_rate(connection, "socket")
        service_of(connection).bans.check_address(address_of(connection))
        with socket_slot(connection):
            session = await session_of(connection)
            hub = service_of(connection).hub
            language = closest(connection.query_params.get("language", ""))
            address = address_of(connection)
            # Connections last for weeks: do not keep the request's headers in memory.
            del connection
            scope["headers"].clear()
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            client = Client(hub, send, outlet_of(scope, send), session, address)
            await Connection(hub, receive, client, language).run()
    except RateError:
        await send({"type": "websocket.close", "code": TRY_AGAIN, "reason": ""})
    except BannedError:
        await send({"type": "websocket.close", "code": POLICY, "reason": "banned"})
    except HostError:
        await send({"type": "websocket.close", "code": POLICY, "reason": ""})


def _refused(request: Request[Any, Any, Any], error: BaumeisterError) -> Response[bytes]:
    service: Service = request.app.state.service
    service.metrics.errors.labels(error.code).inc()
    headers = {}
    if isinstance(error, RateError):
        headers["Retry-After"] = str(int(error.wait) + 1)
    if error.code == "damaged":  # other errors of the store are logged there
        log.error("store", extra={"reason": error.reason})
    fresh = request.scope.get("state", {}).get("fresh")
    language = accepted(request.headers.get("accept-language", ""))
    content = problem(error, fresh=fresh, language=language)
    return _problem(content, STATUS.get(error.code, 409), headers)


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    del request
    reason = error.detail
    extra = error.extra if isinstance(error.extra, list) else []
    found = [f"{each.get('key', '')}: {each.get('message', '')}" for each in extra]
    if found and error.status_code == 400:
        reason = "; ".join(found)
    code = {404: "not-found", 405: "no-method", 413: "too-large"}.get(error.status_code)
    code = code or ("malformed" if error.status_code < 500 else "internal")
    return _problem(Problem(code, reason[:500]), error.status_code, dict(error.headers or {}))


def _unreadable(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Answer a body that the JSON decoder cannot read: not UTF-8, or nested too deeply."""
    del request, error
    return _problem(Problem("malformed", "the body is not JSON, or is nested too deeply"), 400, {})


def _crashed(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    log.error("crash", exc_info=error, extra={"method": request.method})
    return _problem(Problem("internal", "internal error; it has been logged"), 500, {})


def _problem(content: Problem, status: int, headers: dict[str, str]) -> Response[bytes]:
    return Response(
        encode(content), status_code=status, media_type="application/json", headers=headers
    )


async def _after_request(response: Response[Any]) -> Response[Any]:
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    response.headers.setdefault("Cache-Control", "no-store")
    return response


async def _before_send(message: Any, scope: Any) -> None:
    """Set the new cookie if the session's secret was renewed for this request."""
    renewed = scope.get("state", {}).get("renewed")
    if renewed and message["type"] == "http.response.start":
        header = set_cookie(Request(scope), renewed).to_encoded_header()
        message["headers"] = [*message.get("headers", []), header]


def openapi(base_path: str) -> OpenAPIConfig:
    titles = " and ".join(plugin(game_id).name for game_id in games())
    return OpenAPIConfig(
        title="Baumeister",
        version=baumeister.__version__,
        description=f"Tables for {titles}. Play itself is on the WebSocket /api/socket: see"
        " docs/protocol.md.",
        use_handler_docstrings=True,
        path=f"{base_path}/api/schema",
        render_plugins=[JsonRenderPlugin()],
    )


def build_app(settings: Settings) -> Litestar:
    """Build the application; StoreError if the database cannot be used."""
    service = Service(settings)
    offer(settings.bots)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        del app
        await service.start()
        try:
            yield
        finally:
            await service.stop()

    app = _routed(settings.base_path, lifespan)
    app.state.service = service
    app.state.client = ClientFiles.read(settings.client, settings.base_path)
    return app


def _name_operations() -> None:
    """Use the first sentence of each handler's docstring as the summary of its operation."""
    for handler in HANDLERS:
        text = handler.fn.__doc__ or ""
        handler.summary = text.partition(". ")[0].removesuffix(".")
        handler.operation_id = handler.fn.__name__


def openapi_document() -> dict[str, Any]:
    """The OpenAPI document (docs/openapi.json); needs no store."""
    document: dict[str, Any] = msgspec.json.decode(encode(_routed().openapi_schema.to_schema()))
    return document


def _routed(base_path: str = "", *lifespans: Any) -> Litestar:
    _name_operations()
    return Litestar(
        route_handlers=[Router(base_path or "/", route_handlers=[*HANDLERS, socket])],
        lifespan=list(lifespans),
        before_request=before_request,
        after_request=_after_request,
        before_send=[_before_send],
        exception_handlers={
            BaumeisterError: _refused,
            HTTPException: _http_error,
            RecursionError: _unreadable,
            UnicodeDecodeError: _unreadable,
            Exception: _crashed,
        },
        openapi_config=openapi(base_path),
        request_max_body_size=MAX_BODY,
        logging_config=None,
    )
