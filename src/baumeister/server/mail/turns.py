"""Mail to players who owe a decision in a game with days per decision and are not here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from baumeister.core.registry import plugin
from baumeister.server.live.tables import LiveTable
from baumeister.server.mail.mailer import Mailer
from baumeister.server.mail.texts import TURN, filled
from baumeister.server.store import Store
from baumeister.server.tables.pace import Days
from baumeister.server.tables.table import Status


class TurnMails:
    """Waits a little after a turn has begun: many people move at once, or are at the table."""

    def __init__(
        self, store: Store, mailer: Mailer, delay: float, is_here: Callable[[str], bool]
    ) -> None:
        self._store = store
        self._mailer = mailer
        self._delay = delay
        self._is_here = is_here

    def due(self, live: LiveTable) -> list[Any]:
        """The mails to send for the turns that have begun since the last call."""
        table = live.table
        if not isinstance(table.created.pace, Days) or table.status != Status.PLAYING:
            return []
        begun = {seat: table.clocks.since.get(seat, 0) for seat in table.owing}
        new = [seat for seat in begun if live.mailed.get(seat) != begun[seat]]
        live.mailed = begun
        people = {table.seats[seat].person for seat in new if table.seats[seat].kind == "human"}
        return [self._send(live, person) for person in people if person]

    async def _send(self, live: LiveTable, person: str) -> None:
        await asyncio.sleep(self._delay)
        table = live.table
        owes = any(table.seats[seat].person == person for seat in table.owing)
        if not owes or table.status != Status.PLAYING or self._is_here(person):
            return
        row = await self._store.mail_of(person)
        if row is None:
            return
        values = {
            "game": plugin(table.created.game).name,
            "link": f"{self._mailer.settings.url}table/{live.id}",
            "stop": self._mailer.stop_link(row.person),
        }
        await self._mailer.send(row.address, filled(TURN, row.language, **values))
