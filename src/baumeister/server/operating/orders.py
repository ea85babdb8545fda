"""Carry out the operator's orders: close or delete a table, ban or unban.

Orders are rows in the database, so that they reach every process whether they come from the command
line or from the page. Each process carries out each of them once; doing it twice does no harm.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final, Literal, get_args

from baumeister.core.errors import BaumeisterError
from baumeister.server import ids
from baumeister.server.operating.bans import BannedError
from baumeister.server.store.queries.operating import Ban, Order
from baumeister.server.tables import events as e
from baumeister.server.tables.state import Status
from baumeister.server.tables.table import Table

if TYPE_CHECKING:
    from baumeister.server.service import Service

log = logging.getLogger("baumeister.server")

INTERVAL: Final = 2.0
"""Seconds between looks for new orders."""
REMEMBERED: Final = 600_000
"""Milliseconds for which orders that are done are kept, for the other processes."""

What = Literal["close", "delete", "ban", "unban"]


def new_order(what: What, target: str, now: int) -> Order:
    return Order(ids.person_id(), now, what, target, None)


class Orders:
    def __init__(self, service: Service) -> None:
        self._service = service
        self._seen: dict[str, int] = {}

    async def start(self) -> None:
        """Read the bans; orders that others have carried out before are not for this process."""
        now = self._service.settings.clock()
        for order in await self._service.store.orders(now - REMEMBERED):
            if order.done is not None:
                self._seen[order.id] = order.made
        await self._service.bans.load(self._service.store)

    async def look(self) -> None:
        """Carry out new orders."""
        now = self._service.settings.clock()
        for order in await self._service.store.orders(now - REMEMBERED):
            if order.id in self._seen:
                continue
            self._seen[order.id] = order.made
            try:
                await self.carry_out(order.what, order.target)
                log.info("order", extra={"reason": order.what})
            except BaumeisterError as error:
                log.error("order failed", extra={"reason": f"{order.what}: {error.reason}"})
            await self._service.store.order_done(order, now, now - 2 * REMEMBERED)
        self._seen = {
            each: made for each, made in self._seen.items() if made > now - 4 * REMEMBERED
        }

    async def carry_out(self, what: str, target: str) -> None:
        match what:
            case "close":
                await self._close(target)
            case "delete":
                await self.delete(target)
            case "ban" | "unban":
                await self._service.bans.load(self._service.store)
                self._expel()
            case _:
                log.error("order failed", extra={"reason": f"only {get_args(What)} are known"})

    async def give(self, what: What, target: str) -> None:
        """Carry out an order here and now, and let the other processes know."""
        now = self._service.settings.clock()
        order = new_order(what, target, now)
        self._seen[order.id] = now
        await self.carry_out(what, target)
        await self._service.store.order(order._replace(done=now))

    async def ban(self, kind: str, value: str, reason: str = "") -> None:
        await self._service.store.ban(Ban(kind, value, self._service.settings.clock(), reason))
        await self.give("ban", f"{kind} {value}")

    async def unban(self, kind: str, value: str) -> None:
        await self._service.store.unban(kind, value)
        await self.give("unban", f"{kind} {value}")

    async def _close(self, table_id: str) -> None:
        hub, now = self._service.hub, self._service.settings.clock()
        live = await hub.open(table_id)

        def events(table: Table) -> list[e.AnyEvent]:
            is_open = table.status in (Status.GATHERING, Status.PLAYING)
            return [e.Closed(at=now)] if is_open else []

        await hub.commit(live, events)

    async def delete(self, table_id: str) -> None:
        await self._service.hub.forget(table_id)
        await self._service.store.delete_table(table_id)

    def _expel(self) -> None:
        """End the connections of everybody who is banned."""
        hub, bans = self._service.hub, self._service.bans
        listeners = set().union(*hub.sessions.people.values())
        for live in list(hub.cache.tables.values()):
            listeners |= live.listeners
        for listener in listeners:
            try:
                bans.check_address(listener.address)
                bans.check_people(listener.user.ids if listener.user else ())
            except BannedError:
                listener.session_changed(None)
