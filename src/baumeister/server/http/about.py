"""HTTP: health, metrics and the catalogue of games."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, QueryParameter

import baumeister
from baumeister.games.clauses import closest
from baumeister.server.http.parts import COMPRESSED, AnyRequest, body
from baumeister.server.people.auth import is_local, service_of
from baumeister.server.tables.errors import StoppingError
from baumeister.server.wire.catalogue import catalogue, guide, resolved
from baumeister.server.wire.games import examples
from baumeister.server.wire.info import GameInfo, GuideSection
from baumeister.server.wire.payloads import play as b


@get("/health", tags=["service"], opt={"any_host": True})  # load balancers use addresses
async def health(request: AnyRequest) -> b.Health:
    """Check that the service can write and read its store, and that its disk is not full; it fails
    while the service is about to stop."""
    if service_of(request).draining:
        raise StoppingError("this process is about to stop")
    await service_of(request).health.check()
    counts = await service_of(request).store.count_by_status()
    return b.Health("ok", baumeister.__version__, counts)


@get("/metrics", tags=["service"], media_type="text/plain; version=0.0.4", sync_to_thread=False)
def metrics(request: AnyRequest) -> bytes:
    """Prometheus metrics, for this machine only. They count the actions of all players, so at a
    quiet hour they would reveal that somebody has changed a decision."""
    if not is_local(request):
        raise NotFoundException
    service = service_of(request)
    service.metrics.tables.set(service.hub.tables_in_memory)
    return service.metrics.text()


@get("/api/games", tags=["games"], sync_to_thread=False, middleware=[COMPRESSED])
def games(
    language: Annotated[
        str,
        QueryParameter(description="en, de, nl or fr; other languages fall back to English"),
    ] = "en",
) -> list[GameInfo]:
    """List the games that can be played: options, bots, the rules clause by clause."""
    return catalogue(closest(language))


@get("/api/games/{game:str}/guide", tags=["games"], sync_to_thread=False, middleware=[COMPRESSED])
def illustrated_rules(
    game: FromPath[str],
    language: Annotated[
        str,
        QueryParameter(description="en, de, nl or fr; other languages fall back to English"),
    ] = "en",
) -> list[GuideSection]:
    """Get the illustrated rules of a game; empty if it brings none."""
    return guide(game, closest(language))


@post("/api/options", tags=["games"], status_code=200, sync_to_thread=False)
def options(
    data: Annotated[
        b.Options,
        body(*examples("options")),
    ],
) -> dict[str, Any]:
    """Resolve options: every option in force, or which one is wrong and by which clause."""
    return resolved(data.game, data.options)


HANDLERS: list[HTTPRouteHandler] = [health, metrics, games, illustrated_rules, options]
