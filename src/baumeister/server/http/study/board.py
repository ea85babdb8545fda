"""HTTP: positions of the analysis board, set up by hand or not, and their evaluation."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import post
from litestar.handlers import HTTPRouteHandler

from baumeister.bots.words import say
from baumeister.core.registry import find
from baumeister.server.http.parts import AnyRequest, asked, body
from baumeister.server.languages import accepted
from baumeister.server.people.auth import service_of
from baumeister.server.wire.games import examples
from baumeister.server.wire.payloads.study import (
    DraftBody,
    DraftedPosition,
    Evaluated,
    EvaluatedMove,
    EvaluationBody,
    ExploredPosition,
    PositionBody,
)

LARGEST: Final = 1 << 18
"""Bytes of a body: a position text and the lines that follow it."""
EXPLORE_TIMEOUT: Final = 10.0
EVALUATION_TIMEOUT: Final = 20.0
"""Seconds on top of the thinking time."""


@post("/api/position", tags=["study"], status_code=200, request_max_body_size=LARGEST)
async def explore(
    request: AnyRequest, data: Annotated[PositionBody, body(*examples("explore"))]
) -> ExploredPosition:
    """Look at any position and try actions in it. Nothing is stored: send all lines every time."""
    return await asked(request, ExploredPosition, "explore", data, timeout=EXPLORE_TIMEOUT)


@post("/api/position/draft", tags=["study"], status_code=200, request_max_body_size=LARGEST)
async def draft_position(
    request: AnyRequest, data: Annotated[DraftBody, body(*examples("draft_position"))]
) -> DraftedPosition:
    """Complete and check a position that is set up by hand. Nothing is stored."""
    language = accepted(request.headers.get("accept-language", ""))
    return await asked(
        request, DraftedPosition, "draft_position", data, language, timeout=EXPLORE_TIMEOUT
    )


@post("/api/evaluation", tags=["study"], status_code=200, request_max_body_size=LARGEST)
async def evaluate(
    request: AnyRequest, data: Annotated[EvaluationBody, body(*examples("evaluate"))]
) -> Evaluated:
    """Evaluate a position: everybody's chances, the best actions and why they are good."""
    seconds = service_of(request).hub.settings.hint_seconds
    timeout = EVALUATION_TIMEOUT + seconds
    found = await asked(request, Evaluated, "evaluate", data, seconds, timeout=timeout)
    return _in_words(found, accepted(request.headers.get("accept-language", "")))


def _in_words(found: Evaluated, language: str) -> Evaluated:
    """Add the reasons in words; seats are numbered."""
    game = find(found.game)

    def worded(move: EvaluatedMove) -> EvaluatedMove:
        return msgspec.structs.replace(move, words=say(game, move.reasons, language))

    return msgspec.structs.replace(
        found,
        moves=list(map(worded, found.moves)),
        contrast_words=say(game, found.contrast, language),
    )


HANDLERS: list[HTTPRouteHandler] = [explore, draft_position, evaluate]
