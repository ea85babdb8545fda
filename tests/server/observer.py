"""An observer at a table: plays through a twin game in one world and keeps everything it
receives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from baumeister.server.tables import commands as c
from baumeister.server.tables.viewer import User
from tests.server.inside import BEGIN, JSON, Socket, World, live, quiet
from tests.server.probes import Probe
from tests.server.twins import Op, Twins

SEEDS = ("a" * 64, "b" * 64)


class Person(NamedTuple):
    user: User
    cookie: str


class Observer:
    """`seats` are those of one person; an observer without seats is the `host`, was `invited`, or
    is a `stranger` who found the table in the list."""

    def __init__(self, twins: Twins, world: World, which: int, kind: str, new: JSON) -> None:
        self.twins = twins
        self.world = world
        self.which = which
        self.kind = kind
        self.new = new
        self.told: list[list[str]] = []
        """Everything received, step by step."""
        self._pages: list[str] = []
        self._keys = 0
        self._invite: dict[str, str] = {}
        self.people: dict[str, Person] = {}
        self.table = ""
        self.socket: Socket

    async def run(self) -> None:
        await self._gather()
        for number, step in enumerate(self.twins.steps, start=1):
            for op in step.ops[self.which]:
                self.world.now = BEGIN + 1000 * number + op.late
                await self._do(op)
            self.world.now = BEGIN + 1000 * number + 999
            for probe in step.probes:
                await self._ask(probe)
            await quiet()
            self._keep()
        await self.socket.close()

    # --- before the game ---------------------------------------------------------------

    async def _gather(self) -> None:
        count = len(self.twins.game.sides(self.options) or self.twins.matches[0].state.boards)
        for name in ("host", "watcher", "invited", *map(str, range(count))):
            self.people[name] = await self._come(name)
        new = {
            **self.new,
            "seats": [{"kind": "open"}] * count,
            "listed": self.kind == "stranger",
            "friendly": True,
        }
        answer = await self.world.post("/api/tables", new, self.people["host"].cookie)
        made = json.loads(answer.split("\n", 1)[1])
        self.table, invite = made["table"], made["invite"]
        if self.kind == "invited":
            self._invite = {"invite": invite}
        if self.twins.seats:
            first = str(min(self.twins.seats))
            for seat in self.twins.seats:  # one person with several seats
                self.people[str(seat)] = self.people[first]
            self._me: Person | None = self.people[first]
        else:
            self._me = self.people.get(self.kind)
        if not self.twins.seats:
            self._open()
            await self._watch(0)
        for seat in range(count):
            await self._hub(str(seat), c.Sit(seat=seat, invite=invite))
            if self.twins.seats and str(seat) == first:
                self._open()
                await self._watch(0)
        await quiet()

    @property
    def options(self) -> Any:
        return self.twins.game.options_of(self.twins.matches[0].state)

    async def _come(self, name: str) -> Person:
        answer = await self.world.post("/api/people", {"name": name})
        head, body = answer.split("\n", 1)
        person = json.loads(body)["id"]
        cookie = "baumeister=" + head.split("baumeister=")[1].split(";")[0]
        return Person(User(person, frozenset([person]), name), cookie)

    # --- actions ----------------------------------------------------------------------

    async def _hub(self, name: str, command: Any) -> None:
        user = self.people[name].user
        await self.world.service.hub.execute(self.table, user, command, self._invite.get("invite"))
        await quiet()

    async def _do(self, op: Op) -> None:
        self._keys += 1
        if op.do == "say":  # in the chat room that the observer cannot read
            seated = bool(self.twins.seats)
            room: Any = "watchers" if seated else "players"
            name = "host" if seated else str(op.seat)
            await self._hub(name, c.Say(room=room, text=op.text))
            return
        version = self._table.version_for(op.seat)
        command: Any = c.Retract(seat=op.seat, version=version, key=f"others-{self._keys:06}")
        if op.do == "act":
            command = c.Act(
                seat=op.seat, action=op.text, version=version, key=f"others-{self._keys:06}"
            )
        if op.seat not in self.twins.seats:
            await self._hub(str(op.seat), command)
            return
        own = {"do": "act", "seat": op.seat, "action": op.text, "version": version}
        request = {"type": "do", "id": 1, "table": self.table}
        own["key"] = f"own-{len(self.told):06}-{version}"
        await self.socket.say(json.dumps(request | {"command": own}))
        assert '"type":"done","id":1' in "".join(self.socket.got), self.socket.got[-1]

    @property
    def _table(self) -> Any:
        return self.world.service.hub.cache.tables[self.table].table

    # --- requests ---------------------------------------------------------------------

    async def _ask(self, probe: Probe) -> None:
        story = self._table.story
        text = probe.text.replace("$table", self.table)
        text = text.replace("$line", str(int(probe.part * story.lines)))
        if "$version" in text:
            seat = json.loads(text)["command"]["seat"]
            version = self._table.version_for(seat) if seat in self.twins.seats else 5
            text = text.replace('"$version"', str(version))
        match probe.kind:
            case "get":
                headers = {"x-invite": self._invite["invite"]} if self._invite else {}
                self._pages.append(await self.world.get(text, self._cookie, **headers))
            case "say":
                await self.socket.say(text)
            case "watch":
                await self._watch(int(probe.part * story.length))
            case "reconnect":
                self._keep_going()
                await self.socket.close()
                self._open()
                await self._watch(int(probe.part * story.length))
            case "ask":
                await self._ask_for_undo()

    async def _ask_for_undo(self) -> None:
        """Refused by the rules or by another player."""
        count = len(self._table.seats)
        if not self.twins.seats or len(self.twins.seats) == count:
            return
        command = {"do": "ask", "matter": "undo", "seat": min(self.twins.seats)}
        request = {"type": "do", "id": 2, "table": self.table, "command": command}
        await self.socket.say(json.dumps(request))
        if self._table.proposal:
            other = next(seat for seat in range(count) if seat not in self.twins.seats)
            await self._hub(str(other), c.Answer(seat=other, yes=False))

    # --- received messages ------------------------------------------------------------

    @property
    def _cookie(self) -> str | None:
        return self._me.cookie if self._me else None

    def _open(self) -> None:
        self.socket = Socket(self.world.app, self._cookie)

    async def _watch(self, story: int) -> None:
        request = {"type": "watch", "id": 1, "table": self.table, "story": story}
        await self.socket.say(json.dumps(request | self._invite))

    def _keep_going(self) -> None:
        self._pages += self.socket.got
        self.socket.got.clear()

    def _keep(self) -> None:
        """Keep what the step has produced: messages, pages, log lines, worker tasks."""
        self._keep_going()
        self.told.append([*self._pages, *self.world.thought, *self.world.heard.lines])
        for kept in (self._pages, self.world.thought, self.world.heard.lines):
            kept.clear()


async def told(twins: Twins, which: int, kind: str, new: JSON, data: Path) -> list[list[str]]:
    """What the observer receives in one of the worlds, step by step."""
    world = World(twins.chance[which], SEEDS[which])
    observer = Observer(twins, world, which, kind, new)
    await live(world, data, observer.run)
    return observer.told
