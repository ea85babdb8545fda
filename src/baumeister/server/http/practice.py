"""HTTP: practice positions."""

from __future__ import annotations

from typing import Annotated

from litestar import post
from litestar.handlers import HTTPRouteHandler

from baumeister.core.errors import BaumeisterError
from baumeister.server.http.parts import AnyRequest, body, while_connected
from baumeister.server.people.auth import asker_of, service_of
from baumeister.server.wire.catalogue import resolved
from baumeister.server.wire.games import examples
from baumeister.server.wire.payloads import play as b
from baumeister.server.work.jobs import JobError


@post(
    "/api/practice",
    tags=["records"],
    status_code=200,
    request_max_body_size=1 << 16,
)
async def practice(
    request: AnyRequest,
    data: Annotated[
        b.PracticeBody,
        body(*examples("practice")),
    ],
) -> b.Practised:
    """Try an action in a position you send. Nothing is stored: send the log every time."""
    resolved(data.game, data.options)  # raises OptionsError
    workers, asker = service_of(request).hub.pools.helpers, await asker_of(request)
    found = await while_connected(request, workers.run("practise", data, timeout=5.0, asker=asker))
    if isinstance(found, BaumeisterError):
        raise found
    if not isinstance(found, b.Practised):
        raise JobError("the worker sent an invalid answer")
    return found


HANDLERS: list[HTTPRouteHandler] = [practice]
