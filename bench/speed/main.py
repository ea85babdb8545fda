"""Measure our engines and their peers in one interleaved run; report medians, spread and ratios.

Every library has its own environment (.venv-bench-NAME) and process. One that cannot be installed
is listed with the reason.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from .claims import claims
from .environments import UnavailableError, environment
from .foreman import LostError, Worker, start_up
from .kinds import KINDS
from .machine import machine
from .peers import PEERS, Peer
from .table import Row, as_json, show

WARM_UP = 0.02  # seconds; the first call fills caches


class Run:
    def __init__(self, kinds: list[str], seconds: float, progress: Progress) -> None:
        self.kinds = kinds
        self.seconds = seconds
        self.progress = progress
        self.task = progress.add_task("", total=None)
        self.rows: dict[tuple[str, str, str], Row] = {}
        self.workers: dict[str, Worker] = {}
        self.peers: dict[str, tuple[str, Peer]] = {}  # with their Python
        self.starts: dict[tuple[str, str], tuple[str, str]] = {}  # who, what → Python, code
        self.versions: dict[str, str] = {}  # by peer

    def add(self, peer: Peer) -> None:
        """Start a peer's worker, or list why that is impossible."""
        self.progress.update(self.task, description=f"setting up {peer.name}")
        try:
            if peer.environment == "ours":
                python = sys.executable
            else:
                python = environment(peer.environment, peer.oldest)
            worker = Worker(python, f"speed.workers.{peer.module}", peer.variables)
        except (UnavailableError, LostError) as error:
            kind = self.kinds[0]
            self.rows[kind, peer.name, "all"] = Row(kind, peer.name, "all", why_not=str(error))
            return
        self.workers[peer.name] = worker
        self.peers[peer.name] = python, peer
        kinds = [kind for kind in self.kinds if kind in (peer.kinds or self.kinds)]
        self.versions[peer.name] = ", ".join(map(" ".join, worker.versions.items()))
        for kind, what in worker.measures:
            if kind in kinds:
                self.rows[kind, peer.name, what] = Row(kind, peer.name, what)
        for kind, what, why in worker.missing:
            if kind in kinds:
                self.rows[kind, peer.name, what] = Row(kind, peer.name, what, why_not=why)
        if "start" in self.kinds:
            for what, code in peer.starts.items():
                self.rows["start", peer.name, what] = Row("start", peer.name, what)
                self.starts[peer.name, what] = python, code

    def rounds(self, count: int) -> None:
        """Measure everything once per round; round 0 only warms up."""
        todo = [row for row in self.rows.values() if not row.why_not]
        self.progress.update(self.task, total=len(todo) * (count + 1))
        for number in range(count + 1):
            for row in todo:
                words = f"round {number}/{count} {row.who}: {row.what}"
                self.progress.update(self.task, advance=1, description=f"{words:.70}")
                if not row.why_not and (number == 1 or not KINDS[row.kind].once):
                    self.measure(row, number)

    def measure(self, row: Row, number: int) -> None:
        seconds = self.seconds if number else WARM_UP
        try:
            if row.kind == "start":
                value = start_up(*self.starts[row.who, row.what])
            elif row.kind == "memory":
                value = self.in_fresh_worker(row)
            else:
                value = self.workers[row.who].measure(row.kind, row.what, seconds, number)
        except (LostError, subprocess.CalledProcessError) as error:
            row.why_not = str(error)
            row.found.clear()
            return
        if number:
            row.found.append(value)

    def in_fresh_worker(self, row: Row) -> float:
        """In a new process: memory freed by earlier measurements would be reused unnoticed."""
        python, peer = self.peers[row.who]
        worker = Worker(python, f"speed.workers.{peer.module}", peer.variables)
        try:
            return worker.measure(row.kind, row.what, 0, 1)
        finally:
            worker.close()


def main() -> None:
    names = list(dict.fromkeys(peer.environment for peer in PEERS))
    parser = argparse.ArgumentParser(prog="bench/run", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.4, help="per measure and round")
    parser.add_argument("--quick", action="store_true", help="3 rounds of 0.1 s: a smoke test")
    parser.add_argument("--only", nargs="+", choices=KINDS, default=list(KINDS), metavar="KIND",
                        help=f"of {', '.join(KINDS)}")  # fmt: skip
    parser.add_argument("--peers", nargs="+", choices=names, default=names, metavar="NAME",
                        help=f"of {', '.join(names)}")  # fmt: skip
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    rounds, seconds = (3, 0.1) if arguments.quick else (arguments.rounds, arguments.seconds)
    bars = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
        console=Console(stderr=True), transient=True,
    )  # fmt: skip
    with bars as progress:
        run = Run(arguments.only, seconds, progress)
        try:
            for peer in PEERS:
                if peer.environment in arguments.peers:
                    run.add(peer)
            run.rounds(rounds)
        finally:
            for worker in run.workers.values():
                worker.close()
    rows = list(run.rows.values())
    about = machine() | {"versions": run.versions, "rounds": rounds, "seconds": seconds}
    if arguments.json:
        print(json.dumps(as_json(rows, about) | {"claims": claims(rows)}, indent=1))
        return
    console = Console()
    for key, value in about.items():
        parts = value.items() if isinstance(value, dict) else [("", value)]
        for name, text in parts:
            console.print(f"{key} {name}".strip() + f": {text}", highlight=False)
    show(rows, console)
    for line in claims(rows):
        console.print(line["text"], highlight=False)


if __name__ == "__main__":
    main()
