"""HTTP: for players on the machine that the service runs on."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler

from baumeister.server.http.accounts.people import logged_in
from baumeister.server.http.parts import AnyRequest, body
from baumeister.server.network import Network
from baumeister.server.people.auth import is_here, require_session, service_of, session_of
from baumeister.server.tables.errors import ForbiddenError
from baumeister.server.wire.payloads import accounts as b


@get("/api/network", tags=["machine"])
async def network(request: AnyRequest) -> b.Network | None:
    """Whether other devices may join. Null unless you are on the machine of a service that was
    started by `baumeister open`: elsewhere its operator decides."""
    found = service_of(request).settings.network
    return _network(found) if found and is_here(request) else None


@post("/api/network", tags=["machine"], status_code=200)
async def choose_network(
    request: AnyRequest, data: Annotated[b.NetworkChoice, body({"on": True})]
) -> b.Network:
    """Let other devices in your network join, or no longer."""
    found = service_of(request).settings.network
    if found is None or not is_here(request):
        raise ForbiddenError("only the player on this machine may decide that")
    await found.choose(data.on)
    return _network(found)


@post("/api/move", tags=["machine"], status_code=200)
async def begin_move(request: AnyRequest) -> b.Move:
    """Begin to move your session to another name of this machine, such as localhost."""
    _check_here(request)
    session = await require_session(request)
    return b.Move(service_of(request).moves.begin(session))


@post("/api/move/finish", tags=["machine"], status_code=200)
async def finish_move(
    request: AnyRequest, data: Annotated[b.Move, body({"token": "RIm4nbMPf6uXH8Mb"})]
) -> Response[b.Person]:
    """Continue your session under this name; the games of the current guest move to it."""
    _check_here(request)
    guest = await session_of(request)
    session = await service_of(request).moves.finish(guest, data.token)
    return logged_in(request, guest, session)


def _check_here(request: AnyRequest) -> None:
    if not is_here(request):
        raise ForbiddenError("only possible on the machine of the service")


def _network(found: Network) -> b.Network:
    return b.Network(found.chosen, found.address)


HANDLERS: list[HTTPRouteHandler] = [network, choose_network, begin_move, finish_move]
