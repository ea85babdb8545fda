"""HTTP: the browser client, its files and its page at every address."""

from __future__ import annotations

import re
from typing import Any, Final

from litestar import Response, route
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler

from baumeister.server.http.pages.client_files import ClientFile, ClientFiles
from baumeister.server.http.pages.sharing import HOST, tags_for
from baumeister.server.http.parts import AnyRequest

NOT_PAGES: Final = ("api", "assets", "health", "metrics")
ZERO: Final = re.compile(r"q=0(\.0*)?")


@route(
    ["/", "/{path:path}"],
    http_method=["GET", "HEAD"],
    include_in_schema=False,
)
async def client(request: AnyRequest) -> Response[bytes]:
    """Serve a file of the client, or its page, which does its own routing."""
    built: ClientFiles = request.app.state.client
    name = str(request.path_params.get("path", "")).lstrip("/")
    if name in built.files:
        return _answer(request, built.files[name])
    if name.partition("/")[0] in NOT_PAGES or not _wants_page(request, name):
        raise NotFoundException
    host = request.headers.get("host", "")
    # Not every browser counts the WebSockets of a host as 'self'.
    sockets = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""
    policy = {
        "Content-Security-Policy": built.policy.replace("{sockets}", sockets),
        "Referrer-Policy": "no-referrer",
    }
    tags = await tags_for(request, name)
    return _answer(request, built.page.with_tags(tags) if tags else built.page, policy)


def _wants_page(request: AnyRequest, name: str) -> bool:
    """True if the request accepts a page: text/html, or anything unless the name looks like a file.
    A missing icon is not a page."""
    accepted = request.headers.get("accept", "*/*")
    return "text/html" in accepted or ("*/*" in accepted and "." not in name.rpartition("/")[2])


def _answer(
    request: AnyRequest, file: ClientFile, more: dict[str, str] | None = None
) -> Response[bytes]:
    encoding = _encoding(request, file)
    tag = f'"{file.tag}{f"-{encoding}" if encoding else ""}"'
    headers = {"Cache-Control": file.cache, "ETag": tag, **(more or {})}
    headers["Content-Type"] = file.media_type
    if file.packed:
        headers["Vary"] = "Accept-Encoding"
    known = request.headers.get("if-none-match", "")
    if tag in (each.strip().removeprefix("W/") for each in known.split(",")):
        return _bare(304, headers)
    if encoding:
        headers["Content-Encoding"] = encoding
    content = file.packed[encoding] if encoding else file.content
    if request.method == "HEAD":
        return _bare(200, headers | {"Content-Length": str(len(content))})
    return Response(content, headers=headers)


def _bare(status: int, headers: dict[str, str]) -> Response[Any]:
    """A response without a body."""
    return Response(None, status_code=status, headers=headers)


def _encoding(request: AnyRequest, file: ClientFile) -> str:
    """The best compression that the browser accepts and the file has; empty if there is none."""
    accepted = set()
    for part in request.headers.get("accept-encoding", "").split(","):
        name, _, quality = part.replace(" ", "").partition(";")
        if not ZERO.fullmatch(quality):
            accepted.add(name)
    return next((name for name in file.packed if name in accepted), "")


HANDLERS: list[HTTPRouteHandler] = [client]
