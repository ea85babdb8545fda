"""The routes of services, built once for all that a test process starts: each takes 0.14 seconds.

Services differ in their state and their life; what Litestar makes of the handlers is the same.
"""

from __future__ import annotations

from copy import copy
from functools import cache
from typing import Any

from litestar import Litestar
from litestar.datastructures import State
from litestar.events import SimpleEventEmitter

from baumeister.server import app

_routed = app._routed


@cache
def _template(base_path: str) -> Litestar:
    return _routed(base_path)


def routed(base_path: str = "", *lifespans: Any) -> Litestar:
    """Like the function of the service, in less time."""
    template = _template(base_path)
    found = copy(template)
    found.state = State()
    found.event_emitter = SimpleEventEmitter(())
    found._lifespan_managers = list(lifespans)
    found.asgi_router = copy(template.asgi_router)
    found.asgi_router.app = found
    found.asgi_handler = found._create_asgi_handler()
    return found
