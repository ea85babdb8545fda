"""Requests that worker processes answer: hints and analyses."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec

from baumeister.bots.words import say
from baumeister.core.errors import BaumeisterError
from baumeister.server.live.hub import Hub
from baumeister.server.people.limits import RateError
from baumeister.server.socket.client import Client
from baumeister.server.tables.errors import ForbiddenError, TableError
from baumeister.server.tables.naming import seat_names
from baumeister.server.tables.table import Status
from baumeister.server.wire import messages as m
from baumeister.server.wire import requests as r
from baumeister.server.wire.payloads.analysis import Hinted, with_words
from baumeister.server.wire.serialise import problem, record_for
from baumeister.server.work.fair import Asker
from baumeister.server.work.jobs import JobError

MAX_JOBS: Final = 2
HINT_TIMEOUT: Final = 20.0

Work = Callable[[Callable[[float], None]], Awaitable[Any]]


class WorkerRequests:
    __slots__ = ("_client", "_hub", "_language", "_running")

    def __init__(self, hub: Hub, client: Client, language: str) -> None:
        self._hub = hub
        self._client = client
        self._language = language
        self._running: list[asyncio.Task[None]] = []

    async def start(self, request: r.Hint | r.Analyse) -> None:
        if len(self._running) >= MAX_JOBS:
            raise RateError("jobs", 1.0)
        work = await (
            self._hint(request) if isinstance(request, r.Hint) else self._analysis(request)
        )
        task = asyncio.create_task(self._do(request.id, work))
        self._running.append(task)
        task.add_done_callback(self._running.remove)

    def cancel(self) -> None:
        for task in self._running:
            task.cancel()

    async def _hint(self, request: r.Hint) -> Work:
        table = (await self._client.own(request.table, request.seat)).table
        if not table.allows_hints:
            raise ForbiddenError(
                "hints are off while people play against each other, except in a friendly game"
            )
        legal = table.match.legal(request.seat)
        if not legal:
            raise TableError("you owe no decision")
        view, names = table.match.view(request.seat), seat_names(table.seats, self._language)
        seconds = self._hub.settings.hint_seconds
        asker = self._asker(request.table)

        async def work(progress: Callable[[float], None]) -> Any:
            arguments = (table.game.id, view, legal, seconds)
            found = await self._hub.pools.helpers.run(
                "hint",
                *arguments,
                timeout=HINT_TIMEOUT + seconds,
                progress=progress,
                asker=asker,
            )
            if not isinstance(found, Hinted):
                raise JobError("the worker sent an invalid answer")
            words, contrast = (
                say(table.game, reasons, self._language, names, request.seat)
                for reasons in (found.reasons, found.contrast)
            )
            return msgspec.structs.replace(found, words=words, contrast_words=contrast)

        return work

    async def _analysis(self, request: r.Analyse) -> Work:
        user, invite = self._client.user, self._client.invite_to(request.table)
        table = (await self._hub.enter(request.table, user, invite)).table
        if table.status != Status.OVER:
            raise TableError("a game can be analysed once it is over")
        record = record_for(table, user, None).data()
        names = seat_names(table.seats, self._language)

        async def work(progress: Callable[[float], None]) -> Any:
            found = await self._hub.analyses.analyse(
                record,
                request.open_cards,
                progress,
                asker=self._asker(request.table),
                table=request.table,
            )
            return with_words(found, names, self._language)

        return work

    def _asker(self, table: str) -> Asker:
        user = self._client.user
        return Asker(self._client.address, user.id if user else "", table)

    async def _do(self, request: int, work: Work) -> None:
        def progress(done: float) -> None:
            self._client.reply(m.Job(request, min(done, 0.99)))

        progress(0.0)
        try:
            result = msgspec.to_builtins(await work(progress))
            self._client.reply(m.Job(request, 1.0, result))
        except BaumeisterError as error:
            self._client.reply(problem(error, request))
