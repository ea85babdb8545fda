"""A visit in which nearly everything happens, with all messages of both directions recorded."""

from __future__ import annotations

import json
import random
import secrets
from typing import Any

from tests.server.client import JSON, Client, RefusedError, choices, play_on
from tests.server.running import Running


class Clock:
    """A clock that a test can advance."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


class Recorded(Client):
    """A client that also records what it sends."""

    def __init__(self, url: str, name: str) -> None:
        super().__init__(url, name)
        self.sent: list[JSON] = []

    async def ask(self, kind: str, **fields: Any) -> JSON:
        self.sent.append({"type": kind, "id": self._number + 1, **fields})
        return await super().ask(kind, **fields)

    async def refused(self, code: str, kind: str, **fields: Any) -> JSON:
        try:
            await self.ask(kind, **fields)
        except RefusedError as error:
            assert error.code == code, error
            return error.problem
        raise AssertionError(f"{kind} should have been refused")

    async def turn(self, table: str) -> JSON:
        """My seat, once it owes a decision."""
        await self.until(lambda: self.owed(table))
        return self.owed(table)[0]

    async def play(self, table: str, rng: random.Random) -> None:
        """Make one decision."""
        seat = await self.turn(table)
        await self.act(table, seat["seat"], choices(seat, rng), seat["version"])
        await self.until(
            lambda: all(now["version"] != seat["version"] for now in self.tables[table]["seats"])
        )


async def visit(service: Running, clock: Clock) -> tuple[list[JSON], list[JSON]]:
    """The messages sent and received, in order per person."""
    rng = random.Random(1)
    host, guest = Recorded(service.url, "Ada"), Recorded(service.url, "Grace")
    watcher = Recorded(service.url, "Linus")
    people = (host, guest, watcher)
    for client in people:
        await client.__aenter__()
    new = {
        "game": "manhattan",
        "options": {"players": 2, "rounds": 2, "start": 0, "variants": ["godzilla"]},
        "pace": {"kind": "live", "bank": 900, "increment": 10},
        "start": False,
        "friendly": True,
    }
    table = await _gather(host, guest, watcher, new)
    await _play(host, guest, table, rng)
    await _consent(host, guest, table)
    await _end(host, guest, table, rng)
    await _called_off(host, new)
    await _undo(host, guest, new, clock)
    await _at_once(host, guest)
    await _away(host, guest, clock)
    for client in people:
        await client.__aexit__()
    return (
        [message for client in people for message in client.sent],
        [json.loads(text) for client in people for text in client.received],
    )


async def _gather(host: Recorded, guest: Recorded, watcher: Recorded, new: JSON) -> str:
    made = await host.post("/api/tables", new)
    table, invite = made["table"], made["invite"]
    await host.watch(table)
    await guest.refused("no-table", "watch", table=table)
    await guest.watch(table, invite)
    await watcher.watch(table, invite)
    await host.do(table, do="salt", seat=0, salt="eleven dice")
    await host.do(table, do="bot", seat=1, bot="greedy")
    await host.do(table, do="stand", seat=1)
    await watcher.do(table, do="sit", seat=1)
    await host.do(table, do="stand", seat=1)
    await watcher.refused("removed", "watch", table=table, invite=invite)
    await host.until(lambda: host.tables[table]["info"]["removed"])
    [removed] = host.tables[table]["info"]["removed"]
    await host.do(table, do="let-in", person=removed["person"])
    await watcher.watch(table, invite)
    await guest.do(table, do="sit", seat=1, salt="my own luck")
    await host.do(table, do="start")
    await guest.do(table, do="say", room="players", text="Good luck!")
    await watcher.do(table, do="say", room="watchers", text="Hello")
    await host.do(table, do="chat", on=False)
    await host.do(table, do="chat", on=True)
    return table


async def _play(host: Recorded, guest: Recorded, table: str, rng: random.Random) -> None:
    await host.ask("ping")
    for _ in range(2):  # both players' blocks, one after the other
        first = host if host.owed(table) else guest
        await first.play(table, rng)
        await (guest if first is host else host).turn(table)
    seat = await host.turn(table)
    action = seat["legal"][0]
    await host.ask("preview", table=table, seat=0, action=action)
    await host.ask("hint", table=table, seat=0)
    key = "k" * 12
    act = {"do": "act", "seat": 0, "action": action, "version": seat["version"], "key": key}
    await host.refused("stale", "do", table=table, command={**act, "version": 0})
    await host.refused("illegal", "do", table=table, command={**act, "action": "build 9 A1 4 red"})
    await host.refused("malformed", "do", table=table, command={**act, "seat": "first"})
    await guest.ask("unwatch", table=table)
    await host.ask("do", table=table, command=act)
    await host.ask("do", table=table, command=act)  # repeated with the same key, so ignored
    await host.refused("not-your-turn", "preview", table=table, seat=0, action=action)
    await guest.ask("ping")
    assert guest.turns[-1] == {"type": "turn", "table": table, "seat": 1}
    await guest.watch(table)


async def _consent(host: Recorded, guest: Recorded, table: str) -> None:
    await guest.turn(table)
    await guest.do(table, do="ask", matter="pause", seat=1)
    await host.do(table, do="answer", seat=0, yes=False)
    await guest.do(table, do="ask", matter="pause", seat=1)
    await host.do(table, do="answer", seat=0, yes=True)
    await host.do(table, do="resume", seat=0)


async def _end(host: Recorded, guest: Recorded, table: str, rng: random.Random) -> None:
    await guest.do(table, do="resign", seat=1)
    await play_on(host, table, rng)
    await host.ask("analyse", table=table)
    await host.do(table, do="rematch")


async def _called_off(host: Recorded, new: JSON) -> None:
    table = (await host.post("/api/tables", new))["table"]
    await host.watch(table)
    await host.do(table, do="close")


async def _undo(host: Recorded, guest: Recorded, new: JSON, clock: Clock) -> None:
    """An undo by consent, then a flag fall."""
    made = await host.post("/api/tables", new)
    table = made["table"]
    await host.watch(table)
    await guest.do(table, do="sit", seat=1, invite=made["invite"])
    await host.do(table, do="start")
    await host.play(table, random.Random(1))
    await host.do(table, do="ask", matter="undo", seat=0)
    await guest.do(table, do="answer", seat=1, yes=True)
    await host.turn(table)
    clock.now += 24 * 3600 * 1000
    await host.do(table, do="say", room="players", text="Too late?")
    await host.until(lambda: host.tables[table]["info"]["seats"][0].get("gone") == "flag")


async def _away(host: Recorded, guest: Recorded, clock: Clock) -> None:
    """A bot plays on for the guest, who takes over again; the host wants no spectators."""
    made = await host.post("/api/tables", {"game": "tangram-city", "options": {"players": 2}})
    table = made["table"]
    await host.watch(table)
    await guest.do(table, do="sit", seat=1, invite=made["invite"])
    await host.turn(table)
    clock.now += 3600 * 1000
    await host.do(table, do="stand-in", seat=1)
    await guest.do(table, do="take-over", seat=1)
    await host.do(table, do="watching", on=False)
    await host.until(lambda: not host.tables[table]["info"]["watchable"])


async def _at_once(host: Recorded, guest: Recorded) -> None:
    """Tangram City: both decide at once, and one takes a decision back meanwhile."""
    made = await host.post("/api/tables", {"game": "tangram-city", "options": {"players": 2}})
    table = made["table"]
    await host.watch(table)
    await guest.do(table, do="sit", seat=1, invite=made["invite"])
    for _ in range(2):  # the side of the board, then a tile
        seat = await host.turn(table)
        await host.ask("preview", table=table, seat=0, action=seat["legal"][0])
        await host.play(table, random.Random(1))
        now = host.tables[table]["seats"][0]
        if now.get("decided"):
            key = secrets.token_hex(8)
            await host.do(table, do="retract", seat=0, version=now["version"], key=key)
            await host.until(lambda: host.owed(table))
            await host.play(table, random.Random(2))
        await guest.watch(table)
        await guest.play(table, random.Random(3))
