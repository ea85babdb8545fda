"""The tables that `baumeister arena` prints."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from baumeister.arena import BotSummary, Estimate, Summary
from baumeister.arena.report.plots import seconds_text
from baumeister.arena.report.words import (
    elo_text,
    forfeit_lines,
    points_text,
    rating_note,
    verdict,
    versus_line,
)
from baumeister.cli.console import out


def print_summary(found: Summary, to: Console = out) -> None:
    """Print standings, cross table, thinking times and the verdict."""
    order = [found.bots[bot] for bot in found.order]
    to.print(_standings(found, order))
    if len(found.bots) > 1 and found.elo is None:
        to.print(_cross(found))
    to.print(_thinking(order))
    if found.elo:
        to.print(versus_line(found), markup=False)
    if note := rating_note(found):
        to.print(note, markup=False)
    if found.test:
        to.print(verdict(found.test), markup=False)
    for line in forfeit_lines(found):
        to.print(line, style="yellow", markup=False)


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
    for name, is_shown in titles.items():
        if is_shown:
            table.add_column(name, justify="right", no_wrap=True)
    for number, bot in enumerate(order, 1):
        cells = {
            "won %": bot.won and _percent(bot.won),
            "Elo": bot.rating and elo_text(bot.rating),
            "points": points_text(bot.points),
            "places": "/".join(map(str, bot.places)),
            "complete %": bot.complete and _percent(bot.complete),
        }
        shown = [text for name, text in cells.items() if titles[name]]
        table.add_row(str(number), bot.code, *shown)
    return table


def _cross(found: Summary) -> Table:
    solo = found.plan.players == 1
    table = _table("Points ahead on the same deals" if solo else "Finished before, %")
    table.add_column("")
    table.add_column("bot", overflow="fold")
    order = found.order
    for number in range(1, len(order) + 1):
        table.add_column(str(number), justify="right", no_wrap=True)
    for number, one in enumerate(order, 1):
        row = [found.cross[one][other] for other in order]
        cells = ["·" if cell is None else _cell(cell, solo) for cell in row]
        table.add_row(str(number), found.bots[one].code, *cells)
    return table


def _thinking(order: list[BotSummary]) -> Table:
    table = _table("Thinking per decision")
    table.add_column("")
    table.add_column("bot", overflow="fold")
    for title in ("mean", "longest", "budget", "overruns", "cut short", "nodes"):
        table.add_column(title, justify="right")
    for number, bot in enumerate(order, 1):
        spent = bot.thinking
        table.add_row(
            str(number),
            bot.code,
            seconds_text(spent.seconds / max(1, spent.decisions)),
            seconds_text(spent.longest),
            "its own" if bot.budget is None else seconds_text(bot.budget),
            "–" if bot.budget is None else str(spent.overruns),
            str(spent.cut_short),
            f"{spent.simulations / max(1, spent.decisions):.0f}",
        )
    return table


def _cell(estimate: Estimate, solo: bool) -> str:
    if solo:
        return f"{estimate.value:+.1f} ± {estimate.margin:.1f}"
    return f"{100 * estimate.value:.0f} ± {100 * estimate.margin:.0f}"


def _percent(estimate: Estimate) -> str:
    value, low, high = (100 * part for part in estimate)
    return f"{value:.1f} ({low:.1f}–{high:.1f})"
