"""Previews of shared links to finished games: `og:` tags in the page, and their picture."""

from __future__ import annotations

import asyncio
import html
import re
from typing import Annotated, Final

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter

from baumeister.core.errors import BaumeisterError
from baumeister.core.registry import plugin_of
from baumeister.server.http.pages.towers import HEIGHT, WIDTH, towers
from baumeister.server.http.parts import AnyRequest, TableId
from baumeister.server.languages import accepted
from baumeister.server.people.auth import service_of, session_of
from baumeister.server.tables.naming import seat_names
from baumeister.server.tables.table import Table
from baumeister.server.tables.viewer import may_preview

DESCRIPTIONS: Final = {
    "en": "Watch the whole game again, move by move.",
    "de": "Die ganze Partie noch einmal ansehen, Zug für Zug.",
    "nl": "Bekijk de hele partij opnieuw, zet voor zet.",
    "fr": "Revoyez toute la partie, coup par coup.",
}
PAGE: Final = re.compile(r"(?:replay|table)/([A-Za-z0-9_-]{1,32})")
HOST: Final = re.compile(r"[\w.:\[\]-]+")
SECRET: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")

Key = Annotated[
    str | None,
    QueryParameter(max_length=64, description="the key of previews, if the table is not listed"),
]


@get(
    "/api/tables/{table_id:str}/picture.png",
    tags=["tables"],
    media_type="image/png",
)
async def picture(request: AnyRequest, table_id: TableId, preview: Key = None) -> Response[bytes]:
    """The result of a finished game as a picture, for previews of links."""
    table = await _finished(request, table_id, preview or "")
    if table is None:
        raise NotFoundException
    drawn = await asyncio.to_thread(towers, _points(table), table.ranks() or ())
    return Response(drawn, media_type="image/png")


async def tags_for(request: AnyRequest, path: str) -> str:
    """The `og:` tags of a page about a finished game that the reader of the link may see; empty for
    every other page."""
    found = PAGE.fullmatch(path)
    host = request.headers.get("host", "")
    if found is None or not HOST.fullmatch(host):
        return ""
    key = request.query_params.get("preview", "")
    key = key if SECRET.fullmatch(key) else ""
    table = await _finished(request, found[1], key)
    if table is None:
        return ""
    language = accepted(request.headers.get("accept-language", ""))
    base = f"{request.url.scheme}://{host}{service_of(request).settings.base_path}"
    query = f"?preview={key}" if key else ""
    tags = {
        "og:type": "website",
        "og:site_name": "Baumeister",
        "og:title": _title(table, language),
        "og:description": DESCRIPTIONS[language],
        "og:image": f"{base}/api/tables/{found[1]}/picture.png{query}",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
    }
    lines = [
        f'<meta property="{name}" content="{html.escape(value)}">' for name, value in tags.items()
    ]
    return "\n".join([*lines, '<meta name="twitter:card" content="summary_large_image">', ""])


def _title(table: Table, language: str) -> str:
    """`Manhattan: Ada 52, Bruno 47`, the winner first."""
    names, points = seat_names(table.seats, language), _points(table)
    ranks = table.ranks() or ()
    order = sorted(range(len(names)), key=lambda seat: ranks[seat])
    results = ", ".join(f"{names[seat]} {points[seat]}" for seat in order)
    space = "\N{NO-BREAK SPACE}" if language == "fr" else ""  # French sets a space before a colon
    return f"{plugin_of(table.game).name}{space}: {results}"


def _points(table: Table) -> tuple[int, ...]:
    outcome = table.match.outcome
    return outcome.scores if outcome else table.standing()


async def _finished(request: AnyRequest, table_id: str, key: str) -> Table | None:
    """The table, if its game is over and the reader may see the result."""
    session = await session_of(request)
    try:
        table = (await service_of(request).hub.open(table_id)).table
    except BaumeisterError:  # no such table, or a damaged one
        return None
    return table if may_preview(table, session and session.user, key) else None


HANDLERS: list[HTTPRouteHandler] = [picture]
