"""What the HTTP modules share."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any, TypeVar

from litestar import Request
from litestar.config.compression import CompressionConfig
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware
from litestar.openapi.spec import Example
from litestar.params import Body, HeaderParameter, PathParameter

from baumeister.core.errors import BaumeisterError
from baumeister.server.people.auth import asker_of, service_of, session_of
from baumeister.server.work.jobs import JobError

T = TypeVar("T")
AnyRequest = Request[Any, Any, Any]
Invite = Annotated[
    str | None,
    HeaderParameter(
        name="X-Invite", max_length=64, description="the secret of the invitation, if you need one"
    ),
]
TableId = Annotated[str, PathParameter(min_length=1, max_length=32, pattern="^[A-Za-z0-9_-]+$")]

COMPRESSED = DefineMiddleware(
    CompressionMiddleware,
    config=CompressionConfig(backend="gzip", minimum_size=4096, gzip_compress_level=4),
)
"""For long responses without secrets: the length of a compressed response reveals its content."""


def body(*values: Any) -> Any:
    return Body(examples=[Example(value=value) for value in values])


async def table_for(request: AnyRequest, table_id: str, invite: str | None) -> Any:
    session = await session_of(request)
    hub = service_of(request).hub
    return session, await hub.enter(table_id, session.user if session else None, invite)


async def asked(
    request: AnyRequest, kind: type[T], task: str, *arguments: Any, timeout: float
) -> T:
    """The answer of a helper; raises what it refuses, and JobError unless it is of this kind."""
    workers, asker = service_of(request).hub.pools.helpers, await asker_of(request)
    found = await while_connected(
        request, workers.run(task, *arguments, timeout=timeout, asker=asker)
    )
    if isinstance(found, BaumeisterError):
        raise found
    if found is None or not isinstance(found, kind):
        raise JobError("the worker sent an invalid answer")
    return found


async def while_connected(request: AnyRequest, work: Coroutine[Any, Any, T]) -> T:
    """The result of the work, which is cancelled if the client closes its connection."""
    task = asyncio.create_task(work)
    gone = asyncio.create_task(_disconnected(request))
    gone.add_done_callback(lambda _: task.cancel())
    try:
        return await task
    finally:
        gone.cancel()


async def _disconnected(request: AnyRequest) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
