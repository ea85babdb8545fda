"""Analyses of finished games: limited in number, shared by all who ask, cached and stored.

While others wait, an analysis takes less time for each decision and leaves out explanations, so
that everybody has one within seconds. Such a quick analysis is not kept: whoever asks again later
gets a full one.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Any, Final

import msgspec

from baumeister.bots.analysis.result import VERSION
from baumeister.core.errors import BaumeisterError
from baumeister.server.clock import wall_clock
from baumeister.server.people.limits import RateError
from baumeister.server.store import Store
from baumeister.server.wire.payloads.analysis import Analysis
from baumeister.server.work.fair import NOBODY, Asker
from baumeister.server.work.jobs import BusyError, JobError, WorkerPool

Progress = Callable[[float], None]

MAX_CACHED: Final = 100
MAX_WAITING: Final = 60
MAX_PER_CLIENT: Final = 3
"""Concurrent analyses per client address."""
MARGIN: Final = 3.0
"""An analysis may take this many times its planned duration: the machine may be busy."""
START: Final = 30.0
BUSY: Final = 3
"""Waiting analyses from which on the next ones are quick."""
LEAST: Final = 0.1
"""The smallest share of the usual time."""
STEP: Final = 0.02
"""Smaller steps of progress are not reported."""


class Analyses:
    def __init__(
        self,
        workers: WorkerPool,
        seconds: float,
        store: Store | None = None,
        *,
        limited: bool = True,
    ) -> None:
        self._workers = workers
        self._limited = limited
        self._store = store
        self._seconds = seconds
        """Per decision."""
        self._cache: OrderedDict[str, Analysis] = OrderedDict()
        self._running: dict[str, _Running] = {}
        self._clients: Counter[str] = Counter()

    async def stored(self, record: dict[str, Any], open_cards: bool) -> Analysis | None:
        """The analysis of this record if it has been made already."""
        key = key_of(record, open_cards)
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        data = await self._store.analysis(key, VERSION) if self._store else None
        return self._keep(key, msgspec.json.decode(data, type=Analysis)) if data else None

    async def analyse(
        self,
        record: dict[str, Any],
        open_cards: bool,
        progress: Progress,
        *,
        asker: Asker = NOBODY,
        table: str | None = None,
    ) -> Analysis:
        """Analyse a record; BadInputError if it is invalid or the game is not finished.

        The analysis is cancelled when nobody waits for it any more. An address may wait for
        MAX_PER_CLIENT at a time. With the `table` whose record it is, the analysis is stored.
        """
        found = await self.stored(record, open_cards)
        if found is not None:
            return found
        key = key_of(record, open_cards)
        client = asker.address
        if self._limited and client and self._clients[client] >= MAX_PER_CLIENT:
            raise RateError("analysis", 5.0)
        self._clients[client] += 1
        try:
            found = await self._wait_for(key, record, open_cards, progress, asker)
        finally:
            self._clients[client] -= 1
            if not self._clients[client]:
                del self._clients[client]
        if table is not None and self._store is not None and key in self._cache:
            data = msgspec.json.encode(found)
            await self._store.save_analysis(key, table, VERSION, wall_clock(), data)
        return found

    async def _wait_for(
        self, key: str, record: dict[str, Any], open_cards: bool, progress: Progress, asker: Asker
    ) -> Analysis:
        running = self._running.get(key)
        if running is None:
            if len(self._running) >= MAX_WAITING:
                raise BusyError("the service is busy; try again later")
            running = self._running[key] = _Running()
            running.task = asyncio.create_task(self._run(key, running, record, open_cards, asker))
        assert running.task is not None
        waits = running.subscribe(progress)
        try:
            return await asyncio.shield(running.task)
        finally:
            if not running.unsubscribe(waits):
                self._forget(key, running)
                running.task.cancel()

    async def _run(
        self, key: str, running: _Running, record: dict[str, Any], open_cards: bool, asker: Asker
    ) -> Analysis:
        text = msgspec.json.encode(record).decode()
        log = record.get("log")
        decisions = len(log) if isinstance(log, list) else 0
        is_full = True

        def effort() -> tuple[float, bool]:
            nonlocal is_full
            waiting = self._workers.queued
            is_full = waiting < BUSY
            share = 1.0 if is_full else max(LEAST, BUSY / (2 * waiting))
            return self._seconds * share, is_full

        try:
            found = await self._workers.run(
                "analyse",
                text,
                open_cards,
                late=effort,
                timeout=START + MARGIN * self._seconds * decisions,
                progress=running.report,
                asker=asker,
            )
        finally:
            self._forget(key, running)
        if isinstance(found, BaumeisterError):
            raise found
        if not isinstance(found, Analysis):
            raise JobError("the worker sent an invalid answer")
        return self._keep(key, found) if is_full else found

    def _keep(self, key: str, found: Analysis) -> Analysis:
        self._cache[key] = found
        if len(self._cache) > MAX_CACHED:
            self._cache.popitem(last=False)
        return found

    def _forget(self, key: str, running: _Running) -> None:
        if self._running.get(key) is running:  # it may have been started again
            del self._running[key]


class _Running:
    """A running analysis and the clients that wait for it."""

    def __init__(self) -> None:
        self.task: asyncio.Task[Analysis] | None = None
        self._done = 0.0
        self._waiting: dict[object, Progress] = {}

    def subscribe(self, progress: Progress) -> object:
        user = object()
        self._waiting[user] = progress
        progress(self._done)
        return user

    def report(self, done: float) -> None:
        if done < self._done + STEP:
            return
        self._done = done
        for progress in self._waiting.values():
            progress(done)

    def unsubscribe(self, user: object) -> int:
        """Remove a waiting client; returns how many are left."""
        del self._waiting[user]
        return len(self._waiting)


def key_of(record: dict[str, Any], open_cards: bool) -> str:
    """A key that is the same for the same game, whoever played it."""
    game = [record.get("game"), record.get("options"), record.get("log"), record.get("result")]
    return hashlib.sha256(msgspec.json.encode([game, open_cards])).hexdigest()
