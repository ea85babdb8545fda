"""What a service is run with."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from baumeister.server.http.client_files import BUILT


def wall_clock() -> int:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Settings:
    """Defaults suit one machine at home."""

    data: Path = Path("baumeister-data")
    database: str | None = None
    """A PostgreSQL URL; None is SQLite in `data`."""
    redis: str | None = None
    """A Redis URL: other processes on the same PostgreSQL are told of changes."""
    base_path: str = ""
    """Where a proxy mounts the service, such as /games."""
    client: Path = BUILT
    """The browser client as it was built; without it there is a page that says so."""
    origins: frozenset[str] = frozenset()
    """Further origins whose pages may talk to the service, such as https://play.example."""
    secure_cookies: bool | None = None
    """None: as the request came, by HTTPS or not."""
    bot_delay: tuple[float, float] = (0.7, 1.6)
    """Seconds a bot lets people wait at least, from and to, where a table wants a human pace."""
    bot_timeout: float = 30.0
    """Seconds after which a thinking bot is replaced; the strongest think for about one."""
    hint_seconds: float = 1.0
    """How long a hint is thought about."""
    analysis_seconds: float = 0.2
    """How long each decision of a finished game is."""
    workers: int = 2
    worker_module: str = "baumeister.server.work.worker"
    rate_limits: bool = True
    tables_in_memory: int = 2000
    clock: Callable[[], int] = field(default=wall_clock)
