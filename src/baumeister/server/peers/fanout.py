"""Announce changed tables to the other processes on the same PostgreSQL, through Redis.

Only the table's id is sent; the events are read from the log. A lost message does no harm: the next
write to the table finds its row taken and reads the log, and every process polls every few seconds
(service.py). No move ever waits for Redis.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

from baumeister.server import ids
from baumeister.server.store import StoreError

log = logging.getLogger("baumeister.server")

CHANNEL: Final = "baumeister:tables"
TIMEOUT: Final = 5.0
MAX_TABLES: Final = 200
"""Tables announced in one message."""


class Fanout:
    """Publishes and subscribes through Redis."""

    def __init__(self, url: str, on_change: Callable[[str], Awaitable[None]]) -> None:
        try:
            from redis import asyncio as redis  # noqa: PLC0415  (an extra)
        except ImportError:  # pragma: no cover
            raise StoreError("Redis needs redis: pip install 'baumeister[shared]'") from None
        self._redis: Any = redis.Redis.from_url(url, socket_connect_timeout=TIMEOUT)
        self._on_change = on_change
        self._me = ids.person_id()
        self._changed: dict[str, None] = {}
        self._pending = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        try:
            await self._redis.ping()
        except Exception as error:
            raise StoreError(f"Redis cannot be reached: {error}") from None
        self._tasks = [asyncio.create_task(each) for each in (self._subscribe(), self._publish())]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    def announce(self, table_id: str) -> None:
        """Queue an announcement that this table has changed."""
        self._changed[table_id] = None
        self._pending.set()

    async def _publish(self) -> None:
        while True:
            await self._pending.wait()
            self._pending.clear()
            while self._changed:
                tables = list(self._changed)[:MAX_TABLES]
                for table_id in tables:
                    del self._changed[table_id]
                try:
                    async with asyncio.timeout(TIMEOUT):
                        await self._redis.publish(CHANNEL, " ".join([self._me, *tables]))
                except Exception as error:  # the others will notice when they poll
                    log.warning("announce", extra={"reason": str(error)})

    async def _subscribe(self) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    async for message in channel.listen():
                        if message["type"] == "message":
                            sender, *tables = message["data"].decode().split(" ")
                            for table_id in tables if sender != self._me else ():
                                await self._on_change(table_id)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                log.warning("redis", extra={"reason": str(error)})
                await asyncio.sleep(1)
