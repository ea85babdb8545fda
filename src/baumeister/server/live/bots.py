"""Bots at live tables: they think in worker processes, at a human pace if people play."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from typing import Any, Final

from baumeister.bots import Budget
from baumeister.bots.uniform import RandomBot
from baumeister.core.errors import BaumeisterError, SubmitError
from baumeister.server.live.event_log import Decide
from baumeister.server.live.tables import LiveTable
from baumeister.server.metrics import Metrics
from baumeister.server.settings import Settings
from baumeister.server.store import FencedError
from baumeister.server.tables import events as e
from baumeister.server.tables.decisions.playing import bot_acts, bot_failed
from baumeister.server.work.jobs import BusyError, DiedError, JobError, WorkerPool

log = logging.getLogger("baumeister.server")

FALLBACK: Final = "random"
"""Replaces a bot that failed; it decides instantly, without a worker."""


class Bots:
    def __init__(
        self,
        workers: WorkerPool,
        settings: Settings,
        metrics: Metrics,
        commit: Callable[[LiveTable, Decide], Awaitable[None]],
    ) -> None:
        self._workers = workers
        self._settings = settings
        self._metrics = metrics
        self._commit = commit
        self._pace = random.SystemRandom()

    async def think(self, live: LiveTable, seat: int) -> None:
        """Choose and commit a bot's decision, from its view alone."""
        try:
            table = live.table
            code = table.seats[seat].bot or FALLBACK
            version = table.version_for(seat)
            pause = 0.0
            if table.created.bot_pace and table.humans():
                pause = self._pace.uniform(*self._settings.bot_delay)
            began = asyncio.get_running_loop().time()
            action = await self._choose(live, seat, code)
            await asyncio.sleep(max(0.0, pause - (asyncio.get_running_loop().time() - began)))
            acted = e.Acted(at=self._settings.clock(), seat=seat, action=action)
            await self._commit(live, lambda table: bot_acts(table, acted, version, live.secrets))
        except (SubmitError, FencedError):
            pass  # out of date: an undo, or another process owns the table now
        except Exception as error:  # whatever happens, the table must not hang
            reason = _safe(error) if isinstance(error, BaumeisterError) else "unexpected"
            log.error("bot could not move", extra={"reason": reason}, exc_info=error)
            await asyncio.sleep(1)
        finally:
            live.bots.discard(seat)

    async def _choose(self, live: LiveTable, seat: int, code: str) -> str:
        # a copy, as the table may change meanwhile
        match, game = live.table.match.copy(), live.table.game
        view, legal = match.view(seat), match.legal(seat)
        if code != FALLBACK:
            try:
                action = await self._ask_worker(game.id, code, view, legal)
                match.submit(seat, action)
                return action
            except BusyError:
                raise
            except (JobError, SubmitError) as error:
                log.warning("bot replaced", extra={"bot": code, "reason": _safe(error)})
                self._metrics.bots_replaced.inc()
                await self._commit(
                    live,
                    lambda table: bot_failed(table, seat, code, FALLBACK, self._settings.clock()),
                )
        return str(RandomBot(game).decide(view, legal, Budget(), self._pace).action)

    async def _ask_worker(self, *question: Any) -> str:
        """A worker's decision. A worker that dies may have been killed from outside, so try once
        more."""
        given: dict[str, Any] = {"timeout": self._settings.bot_timeout, "unbounded": True}
        try:
            action = await self._workers.run("decide", *question, **given)
        except DiedError:
            action = await self._workers.run("decide", *question, **given)
        if not isinstance(action, str):
            raise JobError("the bot sent an invalid answer")
        return action


def _safe(error: BaumeisterError) -> str:
    """The reason for the log; that of a refusal would name cards of the hand."""
    return error.code if isinstance(error, SubmitError) else error.reason
