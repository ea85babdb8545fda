"""The tables of the crash test: both games, one table after the other, until it is enough."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import Any

from baumeister.records import check_text

from .ledger import Ledger
from .person import JSON, Person, RefusedError

CLOCK = {"kind": "live", "bank": 3600, "increment": 5}
SHORT = {"kind": "live", "bank": 10, "increment": 0, "flag": "bot"}


@dataclass(frozen=True)
class Plan:
    """A kind of table that is played repeatedly."""

    name: str
    game: str
    options: JSON
    seats: str
    """One letter per seat: p another person, h the host, b a bot."""
    pace: JSON = field(default_factory=lambda: {"kind": "untimed"})
    rematch: bool = False
    undo: bool = False
    resign: bool = False
    asleep: bool = False
    """Nobody watches or acts: the table has to continue by itself."""


MANHATTAN, CITY = "manhattan", "tangram-city"
PLANS = [
    Plan("two people", MANHATTAN, {"players": 2, "rounds": 2}, "hp", rematch=True),
    Plan("simultaneous", CITY, {"players": 5}, "hpppp"),
    Plan("bots among people", MANHATTAN, {"players": 4, "rounds": 2}, "hbpb", resign=True),
    Plan("hot seat", MANHATTAN, {"players": 3, "rounds": 2}, "hhh", undo=True),
    Plan("only bots", MANHATTAN, {"players": 4, "rounds": 2}, "bbbb"),
    Plan("with a bot", CITY, {"players": 2}, "hb", CLOCK, rematch=True),
    Plan("asleep", CITY, {"players": 3}, "hhb", SHORT, asleep=True),
    Plan("hot seat, simultaneous", CITY, {"players": 3}, "hhh", undo=True),
    Plan("secret choice", MANHATTAN, {"players": 3, "choice": "secret"}, "hpp", CLOCK),
    Plan("alone", CITY, {"players": 1}, "h", rematch=True),
]


class Round:
    """The tables of one plan and the people who play at them."""

    def __init__(self, plan: Plan, people: list[Person], ledger: Ledger, rng: random.Random):
        self.plan = plan
        self.host = people[0]
        self.people = people[: 1 + plan.seats.count("p")]
        self.ledger = ledger
        self.rng = rng
        self.finished = 0
        self.tables = 0

    async def run(self, enough: asyncio.Event) -> None:
        """Play table after table; the last one is played to its end."""
        table = await self._make()
        while True:
            self.tables += 1
            await self._play(table)
            self.finished += 1
            if enough.is_set():
                return
            table = await self._rematch(table) if self.plan.rematch else await self._make()

    async def _make(self) -> str:
        plan, host = self.plan, self.host
        tag = f"{plan.name} {self.tables}"
        seats: list[JSON] = []
        for number, kind in enumerate(plan.seats):
            seat = {"h": {"kind": "me"}, "p": {"kind": "open"}}.get(kind)
            seat = seat or {"kind": "bot", "bot": self.rng.choice(["greedy", "random"])}
            seats.append({**seat, "name": tag} if number == 0 else seat)
        new = {"game": plan.game, "options": plan.options, "seats": seats, "pace": plan.pace}
        table = await host.make(tag, {**new, "bot_pace": False})
        if not plan.asleep:
            await host.follow(table)
        guests = iter(self.people[1:])
        for number, kind in enumerate(plan.seats):
            if kind == "p":
                await self._sit(next(guests), table, number, host.tables[table]["info"]["invite"])
        return table

    async def _sit(self, person: Person, table: str, seat: int, invite: str) -> None:
        await person.follow(table, invite)
        try:
            await person.do(table, do="sit", seat=seat, invite=invite, salt=f"of {person.name}")
        except RefusedError as error:  # a repetition: the first answer was lost
            if error.code != "seat-taken":
                raise
        self.ledger.sat.append((table, seat, person.id))

    async def _rematch(self, table: str) -> str:
        found = [await person.do(table, do="rematch") for person in self.people]
        for each in found:
            self.ledger.rematch(table, each["table"])
        following = str(found[0]["table"])
        for person in self.people:
            await person.follow(following)
            await person.forget(table)
        return following

    async def _play(self, table: str) -> None:
        if self.plan.asleep:
            await self._sleep(table)
        else:
            await asyncio.gather(*(self._at(person, table) for person in self.people))
        text = await self.host.http("GET", f"/api/tables/{table}/record")
        record = check_text(text)
        if record.result is None or record.chance is None or not record.chance.keeps_promise:
            self.ledger.wrong(f"table {table}: the record is not whole")
        self.ledger.records[table] = text
        if not self.plan.rematch:
            for person in self.people:
                await person.forget(table)

    async def _sleep(self, table: str) -> None:
        """Check only the list: opening the table would wake it."""
        while True:
            mine = await self.host.http("GET", "/api/me/tables")
            if any(each["id"] == table and each["status"] == "over" for each in mine):
                return
            await asyncio.sleep(0.5)

    async def _at(self, person: Person, table: str) -> None:
        """Play all seats of one person at random, changing some decisions."""

        def over() -> bool:
            return person.status(table) in ("over", "closed")

        while True:
            await person.until(table, lambda: over() or person.owed(table))
            if over():
                return
            seat = self.rng.choice(person.owed(table))
            if self.plan.resign and self.rng.random() < 0.01:
                await self._unless_late(person.do(table, do="resign", seat=seat["seat"]))
                await person.until(table, over)
                return
            if self.plan.undo and self.rng.random() < 0.05:
                ask = person.do(table, do="ask", matter="undo", seat=seat["seat"])
                await self._unless_late(ask)
                continue
            await person.decide(table, seat["seat"], seat["version"], choice(seat, self.rng))
            await person.until(table, lambda seat=seat: over() or _moved(person, table, seat))
            for each in person.waiting(table):
                if self.rng.random() < 0.2:
                    await person.decide(table, each["seat"], each["version"], None)
                    await person.until(table, lambda s=each: over() or _moved(person, table, s))

    async def _unless_late(self, asked: Any) -> None:
        """Ignore refusals of commands that come too late, or twice because an answer was lost."""
        try:
            await asked
        except RefusedError as error:
            if error.code not in ("not-now", "forbidden", "game-over"):
                raise


def choice(seat: JSON, rng: random.Random) -> str:
    """A legal action of a seat, uniformly at random."""
    if seat.get("product"):
        return " ".join(rng.choice(part) for part in seat["product"])
    return str(rng.choice(seat["legal"]))


def _moved(person: Person, table: str, seat: JSON) -> bool:
    """True once the seat's version has changed."""
    known = person.tables[table]["seats"]
    return all(each["version"] != seat["version"] for each in known if each["seat"] == seat["seat"])
