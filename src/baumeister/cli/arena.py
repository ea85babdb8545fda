"""`baumeister arena`: bots play each other, and it says who is stronger and how sure that is."""

from __future__ import annotations

import json as json_module
import os
import shlex
import sys
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter
from rich.box import SIMPLE_HEAD
from rich.table import Table

from baumeister.arena import BotSummary, Bounds, Estimate, Summary, make_plan, run, summary
from baumeister.arena.html import page
from baumeister.arena.plots import seconds_text
from baumeister.arena.sprt import Test
from baumeister.arena.tournament import Tournament
from baumeister.arena.words import elo_text, verdict, versus_line
from baumeister.bots import Budget
from baumeister.cli.budget import check_budget
from baumeister.cli.console import err, out, progress, stop
from baumeister.cli.options import GameOptions, resolve, split
from baumeister.cli.strength import tell_if_weaker
from baumeister.core.errors import BaumeisterError

STOPPED: Final = 130  # as a shell has it for Ctrl-C


def arena(
    game_id: Annotated[str, Parameter(name=["GAME"], help="The game, such as manhattan.")],
    /,
    *,
    bots: Annotated[
        list[str],
        Parameter(
            help="Bots by code, with commas: 5,4,3 or manhattan:5:seconds=0.5,search:nodes=5000.",
            negative_iterable=(),
        ),
    ],
    games: Annotated[
        int, Parameter(help="How many games, rounded up to whole deals; with --sprt at most.")
    ] = 400,
    versus: Annotated[
        bool, Parameter(help="The first bot against copies of the second.", negative=())
    ] = False,
    sprt: Annotated[
        str | None,
        Parameter(
            help="ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA: with --versus, stop as soon as it is clear"
            " whether the first bot is ELO0 or ELO1 stronger (errors 0.05 if not said)."
        ),
    ] = None,
    seed: Annotated[int, Parameter(help="Other deals.")] = 0,
    seconds: Annotated[
        float | None, Parameter(help="For a decision of bots whose code does not say.")
    ] = None,
    nodes: Annotated[
        int | None, Parameter(help="Simulations for a decision, of bots whose code does not say.")
    ] = None,
    cores: Annotated[
        int | None, Parameter(help="How many games at a time; else all cores.")
    ] = None,
    out_file: Annotated[
        Path | None,
        Parameter(name="--out", help="Keep every game in this file, and go on from what it has."),
    ] = None,
    json: Annotated[Path | None, Parameter(help="Write the result to this file as JSON.")] = None,
    html: Annotated[Path | None, Parameter(help="Write a report with plots to this file.")] = None,
    options: GameOptions | None = None,
) -> None:
    """Let bots play each other, every seat by turns, on the same deals: who is stronger?"""
    game, resolved = resolve(game_id, options)
    check_budget(seconds, nodes)
    tell_if_weaker()
    try:
        plan = make_plan(
            game.id,
            resolved,
            split(bots),
            versus=versus,
            seed=seed,
            budget=Budget(seconds, nodes),
        )
        bounds = None if sprt is None else _bounds(sprt)
        with progress() as bar:
            task = bar.add_task("Playing", total=None)

            def show(played: int, total: int, test: Test | None) -> None:
                text = "Playing" if test is None else f"Playing (LLR {test.llr:+.2f})"
                bar.update(task, completed=played, total=total, description=text)

            tournament = run(
                plan,
                games,
                cores=_cores() if cores is None else cores,
                out=out_file,
                bounds=bounds,
                progress=show,
            )
    except BaumeisterError as error:
        stop(str(error))
    _tell(tournament, out_file, json, html)


