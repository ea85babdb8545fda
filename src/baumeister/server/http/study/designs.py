"""HTTP: designs, which are parts of games that players draw themselves, such as tiles."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from litestar import delete, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter

from baumeister.core.errors import SHARED, Message
from baumeister.core.registry import find
from baumeister.server import ids
from baumeister.server.http.parts import AnyRequest, asked, body
from baumeister.server.languages import accepted
from baumeister.server.people.auth import require_session, service_of
from baumeister.server.store.queries.designs import MAX_DESIGNS, DesignRow
from baumeister.server.tables.errors import BadInputError
from baumeister.server.wire.games import examples
from baumeister.server.wire.payloads import designs as b

MAX_DESIGN: Final = 1 << 16
"""Bytes of a design."""
CHECK_TIMEOUT: Final = 20.0
"""Seconds, as for a replay: mostly for a worker that has to start on a busy machine."""
COMPLETION_TIMEOUT: Final = 30.0
DesignId = Annotated[str, PathParameter(min_length=1, max_length=32, pattern="^[A-Za-z0-9_-]+$")]


def _question(path: str, answer: str) -> post:
    """A decorator for questions to a worker; nothing is stored."""
    spec = ResponseSpec(dict[str, Any], generate_examples=False, description=answer)
    return post(
        path,
        tags=["designs"],
        status_code=200,
        request_max_body_size=MAX_DESIGN,
        responses={200: spec},
    )


@_question("/api/designs/check", "the report of the game's editor")
async def check_design(
    request: AnyRequest, data: Annotated[b.DesignBody, body(*examples("check_design"))]
) -> Any:
    """Check a design, finished or not, and report facts about its parts. Nothing is stored."""
    language = accepted(request.headers.get("accept-language", ""))
    question = ("check_design", data.game, data.design, language)
    return await asked(request, object, *question, timeout=CHECK_TIMEOUT)


@_question("/api/designs/completion", "the answer of the game's editor")
async def complete_design(
    request: AnyRequest, data: Annotated[b.CompletionBody, body(*examples("complete_design"))]
) -> Any:
    """Search for a way to reach one of the goals with the parts of a design."""
    question = ("complete_design", data.game, data.design, data.goal)
    return await asked(request, object, *question, timeout=COMPLETION_TIMEOUT)


@get("/api/designs", tags=["designs"])
async def my_designs(request: AnyRequest) -> list[b.DesignInfo]:
    """List your saved designs, the latest first."""
    user = (await require_session(request)).user
    return [b.DesignInfo(*row) for row in await service_of(request).store.designs_of(user.ids)]


@get("/api/designs/{design_id:str}", tags=["designs"])
async def my_design(request: AnyRequest, design_id: DesignId) -> b.SavedDesign:
    """One of your saved designs."""
    row, design = await _own(request, design_id)
    return b.SavedDesign(*row, msgspec.json.decode(design))


async def _own(request: AnyRequest, design_id: str) -> tuple[DesignRow, str]:
    user = (await require_session(request)).user
    found = await service_of(request).store.design(design_id, user.ids)
    if found is None:
        raise BadInputError("you have no such design")
    return found


@post("/api/designs", tags=["designs"], request_max_body_size=MAX_DESIGN)
async def save_design(
    request: AnyRequest, data: Annotated[b.NewDesign, body(*examples("save_design"))]
) -> b.DesignInfo:
    """Save a design, finished or not, or replace one of yours."""
    find(data.game)
    user, service = (await require_session(request)).user, service_of(request)
    design_id, name = data.id or ids.table_id(), data.name.strip()
    if not name or not name.isprintable():
        raise BadInputError("a design needs a name")
    if data.id:
        await _own(request, data.id)
    row = DesignRow(design_id, data.game, name, service.settings.clock())
    text = msgspec.json.encode(data.design).decode()
    if not await service.store.save_design(user.id, user.ids, row, text):
        message = Message(SHARED, "designs-full", {"most": MAX_DESIGNS})
        raise BadInputError(f"you may save {MAX_DESIGNS} designs at most", message=message)
    return b.DesignInfo(*row)


@delete("/api/designs/{design_id:str}", tags=["designs"])
async def delete_design(request: AnyRequest, design_id: DesignId) -> None:
    """Delete one of your saved designs."""
    user = (await require_session(request)).user
    await service_of(request).store.delete_design(design_id, user.ids)


HANDLERS: list[HTTPRouteHandler] = [
    check_design,
    complete_design,
    my_designs,
    my_design,
    save_design,
    delete_design,
]
