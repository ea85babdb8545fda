"""Measures how late the event loop is, and whose fault that is.

A late callback delays everybody. If the loop mostly waited for a core meanwhile, the machine has
too few of them for all its programs; if it ran, the service itself has too much to do.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from baumeister.server.metrics import Metrics

INTERVAL: Final = 0.1
SCHEDULED: Final = Path("/proc/thread-self/schedstat")
"""Nanoseconds that this thread ran and waited for a core (Linux)."""


async def measure_loop_delay(metrics: Metrics) -> None:
    """Feed the metrics until cancelled; runs on the loop that it measures."""
    while True:
        due = time.monotonic() + INTERVAL
        await asyncio.sleep(INTERVAL)
        metrics.loop_delay.observe(max(0.0, time.monotonic() - due))
        with suppress(OSError, ValueError):
            ran, waited, _ = map(int, SCHEDULED.read_text().split())
            metrics.loop_ran.set(ran / 1e9)
            metrics.loop_waited.set(waited / 1e9)
