"""The routes of services and the built page, made once for all that a test process starts.

Services differ in their state and their life; what Litestar makes of the handlers is the same.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.datastructures import State
from litestar.events import SimpleEventEmitter

from baumeister.core.registry import games
from baumeister.server import app
from baumeister.server.http.pages.client_files import ClientFiles
from baumeister.server.settings import BUILT

_routed = app._routed
_read = cache(ClientFiles.read)


@cache
def _template(base_path: str, _games: tuple[str, ...]) -> Litestar:
    """The document of the interface names the games."""
    return _routed(base_path)


def routed(base_path: str = "", *lifespans: Any) -> Litestar:
    """Like the function of the service, in less time."""
    template = _template(base_path, tuple(games()))
    found = copy(template)
    found.state = State()
    found.event_emitter = SimpleEventEmitter(())
    found._lifespan_managers = list(lifespans)
    found.asgi_router = copy(template.asgi_router)
    found.asgi_router.app = found
    found.asgi_handler = found._create_asgi_handler()
    return found


class BuiltFiles(ClientFiles):
    """Reads the files of the built page once; those of other folders each time."""

    @classmethod
    def read(cls, folder: Path, base_path: str) -> ClientFiles:
        if folder != BUILT:
            return ClientFiles.read(folder, base_path)
        found = _read(folder, base_path)
        return replace(found, files=dict(found.files))  # a test may release others
