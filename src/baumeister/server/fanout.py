"""Several processes on one PostgreSQL: each tells the others which table has changed.

Only the table's id is sent; what happened is read from the log. A message lost is no harm:
the next write to the table notices that its row is taken, and reads on.
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


class Fanout:
    """Redis publish and subscribe."""

    def __init__(self, url: str, heard: Callable[[str], Awaitable[None]]) -> None:
        try:
            from redis import asyncio as redis  # noqa: PLC0415  (an extra)
        except ImportError:  # pragma: no cover
            raise StoreError("Redis needs redis: pip install 'baumeister[shared]'") from None
        self._redis: Any = redis.Redis.from_url(url, socket_connect_timeout=5)
        self._heard = heard
        self._me = ids.person_id()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        try:
            await self._redis.ping()
        except Exception as error:
            raise StoreError(f"Redis cannot be reached: {error}") from None
        self._task = asyncio.create_task(self._listen())

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._redis.aclose()

    async def announce(self, table_id: str) -> None:
        try:
            await self._redis.publish(CHANNEL, f"{self._me} {table_id}")
        except Exception as error:  # the others will find out by themselves
            log.warning("announce", extra={"reason": str(error)})

    async def _listen(self) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    async for message in channel.listen():
                        if message["type"] == "message":
                            sender, _, table_id = message["data"].decode().partition(" ")
                            if sender != self._me:
                                await self._heard(table_id)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                log.warning("redis", extra={"reason": str(error)})
                await asyncio.sleep(1)
