"""Analyses of finished games: few at a time, one for all who ask for it, kept for who asks next."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Any, Final

import msgspec

from baumeister.server.people.limits import RateError
from baumeister.server.tables.errors import BadInputError
from baumeister.server.wire.analysis import Analysis
from baumeister.server.work.jobs import BusyError, JobError, Workers

Progress = Callable[[float], None]

MOST_KEPT: Final = 100
MOST_WAITING: Final = 20
MOST_EACH: Final = 3
"""At a time, of one address: others want to know, too."""
MARGIN: Final = 3.0
"""How many times as long as planned it may take: the machine has other things to do."""
START: Final = 30.0
STEP: Final = 0.02
"""Less progress than this is not told: a short game would fill the line with it."""


class Analyses:
    def __init__(self, workers: Workers, seconds: float) -> None:
        self._workers = workers
        self._seconds = seconds
        """For each decision."""
        self._kept: OrderedDict[str, Analysis] = OrderedDict()
        self._under_way: dict[str, _Thought] = {}
        self._askers: Counter[str] = Counter()

    async def of(
        self, record: dict[str, Any], open_cards: bool, progress: Progress, *, asker: str = ""
    ) -> Analysis:
        """The analysis of a record; BadInputError if that is wrong or not of a finished game.

        When nobody waits for it any more, it ends. Who has a name waits for few at a time."""
        key = _key(record, open_cards)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if asker and self._askers[asker] >= MOST_EACH:
            raise RateError("analysis", 5.0)
        self._askers[asker] += 1
        try:
            return await self._awaited(key, record, open_cards, progress)
        finally:
            self._askers[asker] -= 1
            if not self._askers[asker]:
                del self._askers[asker]

    async def _awaited(
        self, key: str, record: dict[str, Any], open_cards: bool, progress: Progress
    ) -> Analysis:
        thought = self._under_way.get(key)
        if thought is None:
            if len(self._under_way) >= MOST_WAITING:
                raise BusyError("there is too much to think about; try again later")
            thought = self._under_way[key] = _Thought()
            thought.task = asyncio.create_task(self._think(key, thought, record, open_cards))
        assert thought.task is not None
        waits = thought.waits_with(progress)
        try:
            return await asyncio.shield(thought.task)
        finally:
            if not thought.left(waits):
                self._gone(key, thought)
                thought.task.cancel()

    async def _think(
        self, key: str, thought: _Thought, record: dict[str, Any], open_cards: bool
    ) -> Analysis:
        text = msgspec.json.encode(record).decode()
        log = record.get("log")
        decisions = len(log) if isinstance(log, list) else 0
        try:
            found = await self._workers.do(
                "analyse",
                text,
                self._seconds,
                open_cards,
                patience=START + MARGIN * self._seconds * decisions,
                progress=thought.told,
            )
        finally:
            self._gone(key, thought)
        if isinstance(found, str):
            raise BadInputError(found)
        if not isinstance(found, Analysis):
            raise JobError("the worker answered nonsense")
        self._kept[key] = found
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found

    def _gone(self, key: str, thought: _Thought) -> None:
        if self._under_way.get(key) is thought:  # somebody may have asked anew
            del self._under_way[key]


class _Thought:
    """One analysis under way, and who waits for it."""

    def __init__(self) -> None:
        self.task: asyncio.Task[Analysis] | None = None
        self._done = 0.0
        self._waiting: dict[object, Progress] = {}

    def waits_with(self, progress: Progress) -> object:
        who = object()
        self._waiting[who] = progress
        progress(self._done)
        return who

    def told(self, done: float) -> None:
        if done < self._done + STEP:
            return
        self._done = done
        for progress in self._waiting.values():
            progress(done)

    def left(self, who: object) -> int:
        """How many still wait."""
        del self._waiting[who]
        return len(self._waiting)


def _key(record: dict[str, Any], open_cards: bool) -> str:
    """The same for the same game, whoever played it."""
    game = [record.get("game"), record.get("options"), record.get("log"), record.get("result")]
    return hashlib.sha256(msgspec.json.encode([game, open_cards])).hexdigest()
