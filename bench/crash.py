"""Kill the server at random moments while people play, and check that nothing is lost.

The real server runs in its own process; people play tables of both games over real sockets. It is
ended by SIGKILL and sometimes by SIGTERM, and restarted on the same folder. A ledger records what
was sent and acknowledged; after every death, and at the end, the stored logs are compared with it.
Exits with 1 if any promise was broken.

SIGKILL does not simulate a power cut: the kernel still writes what it was given.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))
sys.path.insert(0, str(Path(__file__).parent))

from crashing.campaign import Campaign, Figures
from crashing.tables import PLANS
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

WORDS = {
    "kills": "killed (SIGKILL)",
    "kills_while_starting": "  of these while starting",
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
        campaign = Campaign(arguments.keep or Path(name), seed, arguments.plans)
        total = arguments.kills + arguments.stops
        task = bar.add_task("deaths", total=total, moves=0)

        def told(now: Figures) -> None:
            bar.update(task, completed=now.kills + now.stops, moves=now.acknowledged)

        figures = asyncio.run(campaign.run(arguments.kills, arguments.stops, told))
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