def _tell(
    tournament: Tournament, out_file: Path | None, json: Path | None, html: Path | None
) -> None:
    if tournament.interrupted:
        kept = "with --out FILE it could be resumed"
        again = "the same command goes on from there" if out_file else kept
        whole = f"{len(tournament.deals)} whole deals"
        err.print(f"Stopped. What follows is of {whole}; {again}.", markup=False)
    if tournament.deals:
        found = summary(tournament)
        print_summary(found)
        if json:
            text = json_module.dumps(found.data(), ensure_ascii=False, indent=1) + "\n"
            _write(json, text)
        if html:
            _write(html, page(found, shlex.join(["baumeister", *sys.argv[1:]])))
    if tournament.interrupted:
        raise SystemExit(STOPPED)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _bounds(text: str) -> Bounds:
    try:
        numbers = [float(part) for part in text.split(",")]
        if len(numbers) not in (2, 4):
            raise ValueError
    except ValueError:
        stop(f"--sprt is ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, such as 0,20; not {text}")
    return Bounds(*numbers)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        stop(f"{path}: {error.strerror}")


def print_summary(found: Summary) -> None:
    """Who did how well, who beat whom, what they spent, and what that means."""
    order = [found.bots[bot] for bot in found.order]
    out.print(_standings(found, order))
    if len(found.bots) > 1 and found.elo is None:
        out.print(_cross(found))
    out.print(_thinking(order))
    if found.elo:
        out.print(versus_line(found), markup=False)
    if found.test:
        out.print(verdict(found.test), markup=False)


def _table(title: str) -> Table:
    return Table(
        title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, padding=(0, 1, 0, 0)
    )


def _standings(found: Summary, order: list[BotSummary]) -> Table:
    players = found.plan.players
    title = f"{found.games} games, {found.deals} deals, {players} player{'s' * (players > 1)}"
    table = _table(title if players == 1 else f"{title}; equal: {found.equal:.1%}")
    table.add_column("")
    table.add_column("bot", overflow="fold")
    titles = {
        "won %": any(bot.won for bot in order),
        "Elo": any(bot.rating for bot in order),
        "points": True,
        "places": players > 1,
        "complete %": any(bot.complete for bot in order),
    }
    for name, is_there in titles.items():
        if is_there:
            table.add_column(name, justify="right", no_wrap=True)
    for number, bot in enumerate(order, 1):
        cells = {
            "won %": bot.won and _percent(bot.won),
            "Elo": bot.rating and elo_text(bot.rating),
            "points": f"{bot.points.value:.1f} ± {bot.points.margin:.1f}",
            "places": "/".join(map(str, bot.places)),
            "complete %": bot.complete and _percent(bot.complete),
        }
        shown = [text for name, text in cells.items() if titles[name]]
        table.add_row(str(number), bot.code, *shown)
    return table


def _cross(found: Summary) -> Table:
    alone = found.plan.players == 1
    table = _table("Points more on the same deals" if alone else "Finished before, %")
    table.add_column("")
    table.add_column("bot", overflow="fold")
    order = found.order
    for number in range(1, len(order) + 1):
        table.add_column(str(number), justify="right", no_wrap=True)
    for number, one in enumerate(order, 1):
        row = [found.cross[one][other] for other in order]
        cells = ["·" if cell is None else _cell(cell, alone) for cell in row]
        table.add_row(str(number), found.bots[one].code, *cells)
    return table


def _thinking(order: list[BotSummary]) -> Table:
    table = _table("Thinking, a decision")
    table.add_column("")
    table.add_column("bot", overflow="fold")
    for title in ("mean", "longest", "budget", "overruns", "cut", "nodes"):
        table.add_column(title, justify="right")
    for number, bot in enumerate(order, 1):
        spent = bot.thinking
        table.add_row(
            str(number),
            bot.code,
            seconds_text(spent.seconds / spent.decisions),
            seconds_text(spent.longest),
            "its own" if bot.budget is None else seconds_text(bot.budget),
            "–" if bot.budget is None else str(spent.overruns),
            str(spent.cut_short),
            f"{spent.simulations / spent.decisions:.0f}",
        )
    return table


def _cell(estimate: Estimate, alone: bool) -> str:
    if alone:
        return f"{estimate.value:+.1f} ± {estimate.margin:.1f}"
    return f"{100 * estimate.value:.0f} ± {100 * estimate.margin:.0f}"


def _percent(estimate: Estimate) -> str:
    value, low, high = (100 * part for part in estimate)
    return f"{value:.1f} ({low:.1f}–{high:.1f})"
