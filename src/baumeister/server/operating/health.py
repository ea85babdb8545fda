"""Whether the service works: its database answers and its disk has room."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Final

from baumeister.server.store import Store, StoreError

TIMEOUT: Final = 5.0
"""Seconds for the database to write and read."""
MIN_FREE: Final = 50_000_000
"""Bytes that must be free on the disk of the data folder."""
LASTS: Final = 2.0
"""Seconds for which a result is used again: everybody may ask."""


class Health:
    def __init__(self, store: Store, data: Path | None) -> None:
        self._store = store
        self._data = data
        self._checked = -LASTS
        self._problem: StoreError | None = None
        self._lock = asyncio.Lock()

    async def check(self) -> None:
        """StoreError if the service cannot store anything."""
        async with self._lock:
            now = asyncio.get_running_loop().time()
            if now - self._checked >= LASTS:
                self._problem = await self._look()
                self._checked = asyncio.get_running_loop().time()
        if self._problem is not None:
            raise StoreError(self._problem.reason)

    async def _look(self) -> StoreError | None:
        try:
            if self._data is not None and shutil.disk_usage(self._data).free < MIN_FREE:
                return StoreError(f"the disk is full: less than {MIN_FREE // 10**6} MB are free")
            async with asyncio.timeout(TIMEOUT):
                await self._store.probe()
        except TimeoutError:
            return StoreError(f"the database has not answered for {TIMEOUT:g} seconds")
        except OSError as error:
            return StoreError(f"the data folder cannot be read: {error.strerror}")
        except StoreError as error:
            return error
        return None
