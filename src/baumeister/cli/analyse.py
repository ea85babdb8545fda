"""`baumeister analyse`: what a game teaches, as a report."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter
from rich.table import Table
from rich.text import Text

from baumeister.bots.analysis import Analysis, Line, Share, analyse
from baumeister.bots.analysis.analyse import SECONDS
from baumeister.bots.analysis.result import POINTS
from baumeister.bots.bot import BotError
from baumeister.bots.words import sentence, verdict_in
from baumeister.cli.budget import check_budget
from baumeister.cli.console import out, print_json, progress, stop
from baumeister.cli.records import opened
from baumeister.core.registry import find
from baumeister.games.clauses import LANGUAGES
from baumeister.records import Record

WORST: Final = 8
"""How many mistakes are told of."""
WIDTH: Final = 60
"""Of a curve."""
_BARS: Final = "▁▂▃▄▅▆▇█"
_MARKS: Final = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
_STYLES: Final = {"inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "bold red"}


def analyse_command(
    file: Annotated[Path, Parameter(name=["RECORD"], help="A record.")],
    /,
    *,
    seconds: Annotated[float, Parameter(help="To think about each decision.")] = SECONDS,
    nodes: Annotated[
        int | None, Parameter(help="Simulations for each decision instead: always the same.")
    ] = None,
    open_cards: Annotated[
        bool, Parameter(help="Judge decisions as if all cards were open.", negative=())
    ] = False,
    seed: Annotated[int, Parameter(help="Of the chance in thinking.")] = 0,
    language: Annotated[str, Parameter(help=f"Of reasons: {', '.join(LANGUAGES)}.")] = "en",
    json: Annotated[bool, Parameter(help="Print the result as JSON.", negative=())] = False,
) -> None:
    """Say of every decision what was better and what it cost, and what chance did."""
    check_budget(seconds, nodes)
    if language not in LANGUAGES:
        stop(f"--language must be one of {', '.join(LANGUAGES)}")
    record, steps = opened(file)
    try:
        with progress() as bar:
            task = bar.add_task("Analysing", total=len(steps))
            found = analyse(
                record,
                seconds=seconds,
                nodes=nodes,
                open_cards=open_cards,
                seed=seed,
                progress=lambda done: bar.update(task, completed=round(done * len(steps))),
            )
    except BotError as error:
        stop(str(error))
    if json:
        print_json(found.data())
        return
    report(record, found, language)


def report(record: Record, found: Analysis, language: str) -> None:
    """Print it for people."""
    names = [player.name for player in record.players]
    out.print(people(record, found, names))
    out.print(curves(found, names))
    if found.turning_points:
        out.print(Text("\nWhere the game turned", style="bold"))
    for turn in found.turning_points:
        told = f"{turn.line:4}  {record.log[turn.line - 1]:28} {names[turn.seat]} "
        out.print(Text(told + amount(found, turn.swing)), soft_wrap=True)
    worst = worst_mistakes(found)
    out.print(Text("\nWhat could have been better", style="bold"))
    if not worst:
        out.print("Nothing that can be told from noise.")
    for line in worst:
        out.print(told_mistake(found, line, names, language), soft_wrap=True)


def people(record: Record, found: Analysis, names: Sequence[str]) -> Table:
    """Who played how well, and how lucky."""
    alone = found.measure == POINTS
    table = Table(box=None, padding=(0, 1))
    titles = ["player", "points", "accuracy", *([] if alone else ["chances lost"]), "points lost"]
    for title in (*titles, "luck", *_MARKS.values()):
        table.add_column(title, justify="left" if title == "player" else "right")
    scores = (record.result or {}).get("scores")
    for share in found.players:
        table.add_row(
            Text(names[share.seat]),
            str(scores[share.seat]) if scores else "",
            f"{share.accuracy:.0f} %",
            *_lost(share, alone),
            _luck(share, alone),
            *(str(share.verdicts[verdict] or "") for verdict in _MARKS),
        )
    return table


def _lost(share: Share, alone: bool) -> list[str]:
    points = f"{share.lost_points:.1f}"
    if alone:
        return [f"{points} ± {share.lost_error:.1f}"]
    return [f"{100 * share.lost:.0f} ± {100 * share.lost_error:.0f} %", points]


def _luck(share: Share, alone: bool) -> str:
    if alone:
        return f"{share.luck_points:+.1f} ± {share.luck_error:.1f}"
    return f"{100 * share.luck:+.0f} ± {100 * share.luck_error:.0f} %"


def curves(found: Analysis, names: Sequence[str]) -> Text:
    """The chances of each player from the first line to the last; alone, the expected points."""
    alone = found.measure == POINTS
    title = "Expected points" if alone else "Winning chances"
    text = Text(f"\n{title}\n", style="bold")
    wide = max(map(len, names))
    for seat, name in enumerate(names):
        if alone:
            values = [found.start_points[seat], *(line.points[seat] for line in found.lines)]
            low, high, last = min(values), max(values), f"{values[-1]:.0f}"
        else:
            values = [found.start[seat], *(line.chances[seat] for line in found.lines)]
            low, high, last = 0.0, 1.0, f"{100 * values[-1]:.0f} %"
        text.append(f"{name:{wide}} {sparkline(values, low, high)} {last}\n", style="")
    return text


def sparkline(values: Sequence[float], low: float, high: float, width: int = WIDTH) -> str:
    """Values as bars, as many as there is room for.

    >>> sparkline([0.0, 0.5, 1.0], 0.0, 1.0)
    '▁▅█'
    """
    width = min(width, len(values))
    bars = []
    for column in range(width):
        first, last = column * len(values) // width, (column + 1) * len(values) // width
        mean = sum(values[first:last]) / (last - first)
        share = (mean - low) / (high - low) if high > low else 0.0
        bars.append(_BARS[min(len(_BARS) - 1, int(share * len(_BARS)))])
    return "".join(bars)


def worst_mistakes(found: Analysis) -> list[Line]:
    """What cost most, in the order of the game."""
    alone = found.measure == POINTS

    def cost(line: Line) -> float:
        assert line.judgement
        return line.judgement.lost_points if alone else line.judgement.lost

    wrong = [line for line in found.lines if line.judgement and line.judgement.verdict in _MARKS]
    return sorted(sorted(wrong, key=cost, reverse=True)[:WORST], key=lambda line: line.line)


def told_mistake(found: Analysis, line: Line, names: Sequence[str], language: str) -> Text:
    """A mistake, what was better, and why."""
    said, game = line.judgement, find(found.game)
    assert said
    lost = said.lost_points if found.measure == POINTS else said.lost
    text = Text(f"{line.line:4}  {names[line.actor]}: {said.action} ")
    text.append(
        f"{_MARKS[said.verdict]} {verdict_in(language, said.verdict)}", _STYLES[said.verdict]
    )
    text.append(f", {amount(found, -lost)}\n      {sentence(game, said.done, language, names)}\n")
    text.append("      better: ").append(f"{said.best}\n", style="bold")
    text.append(f"      {sentence(game, said.reasons, language, names)}")
    return text


def amount(found: Analysis, change: float) -> str:
    """A change of what counts, in words."""
    if found.measure == POINTS:
        return f"{change:+.1f} points".replace("-", "−")
    return f"{100 * change:+.0f} %".replace("-", "−")
