"""What does it cost to hand a task to a worker? Runs tasks that do nothing on every executor.

    python bench/overhead.py [--tasks 2000] [--cores 2] [--on ray]

CPU time is that of the process that hands out the tasks: it limits how many tasks a second one
machine can hand out. Wall time also contains the workers'.
"""

from __future__ import annotations

import argparse
from functools import partial
from time import perf_counter, process_time

from baumeister.arena import make_plan
from baumeister.arena.plan import Plan
from baumeister.work import LOCAL, each, using


def nothing(_plan: Plan, task: tuple[int, int]) -> tuple[int, int]:
    """Receives what a game of the arena receives, and returns at once."""
    return task


def measure(on: str, cores: int, tasks: int) -> str:
    plan = make_plan("manhattan", {"players": 4}, ["1", "2", "3", "random"])
    work = partial(nothing, plan)
    with using(on, cores) as pool:
        list(each(pool, work, [(0, number) for number in range(4 * cores)]))  # started
        began, cpu = perf_counter(), process_time()
        done = list(each(pool, work, [(deal, 0) for deal in range(tasks)]))
        wall, cpu = perf_counter() - began, process_time() - cpu
    assert len(done) == tasks
    return f"{1e6 * cpu / tasks:8.0f} µs CPU {1e6 * wall / tasks:8.0f} µs wall a task"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=2000)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--on", nargs="*", default=[], help="ray, ray://HOST:PORT")
    asked = parser.parse_args()
    print(f"in this process   {measure(LOCAL, 1, asked.tasks)}")
    print(f"{asked.cores} processes       {measure(LOCAL, asked.cores, asked.tasks)}")
    for place in asked.on:
        print(f"{place:17} {measure(place, asked.cores, asked.tasks)}")


if __name__ == "__main__":
    main()
