"""Commands of users: executed here if this process owns the table, else by its owner."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from baumeister.records import commitment_of
from baumeister.server import ids
from baumeister.server.live.owners import ATTEMPTS
from baumeister.server.live.tables import LiveTable
from baumeister.server.peers.messages import Accept, Execute, packed
from baumeister.server.store import FencedError, StoreError
from baumeister.server.tables import commands as c
from baumeister.server.tables import events as e
from baumeister.server.tables.decisions.creation import accept_rematch, rematch
from baumeister.server.tables.decisions.decide import decide
from baumeister.server.tables.errors import NoTableError, RemovedError
from baumeister.server.tables.table import Status, Table
from baumeister.server.tables.viewer import User, is_removed, may_watch

if TYPE_CHECKING:
    from baumeister.server.live.hub import Hub


class Commands:
    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def execute(
        self, table_id: str, user: User, command: c.AnyCommand, invite: str | None
    ) -> str | None:
        hub, owners = self._hub, self._hub.owners
        if isinstance(command, c.Sit):
            invite = command.invite or invite
            command = msgspec.structs.replace(command, invite=invite)
        for _ in range(ATTEMPTS):
            live = hub.cache.get(table_id) or await hub.open(table_id)
            if live.owned:
                with suppress(FencedError):
                    return await self.execute_here(live, user, command, invite)
            elif not owners.can_ask(live):
                await owners.own(live)
            elif answer := await owners.ask(live, Execute(table_id, packed(user), command, invite)):
                if answer.code:
                    raise owners.error(answer, live, user, command)
                return answer.table
        raise StoreError("this table is being handed over; try again")

    async def execute_here(
        self, live: LiveTable, user: User, command: c.AnyCommand, invite: str | None
    ) -> str | None:
        """Execute a command at a table of this process; FencedError if it is not any more."""
        if not may_watch(live.table, user, invite):
            raise RemovedError if is_removed(live.table, user) else NoTableError
        if isinstance(command, c.Rematch):
            return await self._rematch(live, user)

        def events(table: Table) -> list[e.AnyEvent]:
            return decide(table, user, command, live.secrets, self._hub.now())

        await self._hub.commit(live, events, is_long=isinstance(command, c.Ask | c.Answer))
        return None

    async def _rematch(self, live: LiveTable, user: User) -> str:
        """The next table; the first player who asks creates it."""
        hub = self._hub
        async with live.lock:
            before = live.table.rematch
            called_off = before and (await hub.open(before)).table.status == Status.CLOSED
            if before is None or called_off:
                seed, invite = ids.seed(), ids.secret()
                promise = commitment_of(seed)
                created = rematch(live.table, user, promise, invite, of=live.id, now=hub.now())
                new = hub.event_log.new(created, seed)
                event = e.Rematched(at=hub.now(), table=new[0].id)
                if await hub.append(
                    live, lambda t: [event] if t.rematch == before else [], also_create=new
                ):
                    hub.metrics.tables_created.labels(created.game).inc()
                hub.notify(live)
        following = await hub.open(live.table.rematch or "")
        sent = Accept(following.id, packed(user))
        for _ in range(ATTEMPTS):
            if following.owned:
                with suppress(FencedError):
                    await self.accept(following, user)
                    return following.id
            elif answer := await hub.owners.ask(following, sent):
                if answer.code:
                    raise StoreError(answer.reason)
                return following.id
        raise StoreError("this table is being handed over; try again")

    async def accept(self, live: LiveTable, user: User) -> None:
        """Agree to a rematch at its table."""
        await self._hub.commit(live, lambda table: accept_rematch(table, user, self._hub.now()))
