"""HTTP: practice positions."""

from __future__ import annotations

from typing import Annotated

from litestar import post
from litestar.handlers import HTTPRouteHandler

from baumeister.server.http.parts import AnyRequest, asked, body
from baumeister.server.wire.catalogue import resolved
from baumeister.server.wire.games import examples
from baumeister.server.wire.payloads import play as b


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
    return await asked(request, b.Practised, "practise", data, timeout=5.0)


HANDLERS: list[HTTPRouteHandler] = [practice]
