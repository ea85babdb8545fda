"""What the parts of the HTTP interface have in common."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from litestar.openapi.spec import Example
from litestar.params import Body, HeaderParameter, PathParameter

from baumeister.server.doors import service_of, session_of

AnyRequest = Request[Any, Any, Any]
Invite = Annotated[
    str | None,
    HeaderParameter(
        name="X-Invite", max_length=64, description="the invitation's key, if you need it"
    ),
]
TableId = Annotated[str, PathParameter(min_length=1, max_length=32, pattern="^[A-Za-z0-9_-]+$")]


def body(*values: Any) -> Any:
    return Body(examples=[Example(value=value) for value in values])


async def entered(request: AnyRequest, table_id: str, invite: str | None) -> Any:
    session = await session_of(request)
    hub = service_of(request).hub
    return session, await hub.enter(table_id, session.who if session else None, invite)
