"""HTTP: studies of the analysis board, kept for a person and shared by their link."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import delete, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import PathParameter

from baumeister.server.clock import wall_clock
from baumeister.server.http.parts import AnyRequest, body
from baumeister.server.ids import table_id
from baumeister.server.people.auth import require_session, service_of, session_of
from baumeister.server.store.queries.studies import StudyRow
from baumeister.server.tables.errors import ForbiddenError, NoStudyError
from baumeister.server.wire.payloads.study import SavedStudy, StudyBody, StudySummary

LARGEST: Final = 1 << 18
"""Bytes of a study."""
MOST: Final = 100
"""Studies of one person."""

StudyId = Annotated[str, PathParameter(min_length=1, max_length=32, pattern="^[A-Za-z0-9_-]+$")]
_EXAMPLE: Final = {
    "title": "The last round",
    "study": {
        "format": "baumeister-study/1",
        "title": "The last round",
        "start": {"game": "manhattan", "options": {"players": 2}},
        "seed": 0,
        "log": ["* start 0"],
    },
}


@post("/api/studies", tags=["study"], status_code=200, request_max_body_size=LARGEST)
async def save_study(
    request: AnyRequest, data: Annotated[StudyBody, body(_EXAMPLE)]
) -> StudySummary:
    """Save a study, or with its id a new version of yours. Whoever has its id may read it."""
    session = await require_session(request)
    row = StudyRow(data.id or table_id(), session.user.id, wall_clock(), data.title)
    study = msgspec.json.encode(data.study)
    store = service_of(request).store
    if not await store.save_study(row, study, session.user.ids, MOST):
        raise ForbiddenError(f"it is not yours, or you have {MOST} studies: delete one")
    return StudySummary(row.id, row.title, row.changed)


@get("/api/me/studies", tags=["study"])
async def my_studies(request: AnyRequest) -> list[StudySummary]:
    """Your studies, the last changed first."""
    session = await session_of(request)
    if session is None:
        return []
    rows = await service_of(request).store.studies_of(session.user.ids)
    return [StudySummary(row.id, row.title, row.changed) for row in rows]


@get("/api/studies/{study_id:str}", tags=["study"])
async def saved_study(request: AnyRequest, study_id: StudyId) -> SavedStudy:
    """A study, for whoever has its id."""
    found = await service_of(request).store.study(study_id)
    if found is None:
        raise NoStudyError("there is no such study")
    row, study = found
    session = await session_of(request)
    own = session is not None and row.person in session.user.ids
    return SavedStudy(row.id, row.title, row.changed, own, msgspec.json.decode(study))


@delete("/api/studies/{study_id:str}", tags=["study"])
async def delete_study(request: AnyRequest, study_id: StudyId) -> None:
    """Delete a study of yours."""
    session = await require_session(request)
    if not await service_of(request).store.delete_study(study_id, session.user.ids):
        raise NoStudyError("you have no such study")


HANDLERS: list[HTTPRouteHandler] = [save_study, my_studies, saved_study, delete_study]
