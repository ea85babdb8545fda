"""What a browser asks for beside the game, done by workers: hints and analyses."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from baumeister.bots import level_code
from baumeister.bots.levels import STRONGEST
from baumeister.server.browser import Browser
from baumeister.server.hub import Hub
from baumeister.server.jobs import JobError
from baumeister.server.limits import RateError
from baumeister.server.tables.errors import TableError
from baumeister.server.tables.table import Status
from baumeister.server.wire import messages as m
from baumeister.server.wire.serialise import problem, record_for

MOST_JOBS: Final = 2
HINT_PATIENCE: Final = 20.0
ANALYSIS_PATIENCE: Final = 120.0


class Errands:
    __slots__ = ("_browser", "_hub", "_running")

    def __init__(self, hub: Hub, browser: Browser) -> None:
        self._hub = hub
        self._browser = browser
        self._running: set[asyncio.Task[None]] = set()

    async def start(self, request: m.Hint | m.Analyse) -> None:
        if len(self._running) >= MOST_JOBS:
            raise RateError("jobs", 1.0)
        if isinstance(request, m.Hint):
            live = await self._browser.own(request.table, request.seat)
            match, game_id = live.table.match, live.table.game.id
            legal = match.legal(request.seat)
            if not legal:
                raise TableError("you owe no decision")
            work = (
                "hint",
                game_id,
                level_code(game_id, STRONGEST),
                match.view(request.seat),
                legal,
            )
            patience = HINT_PATIENCE
        else:
            who, invite = self._browser.who, self._browser.invite_to(request.table)
            live = await self._hub.enter(request.table, who, invite)
            if live.table.status != Status.OVER:
                raise TableError("a game is analysed once it is over")
            work = ("analyse", record_for(live.table, who, None).dumps())  # type: ignore[assignment]
            patience = ANALYSIS_PATIENCE
        task = asyncio.create_task(self._do(request.id, work, patience))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def cancel(self) -> None:
        for task in self._running:
            task.cancel()

    async def _do(self, request: int, work: tuple[object, ...], patience: float) -> None:
        self._browser.reply(m.Job(request, 0.0))
        name, *arguments = work
        try:
            result: Any = await self._hub.helpers.do(
                str(name),
                *arguments,
                patience=patience,
                progress=lambda done: self._browser.reply(m.Job(request, min(done, 0.99))),
            )
            if not isinstance(result, dict):
                raise JobError("the worker answered nonsense")
            self._browser.reply(m.Job(request, 1.0, result))
        except JobError as error:
            self._browser.reply(problem(error, request))
