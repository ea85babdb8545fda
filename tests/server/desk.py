"""A table without a service: commands in, events applied, and a clock set by hand."""

from __future__ import annotations

import random
from itertools import count
from typing import Any

from baumeister.records import commitment_of
from baumeister.server.tables import commands as c
from baumeister.server.tables import events as e
from baumeister.server.tables.decisions.creation import create
from baumeister.server.tables.decisions.decide import automatic_events, decide
from baumeister.server.tables.decisions.playing import bot_acts
from baumeister.server.tables.table import Status, Table
from baumeister.server.tables.viewer import Secrets, User
from baumeister.server.wire.updates import table_message

SEED = "5e" * 32
START = 1_700_000_000_000

ADA, BOB, CAT, DAN, EVE = (
    User(name.lower(), frozenset([name.lower()]), name)
    for name in ("Ada", "Bob", "Cat", "Dan", "Eve")
)
PEOPLE = (ADA, BOB, CAT, DAN, EVE)
MANHATTAN = {"players": 2, "rounds": 1}


class Desk:
    """Does what the hub does, synchronously."""

    def __init__(self, created: e.Created | c.NewTable, host: User = ADA) -> None:
        self.now = START
        self.secrets = Secrets(SEED)
        self._keys = count()
        if isinstance(created, c.NewTable):
            created = create(created, host, commitment_of(SEED), "the-invitation", self.now)
        self.log: list[e.AnyEvent] = []
        [created] = e.decode(e.encode([created]))
        self.log.append(created)
        self.table = Table(created)
        self._settle()

    # --- commands ---------------------------------------------------------------------

    def do(self, user: User, command: c.AnyCommand) -> list[e.AnyEvent]:
        events = decide(self.table, user, command, self.secrets, self.now)
        self.take(events)
        return events

    def take(self, events: list[e.AnyEvent]) -> None:
        """Apply events as decoded from their stored bytes."""
        self._apply(events)
        self._settle()

    def _apply(self, events: list[e.AnyEvent]) -> None:
        for event in e.decode(e.encode(events)):
            self.log.append(event)
            self.table.apply(event)

    def _settle(self) -> None:
        while events := automatic_events(self.table, self.secrets, self.now):
            self._apply(events)

    def wait(self, milliseconds: int) -> None:
        self.now += milliseconds
        self._settle()

    def key(self) -> str:
        return f"key-{next(self._keys):08}"

    def choice(self, seat: int, rng: random.Random | None = None) -> str:
        legal = self.table.match.legal(seat)
        return str(legal[rng.randrange(len(legal)) if rng else 0])

    def act(self, user: User, seat: int, action: str | None = None) -> list[e.AnyEvent]:
        version = self.table.version_for(seat)
        return self.do(user, c.Act(seat, action or self.choice(seat), version, self.key()))

    def retract(self, user: User, seat: int) -> list[e.AnyEvent]:
        return self.do(user, c.Retract(seat, self.table.version_for(seat), self.key()))

    def bots_act(self) -> None:
        """Let every bot that owes a decision act."""
        for seat in self.table.owing:
            if self.table.seats[seat].kind == "bot" and seat in self.table.owing:
                acted = e.Acted(at=self.now, seat=seat, action=self.choice(seat))
                version = self.table.version_for(seat)
                self.take(bot_acts(self.table, acted, version, self.secrets))

    def play(self, people: dict[int, User], rng: random.Random, most: int = 1000) -> None:
        """Let people and bots act at random until the game is over, or at most `most` times."""
        for _ in range(most):
            if self.table.status != Status.PLAYING:
                return
            self.bots_act()
            for seat in self.table.owing:
                if seat in people and self.table.seats[seat].kind == "human":
                    self.act(people[seat], seat, self.choice(seat, rng))
                    break

    # --- queries ----------------------------------------------------------------------

    def refolded(self) -> Table:
        """A new table from the stored events."""
        created, *rest = e.decode(e.encode(self.log))
        assert isinstance(created, e.Created)
        table = Table(created)
        for event in rest:
            table.apply(event)
        return table


def everything(table: Table, now: int) -> dict[str, Any]:
    """Everything that the table tells its users, and its internal state."""
    seats = range(len(table.seats))
    inside = {
        name: getattr(table, name)
        for name in (
            "chat",
            "chat_on",
            "chat_said",
            "ended",
            "info_version",
            "paused",
            "rematch",
            "salts",
            "seats",
            "started",
            "status",
            "version_base",
        )
    }
    asked = table.proposal
    return {
        **inside,
        "proposal": asked and (asked.matter, asked.seat, asked.to, sorted(asked.agreed)),
        "state": table.match.state,
        "pending": table.match.pending,
        "versions": [table.version_for(seat) for seat in seats],
        "clocks": (table.clocks.left, table.clocks.since),
        "story": table.story.game_lines(),
        "ranks": table.ranks(),
        "messages": [table_message("t", table, user, now) for user in (None, *PEOPLE)],
        "keys": list(table._keys),
    }


def new(**given: Any) -> c.NewTable:
    return c.NewTable(**{"game": "manhattan", "options": MANHATTAN, **given})


def me(count: int = 1) -> tuple[c.SeatPlan, ...]:
    return (c.SeatPlan("me"),) * count


def two(**given: Any) -> Desk:
    """Ada and Bob in a running game in which Ada is to choose blocks."""
    desk = Desk(new(**given))
    desk.do(BOB, c.Sit(1, invite="the-invitation"))
    return desk


def many(players: int, **given: Any) -> Desk:
    """The first `players` people, one per seat."""
    given = {"options": {**MANHATTAN, "players": players}, **given}
    desk = Desk(new(**given))
    for seat, user in enumerate(PEOPLE[1:players], start=1):
        desk.do(user, c.Sit(seat, invite="the-invitation"))
    return desk
