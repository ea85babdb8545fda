"""Where the messages of a client go: straight into its transport, or through any ASGI server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, Protocol

EXTENSION: Final = "baumeister.outlet"
"""The ASGI extension by which our own protocol (protocols.py) offers itself as an outlet."""


class Outlet(Protocol):
    on_room: Callable[[], None] | None
    """Called when there is room again after `has_room` was false."""

    @property
    def has_room(self) -> bool:
        """False while the client reads more slowly than we write."""

    def write(self, messages: list[bytes]) -> None:
        """Send texts; does nothing if the connection is closed."""


class AsgiOutlet:
    """One message at a time, through the `send` of an ASGI server."""

    def __init__(self, send: Any) -> None:
        self.on_room: Callable[[], None] | None = None
        self._send = send
        self._sending: asyncio.Task[None] | None = None

    @property
    def has_room(self) -> bool:
        return self._sending is None

    def write(self, messages: list[bytes]) -> None:
        self._sending = asyncio.create_task(self._send_all(messages))

    async def _send_all(self, messages: list[bytes]) -> None:
        try:
            for data in messages:
                await self._send({"type": "websocket.send", "text": data.decode()})
        except (RuntimeError, OSError):
            pass  # closed: the receiving side will notice
        finally:
            self._sending = None
            if self.on_room:
                self.on_room()


def outlet_of(scope: Any, send: Any) -> Outlet:
    """The best outlet that the server offers for this connection."""
    found: Outlet | None = scope.get("extensions", {}).pop(EXTENSION, None)
    return AsgiOutlet(send) if found is None else found
