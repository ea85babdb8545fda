"""The network of a service that a player runs on their own machine.

It begins on this machine only. The player decides once, in the page or on the command line, whether
other devices in the network may join.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Final

from baumeister.core.errors import BaumeisterError
from baumeister.server.listening import network_host

FILE: Final = "open.json"


class NetworkError(BaumeisterError):
    code: ClassVar[str] = "network"


class Network:
    """The player's choice, kept in the data folder, and how to change it while running."""

    def __init__(self, data: Path, port: int = 0) -> None:
        self.port = port
        self._file = data / FILE
        self.listen: Callable[[bool], Awaitable[None]]
        """Listens in the network, or no longer; set by the server."""
        self.changed: Callable[[], None] = lambda: None
        self.chosen = self._read()
        """True if other devices may join; None if nobody has decided."""

    @property
    def address(self) -> str | None:
        """The URL for other devices; None if they may not join, or there is no network."""
        host = network_host() if self.chosen else None
        return f"http://{host}:{self.port}/" if host else None

    async def choose(self, on: bool) -> None:
        """Let other devices join, or no longer. The choice is remembered."""
        if on != bool(self.chosen):
            try:
                await self.listen(on)
            except OSError as error:
                reason = error.strerror or str(error)
                raise NetworkError(f"port {self.port} cannot be opened: {reason}") from None
        self.remember(on)
        self.changed()

    def remember(self, on: bool | None) -> None:
        """Keep the choice; if that fails, it lasts until the service is stopped."""
        self.chosen = on
        with suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.write_text(json.dumps({"network": on}), "utf-8")

    @property
    def is_new(self) -> bool:
        """True until a choice, or its absence, has been remembered."""
        return not self._file.exists()

    def _read(self) -> bool | None:
        try:
            found = json.loads(self._file.read_text("utf-8"))["network"]
        except (OSError, ValueError, LookupError, TypeError):
            return None
        return found if isinstance(found, bool) else None
