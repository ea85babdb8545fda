"""The settings of a service."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from baumeister.bots.house import HouseBot
from baumeister.server.clock import SteadyClock
from baumeister.server.mail.settings import MailSettings
from baumeister.server.network import Network
from baumeister.server.operating.keep import Keep

BUILT: Final = Path(__file__).parent / "client"
"""The output folder of `npm run build`; ignored by git, included in wheels."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The defaults suit a single machine."""

    data: Path = Path("baumeister-data")
    database: str | None = None
    """A PostgreSQL URL; None is SQLite in `data`."""
    redis: str | None = None
    """A Redis URL: announces changes to processes that cannot be reached directly."""
    peer_host: str = "127.0.0.1"
    """Where the other processes on the same PostgreSQL reach this one."""
    drain: float = 0.0
    """Seconds between the request to stop, from which `/health` fails, and the end."""
    base_path: str = ""
    """The path at which a proxy mounts the service, such as /games."""
    client: Path = BUILT
    """The built browser client; without a build, a page says so."""
    origins: frozenset[str] = frozenset()
    """Further origins whose pages may use the service, such as https://play.example."""
    host_names: frozenset[str] = frozenset()
    """The host names of the service; requests for others are refused. Empty: any."""
    secure_cookies: bool | None = None
    """None: as the request arrived, over HTTPS or not."""
    bot_delay: tuple[float, float] = (0.7, 1.6)
    """Range of seconds a bot takes at least for a decision, at tables with a human pace."""
    undo_grace: float = 3.0
    """Seconds in which a player may take back a decision before chance follows it, among people."""
    away_after: float = 180.0
    """Seconds after which others may let a bot play for somebody who has left."""
    presence_delay: float = 5.0
    """Seconds without a connection after which somebody counts as having left."""
    bot_timeout: float = 30.0
    """Seconds after which a bot is replaced; the strongest need about one. Bots of the operator
    have as long as a program has to start in addition."""
    hint_seconds: float = 1.0
    """Thinking time of a hint."""
    analysis_seconds: float = 0.2
    """Thinking time for each decision of an analysed game."""
    bots: tuple[HouseBot, ...] = ()
    """Bots of the operator, offered beside the levels."""
    workers: int = 2
    worker_module: str = "baumeister.server.work.worker"
    early_workers: bool = False
    """Prepare for workers at the start, not when the first one is needed."""
    network: Network | None = None
    """For a service that a player runs on their own machine: whether other devices may join."""
    mail: MailSettings | None = None
    """How to send mail; None: there is none."""
    mail_delay: float = 60.0
    """Seconds after the beginning of a turn until its player is told by mail."""
    keep: Keep = field(default_factory=Keep)
    """How long tables, guests and analyses are kept."""
    operator: str | None = None
    """The login of the account that may use the operator's page."""
    operator_token: str | None = None
    """A secret that also opens the operator's page."""
    rate_limits: bool = True
    tables_in_memory: int = 2000
    clock: Callable[[], int] = field(default_factory=SteadyClock)
    """Milliseconds since the epoch, by elapsed time."""
