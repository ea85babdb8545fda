"""Bots at live tables: they think in worker processes, at a human pace if people play.

They think only where a person plays or watches, on behalf of that person.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from typing import Any, Final

from baumeister.bots import Budget
from baumeister.bots.generic.external import START
from baumeister.bots.generic.uniform import RandomBot
from baumeister.bots.house import offered
from baumeister.core.errors import BaumeisterError, SubmitError
from baumeister.server.live.event_log import Decide
from baumeister.server.live.tables import LiveTable
from baumeister.server.metrics import Metrics
from baumeister.server.settings import Settings
from baumeister.server.store import FencedError
from baumeister.server.tables import events as e
from baumeister.server.tables.decisions.playing import bot_acts, bot_failed
from baumeister.server.work.jobs import BusyError, DiedError, JobError, UnwantedError, WorkerPool

log = logging.getLogger("baumeister.server")

FALLBACK: Final = "random"
"""Replaces a bot that failed; it decides instantly, without a worker."""

DEATHS: Final = (0.0, 1.0)
"""Seconds to wait after a worker has died before another one is asked; after the second death, long
enough for all of them to be replaced."""

RETRY: Final = (1.0, 3.0)
"""Range of seconds after which a bot that found the queue full asks again."""


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
        except UnwantedError:
            pass  # everybody has left, or the decision was made otherwise
        except BusyError:
            await asyncio.sleep(self._pace.uniform(*RETRY))
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
                house = offered(code)
                asked = (code, view, legal) if house is None else (house.spec, view, legal, True)
                extra = 0.0 if house is None else START  # it may be a program yet to be started
                action = await self._ask_worker(live, seat, extra, game.id, *asked)
                match.submit(seat, action)
                return action
            except (BusyError, UnwantedError):
                raise
            except (JobError, SubmitError) as error:
                log.warning("bot replaced", extra={"bot": code, "reason": _safe(error)})
                self._metrics.bots_replaced.inc()
                await self._commit(
                    live,
                    lambda table: bot_failed(table, seat, code, FALLBACK, self._settings.clock()),
                )
        return str(RandomBot(game).decide(view, legal, Budget(), self._pace).action)

    async def _ask_worker(self, live: LiveTable, seat: int, extra: float, *question: Any) -> str:
        """A worker's decision, within the bots' time and some extra. A worker that dies may have
        been killed from outside, so try again."""
        version = live.table.version_for(seat)

        def wanted() -> bool:
            table = live.table
            owes = seat in table.owing and table.version_for(seat) == version
            return owes and live.attended

        given: dict[str, Any] = {
            "timeout": self._settings.bot_timeout + extra,
            "asker": live.asker(),
            "background": not live.listeners,
            "wanted": wanted,
        }
        pauses = iter(DEATHS)
        while True:
            try:
                action = await self._workers.run("decide", *question, **given)
                break
            except DiedError:
                pause = next(pauses, None)
                if pause is None:
                    raise
                await asyncio.sleep(pause)
        if not isinstance(action, str):
            raise JobError("the bot sent an invalid answer")
        return action


def _safe(error: BaumeisterError) -> str:
    """The reason for the log; that of a refusal would name cards of the hand."""
    return error.code if isinstance(error, SubmitError) else error.reason
