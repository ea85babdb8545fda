"""The report that `baumeister analyse` prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.table import Table
from rich.text import Text

from baumeister.bots.analysis import Analysis, Line, Share
from baumeister.bots.analysis.result import POINTS
from baumeister.bots.words import say, sentence, verdict_in
from baumeister.cli.console import out
from baumeister.core.registry import find
from baumeister.records import Record

MOST_MISTAKES: Final = 8
"""How many mistakes are listed."""
WIDTH: Final = 60
"""The width of a curve, in characters."""
_BARS: Final = "▁▂▃▄▅▆▇█"
_MARKS: Final = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
_STYLES: Final = {"inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "bold red"}


def print_report(record: Record, found: Analysis, language: str) -> None:
    """Print an analysis."""
    names = [player.name for player in record.players]
    out.print(player_table(record, found, names))
    out.print(curves(found, names))
    if found.turning_points:
        out.print(Text("\nTurning points", style="bold"))
    for turn in found.turning_points:
        text = f"{turn.line:4}  {record.log[turn.line - 1]:28} {names[turn.seat]} "
        out.print(Text(text + amount(found, turn.swing)), soft_wrap=True)
    worst = worst_mistakes(found)
    out.print(Text("\nWhat could have been better", style="bold"))
    if not worst:
        out.print("No mistake that stands out from the noise.")
    for line in worst:
        out.print(mistake_text(found, line, names, language), soft_wrap=True)


def player_table(record: Record, found: Analysis, names: Sequence[str]) -> Table:
    """Accuracy, losses, luck and mistakes of each player."""
    solo = found.measure == POINTS
    table = Table(box=None, padding=(0, 1))
    titles = ["player", "points", "accuracy", *([] if solo else ["chances lost"]), "points lost"]
    for title in (*titles, "luck", *_MARKS.values()):
        table.add_column(title, justify="left" if title == "player" else "right")
    scores = (record.result or {}).get("scores")
    for share in found.players:
        table.add_row(
            Text(names[share.seat]),
            str(scores[share.seat]) if scores else "",
            f"{share.accuracy:.0f} %",
            *_lost(share, solo),
            _luck(share, solo),
            *(str(share.verdicts[verdict] or "") for verdict in _MARKS),
        )
    return table


def _lost(share: Share, solo: bool) -> list[str]:
    points = f"{share.lost_points:.1f}"
    if solo:
        return [f"{points} ± {share.lost_error:.1f}"]
    return [f"{100 * share.lost:.0f} ± {100 * share.lost_error:.0f} %", points]


def _luck(share: Share, solo: bool) -> str:
    if solo:
        return f"{share.luck_points:+.1f} ± {share.luck_error:.1f}"
    return f"{100 * share.luck:+.0f} ± {100 * share.luck_error:.0f} %"


def curves(found: Analysis, names: Sequence[str]) -> Text:
    """Each player's winning chances over the game; in a solo game, the expected points."""
    solo = found.measure == POINTS
    title = "Expected points" if solo else "Winning chances"
    text = Text(f"\n{title}\n", style="bold")
    width = max(map(len, names))
    for seat, name in enumerate(names):
        if solo:
            values = [found.start_points[seat], *(line.points[seat] for line in found.lines)]
            low, high, last = min(values), max(values), f"{values[-1]:.0f}"
        else:
            values = [found.start[seat], *(line.chances[seat] for line in found.lines)]
            low, high, last = 0.0, 1.0, f"{100 * values[-1]:.0f} %"
        text.append(f"{name:{width}} {sparkline(values, low, high)} {last}\n", style="")
    return text


def sparkline(values: Sequence[float], low: float, high: float, width: int = WIDTH) -> str:
    """The values as a row of bars, averaged to fit the width.

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
    """The most expensive mistakes, in the order of the game."""
    solo = found.measure == POINTS

    def cost(line: Line) -> float:
        assert line.judgement
        return line.judgement.lost_points if solo else line.judgement.lost

    wrong = [line for line in found.lines if line.judgement and line.judgement.verdict in _MARKS]
    return sorted(sorted(wrong, key=cost, reverse=True)[:MOST_MISTAKES], key=lambda line: line.line)


def mistake_text(found: Analysis, line: Line, names: Sequence[str], language: str) -> Text:
    """A mistake, the better action, and why."""
    judged, game = line.judgement, find(found.game)
    assert judged
    lost = judged.lost_points if found.measure == POINTS else judged.lost
    text = Text(f"{line.line:4}  {names[line.actor]}: {judged.action} ")
    text.append(
        f"{_MARKS[judged.verdict]} {verdict_in(language, judged.verdict)}", _STYLES[judged.verdict]
    )
    text.append(f", {amount(found, -lost)}\n      {sentence(game, judged.done, language, names)}\n")
    text.append("      better: ").append(f"{judged.best}\n", style="bold")
    text.append(f"      {sentence(game, judged.reasons, language, names)}")
    for reason in say(game, judged.contrast, language, names):
        text.append(f"\n      – {reason}")
    return text


def amount(found: Analysis, change: float) -> str:
    """A change in winning chances or points, with its sign."""
    if found.measure == POINTS:
        return f"{change:+.1f} points".replace("-", "−")
    return f"{100 * change:+.0f} %".replace("-", "−")
