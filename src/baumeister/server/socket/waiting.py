"""What each connection waits with: asyncio's queue and event take three kilobytes of it."""

from __future__ import annotations

import asyncio
from typing import Any


class Inbox:
    """Messages for one reader: what uvicorn needs of `asyncio.Queue`, in a tenth of the memory."""

    __slots__ = ("_messages", "_waiter")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._waiter: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        return not self._messages

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def get(self) -> Any:
        if self._messages:
            await asyncio.sleep(0)  # let other tasks run, however many messages are waiting
        while not self._messages:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
            self._waiter = None
        return self._messages.pop(0)


class Flag:
    """What uvicorn needs of `asyncio.Event`, which has a queue even if nobody waits."""

    __slots__ = ("_is_set", "_waiters")

    def __init__(self) -> None:
        self._is_set = True
        self._waiters: list[asyncio.Future[None]] | None = None

    def is_set(self) -> bool:
        return self._is_set

    def clear(self) -> None:
        self._is_set = False

    def set(self) -> None:
        self._is_set = True
        waiters, self._waiters = self._waiters, None
        for each in waiters or ():
            if not each.done():
                each.set_result(None)

    async def wait(self) -> None:
        while not self._is_set:
            waiter = asyncio.get_running_loop().create_future()
            self._waiters = [*(self._waiters or ()), waiter]
            await waiter
