"""Play rungs of the ladder and record the results.

tools/ladder                  list the rungs and their results
tools/ladder NAME …           play these rungs; a name may be a common prefix
tools/ladder all              play every rung
tools/ladder --page           regenerate docs/ladder.md

Games are stored in build/ladder/ as they end; the same command resumes an interrupted rung. Results
go to docs/ladder/, also those of an interrupted rung, but not those of a trial (--games), nor those
with forfeits.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from baumeister.arena import FileError, Summary, run, summary
from baumeister.arena.report.html import page as report
from baumeister.arena.report.words import elo_text, versus_line
from baumeister.arena.storage.files import build
from baumeister.core.errors import BaumeisterError

from ..speed.machine import machine
from .frozen_bot import built
from .page import PAGE, ROOT, page, result_of, result_path
from .rungs import FROZEN, RUNGS, Rung

GAMES = ROOT / "build" / "ladder"
console = Console(highlight=False)


def result(rung: Rung, found: Summary) -> dict[str, Any]:
    """The recorded result of a rung, with everything needed to reproduce it."""
    goals = []
    for goal in rung.goals:
        estimate = goal.estimate(found)
        value, low, high = estimate or (None, None, None)
        goals.append(
            {"measure": goal.measure, "least": goal.least, "value": value, "low": low, "high": high}
        )
    data = found.data()
    on = machine()
    bots = [{k: v for k, v in bot.items() if k != "all_points"} for bot in data["results"]]
    return {
        "name": rung.name,
        "title": rung.title,
        "command": rung.command(),
        "games": found.games,
        "wanted": rung.games,
        "deals": found.deals,
        "told": versus_line(found) if found.elo else _order(found),
        "goals": goals,
        "bots": bots,
        "cross": data["cross"],
        "build": build(rung.game),
        "commit": _commit(),
        "date": on["date"],
        "machine": f"{on['processor']}, Python {on['python']}",
    }


def _order(found: Summary) -> str:
    bots = [found.bots[bot] for bot in found.order]
    if bots[0].rating:
        return "Elo: " + ", ".join(f"{bot.code} {elo_text(bot.rating)}" for bot in bots)
    return "points: " + ", ".join(
        f"{bot.code} {bot.points.value:.1f} ± {bot.points.margin:.1f}" for bot in bots
    )


def _commit() -> str:
    def git(*words: str) -> str:
        return subprocess.run(
            ["git", *words], cwd=ROOT, capture_output=True, text=True, check=False
        ).stdout.strip()

    return git("rev-parse", "--short", "HEAD") + (
        "+" if git("status", "--porcelain", "src") else ""
    )


def play(rung: Rung, cores: int, games: int | None, restart: bool) -> bool:
    """Play or resume a rung; False if it was interrupted."""
    for bot in rung.bots:
        if bot.startswith(FROZEN):
            built(bot.removeprefix(FROZEN).split()[0])  # the arena does not wait that long
    file = GAMES / f"{rung.name}.jsonl"
    if restart:
        file.unlink(missing_ok=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, TimeRemainingColumn(), console=console) as bar:
        task = bar.add_task(rung.name, total=None)

        def show(played: int, total: int, _: Any) -> None:
            bar.update(task, completed=played, total=total)

        played = run(rung.plan(), games or rung.games, cores=cores, out=file, progress=show)
    if played.deals:
        found = summary(played)
        write(GAMES / f"{rung.name}.html", report(found, rung.command()))
        refuse_forfeits(found)
        recorded = result(rung, found)
        if games is None:
            write(result_path(rung), json.dumps(recorded, ensure_ascii=False, indent=1) + "\n")
            write(PAGE, page())
        console.print(f"{rung.title}: {recorded['told']}", markup=False)
    return not played.interrupted


def refuse_forfeits(found: Summary) -> None:
    """A game that a program could not play measures nothing."""
    for bot in found.bots:
        if bot.forfeits:
            problem = f"{bot.code} forfeited {bot.forfeits} games: {bot.forfeited}"
            raise BaumeisterError(f"{problem} (--restart plays them again)")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def show_rungs() -> None:
    table = Table("rung", "games", "result")
    for rung in RUNGS:
        known = result_of(rung)
        games = f"{known['games'] if known else 0} of {rung.games}"
        stale = " (by another build)" if known and known["build"] != build(rung.game) else ""
        table.add_row(rung.name, games, (known["told"] + stale) if known else "")
    console.print(table)


def chosen(names: list[str]) -> list[Rung]:
    if names == ["all"]:
        return list(RUNGS)
    found = []
    for name in names:
        same = [rung for rung in RUNGS if rung.name == name]
        found += same or [rung for rung in RUNGS if rung.name.startswith(name)]
        if not found:
            sys.exit(f"no rung {name}; tools/ladder lists them")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*")
    parser.add_argument("--cores", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--games", type=int, help="play this many instead, as a trial")
    parser.add_argument("--restart", action="store_true", help="delete the games played before")
    parser.add_argument("--page", action="store_true", help="only write docs/ladder.md")
    given = parser.parse_args()
    if given.page:
        write(PAGE, page())
        return
    if not given.names:
        show_rungs()
        return
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # `timeout` interrupts it like Ctrl-C
    os.chdir(ROOT)
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    for rung in chosen(given.names):
        try:
            if not play(rung, given.cores, given.games, given.restart):
                sys.exit(130)
        except FileError as error:
            sys.exit(f"{rung.name}: {error} (--restart)")
        except BaumeisterError as error:
            console.print(f"Cannot play {rung.name}: {error}", markup=False)


if __name__ == "__main__":
    main()
