"""Random play of Manhattan in C++ (the shipped core) and in Cython, in rounds in turn.

Four players, base rules, one thread: moves per second of processor time. Every build plays the
same games, which is checked first.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.progress import track
from rich.table import Table
from speed.foreman import Worker
from speed.machine import machine
from speed.table import number

from slice import build


def builds(folder: Path) -> dict[str, tuple[Path, str, str]]:
    """Name → extension, instruction set asked for, measure."""
    portable, native = build.shipped(folder, False), build.shipped(folder, True)
    return {
        "C++ x86-64-v2": (portable, "v2", "games"),
        "Cython x86-64-v2": (build.cython(folder, "x86-64-v2"), "v2", "games"),
        "C++ x86-64-v3": (portable, "v3", "games"),
        "Cython x86-64-v3": (build.cython(folder, "x86-64-v3"), "v3", "games"),
        "C++ native": (native, "v3", "games"),
        "Cython native": (build.cython(folder, "native"), "v3", "games"),
        "C++ in lock-step, AVX-512": (portable, "v4", "lock-step"),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/slice/run", description=__doc__)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--seconds", type=float, default=0.4, help="per build and round")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    stderr = Console(stderr=True)
    with tempfile.TemporaryDirectory() as folder:
        stderr.print("building both (a minute or two)")
        made = builds(Path(folder))
        workers = {
            name: Worker(sys.executable, "slice.worker",
                         {"SLICE_MODULE": str(path), "BAUMEISTER_ISA": isa})
            for name, (path, isa, _) in made.items()
        }  # fmt: skip
        sums = {worker.measure("playouts", "checksum", 0, 0) for worker in workers.values()}
        if len(sums) > 1:
            sys.exit("bench: the builds do not play the same games")
        found: dict[str, list[float]] = {name: [] for name in made}
        for seed in track(range(arguments.rounds), "rounds", console=stderr, transient=True):
            for name, worker in workers.items():
                measure = made[name][2]
                found[name].append(worker.measure("playouts", measure, arguments.seconds, seed))
        for worker in workers.values():
            worker.close()
    if arguments.json:
        print(json.dumps({"machine": machine(), "moves_per_second": found}, indent=1))
        return
    table = Table("", "moves/s", "lowest – highest", "÷ Cython, same set", "÷ Cython native")
    for name, rates in found.items():
        ratios = (
            f"{median(a / b for a, b in zip(rates, held, strict=True)):.2f}×" if held else ""
            for held in (found.get(name.replace("C++", "Cython")), found["Cython native"])
        )
        spread = f"{number(min(rates))} – {number(max(rates))}"
        table.add_row(name, number(median(rates)), spread, *ratios)
    for key, value in machine().items():
        print(f"{key}: {value}")
    Console().print(table)


if __name__ == "__main__":
    main()
