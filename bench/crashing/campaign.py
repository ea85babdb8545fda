"""The course of the crash test: kill, check, restart."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from .audit import Audit
from .cluster import Cluster, kill_worker
from .ledger import Ledger
from .person import Person, RefusedError
from .server import Server
from .tables import PLANS, Round

POLITE = (1001, 1012)
"""Close codes of a server that stops: going away, service restart."""
PARTS = ("worker", "postgres", "redis")
"""What can be killed while the server itself goes on."""
SLOWEST_STOP = 10.0
TO_THE_END = 240.0
"""Seconds to finish the running games once nothing is killed any more."""


@dataclass
class Figures:
    kills: int = 0
    kills_while_starting: int = 0
    worker_kills: int = 0
    postgres_kills: int = 0
    redis_kills: int = 0
    stops: int = 0
    longest_stop: float = 0.0
    longest_recovery: float = 0.0
    """From the last death to the next acknowledged move."""
    tables: int = 0
    games_finished: int = 0
    acknowledged: int = 0
    bot_moves: int = 0
    resent: int = 0
    sent_twice: int = 0
    found_in_log: int = 0
    not_in_log: int = 0
    refused: int = 0
    records_checked: int = 0
    bots_replaced: int = 0
    seconds: float = 0.0


class Campaign:
    """`server` differs from the real one only to show that the test can fail."""

    def __init__(
        self,
        data: Path,
        seed: int,
        plans: int = len(PLANS),
        server: Server | Cluster | None = None,
    ) -> None:
        self.rng = random.Random(seed)
        self.figures = Figures()
        self.ledger = Ledger()
        self.server = server or Server(data / "server")
        shared = isinstance(self.server, Cluster)
        self.audit = Audit(self.ledger, self.server.postgres.url if shared else None)
        urls = self.server.urls if shared else [self.server.url]
        self._records = data / "records"
        plans_used = PLANS[:plans]
        most = 1 + max(plan.seats.count("p") for plan in plans_used)
        self.people = [
            Person(urls[0], number, self.ledger, self.rng, urls[1:])
            for number in range(most + len(plans_used) // 2)
        ]
        self.rounds = [
            Round(plan, self.rng.sample(self.people, most), self.ledger, self.rng)
            for plan in plans_used
        ]
        self._died: float | None = None
        self._acknowledged = 0

    async def run(
        self,
        kills: int,
        stops: int,
        told: Callable[[Figures], None],
        kinds: Sequence[str] = ("process",),
    ) -> Figures:
        """Kill something `kills` times and stop a server `stops` times, in random order, under
        load. `kinds`: what is killed, in equal parts."""
        began = time.monotonic()
        enough = asyncio.Event()
        deaths = [kinds[number % len(kinds)] for number in range(kills)] + ["stop"] * stops
        self.rng.shuffle(deaths)
        await self.server.start()
        connections = [asyncio.create_task(person.run()) for person in self.people]
        if isinstance(self.server, Cluster):
            connections.append(asyncio.create_task(self._watch_recoveries()))
        players = asyncio.gather(*(each.run(enough) for each in self.rounds))
        try:
            for death in deaths:
                await self._live_a_while(players, death)
                if death in PARTS or isinstance(self.server, Cluster):
                    await self._lose_a_part(death)
                else:
                    await self._die(death)
                told(self._counted(began))
                if self.ledger.violations:
                    break
                if not (isinstance(self.server, Server) and self.server.running):
                    await self.server.start()
            enough.set()
            if not self.ledger.violations:
                await self._up()
                async with asyncio.timeout(TO_THE_END):
                    while not players.done():
                        self._watch_recovery()
                        await asyncio.sleep(0.02)
                    await players
        except TimeoutError:
            self.ledger.wrong("something took far too long")
        except RefusedError as error:
            self.ledger.wrong(f"refused: {error}")
        finally:
            for task in (players, *connections):
                task.cancel()
            await asyncio.gather(players, *connections, return_exceptions=True)
            await self._end()
        return self._counted(began)

    async def _live_a_while(self, players: asyncio.Future[list[None]], death: str) -> None:
        """Wait for a random moment: mostly under load, sometimes right after or before the
        start."""
        kind = self.rng.random()
        if kind < 0.15 and death == "process":
            await asyncio.sleep(self.rng.uniform(0.0, 1.5))
            return
        await self._up()
        until = time.monotonic() + self.rng.uniform(0.0, 0.2 if kind < 0.3 else 2.0)
        while time.monotonic() < until or (kind >= 0.3 and self._died is not None):
            self._watch_recovery()
            if players.done():
                await players  # raises what went wrong
            await asyncio.sleep(0.005)

    async def _up(self) -> None:
        async with asyncio.timeout(60):
            await self.server.up()

    def _watch_recovery(self) -> None:
        if self._died is not None and self.ledger.acknowledged > self._acknowledged:
            taken = time.monotonic() - self._died
            self.figures.longest_recovery = max(self.figures.longest_recovery, taken)
            self._died = None

    async def _watch_recoveries(self) -> None:
        while True:
            self._watch_recovery()
            await asyncio.sleep(0.01)

    async def _die(self, death: str) -> None:
        figures = self.figures
        self._died = time.monotonic()
        connected = [person for person in self.people if person.connected]
        if death == "process":
            figures.kills += 1
            figures.kills_while_starting += not connected
            await self.server.kill()
        else:
            figures.stops += 1
            way = self.rng.choice(["term", "ctrl-c", "term all"])
            code, taken = await self.server.stop(way)
            figures.longest_stop = max(figures.longest_stop, taken)
            if code != 0 or taken > SLOWEST_STOP:
                self.ledger.wrong(f"stopping ({way}) took {taken:.1f} s, ended with {code}")
        async with asyncio.timeout(20):  # everything the dead server had sent has arrived by then
            while any(person.busy or person.connected for person in self.people):
                await asyncio.sleep(0.005)
        if death == "stop":
            impolite = {person.close_code for person in connected} - set(POLITE)
            if impolite:
                self.ledger.wrong(f"sockets were closed with {impolite}")
        if orphans := await self.server.orphans():
            self.ledger.wrong(f"processes outlive the server: {orphans}")
        self._acknowledged = self.ledger.acknowledged
        self._look()

    async def _lose_a_part(self, death: str) -> None:
        """Kill a part of a service that goes on without it, and check what is stored."""
        figures, server = self.figures, self.server
        self._died = time.monotonic()
        self._acknowledged = self.ledger.acknowledged
        if isinstance(server, Server):
            figures.worker_kills += await kill_worker(server, self.rng)
            return  # the database is checked after the next death of the server
        if death == "stop":
            code, taken = await server.stop_one()
            figures.stops += 1
            figures.longest_stop = max(figures.longest_stop, taken)
            if code != 0 or taken > SLOWEST_STOP:
                self.ledger.wrong(f"stopping took {taken:.1f} s, ended with {code}")
        elif await server.fault(death):
            name = "kills" if death == "process" else f"{death}_kills"
            setattr(figures, name, getattr(figures, name) + 1)
        if orphans := await server.orphans():
            self.ledger.wrong(f"processes outlive their server: {orphans}")
        self._look()

    def _look(self) -> None:
        """Check what is stored. Nobody can play meanwhile: that is not the service's time."""
        began = time.monotonic()
        self.audit.look(self.server.data)
        if self._died is not None:
            self._died += time.monotonic() - began

    async def _end(self) -> None:
        """Stop, check everything once more, and check the records independently."""
        code, _ = await self.server.stop()
        if code != 0:
            self.ledger.wrong(f"the server ended with {code}")
        logs = self.audit.look(self.server.data, note_open=False)
        if self.ledger.violations:
            return
        self.figures.records_checked = self.audit.close(logs, self._records)
        for complaint in self.server.complaints():
            self.ledger.wrong(f"the server complained: {complaint}")
        with suppress(FileNotFoundError):
            command = [sys.executable, "-m", "baumeister", "check", str(self._records)]
            checked = subprocess.run(command, capture_output=True, text=True, check=False)
            if checked.returncode != 0:
                self.ledger.wrong(f"baumeister check: {checked.stdout[-500:]}{checked.stderr}")

    def _counted(self, began: float) -> Figures:
        figures, sent = self.figures, self.ledger.sent.values()
        figures.tables = sum(each.tables for each in self.rounds)
        figures.games_finished = sum(each.finished for each in self.rounds)
        figures.acknowledged = self.ledger.acknowledged
        figures.refused = sum(entry.state == "refused" for entry in sent)
        figures.resent = sum(entry.resent for entry in sent)
        figures.sent_twice = self.ledger.duplicates
        figures.bot_moves = self.audit.bot_moves
        figures.found_in_log, figures.not_in_log = self.audit.found, self.audit.missing
        figures.bots_replaced = self.audit.replaced
        figures.seconds = time.monotonic() - began
        return Figures(**asdict(figures))
