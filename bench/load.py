"""Load test: a thousand people at 250 tables, at a steady rate and as fast as they can.

    .venv/bin/python bench/load.py [--against REVISION] [--tables 250] [--stores sqlite,shared]

Measures this version, and another revision in the same run, each with SQLite, and with PostgreSQL
and Redis in one and in two processes. The service runs in its own processes, all clients in this
one. A round trip lasts from sending a move until the answer that it is durable. CPU time per move
is the figure that depends least on what else the machine is doing.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from bench.loading.crowd import GAMES, SEATS, Crowd, Measured
from bench.loading.services import running, sources

from baumeister.server.serve import new_loop

AT_ONCE = 64
"""Moves under way while the tables play as fast as they can."""
CELLS = {"sqlite": [(1, False)], "shared": [(1, True), (2, True)]}
HEAD = (
    "| version | store, processes | moves/s | ms CPU a move | round trip p50, p99 |"
    " moves/s (steady) | p50, p99 | ms CPU a move | KiB a socket | clients' ms CPU a move |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)


class Cell(NamedTuple):
    """One line of the table."""

    name: str
    steady: Measured
    full: Measured
    socket: float
    """KiB of memory per socket."""

    def line(self) -> str:
        full, steady = self.full, self.steady
        return (
            f"| {self.name} | {full.moves / full.seconds:.0f} | {_per_move(full.service, full)} |"
            f" {_round_trip(full)} | {steady.moves / steady.seconds:.0f} | {_round_trip(steady)} |"
            f" {_per_move(steady.service, steady)} | {self.socket:.1f} |"
            f" {_per_move(full.clients, full)} |"
        )


def _per_move(seconds: float, measured: Measured) -> str:
    return f"{1000 * seconds / max(1, measured.moves):.2f}"


def _round_trip(measured: Measured) -> str:
    ordered = sorted(measured.latencies)
    middle, late = (ordered[int(share * len(ordered))] for share in (0.5, 0.99))
    return f"{1000 * middle:.1f}, {1000 * late:.1f} ms"


async def measure(
    given: argparse.Namespace, name: str, source: Path, number: int, shared: bool
) -> Cell:
    with running(source, number, shared) as processes:
        warm = Crowd(processes)  # load both games everywhere
        await warm.make_tables(len(GAMES) * number)
        crowd = Crowd(processes)
        await crowd.make_tables(given.tables)
        before = sum(each.memory() for each in processes)
        await crowd.connect()
        await asyncio.sleep(1)
        memory = sum(each.memory() for each in processes) - before
        await crowd.play(given.tables)  # everything has been used once
        steady = await crowd.play(round(given.rate * given.seconds), rate=given.rate)
        full = await crowd.play(given.tables * given.moves, at_once=AT_ONCE)
        if crowd.errors:
            print(f"{len(crowd.errors)} errors: {sorted(set(crowd.errors))}", file=sys.stderr)
        crowd.close()
    store = "PostgreSQL + Redis" if shared else "SQLite"
    sockets = given.tables * SEATS
    return Cell(f"{name} | {store}, {number}", steady, full, memory / sockets / 1024)


def main(given: argparse.Namespace) -> None:
    print(
        f"{given.tables} tables, {given.tables * SEATS} sockets, {os.cpu_count()} cores; steady:"
        f" {given.rate:g} moves/s for {given.seconds:g} s; full: {given.moves} moves at each table,"
        f" {AT_ONCE} under way\n"
    )
    cells = [cell for store in given.stores.split(",") for cell in CELLS[store]]
    versions = {given.against: given.against} if given.against else {}
    with ExitStack() as stack:
        found = {
            name: stack.enter_context(sources(revision))
            for name, revision in {**versions, "this": None}.items()
        }
        print(HEAD)
        for number, shared in cells:
            for name, source in found.items():
                with asyncio.Runner(loop_factory=new_loop) as runner:
                    cell = runner.run(measure(given, name, source, number, shared))
                print(cell.line(), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", help="a git revision to measure in the same run")
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--rate", type=float, default=250, help="moves per second, steady")
    parser.add_argument("--seconds", type=float, default=10, help="how long at that rate")
    parser.add_argument("--moves", type=int, default=20, help="moves per table, at full speed")
    parser.add_argument("--stores", default="sqlite,shared")
    main(parser.parse_args())
