"""Kill the server at random moments while people play, and check that nothing is lost.

The real server runs in its own process, or in several on one PostgreSQL and one Redis; people play
tables of both games over real sockets. Servers, workers and databases are ended by SIGKILL, servers
sometimes by SIGTERM, and restarted. A ledger records what
was sent and acknowledged; after every death, and at the end, the stored logs are compared with it.
Exits with 1 if any promise was broken.

SIGKILL does not simulate a power cut: the kernel still writes what it was given.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import secrets
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))
sys.path.insert(0, str(Path(__file__).parent))

from crashing.campaign import Campaign, Figures
from crashing.cluster import Cluster
from crashing.tables import PLANS
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

WORDS = {
    "kills": "servers killed (SIGKILL)",
    "kills_while_starting": "  of these while starting",
    "worker_kills": "workers killed",
    "postgres_kills": "PostgreSQL killed",
    "redis_kills": "Redis killed",
    "stops": "stopped (SIGTERM)",
    "longest_stop": "  longest, seconds",
    "longest_recovery": "longest from a death to the next acknowledged move, seconds",
    "tables": "tables",
    "games_finished": "games played to the end",
    "records_checked": "records checked, seed matches its commitment",
    "acknowledged": "moves acknowledged",
    "bot_moves": "moves of bots",
    "sent_twice": "moves sent twice on purpose",
    "resent": "moves sent again after a death",
    "found_in_log": "  unanswered at a death: applied",
    "not_in_log": "  unanswered at a death: not applied",
    "refused": "moves refused (came too late)",
    "bots_replaced": "bots replaced",
    "seconds": "seconds in all",
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--stops", type=int, default=10, help="SIGTERM instead of SIGKILL")
    parser.add_argument("--store", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--processes", type=int, default=2, help="with PostgreSQL and Redis")
    parser.add_argument("--kinds", default="", help="process,worker,postgres,redis")
    parser.add_argument("--plans", type=int, default=len(PLANS), help="number of kinds of tables")
    parser.add_argument("--seed", type=int, default=None, help="of the players and the killer")
    parser.add_argument("--keep", type=Path, default=None, help="the folder to work in")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
        TextColumn("{task.fields[moves]} moves"), console=console, disable=not console.is_terminal,
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as name, bar:
        folder = arguments.keep or Path(name)
        shared = arguments.store == "postgres"
        cluster = Cluster(folder, arguments.processes, random.Random(seed)) if shared else None
        kinds = arguments.kinds or ("process,worker,postgres,redis" if shared else "process,worker")
        campaign = Campaign(folder, seed, arguments.plans, cluster)
        total = arguments.kills + arguments.stops
        task = bar.add_task("deaths", total=total, moves=0)

        def told(now: Figures) -> None:
            done = now.kills + now.worker_kills + now.postgres_kills + now.redis_kills
            bar.update(task, completed=done + now.stops, moves=now.acknowledged)

        run = campaign.run(arguments.kills, arguments.stops, told, kinds.split(","))
        try:
            figures = asyncio.run(run)
        finally:
            if cluster:
                cluster.close()
    violations = campaign.ledger.violations
    found = {"seed": seed, **asdict(figures), "violations": violations}
    if arguments.json:
        print(json.dumps(found, indent=1))
    else:
        for field, words in WORDS.items():
            print(f"{words:58}{round(found[field], 2):>10}")
        print(f"{'seed':58}{seed:>10}")
        print("\n".join(f"VIOLATION: {each}" for each in violations) or "no promise was broken")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
