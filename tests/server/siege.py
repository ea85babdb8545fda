"""A siege: attackers beside innocent players, and a check that only legal actions had effects."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from typing import Any

import msgspec

from baumeister.records import check_text
from baumeister.server.store import Store
from baumeister.server.tables import events as e
from baumeister.server.tables.table import Table
from tests.server.client import Client, play_on
from tests.server.fuzz import Attacker, Hostile, Target
from tests.server.running import Running

SMALL = {"game": "manhattan", "options": {"players": 2, "rounds": 1, "choice": "secret"}}
MINE = [{"kind": "me"}, {"kind": "me"}]


class Overheard(Client):
    """A client whose messages the attackers can copy."""

    def __init__(self, url: str, name: str) -> None:
        super().__init__(url, name)
        self.said: list[str] = []

    async def ask(self, kind: str, **fields: Any) -> Any:
        self.said.append(json.dumps({"type": kind, "id": 1, **fields}))
        return await super().ask(kind, **fields)


class Siege:
    """Vera's tables are attacked by Mallory and by a stranger, while Ada and Ben play."""

    def __init__(self, service: Running, seed: int) -> None:
        self._service = service
        self._seed = seed
        self.vera = Overheard(service.url, "Vera")
        self.mallory = Client(service.url, "Mallory")
        self.ada, self.ben = Client(service.url, "Ada"), Client(service.url, "Ben")
        self.me = ""
        """Mallory's id."""
        self.sent = 0
        self.games = 0
        self.answers: Counter[str] = Counter()
        self.closed: Counter[int] = Counter()
        self.secrets: set[str] = set()

    async def run(self, count: int) -> None:
        people = (self.vera, self.mallory, self.ada, self.ben)
        for person in people:
            await person.__aenter__()
        try:
            self.me = (await self.mallory.get("/api/me"))["id"]
            await self._run(count)
        finally:
            self.secrets |= {value for each in people for value in each.http.cookies.values()}
            for person in people:
                await person.__aexit__()

    async def _run(self, count: int) -> None:
        private = await self._made(**SMALL, seats=MINE)
        hidden = await self._made(**SMALL, seats=MINE, listed=True, watchable=False)
        gathering = await self._made(**SMALL)
        watched = await self._made(**SMALL, seats=MINE, listed=True)
        shared = await self._made(**SMALL, chat=True)
        await self.mallory.do(shared.table, do="sit", seat=1, invite=shared.invite)
        for target in (private, hidden, watched):  # seat 0 has decided, seat 1 has not
            await self.vera.watch(target.table)
            await self.vera.until(lambda t=target: self.vera.owed(t.table))
            seat = self.vera.owed(target.table)[0]
            action = " ".join(part[0] for part in seat["product"])
            await self.vera.act(target.table, 0, action, seat["version"])
        tables = [each.table for each in (private, hidden, gathering, watched, shared)]
        before = [await self._log(table) for table in tables]
        unknown = [Target(each.table) for each in (private, hidden, gathering, watched)]
        targets = [*unknown, *[Target(shared.table, shared.invite, 1)] * 3]
        await self._attacked(targets, count)
        after = [await self._log(table) for table in tables]
        assert after[:3] == before[:3], "a table changed that nobody was let in to"
        for was, now in zip(before[3:], after[3:], strict=True):
            assert now[: len(was)] == was
            self._explained(now, len(was), is_shared=now is after[4])

    async def _attacked(self, targets: list[Target], count: int) -> None:
        """Attack until enough messages are sent and the innocents have finished a game."""
        attackers = []
        for number, cookie in enumerate((self.mallory.cookie, self.mallory.cookie, "")):
            rng = random.Random(self._seed * 10 + number)
            hostile = Hostile(rng, targets, self.vera.said)
            attackers.append(Attacker(self._service.socket_url, cookie, hostile))
        share = -(-count // len(attackers))
        going = asyncio.gather(*(attacker.run(share) for attacker in attackers))
        while True:
            await self._innocents_play()
            if going.done():
                break
        await going
        for attacker in attackers:
            self.sent += attacker.sent
            self.answers += attacker.answers
            self.closed += attacker.closed

    async def _innocents_play(self) -> None:
        made = await self.ada.post("/api/tables", SMALL)
        table, invite = made["table"], made["invite"]
        self.secrets.add(invite)
        await self.ada.watch(table)
        await self.ben.watch(table, invite)
        await self.ben.do(table, do="sit", seat=1, invite=invite)
        sockets = self.ada.socket, self.ben.socket
        rng = random.Random(self._seed)
        await asyncio.gather(*(play_on(each, table, rng) for each in (self.ada, self.ben)))
        assert (self.ada.socket, self.ben.socket) == sockets
        record = check_text((await self.ben.http.get(f"/api/tables/{table}/record")).text)
        assert record.result
        for each in (self.ada, self.ben):  # a connection watches 30 tables at most
            await each.ask("unwatch", table=table)
        stories = [each.tables.pop(table)["story"] for each in (self.ada, self.ben)]
        for story in stories:  # nothing is missing, and hidden information is still hidden
            lines = [entry.split()[0] for entry in story if isinstance(entry, str)]
            assert lines == [line.split()[0] for line in record.log]
        assert {event.__class__ for event in await self._log(table)} <= {
            *(e.Created, e.Sat, e.Started, e.Acted, e.Rolled, e.Ended)
        }
        self.games += 1

    # --- tables and their logs --------------------------------------------------------

    async def _made(self, **new: Any) -> Target:
        made = await self.vera.post("/api/tables", new)
        self.secrets.add(made["invite"])
        return Target(made["table"], made["invite"])

    async def _log(self, table: str) -> list[e.AnyEvent]:
        store: Store = self._service.service.store
        row = await store.table(table)
        assert row
        self.secrets.add(row.seed)
        return [event for data in (await store.log(table)).rows for event in e.decode(data)]

    def _explained(self, log: list[e.AnyEvent], since: int, *, is_shared: bool) -> None:
        """Check that every event was Mallory's to cause, and legal at that point."""
        created = log[0]
        assert isinstance(created, e.Created)
        table = Table(created)
        for number, event in enumerate(log[1:], start=1):
            if number >= since:
                assert self._may_cause(table, event, is_shared), msgspec.json.encode(event)
            table.apply(event)

    def _may_cause(self, table: Table, event: e.AnyEvent, is_shared: bool) -> bool:
        match event:
            case e.Said(room=room):
                return room == ("players" if is_shared else "watchers") and event.person == self.me
            case e.Acted(seat=1, key="") | e.Rolled():
                return is_shared and (isinstance(event, e.Rolled) or table.seats[1].kind == "bot")
            case e.Acted(seat=1, key=key) | e.Retracted(seat=1, key=key):
                return is_shared and key.startswith("key-")
            case e.Left(seat=1) | e.Came(seat=1):  # attackers connect and disconnect as Mallory
                return is_shared
            case e.Asked(seat=1) | e.Answered(seat=1) | e.Gone(seat=1, why="resigned"):
                return is_shared
            case e.Ended(gone=1):
                return is_shared and isinstance(table.seats[1].gone, str)
            case e.Rematched():
                return is_shared and table.ended is not None
        return False
